// Mouse and touch on a view: turns the camera, selects bodies, and pulls them.
//
// As in MuJoCo: left drag rotates, right drag moves (shift: along the ground), wheel zooms, double click selects; ctrl with a
// left drag turns the selected body, with a right drag moves it. In grab mode a plain left drag on a moving body pulls it.
// One finger turns the camera, a tap selects, a finger held still or put down again after a tap pulls; two fingers move and zoom.
import { ROTATE, TRANSLATE } from './pull.js';
import { TouchGesture } from './touch_gesture.js';

/** @typedef {import('./simulation_view.js').SimulationView} SimulationView */
/** @typedef {import('./orbit_camera.js').OrbitCamera} OrbitCamera */

const mouse = { rotateV: 1, rotateH: 2, moveV: 3, moveH: 4 }; // mjtMouse
const WHEEL_GAIN = 0.0005;

/**
 * @typedef {object} Control
 * @property {SimulationView} view
 * @property {OrbitCamera} camera
 * @property {HTMLElement} element
 * @property {() => boolean} [paused]
 * @property {() => void} [onChange] after anything that needs a new picture
 * @property {(body: number) => void} [onSelect]
 */

export class MouseControl {
  /** @param {Control} control */
  constructor(control) {
    this.control = control;
    /** Plain drags on bodies pull them. */
    this.grab = true;
    this.drag = '';
    this.abort = new AbortController();
    /** @type {Map<number, { x: number, y: number }>} */
    this.pointers = new Map();
    this.touch = new TouchGesture(
      (event) => this.selectAt(event),
      (event) => this.startGrab(event),
    );
    const { element } = control;
    const options = { signal: this.abort.signal };
    element.style.touchAction = 'none';
    // a finger that is held still selects no text
    element.style.userSelect = element.style.webkitUserSelect = 'none';
    element.addEventListener('pointerdown', (event) => this.down(event), options);
    element.addEventListener('pointermove', (event) => this.moved(event), options);
    for (const end of ['pointerup', 'pointercancel']) {
      element.addEventListener(
        end,
        (event) => this.up(/** @type {PointerEvent} */ (event)),
        options,
      );
    }
    element.addEventListener('wheel', (event) => this.wheel(event), { ...options, passive: false });
    element.addEventListener('dblclick', (event) => this.selectAt(event), options);
    element.addEventListener('contextmenu', (event) => event.preventDefault(), options);
  }

  /** @param {MouseEvent} event */
  relative(event) {
    const box = this.control.element.getBoundingClientRect();
    return {
      x: (event.clientX - box.left) / box.width,
      y: 1 - (event.clientY - box.top) / box.height,
      aspect: box.width / box.height,
    };
  }

  /** What is under the mouse. @param {MouseEvent} event */
  pick(event) {
    const { x, y, aspect } = this.relative(event);
    return this.control.view.pick(this.control.camera, x, y, aspect);
  }

  /** @param {MouseEvent} event */
  selectAt(event) {
    this.select(this.pick(event));
  }

  /** @param {ReturnType<SimulationView['pick']>} hit */
  select(hit) {
    const { view, onSelect, onChange } = this.control;
    view.select(hit);
    onSelect?.(view.perturb.select);
    onChange?.();
  }

  /** @param {PointerEvent} event */
  down(event) {
    const { element } = this.control;
    element.setPointerCapture(event.pointerId);
    element.focus?.({ preventScroll: true });
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pointers.size > 1) {
      this.touch.cancel();
      this.release();
      this.drag = 'pinch';
      return;
    }
    if (event.pointerType === 'touch') {
      this.drag = 'rotate';
      this.touch.down(event);
      return;
    }
    const right = event.button === 2;
    const ctrl = event.ctrlKey || event.metaKey;
    if (ctrl) this.startPerturb(event, right ? TRANSLATE : ROTATE);
    else if (!right && event.button === 0 && this.grab && this.startGrab(event)) return;
    else this.drag = right ? 'move' : event.button === 1 ? 'zoom' : 'rotate';
  }

  /** @param {PointerEvent} event @param {number} action */
  startPerturb(event, action) {
    const { view } = this.control;
    if (view.perturb.select <= 0) this.select(this.pick(event));
    if (view.perturb.select <= 0) {
      this.drag = 'rotate';
      return;
    }
    this.drag = 'perturb';
    view.startPerturb(this.control.camera, action);
  }

  /** @param {PointerEvent} event */
  startGrab(event) {
    const { view, camera } = this.control;
    const hit = this.pick(event);
    if (hit.body <= 0 || !view.isMovable(hit.body)) return false;
    this.select(hit);
    this.drag = 'perturb';
    view.startPerturb(camera, TRANSLATE);
    return true;
  }

  /** @param {PointerEvent} event */
  moved(event) {
    const last = this.pointers.get(event.pointerId);
    if (!last || (event.pointerType === 'touch' && !this.touch.moved(event))) return;
    const height = this.control.element.clientHeight || 1;
    const dx = (event.clientX - last.x) / height;
    const dy = (event.clientY - last.y) / height;
    if (this.drag === 'pinch') this.pinch(event, last, dx, dy);
    last.x = event.clientX;
    last.y = event.clientY;
    const { view, camera, onChange } = this.control;
    if (this.drag === 'rotate') camera.rotate(dx, dy);
    else if (this.drag === 'move') camera.move(dx, dy, event.shiftKey);
    else if (this.drag === 'zoom') camera.dolly(-dy);
    else if (this.drag === 'perturb') {
      const rotating = view.perturb.active === ROTATE;
      const action = rotating
        ? event.shiftKey
          ? mouse.rotateH
          : mouse.rotateV
        : event.shiftKey
          ? mouse.moveH
          : mouse.moveV;
      view.movePerturb(action, dx, dy);
    }
    onChange?.();
  }

  /**
   * Two fingers: distance zooms, the middle moves.
   * @param {PointerEvent} event
   * @param {{ x: number, y: number }} last
   * @param {number} dx
   * @param {number} dy
   */
  pinch(event, last, dx, dy) {
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) return;
    const before = Math.hypot(last.x - other.x, last.y - other.y);
    const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
    this.control.camera.enlarge(Math.max(after, 1) / Math.max(before, 1));
    this.control.camera.move(dx / 2, dy / 2, false);
  }

  /** @param {PointerEvent} event */
  up(event) {
    this.pointers.delete(event.pointerId);
    this.touch.up(event);
    this.release();
    this.drag = '';
    this.control.onChange?.();
  }

  release() {
    if (this.drag === 'perturb') this.control.view.endPerturb();
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    this.control.camera.dolly(-WHEEL_GAIN * event.deltaY);
    this.control.onChange?.();
  }

  dispose() {
    this.touch.cancel();
    this.release();
    this.abort.abort();
  }
}
