// Control laws: scheduled PD, computed torque, operational space, energy shaping. Each sets data.ctrl from the present state, which
// must be that of the last forward or step.
import { MjError, demand } from '../engine/error.js';
import { applyTorque, demandAffine } from './actuation.js';
import { factorCholesky, multiply, solveCholesky } from './linear.js';

/** @typedef {import('../index.js').Simulation} Simulation */

/** A law: sets controls. @typedef {{ control(): Float64Array }} Law */

/** Gains from a value on. @typedef {{ at: number, kp: number, kd: number }} GainRow */

/**
 * Gains between rows of a table, straight lines; the first and the last hold beyond it.
 * @param {readonly GainRow[]} table by rising `at`
 * @param {number} at
 */
export function interpolateGains(table, at) {
  let i = 1;
  while (i < table.length && table[i].at < at) i++;
  const [a, b] = [table[i - 1], table[Math.min(i, table.length - 1)]];
  const t = b.at > a.at ? Math.min(1, Math.max(0, (at - a.at) / (b.at - a.at))) : 0;
  return { kp: a.kp + t * (b.kp - a.kp), kd: a.kd + t * (b.kd - a.kd) };
}

/** Scalar joints. @param {Simulation} simulation @param {readonly (string | number)[] | undefined} joints @param {string} caller */
function scalarJoints(simulation, joints, caller) {
  const { model, mujoco } = simulation;
  const { mjJNT_HINGE, mjJNT_SLIDE } = mujoco.mjtJoint;
  const isScalar = (/** @type {number} */ id) =>
    model.jnt_type[id] === mjJNT_HINGE.value || model.jnt_type[id] === mjJNT_SLIDE.value;
  const ids = joints
    ? joints.map((name) => simulation.joint(name).id)
    : Array.from({ length: model.njnt }, (_, id) => id).filter(isScalar);
  for (const id of ids)
    if (!isScalar(id))
      throw new MjError(
        `${caller}: joint '${simulation.names('joint')[id] || id}' is a ball or free joint; expected hinges and slides`,
      );
  return ids.map((id) => ({ q: model.jnt_qposadr[id], v: model.jnt_dofadr[id] }));
}

/**
 * PD with gains from a table over a variable, such as a joint's angle or the time.
 * @param {Simulation} simulation
 * @param {{ joints?: readonly (string | number)[], target: ArrayLike<number>, table: readonly GainRow[], at?: () => number }} options joints:
 *   names or ids of hinges and slides (all); target: their positions, metres and radians; at: the variable (the time)
 * @returns {Law & { target: Float64Array }}
 */
export function scheduledPd(simulation, { joints, target, table, at = () => simulation.time }) {
  demandAffine(simulation, 'scheduledPd');
  const places = scalarJoints(simulation, joints, 'scheduledPd');
  demand(
    target?.length === places.length,
    `scheduledPd: ${places.length} target positions`,
    target?.length,
  );
  demand(
    Array.isArray(table) &&
      table.length > 0 &&
      table.every((row, i) => i === 0 || row.at > table[i - 1].at),
    'scheduledPd: a table of { at, kp, kd } by rising at',
    table,
  );
  const torque = new Float64Array(simulation.model.nv);
  const law = {
    target: Float64Array.from(target),
    control() {
      const { data } = simulation;
      const { kp, kd } = interpolateGains(table, at());
      torque.fill(0);
      places.forEach(({ q, v }, i) => {
        torque[v] = kp * (law.target[i] - data.qpos[q]) - kd * data.qvel[v];
      });
      return applyTorque(simulation, torque);
    },
  };
  return law;
}

/** Where to go; velocities and accelerations are zero when left out. @typedef {{ qpos: ArrayLike<number>, qvel?: ArrayLike<number>, qacc?: ArrayLike<number> }} Course */

/**
 * Computed torque: inverse dynamics make the error a spring with damping of its own, whatever the masses.
 * @param {Simulation} simulation with an actuator for each degree of freedom that is to follow
 * @param {{ kp?: number, kd?: number }} [options] 1/s^2 (100) and 1/s (2 sqrt(kp)) as factors of errors
 */
export function computedTorque(simulation, { kp = 100, kd = 2 * Math.sqrt(kp) } = {}) {
  demandAffine(simulation, 'computedTorque');
  const { mujoco, model } = simulation;
  const { nv } = model;
  const error = new Float64Array(nv);
  const acceleration = new Float64Array(nv);
  const torque = new Float64Array(nv);
  return {
    /** Sets the controls that follow a course now. @param {Course} course */
    control({ qpos, qvel, qacc }) {
      const { data } = simulation;
      mujoco.mj_differentiatePos(model, error, 1, data.qpos, qpos);
      for (let i = 0; i < nv; i++)
        acceleration[i] = (qacc?.[i] ?? 0) + kp * error[i] + kd * ((qvel?.[i] ?? 0) - data.qvel[i]);
      mujoco.mj_mulM(model, data, torque, acceleration);
      for (let i = 0; i < nv; i++) torque[i] += data.qfrc_bias[i] - data.qfrc_passive[i];
      return applyTorque(simulation, torque);
    },
  };
}

/** What the controller of operational space needs of a moment. */
class Operation {
  /** @param {Simulation} simulation @param {'body' | 'site' | 'geom'} kind @param {string | number} name @param {boolean} turns */
  constructor(simulation, kind, name, turns) {
    this.simulation = simulation;
    this.handle = simulation.object(kind, name);
    this.kind = kind;
    this.body =
      kind === 'body'
        ? this.handle.id
        : /** @type {{ bodyid: number }} */ (/** @type {unknown} */ (this.handle)).bodyid;
    this.rows = turns ? 6 : 3;
    const { nv } = simulation.model;
    this.jacobian = new Float64Array(this.rows * nv);
    this.rate = new Float64Array(this.rows * nv);
    this.turns = turns;
  }

  /** Jacobian and its rate at the present state. */
  update() {
    const { mujoco, model, data } = this.simulation;
    const half = 3 * model.nv;
    const point = /** @type {{ xpos: Float64Array }} */ (/** @type {unknown} */ (this.handle)).xpos;
    const of = (/** @type {Float64Array} */ both) =>
      /** @type {const} */ ([both.subarray(0, half), this.turns ? both.subarray(half) : null]);
    mujoco.mj_jac(model, data, ...of(this.jacobian), point, this.body);
    mujoco.mj_jacDot(model, data, ...of(this.rate), point, this.body);
    return point;
  }

  /** M^-1 J' as rows (rows x nv), and the inertia that a force at the point feels (rows x rows). */
  inertia() {
    const { mujoco, model, data } = this.simulation;
    const { nv } = model;
    const { rows, jacobian } = this;
    const spread = new Float64Array(rows * nv);
    for (let i = 0; i < rows; i++) {
      const row = new Float64Array(nv);
      mujoco.mj_solveM(model, data, row, jacobian.subarray(i * nv, (i + 1) * nv));
      spread.set(row, i * nv);
    }
    const mobility = new Float64Array(rows * rows);
    for (let i = 0; i < rows; i++)
      for (let j = 0; j < rows; j++)
        for (let k = 0; k < nv; k++)
          mobility[i * rows + j] += jacobian[i * nv + k] * spread[j * nv + k];
    // near a singular pose the inertia would be without bound
    const trace = Array.from({ length: rows }, (_, i) => mobility[i * rows + i]);
    for (let i = 0; i < rows; i++) mobility[i * rows + i] += 1e-9 * Math.max(...trace);
    const inertia = new Float64Array(rows * rows);
    for (let i = 0; i < rows; i++) inertia[i * rows + i] = 1;
    factorCholesky(mobility, rows);
    solveCholesky(mobility, inertia, rows, rows);
    return { spread, inertia };
  }
}

/**
 * Control in operational space (Khatib, 1987): a frame follows a course as if it were a mass on a spring; what is free of the
 * task goes to a posture.
 * @param {Simulation} simulation
 * @param {{ site?: string | number, body?: string | number, geom?: string | number, kp?: number, kd?: number, orientation?: boolean,
 *   posture?: ArrayLike<number>, postureGain?: number }} options the frame; kp (100, 1/s^2) and kd (2 sqrt(kp), 1/s); orientation: whether it
 *   is held too; posture (nq) with its gain (10, 1/s^2)
 */
export function operationalSpace(simulation, options) {
  const { kp = 100, kd = 2 * Math.sqrt(kp), orientation = false, postureGain = 10 } = options;
  demandAffine(simulation, 'operationalSpace');
  const kind = /** @type {const} */ (['site', 'body', 'geom']).find(
    (k) => options[k] !== undefined,
  );
  if (!kind) throw new MjError('operationalSpace: name a site, a body or a geom to be moved');
  const { mujoco, model } = simulation;
  const { nv } = model;
  const frame = new Operation(simulation, kind, options[kind] ?? 0, orientation);
  const { rows } = frame;
  const torque = new Float64Array(nv);
  const rest = Float64Array.from(options.posture ?? model.qpos0);
  const free = new Float64Array(nv);
  return {
    /**
     * Sets the controls that follow a course now: metres, quaternion (4) and their rates in the world.
     * @param {{ position: ArrayLike<number>, quaternion?: ArrayLike<number>, velocity?: ArrayLike<number>, acceleration?: ArrayLike<number> }} course
     */
    control({ position, quaternion, velocity, acceleration }) {
      const { data } = simulation;
      const point = frame.update();
      const { spread, inertia } = frame.inertia();
      const { jacobian, rate } = frame;
      const wanted = new Float64Array(rows);
      const turn = orientation ? turnError(simulation, frame, quaternion) : null;
      for (let i = 0; i < rows; i++) {
        let [speed, drift] = [0, 0];
        for (let k = 0; k < nv; k++) {
          speed += jacobian[i * nv + k] * data.qvel[k];
          drift += rate[i * nv + k] * data.qvel[k];
        }
        const error = i < 3 ? position[i] - point[i] : (turn?.[i - 3] ?? 0);
        wanted[i] =
          (acceleration?.[i] ?? 0) + kp * error + kd * ((velocity?.[i] ?? 0) - speed) - drift;
      }
      mujoco.mj_differentiatePos(model, free, 1, data.qpos, rest);
      for (let k = 0; k < nv; k++)
        free[k] = postureGain * free[k] - 2 * Math.sqrt(postureGain) * data.qvel[k];
      // what the posture would do to the task is taken out: (1 - Jbar J) free
      const pushed = multiply(jacobian, free, rows, nv, 1);
      const force = multiply(
        inertia,
        wanted.map((a, i) => a - pushed[i]),
        rows,
        rows,
        1,
      );
      for (let i = 0; i < rows; i++)
        for (let k = 0; k < nv; k++) free[k] += spread[i * nv + k] * force[i];
      mujoco.mj_mulM(model, data, torque, free);
      for (let k = 0; k < nv; k++) torque[k] += data.qfrc_bias[k] - data.qfrc_passive[k];
      return applyTorque(simulation, torque);
    },
  };
}

/** The turn to a wanted orientation in the world (3). @param {Simulation} simulation @param {Operation} frame @param {ArrayLike<number> | undefined} wanted */
function turnError({ mujoco }, { handle }, wanted) {
  demand(wanted?.length === 4, 'operationalSpace: the orientation is a quaternion (4)', wanted);
  const now = new Float64Array(4);
  const { xmat } = /** @type {{ xmat: Float64Array }} */ (/** @type {unknown} */ (handle));
  mujoco.mju_mat2Quat(now, xmat);
  const local = new Float64Array(3);
  mujoco.mju_subQuat(local, Float64Array.from(/** @type {ArrayLike<number>} */ (wanted)), now);
  const world = new Float64Array(3);
  mujoco.mju_rotVecQuat(world, local, now);
  return world;
}

/**
 * Energy shaping (Astrom and Furuta, 2000): each actuator pushes along its own speed until the energy is what it should be.
 * @param {Simulation} simulation
 * @param {{ energy: number, gain?: number }} options energy in joules, kinetic and potential; gain: control for each J m/s or J rad/s (1)
 */
export function energyShaping(simulation, { energy, gain = 1 }) {
  demandAffine(simulation, 'energyShaping');
  demand(Number.isFinite(energy), 'energyShaping: energy is a number of joules', energy);
  const { model } = simulation;
  const { nu } = model;
  return {
    /** Sets the controls; gives the energy that is missing, in joules. */
    control() {
      const { data } = simulation;
      const [potential, kinetic] = simulation.energy();
      const missing = energy - potential - kinetic;
      for (let i = 0; i < nu; i++) {
        const wish = gain * missing * data.actuator_velocity[i];
        const [low, high] = model.actuator_ctrllimited[i]
          ? model.actuator_ctrlrange.subarray(2 * i, 2 * i + 2)
          : [-Infinity, Infinity];
        data.ctrl[i] = Math.min(high, Math.max(low, wish));
      }
      return missing;
    },
  };
}
