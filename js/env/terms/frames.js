// Terms of poses and velocities of bodies, sites and geoms.
import { acos, atan2 } from '../math.js';
import { frameOf } from '../objects.js';
import { needs } from '../world.js';

/** @typedef {import('../objects.js').Frame} Frame */
/** @typedef {import('../world.js').TermWorld} TermWorld */
/** @template Options @typedef {import('./compile.js').Build<Options>} Build */

const axes = ['x', 'y', 'z'];
const metres = ['m', 'm', 'm'];

/** A vector of the world in a frame. @param {ArrayLike<number>} matrix @param {number} at @param {Float64Array} v @param {Float64Array} out @param {number} first */
function intoFrame(matrix, at, v, out, first) {
  for (let k = 0; k < 3; k++)
    out[first + k] = matrix[at + k] * v[0] + matrix[at + 3 + k] * v[1] + matrix[at + 6 + k] * v[2];
}

/** Velocity of the point of a frame, in the world. @param {TermWorld} world @param {Frame} frame @param {Float64Array} into */
export function pointVelocity(world, frame, into) {
  const { cvel, subtree_com: centre } = world;
  const p = frame.points;
  const v = 6 * frame.body;
  const x = p[frame.at] - centre[3 * frame.root];
  const y = p[frame.at + 1] - centre[3 * frame.root + 1];
  const z = p[frame.at + 2] - centre[3 * frame.root + 2];
  into[0] = cvel[v + 3] + cvel[v + 1] * z - cvel[v + 2] * y;
  into[1] = cvel[v + 4] + cvel[v + 2] * x - cvel[v] * z;
  into[2] = cvel[v + 5] + cvel[v] * y - cvel[v + 1] * x;
}

/** @type {Build<{ of?: string, frame: 'own' | 'world' }>} */
export function angularVelocity(world, { of, frame: told }) {
  const frame = frameOf(world, of, 'angularVelocity');
  const v = new Float64Array(3);
  return {
    size: 3,
    names: axes,
    units: ['rad/s', 'rad/s', 'rad/s'],
    needs: needs.velocities,
    write(out, first) {
      const { cvel } = world;
      for (let k = 0; k < 3; k++) v[k] = cvel[6 * frame.body + k];
      if (told === 'own') intoFrame(frame.axes, frame.matrix, v, out, first);
      else for (let k = 0; k < 3; k++) out[first + k] = v[k];
    },
  };
}

/** @type {Build<{ of?: string, frame: 'own' | 'world' }>} */
export function linearVelocity(world, { of, frame: told }) {
  const frame = frameOf(world, of, 'linearVelocity');
  const v = new Float64Array(3);
  return {
    size: 3,
    names: axes,
    units: ['m/s', 'm/s', 'm/s'],
    needs: needs.velocities,
    write(out, first) {
      pointVelocity(world, frame, v);
      if (told === 'own') intoFrame(frame.axes, frame.matrix, v, out, first);
      else for (let k = 0; k < 3; k++) out[first + k] = v[k];
    },
  };
}

/** @type {Build<{ of?: string }>} */
export function gravity(world, { of }) {
  const frame = frameOf(world, of, 'gravity');
  const down = Float64Array.of(0, 0, -1);
  return {
    size: 3,
    names: axes,
    units: ['1', '1', '1'],
    needs: needs.poses,
    write: (out, first) => intoFrame(frame.axes, frame.matrix, down, out, first),
  };
}

/** @type {Build<{ of?: string }>} */
export function framePosition(world, { of }) {
  const frame = frameOf(world, of, 'framePosition');
  return {
    size: 3,
    names: axes,
    units: metres,
    needs: needs.poses,
    write(out, first) {
      const p = frame.points;
      for (let k = 0; k < 3; k++) out[first + k] = p[frame.at + k];
    },
  };
}

/** @type {Build<{ of?: string }>} */
export function height(world, { of }) {
  const frame = frameOf(world, of, 'height');
  return {
    size: 1,
    names: [frame.name],
    units: ['m'],
    needs: needs.poses,
    write(out, first) {
      out[first] = frame.points[frame.at + 2];
    },
  };
}

/** @type {Build<{ of?: string }>} */
export function orientation(world, { of }) {
  const frame = frameOf(world, of, 'orientation');
  return {
    size: 6,
    names: ['xx', 'xy', 'xz', 'yx', 'yy', 'yz'],
    units: new Array(6).fill('1'),
    needs: needs.poses,
    write(out, first) {
      const m = frame.axes;
      for (let k = 0; k < 3; k++) {
        out[first + k] = m[frame.matrix + 3 * k];
        out[first + 3 + k] = m[frame.matrix + 3 * k + 1];
      }
    },
  };
}

/** @type {Build<{ of?: string }>} */
export function upright(world, { of }) {
  const frame = frameOf(world, of, 'upright');
  return {
    size: 1,
    names: [frame.name],
    units: ['1'],
    needs: needs.poses,
    write(out, first) {
      out[first] = frame.axes[frame.matrix + 8];
    },
  };
}

/** @type {Build<{ of?: string }>} */
export function tilt(world, { of }) {
  const frame = frameOf(world, of, 'tilt');
  return {
    size: 1,
    names: [frame.name],
    units: ['rad'],
    needs: needs.poses,
    write(out, first) {
      out[first] = acos(frame.axes[frame.matrix + 8]);
    },
  };
}

/** @type {Build<{ of?: string }>} */
export function heading(world, { of }) {
  const frame = frameOf(world, of, 'heading');
  return {
    size: 1,
    names: [frame.name],
    units: ['rad'],
    needs: needs.poses,
    write(out, first) {
      const m = frame.axes;
      out[first] = atan2(m[frame.matrix + 3], m[frame.matrix]);
    },
  };
}

/** @type {Build<{ of: string, from: string, frame: 'own' | 'world' }>} */
export function offset(world, { of, from, frame: told }) {
  const target = frameOf(world, of, 'offset');
  const base = frameOf(world, from, 'offset');
  const v = new Float64Array(3);
  return {
    size: 3,
    names: axes,
    units: metres,
    needs: needs.poses,
    write(out, first) {
      const a = target.points;
      const b = base.points;
      const into = told === 'own' ? v : out;
      const start = told === 'own' ? 0 : first;
      for (let k = 0; k < 3; k++) into[start + k] = a[target.at + k] - b[base.at + k];
      if (told === 'own') intoFrame(base.axes, base.matrix, v, out, first);
    },
  };
}

/** @type {Build<{ of: string, from: string }>} */
export function distance(world, { of, from }) {
  const target = frameOf(world, of, 'distance');
  const base = frameOf(world, from, 'distance');
  return {
    size: 1,
    names: [`${target.name}-${base.name}`],
    units: ['m'],
    needs: needs.poses,
    write(out, first) {
      const a = target.points;
      const b = base.points;
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += (a[target.at + k] - b[base.at + k]) ** 2;
      out[first] = Math.sqrt(sum);
    },
  };
}

/** @type {Build<{ of: string, from: string }>} */
export function angleBetween(world, { of, from }) {
  const target = frameOf(world, of, 'angleBetween');
  const base = frameOf(world, from, 'angleBetween');
  return {
    size: 1,
    names: [`${target.name}-${base.name}`],
    units: ['rad'],
    needs: needs.poses,
    write(out, first) {
      const a = target.axes;
      const b = base.axes;
      let trace = 0;
      for (let k = 0; k < 9; k++) trace += a[target.matrix + k] * b[base.matrix + k];
      out[first] = acos((trace - 1) / 2);
    },
  };
}

/** @type {Build<{ of: string, from: string }>} */
export function rotationBetween(world, { of, from }) {
  const target = frameOf(world, of, 'rotationBetween');
  const base = frameOf(world, from, 'rotationBetween');
  return {
    size: 6,
    names: ['xx', 'xy', 'xz', 'yx', 'yy', 'yz'],
    units: new Array(6).fill('1'),
    needs: needs.poses,
    write(out, first) {
      // the first two columns of the transposed base times the target
      const a = target.axes;
      const b = base.axes;
      for (let column = 0; column < 2; column++)
        for (let row = 0; row < 3; row++) {
          let sum = 0;
          for (let k = 0; k < 3; k++)
            sum += b[base.matrix + 3 * k + row] * a[target.matrix + 3 * k + column];
          out[first + 3 * column + row] = sum;
        }
    },
  };
}

/** @type {Build<{ of?: string }>} */
export function centreOfMass(world, { of }) {
  const frame = frameOf(world, of, 'centreOfMass');
  return {
    size: 3,
    names: axes,
    units: metres,
    needs: needs.frames,
    write(out, first) {
      const p = world.subtree_com;
      for (let k = 0; k < 3; k++) out[first + k] = p[3 * frame.body + k];
    },
  };
}

/** @type {Build<{ command: string, of?: string, part: 'linear' | 'angular' }>} */
export function velocityError(world, { command, of, part }) {
  const frame = frameOf(world, of, 'velocityError');
  const { at } = world.commandPlace(command);
  const v = new Float64Array(3);
  if (part === 'angular')
    return {
      size: 1,
      names: ['wz'],
      units: ['rad/s'],
      needs: needs.velocities,
      write(out, first) {
        const { cvel } = world;
        const m = frame.axes;
        let turn = 0;
        for (let k = 0; k < 3; k++) turn += m[frame.matrix + 3 * k + 2] * cvel[6 * frame.body + k];
        out[first] = world.command[at + 2] - turn;
      },
    };
  return {
    size: 2,
    names: ['vx', 'vy'],
    units: ['m/s', 'm/s'],
    needs: needs.velocities,
    write(out, first) {
      // in the frame that is turned with the body about the vertical only
      const m = frame.axes;
      pointVelocity(world, frame, v);
      const x = m[frame.matrix];
      const y = m[frame.matrix + 3];
      const length = Math.sqrt(x * x + y * y) || 1;
      out[first] = world.command[at] - (v[0] * x + v[1] * y) / length;
      out[first + 1] = world.command[at + 1] - (v[1] * x - v[0] * y) / length;
    },
  };
}
