// From forces of joints to controls: what actuators can do of them.
import { MjError, demand } from '../engine/error.js';
import { factorCholesky, solve, solveCholesky } from './linear.js';
import { withCopy } from './copy.js';

/** @typedef {import('../index.js').Simulation} Simulation */
/** @typedef {import('../mujoco.js').MjData} MjData */

const gainParameters = 10; // numbers in a row of actuator_gainprm and actuator_biasprm

/** Refuses what is not force = gain ctrl + bias. @param {Simulation} simulation @param {string} caller */
export function demandAffine(simulation, caller) {
  const { model, mujoco } = simulation;
  if (model.nu === 0)
    throw new MjError(`${caller}: the model has no actuators: there is nothing to control`);
  const fixed = mujoco.mjtGain.mjGAIN_FIXED.value;
  const { mjBIAS_NONE, mjBIAS_AFFINE } = mujoco.mjtBias;
  for (let i = 0; i < model.nu; i++) {
    const bias = model.actuator_biastype[i];
    const isAffine =
      model.actuator_dyntype[i] === mujoco.mjtDyn.mjDYN_NONE.value &&
      model.actuator_gaintype[i] === fixed &&
      (bias === mjBIAS_NONE.value || bias === mjBIAS_AFFINE.value) &&
      model.actuator_gainprm[i * gainParameters] !== 0;
    if (isAffine) continue;
    const name = simulation.names('actuator')[i] || `${i}`;
    throw new MjError(
      `${caller}: actuator '${name}' has dynamics or a gain of its own; expected motors, position and velocity servos`,
    );
  }
}

/** The matrix from actuator forces to joint forces. @param {Simulation} simulation @param {MjData} data @returns {Float64Array} (nu x nv) */
export function actuatorMoments({ model }, data) {
  const { nu, nv } = model;
  const moments = new Float64Array(nu * nv);
  const { moment_rownnz: counts, moment_rowadr: starts, moment_colind: columns } = data;
  const values = data.actuator_moment;
  for (let i = 0; i < nu; i++)
    for (let k = 0; k < counts[i]; k++)
      moments[i * nv + columns[starts[i] + k]] = values[starts[i] + k];
  return moments;
}

/**
 * Forces of actuators that come nearest to forces of the joints.
 * @param {Float64Array} moments (nu x nv)
 * @param {ArrayLike<number>} torque (nv)
 * @param {number} nu
 * @param {number} nv
 */
function actuatorForces(moments, torque, nu, nv) {
  const gram = new Float64Array(nu * nu);
  const right = new Float64Array(nu);
  for (let i = 0; i < nu; i++) {
    for (let j = 0; j < nu; j++)
      for (let k = 0; k < nv; k++) gram[i * nu + j] += moments[i * nv + k] * moments[j * nv + k];
    for (let k = 0; k < nv; k++) right[i] += moments[i * nv + k] * torque[k];
  }
  const size = Math.max(...Array.from({ length: nu }, (_, i) => gram[i * nu + i]), 1e-300);
  for (let i = 0; i < nu; i++) gram[i * nu + i] += 1e-12 * size;
  factorCholesky(gram, nu);
  return solveCholesky(gram, right, nu);
}

/**
 * Sets the controls that give forces of the joints, as near as the actuators can and within their limits. Needs what `forward` computes.
 * @param {Simulation} simulation of motors, position and velocity servos
 * @param {ArrayLike<number>} torque forces and torques of the degrees of freedom (nv), N and N m
 */
export function applyTorque(simulation, torque) {
  const { model, data } = simulation;
  const { nu, nv } = model;
  demand(torque?.length === nv, `applyTorque: ${nv} forces of joints`, torque?.length);
  const forces = actuatorForces(actuatorMoments(simulation, data), torque, nu, nv);
  for (let i = 0; i < nu; i++) {
    const gain = model.actuator_gainprm[i * gainParameters];
    const [b0, b1, b2] = model.actuator_biasprm.subarray(i * gainParameters);
    const bias = b0 + b1 * data.actuator_length[i] + b2 * data.actuator_velocity[i];
    let ctrl = (forces[i] - bias) / gain;
    if (model.actuator_ctrllimited[i])
      ctrl = Math.min(
        model.actuator_ctrlrange[2 * i + 1],
        Math.max(model.actuator_ctrlrange[2 * i], ctrl),
      );
    data.ctrl[i] = ctrl;
  }
  return data.ctrl;
}

/**
 * Forces that hold the present configuration at rest, and what of them no actuator can give.
 * @param {Simulation} simulation
 * @returns {{ torque: Float64Array, missing: number }} torque (nv), N and N m; missing: norm of what is left, of the same units
 */
export function holdingTorque(simulation) {
  const { mujoco, model } = simulation;
  const { nu, nv } = model;
  return withCopy(simulation, (data) => {
    data.qvel.fill(0);
    mujoco.mj_forward(model, data);
    data.qacc.fill(0);
    mujoco.mj_inverse(model, data);
    const torque = Float64Array.from(data.qfrc_inverse);
    const moments = actuatorMoments(simulation, data);
    const forces = nu > 0 ? actuatorForces(moments, torque, nu, nv) : new Float64Array();
    const left = Float64Array.from(torque);
    for (let i = 0; i < nu; i++)
      for (let k = 0; k < nv; k++) left[k] -= moments[i * nv + k] * forces[i];
    return { torque, missing: Math.hypot(...left) };
  });
}

/**
 * Moves the base so that contacts carry the weight: height, pitch and roll of a free body, by Newton's method, until nothing but
 * actuators is needed to hold still. Its contacts must touch, or nearly. Sets the controls that hold it.
 * @param {Simulation} simulation in the configuration, whose first joint of `body` is free
 * @param {{ body: string | number, about?: ArrayLike<number>, tolerance?: number }} options body: the base; about: point that it turns
 *   about (3), metres in the world, such as the middle of a foot (the base's own); tolerance: N and N m that may be left (1e-6)
 * @returns {Float64Array} the controls (nu)
 */
export function stand(simulation, { body, about, tolerance = 1e-6 }) {
  const { mujoco, model, data } = simulation;
  const base = simulation.body(body);
  const joint = model.body_jntadr[base.id];
  const free = mujoco.mjtJoint.mjJNT_FREE.value;
  if (joint < 0 || model.jnt_type[joint] !== free)
    throw new MjError(`stand: body '${body}' has no free joint: it cannot move to where it stands`);
  const [q, v] = [model.jnt_qposadr[joint], model.jnt_dofadr[joint]];
  const start = Float64Array.from(data.qpos);
  const pivot = Float64Array.from(about ?? base.xpos);
  const put = (/** @type {Float64Array} */ [height, pitch, roll]) => {
    const size = Math.hypot(1, roll / 2, pitch / 2);
    const turn = [1 / size, roll / 2 / size, pitch / 2 / size, 0];
    const arm = Float64Array.from(pivot, (x, k) => start[q + k] - x);
    const [moved, turned] = [new Float64Array(3), new Float64Array(4)];
    mujoco.mju_rotVecQuat(moved, arm, turn);
    mujoco.mju_mulQuat(turned, turn, start.subarray(q + 3, q + 7));
    data.qpos.set(start);
    for (let k = 0; k < 3; k++) data.qpos[q + k] = pivot[k] + moved[k];
    data.qpos[q + 2] += height;
    data.qpos.set(turned, q + 3);
    simulation.forward();
    return holdingTorque(simulation).torque;
  };
  const wrench = (/** @type {Float64Array} */ at) => put(at).slice(v + 2, v + 5);
  let at = descend(simulation, put);
  for (let round = 0; round < 30; round++) {
    const f = wrench(at);
    if (Math.hypot(...f) < tolerance) return applyTorque(simulation, put(at));
    const J = new Float64Array(9);
    for (let j = 0; j < 3; j++) {
      const near = Float64Array.from(at);
      near[j] += 1e-6;
      const g = wrench(near);
      for (let i = 0; i < 3; i++) J[3 * i + j] = (g[i] - f[i]) / 1e-6;
    }
    const step = solve(J, f, 3);
    if (!step) break;
    at = at.map((x, i) => x - Math.max(-2e-3, Math.min(2e-3, step[i])));
  }
  data.qpos.set(start);
  simulation.forward();
  throw new MjError(
    'stand: contacts cannot carry the weight here: the centre of mass must be above them',
  );
}

/** Lowers the base until contacts carry something. @param {Simulation} simulation @param {(at: Float64Array) => Float64Array} put */
function descend(simulation, put) {
  const contacts = (/** @type {number} */ height) => {
    put(Float64Array.of(height, 0, 0));
    return simulation.data.ncon;
  };
  let height = 0.02;
  const least = contacts(height);
  while (height > -0.1 && contacts(height) <= least) height -= 5e-4;
  return Float64Array.of(height - 5e-4, 0, 0);
}
