// Carries the state of a simulation over to another model: what has the same name and size keeps its values.

/** @typedef {import('../mujoco.js').MjModel} MjModel */
/** @typedef {import('../mujoco.js').MjData} MjData */
/** @typedef {import('../mujoco.js').MujocoModule} MujocoModule */
/** @typedef {{ model: MjModel, data: MjData }} World */
/** @typedef {'ctrl' | 'act' | 'xfrc_applied' | 'mocap_pos' | 'mocap_quat' | 'userdata'} Rows */

const ofJoints = /** @type {const} */ (['qpos', 'qvel', 'qacc_warmstart', 'qfrc_applied']);

/**
 * Ids by name; objects without names are told apart by their order.
 * @param {MujocoModule} mujoco
 * @param {MjModel} model
 * @param {number} type mjtObj
 * @param {number} count
 */
function idsByName(mujoco, model, type, count) {
  /** @type {Map<string, number>} */
  const ids = new Map();
  let unnamed = 0;
  for (let id = 0; id < count; id++)
    ids.set(mujoco.mj_id2name(model, type, id) || `\u0000${unnamed++}`, id);
  return ids;
}

/**
 * Time, positions, velocities, activations, controls, applied forces, mocap poses and user data.
 * @param {MujocoModule} mujoco
 * @param {World} from
 * @param {World} to
 */
export function transferState(mujoco, from, to) {
  const { mjOBJ_JOINT, mjOBJ_ACTUATOR, mjOBJ_BODY } = mujoco.mjtObj;
  const [a, b] = [from.model, to.model];

  /** Calls back with the ids of what both models have. @param {{ value: number }} type @param {'njnt' | 'nactuator' | 'nbody'} size @param {(old: number, now: number) => void} visit */
  const forEachPair = ({ value }, size, visit) => {
    const ids = idsByName(mujoco, b, value, b[size]);
    for (const [name, old] of idsByName(mujoco, a, value, a[size])) {
      const now = ids.get(name);
      if (now !== undefined) visit(old, now);
    }
  };
  /** @param {Rows} field @param {number} width of a row @param {number} old row @param {number} now row @param {number} [count] numbers */
  const copy = (field, width, old, now, count = width) => {
    const rows = from.data[field].subarray(width * old, width * old + count);
    to.data[field].set(rows, width * now);
  };

  to.data.time = from.data.time;
  forEachPair(mjOBJ_JOINT, 'njnt', (old, now) => {
    if (a.jnt_type[old] !== b.jnt_type[now]) return;
    const [joint, target] = [from.data.jnt(old), to.data.jnt(now)];
    for (const field of ofJoints) target[field].set(joint[field]);
  });
  forEachPair(mjOBJ_ACTUATOR, 'nactuator', (old, now) => {
    const [controls, activations] = [a.actuator_ctrlnum[old], a.actuator_actnum[old]];
    if (controls === b.actuator_ctrlnum[now])
      copy('ctrl', 1, a.actuator_ctrladr[old], b.actuator_ctrladr[now], controls);
    if (activations > 0 && activations === b.actuator_actnum[now])
      copy('act', 1, a.actuator_actadr[old], b.actuator_actadr[now], activations);
  });
  forEachPair(mjOBJ_BODY, 'nbody', (old, now) => {
    copy('xfrc_applied', 6, old, now);
    const [one, other] = [a.body_mocapid[old], b.body_mocapid[now]];
    if (one < 0 || other < 0) return;
    copy('mocap_pos', 3, one, other);
    copy('mocap_quat', 4, one, other);
  });
  copy('userdata', 1, 0, 0, Math.min(a.nuserdata, b.nuserdata));
}
