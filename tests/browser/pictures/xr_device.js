// In the page: a headset that is not there. Two eyes with pictures side by side in one framebuffer, two controllers or hands; the
// test says when a frame comes, where things are and what is pressed.
const WIDTH = 160; // of one eye
const HEIGHT = 120;
const EYE_DISTANCE = 0.064;

/** Column-major matrix of a place without rotation. @param {number} x @param {number} y @param {number} z */
const at = (x, y, z) => new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1]);

/** A lens with 90 degrees from top to bottom. */
function lens(near = 0.05, far = 100) {
  const aspect = WIDTH / HEIGHT;
  const [a, b] = [(far + near) / (near - far), (2 * far * near) / (near - far)];
  return new Float32Array([1 / aspect, 0, 0, 0, 0, 1, 0, 0, 0, 0, a, -1, 0, 0, b, 0]);
}

/**
 * @typedef {{ matrix: Float32Array }} Space
 *
 * @typedef {object} Source a controller, or a hand
 * @property {string} handedness
 * @property {string} targetRayMode
 * @property {Space} targetRaySpace
 * @property {Space} [gripSpace] of a controller
 * @property {Map<string, Space & { jointName: string }>} [hand] joints by name
 *
 * @typedef {(time: number, frame: object) => void} FrameCallback
 */

class Layer {
  /** @param {Session} session @param {WebGL2RenderingContext} gl */
  constructor(session, gl) {
    this.framebufferWidth = 2 * WIDTH;
    this.framebufferHeight = HEIGHT;
    this.framebuffer = gl.createFramebuffer();
    const [color, depth] = [gl.createRenderbuffer(), gl.createRenderbuffer()];
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.framebuffer);
    /** @param {WebGLRenderbuffer} buffer @param {number} format @param {number} place */
    const attach = (buffer, format, place) => {
      gl.bindRenderbuffer(gl.RENDERBUFFER, buffer);
      gl.renderbufferStorage(gl.RENDERBUFFER, format, 2 * WIDTH, HEIGHT);
      gl.framebufferRenderbuffer(gl.FRAMEBUFFER, place, gl.RENDERBUFFER, buffer);
    };
    attach(color, gl.RGBA8, gl.COLOR_ATTACHMENT0);
    attach(depth, gl.DEPTH24_STENCIL8, gl.DEPTH_STENCIL_ATTACHMENT);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  }

  /** @param {{ eye: string }} view */
  getViewport({ eye }) {
    return { x: eye === 'left' ? 0 : WIDTH, y: 0, width: WIDTH, height: HEIGHT };
  }
}

class Session extends EventTarget {
  constructor() {
    super();
    this.visibilityState = 'visible';
    this.environmentBlendMode = 'opaque';
    /** @type {{ baseLayer?: Layer }} */
    this.renderState = {};
    this.enabledFeatures = ['local-floor', 'hand-tracking'];
    /** @type {FrameCallback[]} */
    this.callbacks = [];
  }

  /** @param {object} state */
  updateRenderState(state) {
    Object.assign(this.renderState, state);
  }

  async requestReferenceSpace() {
    return {};
  }

  /** @param {FrameCallback} callback */
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
    /** @type {Source[]} */
    this.controllers = names.map((handedness) => ({
      handedness,
      targetRayMode: 'tracked-pointer',
      targetRaySpace: { matrix: at(0, 0, 0) },
      gripSpace: { matrix: at(0, 0, 0) },
    }));
    const xr = {
      isSessionSupported: async (/** @type {string} */ mode) => mode === 'immersive-vr',
      requestSession: async () => this.session,
    };
    Object.defineProperty(navigator, 'xr', { value: xr, configurable: true });
    Object.assign(globalThis, { XRWebGLLayer: Layer, XRWebGLBinding: undefined });
    WebGL2RenderingContext.prototype.makeXRCompatible = async () => {};
  }

  /** Moves a controller in the room. @param {number} i @param {number} x @param {number} y @param {number} z */
  move(i, x, y, z) {
    const { targetRaySpace, gripSpace } = this.controllers[i];
    targetRaySpace.matrix = /** @type {Space} */ (gripSpace).matrix = at(x, y, z);
  }

  /**
   * Turns controllers into bare hands; thumb and index are `gap` apart, in the middle of where the controller is.
   *
   * @param {number} i
   * @param {number} gap
   * @param {number[]} place
   */
  pinch(i, gap, ...place) {
    const source = this.controllers[i];
    delete source.gripSpace;
    /** @param {string} jointName @param {number} x */
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

  /** @param {string} type @param {number} i */
  press(type, i) {
    const event = new Event(type);
    const inputSource = this.controllers[i];
    this.session.dispatchEvent(Object.assign(event, { inputSource, frame: this.makeFrame() }));
  }

  makeFrame() {
    const [x, y, z] = this.head;
    /** @param {string} eye @param {number} side */
    const view = (eye, side) => ({
      eye,
      projectionMatrix: lens(),
      transform: { matrix: at(x + (side * EYE_DISTANCE) / 2, y, z) },
    });
    const pose = (/** @type {Space} */ space) => ({
      transform: { matrix: space.matrix },
      radius: 0.01,
    });
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

  /** Pixels of both eyes, from bottom to top. @param {WebGLRenderingContext | WebGL2RenderingContext} gl */
  pixels(gl) {
    const baseLayer = /** @type {Layer} */ (this.session.renderState.baseLayer);
    const bytes = new Uint8Array(4 * 2 * WIDTH * HEIGHT);
    gl.bindFramebuffer(gl.FRAMEBUFFER, baseLayer.framebuffer);
    gl.readPixels(0, 0, 2 * WIDTH, HEIGHT, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    return bytes;
  }
}
