// Cars with two steered wheels in front and four driven ones: controls for a speed and a direction, and who holds the wheel.

const BASE = 0.28; // m between the axles
const TRACK = 0.244; // m between the wheels of an axle
const PATIENCE = 3; // seconds without a hand on the wheel until the car drives by itself again

/**
 * @typedef {object} Car
 * @property {number} radius of the wheels, m
 * @property {any} data
 */

/** Steers by Ackermann's rule and drives all wheels as fast as they roll. @param {Car} car @param {number} speed m/s @param {number} curve 1/m, to the left */
export function steer({ radius, data }, speed, curve) {
  const angle = (/** @type {number} */ side) =>
    Math.atan2(BASE * curve, 1 - (side * TRACK * curve) / 2);
  const rolls = (/** @type {number} */ side) =>
    (speed * Math.max(0.2, 1 - (side * TRACK * curve) / 2)) / radius;
  data.ctrl[0] = angle(1);
  data.ctrl[1] = angle(-1);
  for (const [k, side] of [1, -1, 1, -1].entries()) data.ctrl[2 + k] = rolls(side);
}

/** Where a car is and where it looks. @param {ArrayLike<number>} qpos of its free joint */
export function poseOf({ 0: x, 1: y, 3: w, 4: i, 5: j, 6: k }) {
  return {
    x,
    y,
    heading: Math.atan2(2 * (w * k + i * j), 1 - 2 * (j * j + k * k)),
    up: 1 - 2 * (i * i + j * j),
  };
}

/** Whether somebody steers: remembers it for some seconds. */
export class Wheel {
  last = -Infinity;

  /** @param {number} time @param {{ drive: number, turn: number }} values */
  isHeld(time, { drive, turn }) {
    if (time < this.last) this.last = -Infinity;
    if (Math.abs(drive) > 0.02 || Math.abs(turn) > 0.02) this.last = time;
    return time - this.last < PATIENCE;
  }
}

/** An angle between -pi and pi. @param {number} angle */
export const wrapped = (angle) => Math.atan2(Math.sin(angle), Math.cos(angle));

/** Puts a car that lies on its side back on its wheels. @param {any} data @param {number} q of its free joint @param {number} v @param {number} height m */
export function putUpright(data, q, v, height) {
  const { heading } = poseOf(data.qpos.subarray(q, q + 7));
  data.qpos[q + 2] = height;
  data.qpos.set([Math.cos(heading / 2), 0, 0, Math.sin(heading / 2)], q + 3);
  data.qvel.fill(0, v, v + 6);
}
