// Terms of poses and velocities of bodies, sites and geoms; as ../terms/frames.js.
import { frameOf } from '../objects.js';

/** @typedef {import('../objects.js').Frame} Frame */
/** @typedef {import('./block.js').Block} Block */
/** @typedef {import('./terms.js').Term} Term */
/** @template Options @typedef {import('./terms.js').Build<Options>} Build */
/** @typedef {{ of?: string, frame: 'own' | 'world' }} Told */

/** @param {Frame} frame */
export const position = ({ positions, id }) => `ld3(d_${positions} + ${3 * id})`;

/** The rotation, by columns. @param {Frame} frame */
export const rotation = ({ matrices, id }) => `ld9(d_${matrices} + ${9 * id})`;

/** The three numbers of a vector. @param {Block} b @param {string} vector */
function three(b, vector) {
  const v = b.let(vector);
  return [`${v}.x`, `${v}.y`, `${v}.z`];
}

/** @param {(block: Block) => string} body @returns {Term} */
const vector = (body) => ({ size: 3, write: (b) => three(b, body(b)) });
/** @param {(block: Block) => string} body @returns {Term} */
const scalar = (body) => ({ size: 1, write: (b) => [b.let(body(b))] });

/** Velocity of the point of a frame. @param {Frame} frame */
const velocity = (frame) => `point_velocity(${frame.body}, ${position(frame)}).l`;
/** @param {Frame} frame */
const turning = (frame) => `ld3(d_cvel + ${6 * frame.body})`;

/** @param {string} v @param {Frame} frame @param {Told['frame']} told */
const told = (v, frame, told) => (told === 'own' ? `${v} * ${rotation(frame)}` : v);

/** @type {Build<Told>} */
export function angularVelocity({ world }, { of, frame: wanted }) {
  const frame = frameOf(world, of, 'angularVelocity');
  return vector(() => told(turning(frame), frame, wanted));
}

/** @type {Build<Told>} */
export function linearVelocity({ world }, { of, frame: wanted }) {
  const frame = frameOf(world, of, 'linearVelocity');
  return vector(() => told(velocity(frame), frame, wanted));
}

/** @type {Build<{ of?: string }>} */
export function gravity({ world }, { of }) {
  const frame = frameOf(world, of, 'gravity');
  return vector(() => `vec3f(0, 0, -1) * ${rotation(frame)}`);
}

/** @type {Build<{ of?: string }>} */
export function framePosition({ world }, { of }) {
  const frame = frameOf(world, of, 'framePosition');
  return vector(() => position(frame));
}

/** @type {Build<{ of?: string }>} */
export function height({ world }, { of }) {
  const frame = frameOf(world, of, 'height');
  return scalar(() => `${position(frame)}.z`);
}

/** @type {Build<{ of?: string }>} */
export function orientation({ world }, { of }) {
  const frame = frameOf(world, of, 'orientation');
  return {
    size: 6,
    write(b) {
      const m = b.let(rotation(frame));
      return [0, 1].flatMap((column) => ['x', 'y', 'z'].map((row) => `${m}[${column}].${row}`));
    },
  };
}

/** @type {Build<{ of?: string }>} */
export function upright({ world }, { of }) {
  const frame = frameOf(world, of, 'upright');
  return scalar(() => `${rotation(frame)}[2].z`);
}

/** @type {Build<{ of?: string }>} */
export function tilt({ world }, { of }) {
  const frame = frameOf(world, of, 'tilt');
  return scalar((b) => {
    const z = b.let(`${rotation(frame)}[2]`);
    return `upper_angle(length(${z}.xy), ${z}.z)`;
  });
}

/** @type {Build<{ of?: string }>} */
export function heading({ world }, { of }) {
  const frame = frameOf(world, of, 'heading');
  return scalar((b) => {
    const x = b.let(`${rotation(frame)}[0]`);
    return `select(1.0f, -1.0f, ${x}.y < 0) * upper_angle(abs(${x}.y), ${x}.x)`;
  });
}

/** @type {Build<{ of: string, from: string, frame: 'own' | 'world' }>} */
export function offset({ world }, { of, from, frame: wanted }) {
  const target = frameOf(world, of, 'offset');
  const base = frameOf(world, from, 'offset');
  return vector(() => told(`(${position(target)} - ${position(base)})`, base, wanted));
}

/** @type {Build<{ of: string, from: string }>} */
export function distance({ world }, { of, from }) {
  const target = frameOf(world, of, 'distance');
  const base = frameOf(world, from, 'distance');
  return scalar(() => `distance(${position(target)}, ${position(base)})`);
}

/** @type {Build<{ of: string, from: string }>} */
export function angleBetween({ world }, { of, from }) {
  const target = frameOf(world, of, 'angleBetween');
  const base = frameOf(world, from, 'angleBetween');
  return scalar((b) => {
    const r = b.let(`transpose(${rotation(base)}) * ${rotation(target)}`);
    const sine = `vec3f(${r}[1].z - ${r}[2].y, ${r}[2].x - ${r}[0].z, ${r}[0].y - ${r}[1].x)`;
    return `upper_angle(length(${sine}), ${r}[0].x + ${r}[1].y + ${r}[2].z - 1)`;
  });
}

/** @type {Build<{ of: string, from: string }>} */
export function rotationBetween({ world }, { of, from }) {
  const target = frameOf(world, of, 'rotationBetween');
  const base = frameOf(world, from, 'rotationBetween');
  return {
    size: 6,
    write(b) {
      const r = b.let(`transpose(${rotation(base)}) * ${rotation(target)}`);
      return [0, 1].flatMap((column) => ['x', 'y', 'z'].map((row) => `${r}[${column}].${row}`));
    },
  };
}

/** @type {Build<{ of?: string }>} */
export function centreOfMass({ world }, { of }) {
  const frame = frameOf(world, of, 'centreOfMass');
  return vector(() => `ld3(d_subtree_com + ${3 * frame.body})`);
}

/** @type {Build<{ command: string, of?: string, part: 'linear' | 'angular' }>} */
export function velocityError({ world }, { command, of, part }) {
  const frame = frameOf(world, of, 'velocityError');
  const { at } = world.commandPlace(command);
  const asked = (/** @type {number} */ k) => `ld(own_commands + ${at + k})`;
  if (part === 'angular')
    return scalar(() => `${asked(2)} - dot(${rotation(frame)}[2], ${turning(frame)})`);
  return {
    size: 2,
    write(b) {
      // in the frame that is turned with the body about the vertical only
      const axis = b.let(`${rotation(frame)}[0].xy`);
      const v = b.let(velocity(frame));
      const size = b.let(`length(${axis})`);
      const x = b.let(`${axis} / select(${size}, 1.0f, ${size} == 0)`);
      return [
        b.let(`${asked(0)} - dot(${v}.xy, ${x})`),
        b.let(`${asked(1)} - (${v}.y * ${x}.x - ${v}.x * ${x}.y)`),
      ];
    },
  };
}
