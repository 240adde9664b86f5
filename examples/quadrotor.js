// Flies a loop through both hoops: position and speed give the wanted acceleration, that gives the wanted direction of thrust,
// and the error of the attitude gives the torques, shared out over the four rotors.

export const parameters = {
  pace: { title: 'Pace', value: 1, min: 0.3, max: 1.6 },
};

// waypoints, m: through the hoop at x = 1.5, round, and back through the one at x = -1.5
const PATH = [
  [0, 0, 1.2],
  [1.5, 0, 1.4],
  [2.4, 0.9, 1.4],
  [1, 1.7, 1.2],
  [-0.7, 1.2, 1.1],
  [-1.5, 0.6, 1],
  [-2.4, -0.2, 1],
  [-1.2, -0.7, 1.2],
];
const ARM = 0.13; // m
const REACTION = 0.016; // Nm per N of thrust
const GRAVITY = 9.81;

/** @param {{ model: any, data: any }} sim @param {Record<string, number>} values */
export function controller({ model, data }, values) {
  const mass = model.body_subtreemass[1];
  const inertia = Array.from(
    model.body_inertia.subarray(3, 6),
    (/** @type {number} */ i) => i + 0.002,
  );
  let travelled = 0;
  let last = data.time;
  return () => {
    if (data.time < last) travelled = 0;
    travelled += Math.max(0, data.time - last) * 0.75 * values.pace;
    last = data.time;
    const wanted = pathAt(travelled);
    const acceleration = [0, 1, 2].map(
      (i) =>
        6 * clamp(wanted[i] - data.qpos[i], 0.6) - 3.6 * data.qvel[i] + (i === 2 ? GRAVITY : 0),
    );
    const R = rotation(data.qpos.subarray(3, 7));
    const up = [R[0][2], R[1][2], R[2][2]];
    const thrust = mass * Math.max(0, dot(acceleration, up));
    const size = Math.hypot(...acceleration);
    const aim = acceleration.map((a) => a / size);
    // axis and sine of the angle between the thrust and its wanted direction, in the frame of the body
    const error = toBody(R, cross(up, aim));
    const yaw = Math.atan2(R[1][0], R[0][0]);
    const torque = [0, 1, 2].map(
      (i) => inertia[i] * (90 * (i === 2 ? -0.2 * yaw : error[i]) - 16 * data.qvel[3 + i]),
    );
    share(data.ctrl, thrust, torque);
  };
}

/** Rotor thrusts for a total thrust and torques about the axes of the body. @param {Float64Array} ctrl @param {number} thrust @param {number[]} torque */
function share(ctrl, thrust, [x, y, z]) {
  const [roll, pitch, yaw] = [x / (4 * ARM), y / (4 * ARM), z / (4 * REACTION)];
  ctrl[0] = thrust / 4 + roll - pitch + yaw; // front left
  ctrl[1] = thrust / 4 - roll - pitch - yaw; // front right
  ctrl[2] = thrust / 4 - roll + pitch + yaw; // rear right
  ctrl[3] = thrust / 4 + roll + pitch - yaw; // rear left
}

/** A point of the closed Catmull-Rom curve through the waypoints; one unit a waypoint. @param {number} s */
function pathAt(s) {
  const n = PATH.length;
  const i = Math.floor(s);
  const t = s - i;
  const p = [-1, 0, 1, 2].map((k) => PATH[(i + k + n) % n]);
  return [0, 1, 2].map(
    (a) =>
      p[1][a] +
      0.5 *
        t *
        (p[2][a] -
          p[0][a] +
          t *
            (2 * p[0][a] -
              5 * p[1][a] +
              4 * p[2][a] -
              p[3][a] +
              t * (3 * (p[1][a] - p[2][a]) + p[3][a] - p[0][a]))),
  );
}

const clamp = (/** @type {number} */ value, /** @type {number} */ limit) =>
  Math.max(-limit, Math.min(limit, value));
const dot = (/** @type {number[]} */ a, /** @type {number[]} */ b) =>
  a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (/** @type {number[]} */ a, /** @type {number[]} */ b) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const toBody = (/** @type {number[][]} */ R, /** @type {number[]} */ v) =>
  [0, 1, 2].map((i) => R[0][i] * v[0] + R[1][i] * v[1] + R[2][i] * v[2]);

/** @param {Float64Array} quaternion */
function rotation([w, x, y, z]) {
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
}
