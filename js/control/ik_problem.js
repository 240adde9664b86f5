// What inverse kinematics asks of a model: errors of frames with their Jacobians, limits, distances.
import { MjError, demand } from '../engine/error.js';

/** @typedef {import('../sim/reader.js').SimulationReader} SimulationReader */
/** @typedef {import('../mujoco.js').MjData} MjData */

/**
 * A frame that is to be somewhere, or the centre of mass. What is left out is free.
 * @typedef {object} IkTask
 * @property {string | number} [site] name or id of what is moved; one of site, body, geom, camera, com
 * @property {string | number} [body] name or id
 * @property {string | number} [geom] name or id
 * @property {string | number} [camera] name or id
 * @property {string | number} [com] body whose subtree's centre of mass is moved; it has no orientation
 * @property {ArrayLike<number>} [position] of the world (3), metres
 * @property {ArrayLike<number>} [quaternion] of the world (4)
 * @property {readonly [boolean, boolean, boolean]} [axes] which axes of the world the position holds for (all)
 * @property {number} [weight] of metres of this task against those of others (1)
 * @property {number} [orientationWeight] of radians (weight)
 */

/** Two geoms that stay apart. @typedef {{ geoms: readonly [string | number, string | number], distance?: number }} Apart distance: least, metres (0) */

/** @typedef {'site' | 'body' | 'geom' | 'camera'} FrameKind */
/** @typedef {{ task: IkTask, kind: FrameKind | 'com', id: number, body: number, label: string }} Frame */

const kinds = /** @type {const} */ (['site', 'body', 'geom', 'camera', 'com']);

/** @param {SimulationReader} simulation @param {IkTask} task @param {number} index @returns {Frame} */
function readTask(simulation, task, index) {
  const given = kinds.filter((kind) => Object(task)[kind] !== undefined);
  demand(given.length === 1, `ik: task ${index} names one of ${kinds.join(', ')}`, task);
  const [kind] = given;
  const name = /** @type {string | number} */ (task[kind]);
  const handle = simulation.object(kind === 'com' ? 'body' : kind, name);
  const label = `${kind} '${name}'`;
  for (const [what, count] of /** @type {const} */ ([
    ['position', 3],
    ['quaternion', 4],
  ]))
    demand(
      task[what] === undefined ||
        (task[what].length === count && Array.from(task[what]).every(Number.isFinite)),
      `ik: the ${what} of ${label} has ${count} numbers`,
      task[what],
    );
  if (!task.position && !task.quaternion)
    throw new MjError(`ik: the task of ${label} has neither a position nor a quaternion`);
  if (kind === 'com' && task.quaternion)
    throw new MjError(`ik: a centre of mass has no orientation (${label})`);
  for (const weight of [task.weight ?? 1, task.orientationWeight ?? 1])
    demand(weight >= 0 && weight < Infinity, `ik: weights of ${label} are at least 0`, weight);
  const body =
    kind === 'body' || kind === 'com'
      ? handle.id
      : /** @type {{ bodyid: number }} */ (/** @type {unknown} */ (handle)).bodyid;
  return { task, kind, id: handle.id, body, label };
}

/** Errors of frames with their Jacobians, on data of its own. */
export class IkProblem {
  #simulation;
  #version;
  /** @type {Frame[]} */
  #frames = [];
  /** Limits of degrees of freedom (nv). */
  low = new Float64Array();
  high = new Float64Array();
  /** Position of a degree of freedom in qpos, -1 where it has none of its own. */
  place = new Int32Array();
  /** Number of errors. */
  rows = 0;
  #scratch = { p: new Float64Array(0), r: new Float64Array(0) };
  #quat = new Float64Array(4);
  #goal = new Float64Array(4);
  #turn = new Float64Array(3);

  /**
   * @param {SimulationReader} simulation
   * @param {readonly IkTask[]} tasks
   * @param {{ joints?: readonly (string | number)[], avoid?: readonly Apart[], limits?: boolean }} options
   */
  constructor(simulation, tasks, { joints, avoid = [], limits = true }) {
    const { mujoco, model } = simulation;
    demand(
      Array.isArray(tasks) && tasks.length > 0,
      'ik: tasks are a list of frames with where they are to be',
      tasks,
    );
    if (model.nv === 0) throw new MjError('ik: the model has no joints: nothing can move');
    this.#simulation = simulation;
    this.#version = simulation.version;
    this.data = new mujoco.MjData(model);
    this.setTasks(tasks);
    /** Degrees of freedom that may move. */
    this.free = this.#freeDofs(joints);
    this.pairs = avoid.map(({ geoms, distance = 0 }) => {
      demand(geoms?.length === 2, 'ik: avoid names two geoms', geoms);
      return {
        geoms: geoms.map((name) => simulation.object('geom', name).id),
        distance,
        label: geoms.map(String).join(' and '),
      };
    });
    const n = model.nv;
    this.#scratch = { p: new Float64Array(3 * n), r: new Float64Array(3 * n) };
    this.#readLimits(limits);
  }

  /** @param {readonly IkTask[]} tasks */
  setTasks(tasks) {
    this.#frames = tasks.map((task, i) => readTask(this.#simulation, task, i));
    this.rows = this.#frames.reduce(
      (sum, { task }) => sum + (task.position ? 3 : 0) + (task.quaternion ? 3 : 0),
      0,
    );
  }

  get frames() {
    return this.#frames;
  }

  get simulation() {
    return this.#simulation;
  }

  /** @param {readonly (string | number)[] | undefined} joints */
  #freeDofs(joints) {
    const simulation = this.#simulation;
    const { model } = simulation;
    const { nv } = model;
    if (!joints) return Int32Array.from({ length: nv }, (_, i) => i);
    const chosen = new Set(joints.map((name) => simulation.object('joint', name).id));
    const dofs = Array.from({ length: nv }, (_, i) => i).filter((i) =>
      chosen.has(model.dof_jntid[i]),
    );
    demand(dofs.length > 0, 'ik: joints names those that may move', joints);
    return Int32Array.from(dofs);
  }

  /** @param {boolean} limits */
  #readLimits(limits) {
    const { model, mujoco } = this.#simulation;
    const { mjJNT_HINGE, mjJNT_SLIDE, mjJNT_BALL } = mujoco.mjtJoint;
    this.low = new Float64Array(model.nv).fill(-Infinity);
    this.high = new Float64Array(model.nv).fill(Infinity);
    this.place = new Int32Array(model.nv).fill(-1);
    /** Ball joints with a limit: address in qpos and greatest angle. @type {{ at: number, most: number }[]} */
    this.balls = [];
    for (let j = 0; j < model.njnt; j++) {
      const type = model.jnt_type[j];
      const isLimited = limits && model.jnt_limited[j];
      if (type === mjJNT_HINGE.value || type === mjJNT_SLIDE.value) {
        const dof = model.jnt_dofadr[j];
        this.place[dof] = model.jnt_qposadr[j];
        if (!isLimited) continue;
        [this.low[dof], this.high[dof]] = model.jnt_range.subarray(2 * j, 2 * j + 2);
      } else if (type === mjJNT_BALL.value && isLimited) {
        this.balls.push({ at: model.jnt_qposadr[j], most: model.jnt_range[2 * j + 1] });
      }
    }
  }

  demandSame() {
    if (this.#version !== this.#simulation.version)
      throw new MjError('ik: the model was edited: make the solver anew');
  }

  /** Brings a configuration inside of the limits, in place. @param {Float64Array} qpos */
  clamp(qpos) {
    const { low, high, place } = this;
    for (let i = 0; i < place.length; i++)
      if (place[i] >= 0) qpos[place[i]] = Math.min(high[i], Math.max(low[i], qpos[place[i]]));
    for (const { at, most } of this.balls) {
      const angle =
        2 * Math.atan2(Math.hypot(...qpos.subarray(at + 1, at + 4)), Math.abs(qpos[at]));
      if (angle <= most) continue;
      const sign = qpos[at] < 0 ? -1 : 1;
      const factor = (sign * Math.sin(most / 2)) / Math.hypot(...qpos.subarray(at + 1, at + 4));
      for (let k = 1; k < 4; k++) qpos[at + k] *= factor;
      qpos[at] = Math.cos(most / 2);
    }
  }

  /** Poses of a configuration. @param {Float64Array} qpos */
  moveTo(qpos) {
    const { mujoco, model } = this.#simulation;
    this.data.qpos.set(qpos);
    mujoco.mj_kinematics(model, this.data);
    mujoco.mj_comPos(model, this.data);
  }

  /** @param {Frame} frame */
  #point({ kind, id }) {
    const { data } = this;
    const all =
      (kind === 'site' && data.site_xpos) ||
      (kind === 'geom' && data.geom_xpos) ||
      (kind === 'camera' && data.cam_xpos) ||
      (kind === 'com' && data.subtree_com) ||
      data.xpos;
    return all.subarray(3 * id, 3 * id + 3);
  }

  /** @param {Frame} frame */
  #orientation({ kind, id }) {
    const { data } = this;
    const { mujoco } = this.#simulation;
    if (kind === 'body') {
      this.#quat.set(data.xquat.subarray(4 * id, 4 * id + 4));
      return this.#quat;
    }
    const all =
      (kind === 'site' && data.site_xmat) || (kind === 'geom' && data.geom_xmat) || data.cam_xmat;
    mujoco.mju_mat2Quat(this.#quat, all.subarray(9 * id, 9 * id + 9));
    return this.#quat;
  }

  /**
   * Weighted errors of the configuration that was placed; the largest unweighted ones are in `gaps`.
   * @param {Float64Array} error (rows)
   * @param {{ position: number, rotation: number }} gaps metres and radians
   */
  errors(error, gaps) {
    const { mujoco } = this.#simulation;
    gaps.position = 0;
    gaps.rotation = 0;
    if (this.#frames.some(({ kind }) => kind === 'camera'))
      mujoco.mj_camlight(this.#simulation.model, this.data);
    let at = 0;
    for (const frame of this.#frames) {
      const { position, quaternion, axes, weight = 1, orientationWeight = weight } = frame.task;
      if (position) {
        const point = this.#point(frame);
        let square = 0;
        for (let k = 0; k < 3; k++) {
          const gap = axes && !axes[k] ? 0 : position[k] - point[k];
          square += gap * gap;
          error[at++] = weight * gap;
        }
        if (weight > 0) gaps.position = Math.max(gaps.position, Math.sqrt(square));
      }
      if (quaternion) {
        const now = this.#orientation(frame);
        const goal = this.#goal;
        const size = Math.hypot(quaternion[0], quaternion[1], quaternion[2], quaternion[3]);
        for (let k = 0; k < 4; k++) goal[k] = quaternion[k] / size;
        turnBetween(now, goal, this.#turn);
        if (orientationWeight > 0)
          gaps.rotation = Math.max(gaps.rotation, Math.hypot(...this.#turn));
        for (let k = 0; k < 3; k++) error[at++] = orientationWeight * this.#turn[k];
      }
    }
    return error;
  }

  /** Weighted Jacobian of the configuration that was placed, free columns alone. @param {Float64Array} jacobian (rows x free) */
  jacobian(jacobian) {
    const { mujoco, model } = this.#simulation;
    const { data, free } = this;
    const { p, r } = this.#scratch;
    const n = free.length;
    const { nv } = model;
    let at = 0;
    for (const frame of this.#frames) {
      const { position, quaternion, axes, weight = 1, orientationWeight = weight } = frame.task;
      if (frame.kind === 'com') mujoco.mj_jacSubtreeCom(model, data, p, frame.body);
      else mujoco.mj_jac(model, data, p, quaternion ? r : null, this.#point(frame), frame.body);
      if (position)
        for (let k = 0; k < 3; k++) {
          const factor = axes && !axes[k] ? 0 : weight;
          for (let i = 0; i < n; i++) jacobian[at * n + i] = factor * p[k * nv + free[i]];
          at++;
        }
      if (quaternion)
        for (let k = 0; k < 3; k++) {
          for (let i = 0; i < n; i++)
            jacobian[at * n + i] = orientationWeight * r[k * nv + free[i]];
          at++;
        }
    }
    return jacobian;
  }

  /**
   * Distances of pairs beyond what they keep, in metres, and what degrees of freedom do to them.
   * @param {Float64Array} gaps (pairs)
   * @param {Float64Array | null} gradient (pairs x free)
   */
  distances(gaps, gradient) {
    const { mujoco, model } = this.#simulation;
    const { data, free, pairs } = this;
    const { p, r } = this.#scratch;
    const ends = new Float64Array(6);
    const n = free.length;
    const { nv } = model;
    pairs.forEach(({ geoms: [a, b], distance }, i) => {
      const most = distance + 0.5;
      const apart = mujoco.mj_geomDistance(model, data, a, b, most, ends);
      gaps[i] = apart - distance;
      if (!gradient) return;
      const row = gradient.subarray(i * n, (i + 1) * n).fill(0);
      const length = Math.hypot(ends[3] - ends[0], ends[4] - ends[1], ends[5] - ends[2]);
      if (apart >= most || length < 1e-12) return;
      mujoco.mj_jac(model, data, p, null, ends.subarray(0, 3), model.geom_bodyid[a]);
      mujoco.mj_jac(model, data, r, null, ends.subarray(3, 6), model.geom_bodyid[b]);
      const sign = Math.sign(apart) / length;
      for (let k = 0; k < 3; k++)
        for (let j = 0; j < n; j++)
          row[j] += sign * (ends[3 + k] - ends[k]) * (r[k * nv + free[j]] - p[k * nv + free[j]]);
    });
    return gaps;
  }

  dispose() {
    this.data.delete();
  }
}

/** The turn in the world from one orientation to another (3), radians. @param {Float64Array} from (4) @param {Float64Array} to (4) @param {Float64Array} turn */
function turnBetween(from, to, turn) {
  const [a, b, c, d] = from;
  const [w, x, y, z] = to;
  // to * conjugate(from)
  let real = w * a + x * b + y * c + z * d;
  const sign = real < 0 ? -1 : 1;
  real *= sign;
  turn[0] = sign * (-w * b + x * a - y * d + z * c);
  turn[1] = sign * (-w * c + x * d + y * a - z * b);
  turn[2] = sign * (-w * d - x * c + y * b + z * a);
  const size = Math.hypot(turn[0], turn[1], turn[2]);
  const factor = size < 1e-12 ? 2 : (2 * Math.atan2(size, real)) / size;
  for (let k = 0; k < 3; k++) turn[k] *= factor;
}
