// Hops at a height and a speed asked for, by the three parts of Raibert's controller (Legged Robots That Balance, 1986): in flight the
// foot is put where the next stance keeps the speed, on the ground the hip holds the torso level, and the leg pushes while its spring
// lengthens, more or less for as high as the next hop shall be.

export const parameters = {
  speed: { title: 'Speed, m/s', value: 0.3, min: -0.35, max: 0.35, steer: 'forward' },
  height: { title: 'Height of hops, m', value: 0.18, min: 0.12, max: 0.28 },
};

const HIP = { kp: 120, kv: 6 }; // of the model's actuator
const LEVEL = { kp: 90, kd: 22 }; // torque that holds the torso level, N m/rad and N m s/rad
const STANCE = 0.36; // seconds on the ground
const CATCH = 0.045; // metres of foot placement for each m/s of wrong speed
const LEG = 0.95; // metres from hip to foot
const LEARN = 1.6; // change of the push for each metre that a hop was too low

/** @param {{ mujoco: any, model: any, data: any }} sim @param {Record<string, number>} values */
export function controller({ data }, values) {
  let push = 0.5;
  let top = 0;
  let standing = false;
  return () => {
    const { qpos, qvel, ctrl, sensordata } = data;
    const [, lift, pitch, hip] = qpos;
    const [speed, rise, turning, swing, lengthening] = qvel;
    const touches = sensordata[0] > 1;
    if (touches && !standing) {
      // a hop is over: was it high enough?
      push = Math.min(Math.max(push + LEARN * (values.height - top), 0), 1);
      top = 0;
    }
    standing = touches;
    if (standing) {
      const torque = LEVEL.kp * pitch + LEVEL.kd * turning;
      ctrl[0] = hip + (torque + HIP.kv * swing) / HIP.kp;
      ctrl[1] = lengthening > 0 ? push : 0;
      return;
    }
    if (rise < 0.3) top = Math.max(top, lift);
    const forward = (speed * STANCE) / 2 + CATCH * (speed - values.speed);
    const angle = -Math.asin(Math.min(Math.max(forward / LEG, -0.5), 0.5));
    ctrl[0] = angle - pitch;
    ctrl[1] = 0;
  };
}
