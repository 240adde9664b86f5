// In the page: a headset that is not there. Two eyes with pictures side by side in one framebuffer, two controllers or hands; the
// test says when a frame comes, where things are and what is pressed.
const WIDTH = 160; // of one eye
const HEIGHT = 120;
const EYE_DISTANCE = 0.064;

/** Column-major matrix of a place without rotation. */
const at = (x, y, z) => new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1]);

/** A lens with 90 degrees from top to bottom. */
function lens(near = 0.05, far = 100) {
  const aspect = WIDTH / HEIGHT;
  const [a, b] = [(far + near) / (near - far), (2 * far * near) / (near - far)];
  return new Float32Array([1 / aspect, 0, 0, 0, 0, 1, 0, 0, 0, 0, a, -1, 0, 0, b, 0]);
}

class Layer {
  constructor(session, gl) {
    this.framebufferWidth = 2 * WIDTH;
    this.framebufferHeight = HEIGHT;
    this.framebuffer = gl.createFramebuffer();
    const [color, depth] = [gl.createRenderbuffer(), gl.createRenderbuffer()];
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.framebuffer);
    const attach = (buffer, format, place) => {
      gl.bindRenderbuffer(gl.RENDERBUFFER, buffer);
      gl.renderbufferStorage(gl.RENDERBUFFER, format, 2 * WIDTH, HEIGHT);
      gl.framebufferRenderbuffer(gl.FRAMEBUFFER, place, gl.RENDERBUFFER, buffer);
    };
    attach(color, gl.RGBA8, gl.COLOR_ATTACHMENT0);
    attach(depth, gl.DEPTH24_STENCIL8, gl.DEPTH_STENCIL_ATTACHMENT);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  }

  getViewport({ eye }) {
    return { x: eye === 'left' ? 0 : WIDTH, y: 0, width: WIDTH, height: HEIGHT };
  }
}

class Session extends EventTarget {
  constructor() {
    super();
    this.visibilityState = 'visible';
    this.environmentBlendMode = 'opaque';
    this.renderState = {};
    this.enabledFeatures = ['local-floor', 'hand-tracking'];
    this.callbacks = [];
  }

  updateRenderState(state) {
    Object.assign(this.renderState, state);
  }

  async requestReferenceSpace() {
    return {};
  }

  requestAnimationFrame(callback) {
    return this.callbacks.push(callback);
  }

  cancelAnimationFrame() {
    this.callbacks = [];
  }

  async end() {
    this.dispatchEvent(new Event('end'));
  }
}

export class Headset {
  /** Takes the place of what the browser offers. */
  constructor() {
    this.session = new Session();
    this.head = [0, 0, 0];
    this.time = 0;
    const names = ['left', 'right'];
    this.controllers = names.map((handedness) => ({
      handedness,
      targetRayMode: 'tracked-pointer',
      targetRaySpace: { matrix: at(0, 0, 0) },
      gripSpace: { matrix: at(0, 0, 0) },
    }));
    const xr = {
      isSessionSupported: async (mode) => mode === 'immersive-vr',
      requestSession: async () => this.session,
    };
    Object.defineProperty(navigator, 'xr', { value: xr, configurable: true });
    globalThis.XRWebGLLayer = Layer;
    globalThis.XRWebGLBinding = undefined;
    WebGL2RenderingContext.prototype.makeXRCompatible = async () => {};
  }

  /** Moves a controller in the room. */
  move(i, ...place) {
    const { targetRaySpace, gripSpace } = this.controllers[i];
    targetRaySpace.matrix = gripSpace.matrix = at(...place);
  }

  /** Turns controllers into bare hands; thumb and index are `gap` apart, in the middle of where the controller is. */
  pinch(i, gap, ...place) {
    const source = this.controllers[i];
    delete source.gripSpace;
    const joint = (jointName, x) => ({ jointName, matrix: at(place[0] + x, place[1], place[2]) });
    source.hand = new Map([
      ['thumb-tip', joint('thumb-tip', -gap / 2)],
      ['index-finger-tip', joint('index-finger-tip', gap / 2)],
    ]);
    source.targetRaySpace.matrix = at(9, 9, 9); // a hand points from elsewhere
  }

  connect() {
    const event = new Event('inputsourceschange');
    this.session.dispatchEvent(Object.assign(event, { added: this.controllers, removed: [] }));
  }

  press(type, i) {
    const event = new Event(type);
    const inputSource = this.controllers[i];
    this.session.dispatchEvent(Object.assign(event, { inputSource, frame: this.makeFrame() }));
  }

  makeFrame() {
    const [x, y, z] = this.head;
    const view = (eye, side) => ({
      eye,
      projectionMatrix: lens(),
      transform: { matrix: at(x + (side * EYE_DISTANCE) / 2, y, z) },
    });
    const pose = (space) => ({ transform: { matrix: space.matrix }, radius: 0.01 });
    return {
      session: this.session,
      getViewerPose: () => ({ views: [view('left', -1), view('right', 1)] }),
      getPose: pose,
      getJointPose: pose,
    };
  }

  /** One frame of the headset. */
  frame() {
    const callbacks = this.session.callbacks.splice(0);
    this.time += 16;
    for (const callback of callbacks) callback(this.time, this.makeFrame());
  }

  /** Pixels of both eyes, from bottom to top. */
  pixels(gl) {
    const { baseLayer } = this.session.renderState;
    const bytes = new Uint8Array(4 * 2 * WIDTH * HEIGHT);
    gl.bindFramebuffer(gl.FRAMEBUFFER, baseLayer.framebuffer);
    gl.readPixels(0, 0, 2 * WIDTH, HEIGHT, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    return bytes;
  }
}
