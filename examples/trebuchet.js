// Unhooks the sling when the stone flies at the angle wanted, and loads the engine again after each shot.

export const parameters = {
  angle: { title: 'Angle of release, degrees', value: 40, min: 10, max: 70 },
  reload: { title: 'Seconds to the next shot', value: 8, min: 5, max: 15 },
};

const STONE = 'stone';
/** Metres that the last shot flew, to where it first touched the ground. */
export const shot = { range: 0 };

/** @param {{ mujoco: any, model: any, data: any }} sim @param {Record<string, number>} values */
export function controller({ mujoco, model, data }, values) {
  const body = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY.value, STONE);
  const pouch = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_EQUALITY.value, 'pouch');
  const q = model.jnt_qposadr[model.body_jntadr[body]];
  const v = model.jnt_dofadr[model.body_jntadr[body]];
  let start = data.time;
  let landed = false;
  const load = () => {
    start = data.time;
    landed = false;
    data.eq_active[pouch] = 1;
    data.qpos.set(model.qpos0);
    data.qvel.fill(0);
    data.qacc_warmstart.fill(0);
  };
  return () => {
    if (data.time < start || data.time - start > values.reload) load();
    const [x, , z] = data.qvel.subarray(v, v + 3);
    const rises = (Math.atan2(z, x) * 180) / Math.PI;
    // the stone comes round from behind: forward, fast, and no steeper than wanted
    if (data.eq_active[pouch] && Math.hypot(x, z) > 8 && x > 0 && z > 0 && rises < values.angle)
      data.eq_active[pouch] = 0;
    if (!data.eq_active[pouch] && !landed && z < 0 && data.qpos[q + 2] < 0.3) {
      landed = true;
      shot.range = data.qpos[q];
    }
  };
}
