// Entry 'limber/control/handles': handles in a picture by which frames of robots are dragged. three is a peer dependency.
//
//   import { addHandle } from 'limber/control/handles';
//   const handle = addHandle(document.querySelector('limber-viewer'), { site: 'tool' });
import { Handle, dragHandle } from '../three/handle.js';
import { Reach } from './reach.js';

/** @typedef {import('./reach.js').ReachOptions} ReachOptions */
/** @typedef {import('../index.js').Simulation} Simulation */
/** @typedef {import('../three/index.js').Stage} Stage */

/**
 * What shows a simulation: a <limber-viewer>.
 * @typedef {Pick<EventTarget, 'addEventListener' | 'removeEventListener'> & { stage: Stage | null, simulation: Simulation | null,
 *   paused: boolean, beforeStep: (simulation: Simulation) => void }} Viewer
 */

/** Seconds that a frame stands for at most. */
const LONGEST = 0.1;

/** A frame with a handle: once it was dragged, the robot follows. */
export class ReachHandle {
  #stage;
  #end;
  /** Whether somebody drags it just now. */
  isHeld = false;
  /** Whether it was dragged: from then on actuators hold the frame where the handle is. */
  isActive = false;

  /**
   * @param {Stage} stage
   * @param {Simulation} simulation that the stage shows
   * @param {ReachOptions & { onStart?: () => void, onEnd?: () => void }} options onStart, onEnd: told when a drag begins and ends
   */
  constructor(stage, simulation, { onStart, onEnd, ...options }) {
    this.#stage = stage;
    this.reach = new Reach(simulation, options);
    this.handle = new Handle({ turns: options.turns });
    stage.scene.add(this.handle);
    this.#end = dragHandle(this.handle, stage, {
      onStart: () => {
        if (!this.isActive) this.reach.restart();
        this.isHeld = this.isActive = true;
        onStart?.();
      },
      onDrag: () => this.#take(),
      onEnd: () => {
        this.isHeld = false;
        onEnd?.();
      },
    });
    this.#place();
    stage.dirty = true;
  }

  /** The handle goes where the frame is to be. */
  #place() {
    const { position, quaternion } = this.reach;
    this.handle.position.fromArray(position);
    const [w, x, y, z] = quaternion;
    this.handle.quaternion.set(x, y, z, w);
  }

  /** The frame is to go where the handle is. */
  #take() {
    const { position, quaternion } = this.handle;
    this.moveTo(position.toArray(), [quaternion.w, quaternion.x, quaternion.y, quaternion.z]);
  }

  /** Drags it by program. @param {ArrayLike<number>} position (3), metres @param {ArrayLike<number>} [quaternion] (w x y z) */
  moveTo(position, quaternion) {
    if (!this.isActive) this.reach.restart();
    this.isActive = true;
    this.reach.position.set(position);
    if (quaternion) this.reach.quaternion.set(quaternion);
    this.#place();
    this.#stage.dirty = true;
  }

  /** Lets go: the handle follows the frame again. */
  restart() {
    this.isActive = false;
    this.reach.restart();
    this.#place();
    this.#stage.dirty = true;
  }

  /** Before each step of the simulation. */
  beforeStep() {
    if (this.isActive) this.reach.control();
  }

  /**
   * With each frame of the page.
   * @param {number} seconds since the last one
   * @param {boolean} isPaused whether the simulation stands still: then the joints follow by themselves
   * @returns {boolean} whether the pose was changed
   */
  frame(seconds, isPaused) {
    const { camera } = this.#stage;
    const moved = isPaused && this.isActive && this.reach.pose(Math.min(seconds, LONGEST));
    if (!this.isActive) {
      this.reach.where(this.reach.position, this.reach.quaternion);
      this.#place();
    }
    if (camera) this.handle.fit(camera);
    if (moved) this.#stage.dirty = true;
    return moved;
  }

  dispose() {
    this.#end();
    this.handle.dispose();
    this.reach.dispose();
    this.#stage.dirty = true;
  }

  [Symbol.dispose]() {
    this.dispose();
  }
}

/**
 * A handle in a <limber-viewer>, which has loaded: the robot follows by inverse kinematics while it is paused, by its actuators while it
 * runs.
 * @param {Viewer} viewer
 * @param {ReachOptions} options
 * @returns {ReachHandle & { remove: () => void }} remove: takes it away
 */
export function addHandle(viewer, options) {
  const { stage, simulation, beforeStep } = viewer;
  if (!stage || !simulation)
    throw new TypeError('addHandle: the viewer shows nothing yet: wait for its event load');
  const made = new ReachHandle(stage, simulation, options);
  viewer.beforeStep = (driven) => {
    beforeStep(driven);
    made.beforeStep();
  };
  let last = performance.now();
  let next = 0;
  const draw = (/** @type {number} */ now) => {
    next = requestAnimationFrame(draw);
    // another model: there is nothing left to drag
    if (viewer.simulation !== simulation) return remove();
    made.frame((now - last) / 1000, viewer.paused);
    last = now;
  };
  next = requestAnimationFrame(draw);
  const restart = () => made.restart();
  viewer.addEventListener('reset', restart);
  function remove() {
    cancelAnimationFrame(next);
    viewer.removeEventListener('reset', restart);
    viewer.beforeStep = beforeStep;
    made.dispose();
  }
  return Object.assign(made, { remove });
}
