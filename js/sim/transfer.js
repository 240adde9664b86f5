// Carries the state of a simulation over to another model: what has the same name and size keeps its values.

/** @typedef {import('../mujoco.js').MjModel} MjModel */
/** @typedef {import('../mujoco.js').MjData} MjData */
/** @typedef {import('../mujoco.js').MujocoModule} MujocoModule */
/** @typedef {{ model: MjModel, data: MjData }} World */

/**
 * Ids by name.
 * @param {MujocoModule} mujoco
 * @param {MjModel} model
 * @param {import('../mujoco.js').mjtObj} type
 * @param {number} count
 */
function idsByName(mujoco, model, type, count) {
  /** @type {Map<string, number>} */
  const ids = new Map();
  let unnamed = 0;
  for (let id = 0; id < count; id++) {
    const name = mujoco.mj_id2name(model, type.value, id);
    // objects without names are told apart by their order
    ids.set(name || `\u0000${unnamed++}`, id);
  }
  return ids;
}

/**
 * Copies count numbers.
 * @param {Float64Array} target
 * @param {number} to
 * @param {Float64Array} source
 * @param {number} from
 * @param {number} count
 */
const copy = (target, to, source, from, count) =>
  target.set(source.subarray(from, from + count), to);

/**
 * Time, positions, velocities, activations, controls, mocap poses and user data.
 * @param {MujocoModule} mujoco
 * @param {World} from
 * @param {World} to
 */
export function transferState(mujoco, from, to) {
  /** @param {string} kind @param {'njnt' | 'nactuator' | 'nbody'} size @returns {[Map<string, number>, Map<string, number>]} */
  const ids = (kind, size) => {
    const type = /** @type {any} */ (mujoco.mjtObj)[`mjOBJ_${kind}`];
    const [olds, news] = [from, to].map(({ model }) => idsByName(mujoco, model, type, model[size]));
    return [olds, news];
  };
  to.data.time = from.data.time;
  transferJoints(...ids('JOINT', 'njnt'), from, to);
  transferActuators(...ids('ACTUATOR', 'nactuator'), from, to);
  const [oldBodies, newBodies] = ids('BODY', 'nbody');
  for (const [name, old] of oldBodies) {
    const now = newBodies.get(name);
    if (now === undefined) continue;
    copy(to.data.xfrc_applied, 6 * now, from.data.xfrc_applied, 6 * old, 6);
    const [a, b] = [from.model.body_mocapid[old], to.model.body_mocapid[now]];
    if (a < 0 || b < 0) continue;
    copy(to.data.mocap_pos, 3 * b, from.data.mocap_pos, 3 * a, 3);
    copy(to.data.mocap_quat, 4 * b, from.data.mocap_quat, 4 * a, 4);
  }
  copy(
    to.data.userdata,
    0,
    from.data.userdata,
    0,
    Math.min(to.data.userdata.length, from.data.userdata.length),
  );
}

/**
 * @param {Map<string, number>} olds
 * @param {Map<string, number>} news
 * @param {World} from
 * @param {World} to
 */
function transferJoints(olds, news, from, to) {
  const positions = [7, 4, 1, 1];
  const velocities = [6, 3, 1, 1];
  for (const [name, old] of olds) {
    const now = news.get(name);
    const type = from.model.jnt_type[old];
    if (now === undefined || to.model.jnt_type[now] !== type) continue;
    copy(
      to.data.qpos,
      to.model.jnt_qposadr[now],
      from.data.qpos,
      from.model.jnt_qposadr[old],
      positions[type],
    );
    const [v, w] = [to.model.jnt_dofadr[now], from.model.jnt_dofadr[old]];
    copy(to.data.qvel, v, from.data.qvel, w, velocities[type]);
    copy(to.data.qacc_warmstart, v, from.data.qacc_warmstart, w, velocities[type]);
    copy(to.data.qfrc_applied, v, from.data.qfrc_applied, w, velocities[type]);
  }
}

/**
 * @param {Map<string, number>} olds
 * @param {Map<string, number>} news
 * @param {World} from
 * @param {World} to
 */
function transferActuators(olds, news, from, to) {
  for (const [name, old] of olds) {
    const now = news.get(name);
    if (now === undefined) continue;
    const [a, b] = [from.model, to.model];
    const controls = a.actuator_ctrlnum[old];
    if (controls === b.actuator_ctrlnum[now]) {
      copy(
        to.data.ctrl,
        b.actuator_ctrladr[now],
        from.data.ctrl,
        a.actuator_ctrladr[old],
        controls,
      );
    }
    const activations = a.actuator_actnum[old];
    if (activations > 0 && activations === b.actuator_actnum[now]) {
      copy(to.data.act, b.actuator_actadr[now], from.data.act, a.actuator_actadr[old], activations);
    }
  }
}
