// Terms of a route: a frame passes through others one after another, again and again.
import { frameOf } from '../objects.js';
import { needs } from '../world.js';

/** @typedef {import('../world.js').TermWorld} TermWorld */
/** @template Options @typedef {import('./compile.js').Build<Options>} Build */

/** @typedef {{ of: string, through: string[], radius: number }} Route */

/** Distance between a point and another. @param {ArrayLike<number>} a @param {number} i @param {ArrayLike<number>} b @param {number} j */
const apart = (a, i, b, j) =>
  Math.sqrt((a[i] - b[j]) ** 2 + (a[i + 1] - b[j + 1]) ** 2 + (a[i + 2] - b[j + 2]) ** 2);

/**
 * What is remembered of a route: how many of its points were passed, how far the next one was, and what the last step brought.
 * @param {TermWorld} world
 * @param {Route} route
 */
function follow(world, { of, through, radius }) {
  const route = { of, through, radius };
  const key = JSON.stringify(route);
  const known = world.shared.get(key);
  if (known) return /** @type {ReturnType<typeof start>} */ (known);
  const made = start(world, route);
  world.shared.set(key, made);
  return made;
}

/** @param {TermWorld} world @param {Route} route */
function start(world, { of, through, radius }) {
  const frame = frameOf(world, of, 'route');
  const points = through.map((name) => frameOf(world, name, 'route'));
  const passed = world.remember(1);
  const distance = world.remember(1);
  const progress = world.remember(1);
  const gained = world.remember(1);
  const next = (/** @type {number} */ ahead) =>
    points[(world.memory[passed] + ahead) % points.length];
  const away = () => {
    const point = next(0);
    return apart(frame.points, frame.at, point.points, point.at);
  };
  return {
    frame,
    next,
    progress,
    gained,
    passed,
    update() {
      const { memory } = world;
      const now = away();
      // the distance that a step before had is not known in the first step
      memory[progress] = world.step > 1 ? memory[distance] - now : 0;
      memory[gained] = now < radius ? 1 : 0;
      memory[passed] += memory[gained];
      memory[distance] = memory[gained] ? away() : now;
    },
  };
}

/** @type {Build<Route & { ahead: number }>} */
export function routeOffset(world, { ahead, ...route }) {
  const { frame, next } = follow(world, route);
  return {
    size: 3 * ahead,
    names: Array.from({ length: 3 * ahead }, (_, i) => `${'xyz'[i % 3]}${Math.floor(i / 3)}`),
    units: new Array(3 * ahead).fill('m'),
    needs: needs.poses,
    write(out, first) {
      const p = frame.points;
      const m = frame.axes;
      for (let k = 0; k < ahead; k++) {
        const point = next(k);
        const q = point.points;
        for (let row = 0; row < 3; row++) {
          let sum = 0;
          for (let i = 0; i < 3; i++)
            sum += m[frame.matrix + 3 * i + row] * (q[point.at + i] - p[frame.at + i]);
          out[first + 3 * k + row] = sum;
        }
      }
    },
  };
}

/** @type {Build<Route>} */
export function routeProgress(world, route) {
  const { progress, update } = follow(world, route);
  return {
    size: 1,
    names: ['progress'],
    units: ['m'],
    needs: needs.poses,
    update,
    write(out, at) {
      out[at] = world.memory[progress];
    },
  };
}

/** @type {Build<Route>} */
export function routePassed(world, route) {
  const { gained } = follow(world, route);
  return {
    size: 1,
    names: ['passed'],
    units: ['1'],
    needs: needs.poses,
    write(out, at) {
      out[at] = world.memory[gained];
    },
  };
}
