// The library of terms: plain descriptions that go into `observe`, `reward` and `terminate`, and between each other.
//
// A term gives some numbers for an environment. Frames are named as `name`, or `site:name`, `body:name`, `geom:name` where names are used
// twice; joints, actuators and geoms by name, a pattern in which * is any text, or a list of them. Where a frame is left out, it is that of
// the body that moves freely first. Units are metres, seconds, radians, newtons.
import { demand } from '../engine/error.js';
import { functionPlace } from './functions.js';
import { needs } from './world.js';

/** @typedef {import('./world.js').TermWorld} TermWorld */
/** @typedef {import('./terms/compile.js').TermData} TermData */
/** @typedef {import('./terms/compile.js').TermInput} TermInput */
/** @typedef {string | string[]} Names */

/** A term without what was left out. @param {string} term @param {Record<string, unknown>} options @returns {TermData} */
const describe = (term, options) => ({
  term,
  ...Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)),
});

/** A term where a frame may stand for one of its numbers. @param {TermInput | string | undefined} of @param {string} term */
const orFrame = (of, term) =>
  typeof of === 'string' || of === undefined ? describe(term, { of }) : of;

// --- joints

/** Positions of hinges and slides, rad or m. @param {{ joints?: Names, minus?: string | readonly number[] | Readonly<Record<string, number>> }} [options] minus: what they are measured from: a keyframe, or numbers, rad or m */
export const jointPositions = (options = {}) => describe('jointPositions', options);

/** Velocities of hinges and slides, rad/s or m/s. @param {{ joints?: Names }} [options] */
export const jointVelocities = (options = {}) => describe('jointVelocities', options);

/** Accelerations of hinges and slides in the last step of the simulation, rad/s^2 or m/s^2. @param {{ joints?: Names }} [options] */
export const jointAccelerations = (options = {}) => describe('jointAccelerations', options);

/** Sine and cosine of the angles of hinges. @param {Names} [joints] */
export const sineCosine = (joints) => describe('sineCosine', { joints });

/** How far joints are beyond a share of their range, rad or m. @param {{ joints?: Names, soft?: number }} [options] soft: the share (0.95) */
export const limitExcess = ({ joints, soft = 0.95 } = {}) =>
  describe('limitExcess', { joints, soft });

/** All of qpos from a place on. @param {{ skip?: number }} [options] */
export const positions = ({ skip = 0 } = {}) => describe('positions', { skip });

/** All of qvel from a place on, cut off at -clip and clip. @param {{ skip?: number, clip?: number }} [options] */
export const velocities = ({ skip = 0, clip = Number.MAX_VALUE } = {}) =>
  describe('velocities', { skip, clip });

/**
 * An array of mjData from a place on, cut off at -clip and clip.
 * @param {keyof import('./world.js').DataArrays} array @param {{ skip?: number, clip?: number }} [options]
 */
export const field = (array, { skip = 0, clip = Number.MAX_VALUE } = {}) =>
  describe('field', { array, skip, clip });

// --- actuators, actions, commands

/** Forces of actuators, N m or N. @param {Names} [actuators] */
export const torques = (actuators) => describe('torques', { actuators });

/** Mechanical power of actuators, W. @param {Names} [actuators] */
export const power = (actuators) => describe('power', { actuators });

/** The action that was given last; zero when an episode begins. */
export const lastAction = () => describe('lastAction', {});

/** The last action minus the one before. */
export const actionRate = () => describe('actionRate', {});

/** The numbers of a command. @param {string} name */
export const command = (name) => describe('command', { command: name });

/** Readings of a sensor, in its units. @param {string} name */
export const sensor = (name) => describe('sensor', { sensor: name });

/** Sine and cosine of a clock that begins with the episode. @param {number} period s */
export const clock = (period) => describe('clock', { period });

// --- frames

/** Position in the world, m. @param {string} [of] */
export const framePosition = (of) => describe('framePosition', { of });

/** Height in the world, m. @param {string} [of] */
export const height = (of) => describe('height', { of });

/** The first two columns of the rotation matrix, in the world. @param {string} [of] */
export const orientation = (of) => describe('orientation', { of });

/** Unit vector of gravity (down) in the frame. @param {string} [of] */
export const gravity = (of) => describe('gravity', { of });

/** Cosine of the angle between the frame's z axis and the vertical. @param {string} [of] */
export const upright = (of) => describe('upright', { of });

/** Angle between the frame's z axis and the vertical, rad. @param {string} [of] */
export const tilt = (of) => describe('tilt', { of });

/** Angle of the frame's x axis about the vertical, rad. @param {string} [of] */
export const heading = (of) => describe('heading', { of });

/** Angular velocity, rad/s. @param {string} [of] @param {'own' | 'world'} [frame] in which it is told */
export const angularVelocity = (of, frame = 'own') => describe('angularVelocity', { of, frame });

/** Velocity of the frame's point, m/s. @param {string} [of] @param {'own' | 'world'} [frame] in which it is told */
export const linearVelocity = (of, frame = 'own') => describe('linearVelocity', { of, frame });

/** From one frame to another, m. @param {string} from @param {string} of @param {'own' | 'world'} [frame] own: told in the frame `from` */
export const offset = (from, of, frame = 'own') => describe('offset', { of, from, frame });

/** Distance between two frames, m. @param {string} from @param {string} of */
export const distance = (from, of) => describe('distance', { of, from });

/** Angle of the rotation between two frames, rad. @param {string} from @param {string} of */
export const angleBetween = (from, of) => describe('angleBetween', { of, from });

/** The first two columns of the rotation from one frame to another. @param {string} from @param {string} of */
export const rotationBetween = (from, of) => describe('rotationBetween', { of, from });

/** Centre of mass of a body and what hangs on it, m. @param {string} [of] */
export const centreOfMass = (of) => describe('centreOfMass', { of });

/**
 * What a command asks minus what there is: of [vx, vy, turn], in the frame that turns with a body about the vertical.
 * @param {string} command @param {{ of?: string, part?: 'linear' | 'angular' }} [options] part: m/s forward and to the left, or rad/s
 */
export const velocityError = (command, { of, part = 'linear' } = {}) =>
  describe('velocityError', { command, of, part });

// --- routes

/**
 * A route: a frame passes through others, one after another and again from the first; a point is passed within a radius (m).
 * @typedef {{ of: string, through: string[], radius: number }} Route
 */

/** From the frame to the next points of a route, told in the frame, m. @param {Route} route @param {{ ahead?: number }} [options] ahead: how many (1) */
export const routeOffset = (route, { ahead = 1 } = {}) =>
  describe('routeOffset', { ...route, ahead });

/** How much nearer the last step came to the next point, m. Needed once where other terms of the route are used. @param {Route} route */
export const routeProgress = (route) => describe('routeProgress', { ...route });

/** 1 where the last step passed a point. @param {Route} route */
export const routePassed = (route) => describe('routePassed', { ...route });

// --- contacts

/** 1 for each geom that touches something, else 0. @param {Names} geoms `body:name` for those of a body @param {Names} [others] what they are to touch */
export const touching = (geoms, others) => describe('touching', { geoms, others });

/**
 * For each geom that has just come down, how long it was in the air minus a threshold, s; else 0.
 * @param {Names} geoms @param {{ threshold?: number, others?: Names }} [options]
 */
export const airTime = (geoms, { threshold = 0, others } = {}) =>
  describe('airTime', { geoms, threshold, others });

// --- from terms to one number

/** Sum of squares. @param {TermInput} of */
export const squared = (of) => describe('squared', { of });

/** Root of the sum of squares. @param {TermInput} of */
export const norm = (of) => describe('norm', { of });

/** Sum of sizes. @param {TermInput} of */
export const absolute = (of) => describe('absolute', { of });

/** Sum. @param {TermInput} of */
export const sum = (of) => describe('sum', { of });

/** Sum of what is above 0. @param {TermInput} of */
export const positive = (of) => describe('positive', { of });

/** The largest number. @param {TermInput} of */
export const largest = (of) => describe('largest', { of });

/** e to the power of minus the sum of squares by a scale: 1 where all is 0. @param {TermInput} of @param {number} scale in squared units */
export function exp(of, scale) {
  demand(scale > 0, 'exp(term, scale): the scale is positive', scale);
  return describe('exp', { of, scale });
}

/** 1 where a number is below a value, else 0. @param {TermInput | string} of the height of a frame where it is a name @param {number} value */
export const below = (of, value) => describe('below', { of: orFrame(of, 'height'), value });

/** 1 where a number is above a value, else 0. @param {TermInput | string} of the height of a frame where it is a name @param {number} value */
export const above = (of, value) => describe('above', { of: orFrame(of, 'height'), value });

/** 1 where a frame leans further than an angle, rad. @param {string | undefined} of @param {number} angle */
export const tilted = (of, angle) => above(tilt(of), angle);

/**
 * 1 where all numbers are within bounds; beyond them a bell that has come down to `edge` a margin away.
 * @param {TermInput} of @param {{ low?: number, high?: number, margin?: number, edge?: number }} options
 */
export const tolerance = (of, { low = 0, high = 0, margin = 0, edge = 0.1 }) =>
  describe('tolerance', { of, low, high, margin, edge });

// --- from numbers to numbers

/** Numbers times a factor. @param {TermInput} of @param {number} factor */
export const times = (of, factor) => describe('times', { of, factor });

/** Numbers cut off. @param {TermInput} of @param {number} low @param {number} high */
export const clipped = (of, low, high) => describe('clipped', { of, low, high });

/** How much numbers changed in the last step, per second. @param {TermInput} of */
export const rate = (of) => describe('rate', { of });

/** 1 where a number is 0, else 0. @param {TermInput} of */
export const not = (of) => describe('not', { of });

/** Some of the numbers. @param {TermInput} of @param {number} first @param {number} [count] */
export const part = (of, first, count = 1) => describe('part', { of, first, count });

/** Products, number by number; one number goes with all. @param {...TermInput} terms */
export const product = (...terms) => describe('product', { terms });

/** Sums, number by number; one number goes with all. @param {...TermInput} terms */
export const plus = (...terms) => describe('plus', { terms });

/** Differences, number by number; one number goes with all. @param {TermInput} a @param {TermInput} b */
export const minus = (a, b) => describe('minus', { terms: [a, b] });

/** 1 where any is not 0. @param {...TermInput} terms */
export const any = (...terms) => describe('any', { terms });

/** 1 where none is 0. @param {...TermInput} terms */
export const all = (...terms) => describe('all', { terms });

// --- of one's own

/**
 * A function of a module, or a function as it is where `workers` is 1: it is called with the world of an environment (`TermWorld`) and the
 * argument, and gives a number, or as many as `size` says.
 * @param {string | URL | ((world: TermWorld, argument: unknown) => number | boolean | ArrayLike<number>)} address `new URL('./terms.js#name', import.meta.url)`
 * @param {{ size?: number, names?: string[], units?: string | string[], argument?: unknown, needs?: keyof typeof needs, name?: string }} [options]
 *   needs: what must belong to the present state before it is called (`frames`)
 */
export function term(
  address,
  { size = 1, names, units, argument, needs: wanted = 'frames', name } = {},
) {
  demand(Object.hasOwn(needs, wanted), `term: needs is ${Object.keys(needs).join(', ')}`, wanted);
  const module = functionPlace(address, 'term');
  return describe('custom', { module, size, names, units, argument, needs: needs[wanted], name });
}

/** A term under another name. @param {string} name @param {TermData} of @returns {TermData} */
export const named = (name, of) => ({ ...of, name });
