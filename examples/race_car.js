// Drives round the circuit towards a point ahead of the car (pure pursuit, Coulter 1992), slower where it bends. W, A, S and D, a
// gamepad or a stick take over; the car drives by itself again when they are let go.
import { Wheel, poseOf, putUpright, steer, wrapped } from './lib/wheels.js';

export const parameters = {
  pace: { title: 'Speed by itself, m/s', value: 2.6, min: 0, max: 4 },
  drive: { title: 'Drive', value: 0, min: -1, max: 1, steer: 'forward' },
  turn: { title: 'Turn', value: 0, min: -1, max: 1, steer: 'turn' },
};

// the middle of the circuit, m
const PATH = [
  [0, -2.5],
  [2.5, -2.6],
  [4.4, -1.4],
  [4, 0.9],
  [2, 1],
  [0.6, 2.2],
  [-1.6, 2.5],
  [-3.6, 1.6],
  [-4.2, -0.6],
  [-2.6, -2.3],
];
const RADIUS = 0.042; // m, of the wheels
const AHEAD = 0.75; // m that the car looks ahead
const FASTEST = 4.5; // m/s
const TIGHTEST = 1.6; // 1/m

/** A point of the closed Catmull-Rom curve through the path; one unit a point. @param {number} s */
function pathAt(s) {
  const n = PATH.length;
  const i = Math.floor(s);
  const t = s - i;
  const p = [-1, 0, 1, 2].map((k) => PATH[(((i + k) % n) + n) % n]);
  return [0, 1].map((a) => {
    const cubic = 3 * (p[1][a] - p[2][a]) + p[3][a] - p[0][a];
    const square = 2 * p[0][a] - 5 * p[1][a] + 4 * p[2][a] - p[3][a];
    return p[1][a] + 0.5 * t * (p[2][a] - p[0][a] + t * (square + t * cubic));
  });
}

/** @param {{ mujoco: any, model: any, data: any }} sim @param {Record<string, number>} values */
export function controller({ mujoco, model, data }, values) {
  const root = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_JOINT.value, 'root');
  const [q, v] = [model.jnt_qposadr[root], model.jnt_dofadr[root]];
  const car = { radius: RADIUS, data };
  const wheel = new Wheel();
  let s = 0;
  let last = data.time;
  let down = 0;
  return () => {
    const passed = data.time - last;
    last = data.time;
    if (passed < 0) s = 0;
    const { x, y, heading, up } = poseOf(data.qpos.subarray(q, q + 7));
    down = up < 0.4 ? down + passed : 0;
    if (down > 1.5) putUpright(data, q, v, 0.08);
    if (wheel.isHeld(data.time, /** @type {any} */ (values))) {
      steer(car, FASTEST * values.drive, TIGHTEST * values.turn);
      return;
    }
    // the first point of the path that is far enough away
    const far = (/** @type {number} */ at) => Math.hypot(pathAt(at)[0] - x, pathAt(at)[1] - y);
    for (let step = 0; step < PATH.length * 20 && far(s) < AHEAD; step++) s += 0.05;
    // a driver who left the road heads for the nearest part of it
    if (far(s) > 3 * AHEAD) {
      for (let at = 0; at < PATH.length; at += 0.1) if (far(at) < far(s)) s = at;
    }
    const [px, py] = pathAt(s);
    const bearing = wrapped(Math.atan2(py - y, px - x) - heading);
    const curve = Math.max(-TIGHTEST, Math.min(TIGHTEST, (2 * Math.sin(bearing)) / far(s)));
    steer(car, values.pace / (1 + 0.5 * Math.abs(curve)), curve);
  };
}
