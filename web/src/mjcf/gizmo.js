// A handle by which the selected body, geom or site is moved, turned or given its size, also within a frame; a mesh is scaled as a whole.
// What it was dragged to is written into the text.
import { load } from 'limber';
import { Handle, dragHandle } from 'limber/three';
import { Quaternion, Vector3 } from 'three';
import { hint } from '../dom.js';
import { ModelEdits } from './edits.js';
import { apply, insertAfter, numberList } from './text.js';

/** @typedef {import('./edits.js').Chosen} Chosen */
/** Fields of model and data by kind. @typedef {{ pos: Float64Array, quat: Float64Array, place: Float64Array, frame: Float64Array, parent: number }} Place */

/** Other ways to say how an element is turned: quat takes their place. */
const TURNS = ['euler', 'axisangle', 'xyaxes', 'zaxis'];
/** Numbers of a size that each axis of the handle changes, by the type of the geom. @type {Record<string, number[][]>} */
const SIZES = {
  mjGEOM_SPHERE: [[0], [0], [0]],
  mjGEOM_CAPSULE: [[0], [0], [1]],
  mjGEOM_CYLINDER: [[0], [0], [1]],
  mjGEOM_ELLIPSOID: [[0], [1], [2]],
  mjGEOM_BOX: [[0], [1], [2]],
};
const LEAST = 1e-3; // m
const PROBE = 'limber-frame';

/** Where the frame of the text lies in that of the body. @typedef {{ pos: Vector3, quat: Quaternion }} Frame */

/**
 * The frame that an element's numbers are in: that of its body, or of frames in it, whose place the engine tells by a site in it.
 * @param {import('../studio.js').Studio} studio
 * @param {NonNullable<ReturnType<ModelEdits['place']>>} place
 * @returns {Promise<Frame>}
 */
export async function frameOf({ source }, { text, element }) {
  if (element.parent?.tag !== 'frame') return { pos: new Vector3(), quat: new Quaternion() };
  const site = `<site name="${PROBE}" pos="0 0 0" quat="1 0 0 0"/>`;
  const xml = new TextEncoder().encode(apply(text, [insertAfter(text, element, site)]));
  const probe = await load(new Map(source.files).set(source.name, xml), { main: source.name });
  const { model } = probe;
  const { id } = probe.site(PROBE);
  const pos = new Vector3(...model.site_pos.subarray(3 * id, 3 * id + 3));
  const quat = turnOf(model.site_quat, 4 * id);
  probe.dispose();
  return { pos, quat };
}

/** @param {ArrayLike<number>} wxyz @param {number} [at] */
const turnOf = (wxyz, at = 0) => new Quaternion(wxyz[at + 1], wxyz[at + 2], wxyz[at + 3], wxyz[at]);
/** @param {ArrayLike<number>} values */
const written = (values) => Array.from(values, (one) => String(Number(one.toFixed(5)))).join(' ');

export class Gizmo {
  /**
   * @param {import('../studio.js').Studio} studio
   * @param {Chosen} chosen
   * @param {boolean} sizes whether it changes the size
   * @param {Frame} frame
   */
  constructor(studio, chosen, sizes, frame) {
    this.frame = frame;
    this.studio = studio;
    this.chosen = chosen;
    this.sizes = sizes;
    this.edits = new ModelEdits(studio);
    /** Corners of the mesh that is scaled, as they were. @type {Float32Array | null} */
    this.corners = null;
    const { simulation, stage } = studio;
    this.simulation = /** @type {import('limber').Simulation} */ (simulation);
    this.at = this.place();
    /** What the model has at the start of a drag. */
    this.old = { pos: new Vector3(), quat: new Quaternion(), size: [0, 0, 0] };
    this.from = { position: new Vector3(), quaternion: new Quaternion() };
    this.handle = new Handle({ turns: !sizes, color: sizes ? 0x8f8f8f : undefined });
    (stage.view ?? stage.scene).add(this.handle);
    this.stop = dragHandle(this.handle, stage, {
      onStart: () => this.begin(),
      onDrag: () => this.preview(),
      onEnd: () => this.end(),
    });
    this.follow();
  }

  /** Where the element is. @returns {Place} */
  place() {
    const { model, data } = this.simulation;
    const { kind, id } = this.chosen;
    const three = (/** @type {Float64Array} */ row) => row.subarray(3 * id, 3 * id + 3);
    const four = (/** @type {Float64Array} */ row) => row.subarray(4 * id, 4 * id + 4);
    if (kind === 'body')
      return {
        pos: three(model.body_pos),
        quat: four(model.body_quat),
        place: three(data.xpos),
        frame: data.xmat.subarray(9 * id, 9 * id + 9),
        parent: model.body_parentid[id],
      };
    const isGeom = kind === 'geom';
    return {
      pos: three(isGeom ? model.geom_pos : model.site_pos),
      quat: four(isGeom ? model.geom_quat : model.site_quat),
      place: three(isGeom ? data.geom_xpos : data.site_xpos),
      frame: (isGeom ? data.geom_xmat : data.site_xmat).subarray(9 * id, 9 * id + 9),
      parent: (isGeom ? model.geom_bodyid : model.site_bodyid)[id],
    };
  }

  get size() {
    const { model } = this.simulation;
    const { kind, id } = this.chosen;
    return (kind === 'geom' ? model.geom_size : model.site_size).subarray(3 * id, 3 * id + 3);
  }

  /** The handle goes where the element is. */
  follow() {
    const { place, frame } = this.at;
    const wxyz = new Float64Array(4);
    this.simulation.mujoco.mju_mat2Quat(wxyz, frame);
    this.handle.position.fromArray(Array.from(place));
    this.handle.quaternion.copy(turnOf(wxyz));
    this.studio.stage.dirty = true;
  }

  begin() {
    const { pos, quat } = this.at;
    this.studio.setRunning(false);
    this.old = { pos: new Vector3(...pos), quat: turnOf(quat), size: Array.from(this.size) };
    this.from.position.copy(this.handle.position);
    this.from.quaternion.copy(this.handle.quaternion);
  }

  /** How far it was dragged, in the frame of the parent. */
  moved() {
    const { handle, from, simulation, at } = this;
    const frame = turnOf(simulation.data.xquat, 4 * at.parent);
    const back = frame.clone().invert();
    const shift = handle.position.clone().sub(from.position).applyQuaternion(back);
    const turn = back
      .multiply(handle.quaternion)
      .multiply(from.quaternion.clone().invert())
      .multiply(frame);
    return { shift, turn };
  }

  /** Shows it while it is dragged, without a word in the text. */
  preview() {
    const { old, at, simulation, studio } = this;
    if (this.sizes && this.mesh) this.showMesh(this.mesh, this.factor);
    else if (this.sizes) this.size.set(this.newSize());
    else {
      const { shift, turn } = this.moved();
      at.pos.set(old.pos.clone().add(shift).toArray());
      const { w, x, y, z } = turn.multiply(old.quat);
      at.quat.set([w, x, y, z]);
      this.moveFree();
    }
    simulation.forward();
    studio.changed();
  }

  /** A free body is where its state says. */
  moveFree() {
    const { chosen, simulation, handle } = this;
    const { model, data, mujoco } = simulation;
    if (chosen.kind !== 'body' || model.body_jntnum[chosen.id] === 0) return;
    const joint = model.body_jntadr[chosen.id];
    if (model.jnt_type[joint] !== mujoco.mjtJoint.mjJNT_FREE.value) return;
    const { position, quaternion: q } = handle;
    data.qpos.set([...position.toArray(), q.w, q.x, q.y, q.z], model.jnt_qposadr[joint]);
  }

  /** The mesh of a geom and its corners as they are. */
  get mesh() {
    const { model, mujoco } = this.simulation;
    const { kind, id } = this.chosen;
    if (kind !== 'geom' || model.geom_type[id] !== mujoco.mjtGeom.mjGEOM_MESH.value) return null;
    const mesh = model.geom_dataid[id];
    const first = 3 * model.mesh_vertadr[mesh];
    const corners = model.mesh_vert.subarray(first, first + 3 * model.mesh_vertnum[mesh]);
    return { id: mesh, corners };
  }

  /** How much larger a mesh is for having been dragged: its box ends where the handle is. */
  get factor() {
    const { model } = this.simulation;
    const { handle, from, chosen } = this;
    const way = handle.position.clone().sub(from.position);
    way.applyQuaternion(from.quaternion.clone().invert());
    const far = way.toArray().reduce((most, one) => (Math.abs(one) > Math.abs(most) ? one : most));
    const half = model.geom_aabb.subarray(6 * chosen.id + 3, 6 * chosen.id + 6);
    return Math.max(0.05, 1 + far / Math.max(LEAST, ...half));
  }

  /** Shows a mesh larger or smaller. @param {{ id: number, corners: Float32Array }} mesh @param {number} factor */
  showMesh({ id, corners }, factor) {
    this.corners ??= corners.slice();
    corners.set(this.corners.map((one) => factor * one));
    this.studio.stage.view?.uploadMesh(id);
  }

  /** Writes how large a mesh is; its asset says so. @param {{ id: number, corners: Float32Array }} mesh */
  endMesh(mesh) {
    const { factor, edits, simulation } = this;
    this.showMesh(mesh, 1);
    const { mujoco, model } = simulation;
    const label = mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_MESH.value, mesh.id) ?? '';
    const asset = { kind: 'mesh', id: mesh.id, label };
    const scale = numberList(edits.read(asset, 'scale') || '1 1 1').map((one) => factor * one);
    return edits.write(asset, { scale: scale.map((one) => Number(one.toPrecision(5))).join(' ') });
  }

  /** @returns {number[]} */
  newSize() {
    const { handle, from, old } = this;
    const way = handle.position.clone().sub(from.position);
    way.applyQuaternion(from.quaternion.clone().invert());
    const size = [...old.size];
    way.toArray().forEach((far, axis) => {
      if (Math.abs(far) > 1e-9)
        for (const k of this.sizedBy[axis]) size[k] = Math.max(LEAST, old.size[k] + far);
    });
    return size;
  }

  /** Numbers of the size by axis. */
  get sizedBy() {
    const { model, mujoco } = this.simulation;
    const { kind, id } = this.chosen;
    const type = (kind === 'geom' ? model.geom_type : model.site_type)[id];
    const types = /** @type {Record<string, { value: number }>} */ (
      /** @type {unknown} */ (mujoco.mjtGeom)
    );
    const name = Object.keys(SIZES).find((one) => types[one].value === type);
    return name ? SIZES[name] : [[], [], []];
  }

  end() {
    const { old, at, simulation, chosen, mesh } = this;
    if (this.sizes && mesh) {
      if (!this.endMesh(mesh)) this.follow();
      return;
    }
    const { turn } = this.moved();
    const turned = Math.abs(turn.w) < 1 - 1e-9;
    const pos = Array.from(at.pos);
    const quat = Array.from(at.quat);
    const size = Array.from(this.size);
    // the text decides: an edit that fails leaves the model as it was
    at.pos.set(old.pos.toArray());
    at.quat.set([old.quat.w, old.quat.x, old.quat.y, old.quat.z]);
    this.size.set(old.size);
    const values = this.sizes ? this.sizeValues(size) : this.poseValues(pos, quat, turned);
    if (values && this.edits.write(chosen, values)) return;
    simulation.forward();
    this.follow();
  }

  /** @param {number[]} size */
  sizeValues(size) {
    const last = Math.max(-1, ...this.sizedBy.flat());
    if (last < 0) {
      hint('This shape has no size of its own.');
      return null;
    }
    // ends say where it is and how long
    if (this.edits.read(this.chosen, 'fromto')) return { size: written(size.slice(0, 1)) };
    return { size: written(size.slice(0, last + 1)) };
  }

  /** @param {number[]} pos @param {number[]} quat @param {boolean} turned @returns {Record<string, string>} */
  poseValues(pos, quat, turned) {
    const { edits, chosen, old, frame } = this;
    const ends = edits.read(chosen, 'fromto');
    // from the frame of the body to that of the text
    const back = frame.quat.clone().invert();
    const { shift, turn } = this.moved();
    shift.applyQuaternion(back);
    turn.premultiply(back).multiply(frame.quat);
    const inside = (/** @type {Vector3} */ place) => place.sub(frame.pos).applyQuaternion(back);
    if (ends) {
      const numbers = numberList(ends);
      const middle = inside(old.pos.clone());
      const next = [0, 3].flatMap((k) =>
        new Vector3(...numbers.slice(k, k + 3))
          .sub(middle)
          .applyQuaternion(turn)
          .add(middle)
          .add(shift)
          .toArray(),
      );
      return { fromto: written(next) };
    }
    if (edits.read(chosen, 'mesh')) {
      // the frame of the text is not that of the mesh
      const [x = 0, y = 0, z = 0] = numberList(edits.read(chosen, 'pos'));
      return { pos: written([x + shift.x, y + shift.y, z + shift.z]) };
    }
    const own = back.clone().multiply(turnOf(quat));
    const gone = turned ? TURNS.filter((name) => edits.read(chosen, name)) : [];
    return {
      pos: written(inside(new Vector3(...pos)).toArray()),
      ...(turned ? { quat: written([own.w, own.x, own.y, own.z]) } : {}),
      ...Object.fromEntries(gone.map((name) => [name, ''])),
    };
  }

  dispose() {
    this.stop();
    this.handle.dispose();
    this.studio.stage.dirty = true;
  }
}
