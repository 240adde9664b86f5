// A handle that sets the range of a hinge or slide: the joint follows it, and the nearer end of the range goes where it was let go.
import { Handle, dragHandle } from 'limber/three';
import { Quaternion, Vector3 } from 'three';
import { ModelEdits } from './edits.js';

/** @typedef {import('./edits.js').Chosen} Chosen */

const DEGREES = 180 / Math.PI;
const along = new Vector3(0, 0, 1);

/**
 * A range with its nearer end at a value; one that has none begins or ends at zero.
 * @param {number[] | null} range
 * @param {number} value
 */
export function withEnd(range, value) {
  const [low, high] = range ?? [0, 0];
  const isLow = range ? Math.abs(value - low) < Math.abs(value - high) : value < 0;
  return isLow ? [value, high] : [low, value];
}

export class JointGizmo {
  /** As of handles that size: it changes how far a joint goes. */
  sizes = true;

  /** @param {import('../studio.js').Studio} studio @param {Chosen} chosen a hinge or a slide */
  constructor(studio, chosen) {
    this.studio = studio;
    this.chosen = chosen;
    this.edits = new ModelEdits(studio);
    const { simulation, stage } = studio;
    this.simulation = /** @type {import('limber').Simulation} */ (simulation);
    const { model, mujoco } = this.simulation;
    this.isHinge = model.jnt_type[chosen.id] === mujoco.mjtJoint.mjJNT_HINGE.value;
    this.from = { position: new Vector3(), quaternion: new Quaternion(), value: 0 };
    this.handle = new Handle({ axes: 'z', turns: this.isHinge, color: 0x8f8f8f });
    (stage.view ?? stage.scene).add(this.handle);
    this.stop = dragHandle(this.handle, stage, {
      onStart: () => this.begin(),
      onDrag: () => this.preview(),
      onEnd: () => this.end(),
    });
    this.follow();
  }

  /** The joint's number in qpos. */
  get address() {
    return this.simulation.model.jnt_qposadr[this.chosen.id];
  }

  /** Its axis in the world. */
  get axis() {
    const at = 3 * this.chosen.id;
    return new Vector3(...this.simulation.data.xaxis.subarray(at, at + 3));
  }

  /** The handle goes where the joint is. */
  follow() {
    const at = 3 * this.chosen.id;
    this.handle.position.fromArray(this.simulation.data.xanchor, at);
    this.handle.quaternion.setFromUnitVectors(along, this.axis);
    this.studio.stage.dirty = true;
  }

  begin() {
    this.studio.setRunning(false);
    this.from.position.copy(this.handle.position);
    this.from.quaternion.copy(this.handle.quaternion);
    this.from.value = this.simulation.data.qpos[this.address];
  }

  /** How far it was dragged: radians or metres. */
  get dragged() {
    const { handle, from, isHinge, axis } = this;
    if (!isHinge) return handle.position.clone().sub(from.position).dot(axis);
    const turn = handle.quaternion.clone().multiply(from.quaternion.clone().invert());
    const angle = 2 * Math.atan2(new Vector3(turn.x, turn.y, turn.z).dot(axis), turn.w);
    return Math.atan2(Math.sin(angle), Math.cos(angle));
  }

  preview() {
    this.simulation.data.qpos[this.address] = this.from.value + this.dragged;
    this.simulation.forward();
    this.studio.changed();
  }

  end() {
    const { simulation, chosen, edits, from } = this;
    const { model, data } = simulation;
    const value = data.qpos[this.address];
    const place = edits.place(chosen);
    if (place && value !== from.value) {
      const limited = model.jnt_limited[chosen.id] !== 0;
      const range = Array.from(model.jnt_range.subarray(2 * chosen.id, 2 * chosen.id + 2));
      const compilers = place.root.find(({ tag }) => tag === 'compiler');
      const says = (/** @type {string} */ name, /** @type {string} */ text) =>
        compilers.some((one) => one.value(name) === text);
      const unit = this.isHinge && !says('angle', 'radian') ? DEGREES : 1;
      const next = withEnd(limited ? range : null, value).map((end) =>
        Number((unit * end).toFixed(unit === 1 ? 5 : 3)),
      );
      const isOff = !limited && (edits.read(chosen, 'limited') || says('autolimits', 'false'));
      if (edits.write(chosen, { range: next.join(' '), ...(isOff ? { limited: 'true' } : {}) }))
        return;
    }
    data.qpos[this.address] = from.value;
    simulation.forward();
    this.follow();
  }

  dispose() {
    this.stop();
    this.handle.dispose();
    this.studio.stage.dirty = true;
  }
}
