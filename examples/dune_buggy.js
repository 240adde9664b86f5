// Drives from one place in the dunes to the next. W, A, S and D, a gamepad or a stick take over; the buggy drives by itself again when
// they are let go.
import { Wheel, poseOf, putUpright, steer, wrapped } from './lib/wheels.js';

export const parameters = {
  pace: { title: 'Speed by itself, m/s', value: 1.8, min: 0, max: 3 },
  drive: { title: 'Drive', value: 0, min: -1, max: 1, steer: 'forward' },
  turn: { title: 'Turn', value: 0, min: -1, max: 1, steer: 'turn' },
};

// places, m
const PLACES = [
  [3.5, -2.5],
  [4.5, 2],
  [1, 4.5],
  [-3, 3.5],
  [-4.5, -0.5],
  [-2, -4],
];
const RADIUS = 0.07; // m, of the wheels
const NEAR = 0.7; // m: as good as there
const FASTEST = 4; // m/s
const TIGHTEST = 1.4; // 1/m
const HEIGHT = 1; // m above the lowest sand: higher than any dune
/** How many places were reached. */
export const journey = { places: 0 };

/** @param {{ mujoco: any, model: any, data: any }} sim @param {Record<string, number>} values */
export function controller({ mujoco, model, data }, values) {
  const root = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_JOINT.value, 'root');
  const [q, v] = [model.jnt_qposadr[root], model.jnt_dofadr[root]];
  const car = { radius: RADIUS, data };
  const wheel = new Wheel();
  let last = data.time;
  let down = 0;
  journey.places = 0;
  return () => {
    const passed = data.time - last;
    last = data.time;
    if (passed < 0) journey.places = 0;
    const { x, y, heading, up } = poseOf(data.qpos.subarray(q, q + 7));
    // over the edge of the world, or on its roof
    const isLost = Math.max(Math.abs(x), Math.abs(y)) > 6.9;
    if (isLost) data.qpos.set([0, -2.5], q);
    down = up < 0.3 ? down + Math.max(0, passed) : 0;
    if (isLost || down > 1.5) putUpright(data, q, v, HEIGHT);
    if (wheel.isHeld(data.time, /** @type {any} */ (values))) {
      steer(car, FASTEST * values.drive, TIGHTEST * values.turn);
      return;
    }
    const [px, py] = PLACES[journey.places % PLACES.length];
    if (Math.hypot(px - x, py - y) < NEAR) journey.places++;
    const bearing = wrapped(Math.atan2(py - y, px - x) - heading);
    const curve = Math.max(-TIGHTEST, Math.min(TIGHTEST, 1.5 * bearing));
    steer(car, values.pace / (1 + 0.4 * Math.abs(curve)), curve);
  };
}
