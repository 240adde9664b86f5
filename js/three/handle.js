// A handle in the picture: arrows, rings and a ball that are dragged with the mouse or a finger.
//
//   const handle = new Handle({ turns: true });
//   stage.scene.add(handle);
//   const wires = dragHandle(handle, stage, { onDrag: () => { ...handle.position, handle.quaternion } });
//   each frame: handle.fit(camera)
import {
  ConeGeometry,
  CylinderGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  Plane,
  Quaternion,
  Raycaster,
  SphereGeometry,
  TorusGeometry,
  Vector2,
  Vector3,
} from 'three';

/** What is dragged: along an axis, about one, or freely across the picture. @typedef {'x' | 'y' | 'z' | 'turn x' | 'turn y' | 'turn z' | 'free'} Part */

/**
 * @typedef {object} HandleOptions
 * @property {string} [axes] axes that have an arrow ('xyz'); 'xy' stays on its plane
 * @property {boolean} [turns] whether it has rings that turn it (false)
 * @property {number} [color] of the ball (0xf0954e)
 */

/** Share of the picture's height that it takes. */
const SIZE = 0.13;
/** How much wider than what is seen an arrow or ring is to the mouse. */
const REACH = 3.5;
/** Drawn after everything else, which does not hide it. */
const ORDER = 1000;
const colors = { x: 0xe0493f, y: 0x4fb04a, z: 0x3f7fe0 };
const units = { x: new Vector3(1, 0, 0), y: new Vector3(0, 1, 0), z: new Vector3(0, 0, 1) };
const up = units.y; // along which three makes cylinders

const raycaster = new Raycaster();
const plane = new Plane();
const from = new Vector3();
const to = new Vector3();
const mouse = new Vector2();

/** @param {number} color */
const paint = (color) =>
  new MeshBasicMaterial({ color, depthTest: false, transparent: true, opacity: 0.85, fog: false });

/** A handle: an object of three whose position and quaternion are dragged. */
export class Handle extends Group {
  /** Shapes that the mouse finds. @type {Mesh[]} */
  #targets = [];
  /** @type {Map<Part, MeshBasicMaterial>} */
  #paints = new Map();
  /** @type {Part | null} */
  #part = null;
  #start = { position: new Vector3(), quaternion: new Quaternion(), point: new Vector3(), at: 0 };

  /** @param {HandleOptions} [options] */
  constructor({ axes = 'xyz', turns = false, color = 0xf0954e } = {}) {
    super();
    this.axes = axes;
    const ball = new SphereGeometry(0.09, 20, 14);
    this.#add('free', ball, color);
    for (const axis of /** @type {('x' | 'y' | 'z')[]} */ ([...axes])) {
      const shaft = (/** @type {number} */ width) =>
        new CylinderGeometry(width, width, 0.72, 10).translate(0, 0.5, 0);
      const head = (/** @type {number} */ width) =>
        new ConeGeometry(width, 0.22, 14).translate(0, 0.95, 0);
      const turn = new Quaternion().setFromUnitVectors(up, units[axis]);
      for (const shape of [shaft(0.018), head(0.06)]) this.#add(axis, shape, colors[axis], turn);
      this.#add(axis, shaft(0.018 * REACH), null, turn);
      this.#add(axis, head(0.06 * 1.6), null, turn);
      if (!turns) continue;
      const ring = (/** @type {number} */ width) => new TorusGeometry(0.62, width, 6, 48);
      const lie = new Quaternion().setFromUnitVectors(units.z, units[axis]);
      this.#add(`turn ${axis}`, ring(0.014), colors[axis], lie);
      this.#add(`turn ${axis}`, ring(0.014 * REACH), null, lie);
    }
  }

  /** @param {Part} part @param {import('three').BufferGeometry} shape @param {number | null} color null: for the mouse alone @param {Quaternion} [turn] */
  #add(part, shape, color, turn) {
    let material = this.#paints.get(part);
    if (!material) this.#paints.set(part, (material = paint(color ?? 0)));
    const mesh = new Mesh(shape, material);
    if (turn) mesh.quaternion.copy(turn);
    mesh.userData.part = part;
    mesh.renderOrder = ORDER;
    mesh.visible = color !== null;
    this.add(mesh);
    if (color === null || part === 'free') this.#targets.push(mesh);
  }

  /** The part that is dragged, or under the mouse. */
  get part() {
    return this.#part;
  }

  /** Takes the size that it has in the picture. @param {import('three').PerspectiveCamera} camera */
  fit(camera) {
    const { elements } = camera.projectionMatrix;
    camera.getWorldPosition(from);
    // a camera with parallel lines of sight sees all places in one size
    const isFlat = elements[15] === 1;
    const height = (isFlat ? 2 : 2 * from.distanceTo(this.position)) / elements[5];
    this.scale.setScalar(Math.max(1e-9, SIZE * height));
    this.updateMatrixWorld(true);
  }

  /** Marks a part. @param {Part | null} part */
  mark(part) {
    this.#part = part;
    for (const [name, material] of this.#paints) material.opacity = name === part ? 1 : 0.75;
  }

  /** The part under a ray: the ball before arrows, and these before rings, which surround them. @param {Raycaster} ray @returns {Part | null} */
  find(ray) {
    /** @type {Part[]} */
    const parts = ray
      .intersectObjects(this.#targets, false)
      .map(({ object }) => object.userData.part);
    const isRing = (/** @type {Part} */ part) => part.startsWith('turn');
    return (
      parts.find((part) => part === 'free') ??
      parts.find((part) => !isRing(part)) ??
      parts[0] ??
      null
    );
  }

  /** Begins to drag the marked part. @param {Raycaster} ray */
  begin(ray) {
    const { position, quaternion, point } = this.#start;
    position.copy(this.position);
    quaternion.copy(this.quaternion);
    const axis = this.#axis(to);
    if (this.#part?.startsWith('turn')) plane.setFromNormalAndCoplanarPoint(axis, position);
    else if (this.#part === 'free')
      plane.setFromNormalAndCoplanarPoint(
        this.axes.includes('z') ? ray.ray.direction : units.z,
        position,
      );
    ray.ray.intersectPlane(plane, point);
    this.#start.at = this.#along(ray, axis);
  }

  /** The direction of the marked part's axis, in the world. @param {Vector3} target */
  #axis(target) {
    const name = /** @type {'x' | 'y' | 'z'} */ (this.#part?.slice(-1));
    return target.copy(units[name] ?? units.z).applyQuaternion(this.#start.quaternion);
  }

  /** How far along an axis through the start the ray comes nearest to it. @param {Raycaster} ray @param {Vector3} axis */
  #along({ ray }, axis) {
    const { position } = this.#start;
    const between = from.copy(ray.origin).sub(position);
    const [cosine, a, d] = [axis.dot(ray.direction), axis.dot(between), ray.direction.dot(between)];
    const size = 1 - cosine * cosine;
    return size < 1e-6 ? this.#start.at : (a - cosine * d) / size;
  }

  /** Drags on. @param {Raycaster} ray */
  drag(ray) {
    const { position, quaternion, point, at } = this.#start;
    const axis = this.#axis(new Vector3());
    if (this.#part?.startsWith('turn')) {
      if (!ray.ray.intersectPlane(plane, to)) return;
      const [a, b] = [from.copy(point).sub(position), to.sub(position)];
      const angle = Math.atan2(new Vector3().crossVectors(a, b).dot(axis), a.dot(b));
      this.quaternion.setFromAxisAngle(axis, angle).multiply(quaternion);
    } else if (this.#part === 'free') {
      if (ray.ray.intersectPlane(plane, to)) this.position.copy(position).add(to.sub(point));
    } else {
      const moved = this.#along(ray, axis) - at;
      this.position.copy(position).addScaledVector(axis, moved);
    }
    this.updateMatrixWorld(true);
  }

  dispose() {
    this.removeFromParent();
    for (const child of this.children) /** @type {Mesh} */ (child).geometry.dispose();
    for (const material of this.#paints.values()) material.dispose();
  }
}

/**
 * Lets mouse and fingers drag a handle; what else the canvas does with them waits meanwhile.
 * @param {Handle} handle
 * @param {{ canvas: HTMLCanvasElement, camera: import('three').PerspectiveCamera | null, dirty: boolean }} stage
 * @param {{ onStart?: () => void, onDrag?: () => void, onEnd?: () => void }} [listeners]
 * @returns {() => void} ends it
 */
export function dragHandle(handle, stage, { onStart, onDrag, onEnd } = {}) {
  const { canvas } = stage;
  const stop = new AbortController();
  /** @type {number | null} */
  let pointer = null;
  /** @param {PointerEvent} event */
  const aim = ({ clientX, clientY }) => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    mouse.set(((clientX - left) / width) * 2 - 1, 1 - ((clientY - top) / height) * 2);
    raycaster.setFromCamera(mouse, /** @type {import('three').PerspectiveCamera} */ (stage.camera));
    return raycaster;
  };
  /** @param {string} type @param {(event: PointerEvent) => void} action */
  const listen = (type, action) =>
    canvas.addEventListener(
      type,
      (event) => {
        if (stage.camera && handle.visible) action(/** @type {PointerEvent} */ (event));
      },
      // before those who turn the camera
      { capture: true, signal: stop.signal },
    );
  listen('pointerdown', (event) => {
    if (pointer !== null || event.button !== 0 || event.ctrlKey || event.metaKey) return;
    const part = handle.find(aim(event));
    if (!part) return;
    event.stopImmediatePropagation();
    pointer = event.pointerId;
    canvas.setPointerCapture(pointer);
    handle.mark(part);
    handle.begin(raycaster);
    onStart?.();
  });
  listen('pointermove', (event) => {
    if (event.pointerId === pointer) {
      event.stopImmediatePropagation();
      handle.drag(aim(event));
      onDrag?.();
    } else if (pointer === null && event.buttons === 0) {
      const part = handle.find(aim(event));
      if (part === handle.part) return;
      handle.mark(part);
    } else return;
    stage.dirty = true;
  });
  for (const type of ['pointerup', 'pointercancel'])
    listen(type, (event) => {
      if (event.pointerId !== pointer) return;
      event.stopImmediatePropagation();
      pointer = null;
      handle.mark(null);
      stage.dirty = true;
      onEnd?.();
    });
  return () => stop.abort();
}
