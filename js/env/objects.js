// Finding what terms name: joints, actuators, bodies, sites and geoms.
import { MjError } from '../engine/error.js';
import { list, matching } from './world.js';

/** @typedef {import('./world.js').TermWorld} TermWorld */

const FREE = 0; // mjJNT_FREE
const BALL = 1; // mjJNT_BALL
const JOINT = 0; // mjTRN_JOINT
const JOINT_IN_PARENT = 1; // mjTRN_JOINTINPARENT

/**
 * A joint with one degree of freedom.
 * @typedef {{ name: string, id: number, qpos: number, dof: number, slides: boolean }} ScalarJoint
 */

/**
 * Joints with one degree of freedom, in the order of the model or of the names.
 * @param {TermWorld} world
 * @param {string | readonly string[]} [patterns] all when left out
 * @param {string} [what] for the message
 * @returns {ScalarJoint[]}
 */
export function scalarJoints({ simulation, model }, patterns = '*', what = 'joints') {
  const names = simulation.names('joint');
  const types = model.jnt_type;
  const scalar = (/** @type {number} */ id) => types[id] !== FREE && types[id] !== BALL;
  const patternsOf = typeof patterns === 'string' ? [patterns] : patterns;
  for (const pattern of patternsOf) {
    if (pattern === '*' || matching(names, pattern).some(scalar)) continue;
    const known = list(names.filter((_, id) => scalar(id)));
    throw new MjError(`${what}: '${pattern}' is no hinge or slide joint, there are ${known}`);
  }
  return matching(names, patternsOf)
    .filter(scalar)
    .map((id) => ({
      name: names[id] || `joint ${id}`,
      id,
      qpos: model.jnt_qposadr[id],
      dof: model.jnt_dofadr[id],
      slides: types[id] === 2,
    }));
}

/** Actuators by name. @param {TermWorld} world @param {string | readonly string[]} [patterns] @param {string} [what] */
export function actuators({ simulation, model }, patterns = '*', what = 'actuators') {
  const names = simulation.names('actuator');
  if (patterns === '*') return Array.from({ length: model.nu }, (_, id) => id);
  const found = matching(names, patterns);
  if (found.length === 0)
    throw new MjError(`${what}: '${patterns}' fits no actuator, there are ${list(names)}`);
  return found;
}

/** Name of an actuator. @param {TermWorld} world @param {number} id */
export const actuatorName = ({ simulation }, id) =>
  simulation.names('actuator')[id] || `actuator ${id}`;

/** The joint that an actuator drives, -1 when it is none. @param {TermWorld} world @param {number} id */
export function drivenJoint({ model }, id) {
  const kind = model.actuator_trntype[id];
  return kind === JOINT || kind === JOINT_IN_PARENT ? model.actuator_trnid[2 * id] : -1;
}

/**
 * A body, site or geom: where its pose is in the arrays of a world.
 * @typedef {object} Frame
 * @property {string} name
 * @property {'body' | 'site' | 'geom'} kind
 * @property {number} id
 * @property {'xpos' | 'site_xpos' | 'geom_xpos'} positions
 * @property {'xmat' | 'site_xmat' | 'geom_xmat'} matrices
 * @property {Float64Array} points the first of these arrays, renewed by the world
 * @property {Float64Array} axes the second
 * @property {number} at of its position
 * @property {number} matrix of its rotation
 * @property {number} body that it is part of
 * @property {number} root body whose subtree's centre its spatial velocity is told at
 */

const kinds = /** @type {const} */ (['site', 'body', 'geom']);

/** Where poses are, by kind. */
const arrays = /** @type {const} */ ({
  site: { positions: 'site_xpos', matrices: 'site_xmat' },
  body: { positions: 'xpos', matrices: 'xmat' },
  geom: { positions: 'geom_xpos', matrices: 'geom_xmat' },
});

/**
 * Finds a body, site or geom; the first one of this name in the order site, body, geom, or `kind:name`.
 * @param {TermWorld} world
 * @param {string | undefined} name the body of the first free joint when left out, else the first body
 * @param {string} term for the message
 * @returns {Frame}
 */
export function frameOf(world, name, term) {
  const { simulation, model } = world;
  if (name === undefined) return makeFrame(world, 'body', freeBody(world));
  const [, word, rest] = /^(?:(site|body|geom):)?(.*)$/.exec(name) ?? [];
  const wanted = kinds.filter((kind) => word === undefined || kind === word);
  for (const kind of wanted) {
    const id = simulation.names(kind).indexOf(rest);
    if (id >= 0) return makeFrame(world, kind, id);
  }
  const all = wanted.map((kind) => `${kind} ${list(simulation.names(kind))}`).join('; ');
  throw new MjError(
    `${term}: nothing is called '${name}' (model of ${model.nbody} bodies), there are ${all}`,
  );
}

/** @param {TermWorld} world @param {Frame['kind']} kind @param {number} id @returns {Frame} */
function makeFrame(world, kind, id) {
  const { simulation, model } = world;
  const body =
    kind === 'body' ? id : kind === 'site' ? model.site_bodyid[id] : model.geom_bodyid[id];
  const root = model.body_rootid[body];
  const name = simulation.names(kind)[id] || `${kind} ${id}`;
  const { positions, matrices } = arrays[kind];
  const [points, axes] = [world.data[positions], world.data[matrices]];
  const places = { positions, matrices, points, axes, at: 3 * id, matrix: 9 * id };
  const frame = { name, kind, id, body, root, ...places };
  world.frames.push(frame);
  return frame;
}

/** The body that moves freely first, else the first one of the model. @param {TermWorld} world */
export function freeBody({ model }) {
  const id = model.jnt_type.indexOf(FREE);
  return id >= 0 ? model.jnt_bodyid[id] : Math.min(1, model.nbody - 1);
}

/** The first free joint, null when there is none. @param {TermWorld} world @param {string} [name] */
export function freeJoint({ simulation, model }, name) {
  const names = simulation.names('joint');
  const id = model.jnt_type.findIndex(
    (type, k) => type === FREE && (name === undefined || names[k] === name),
  );
  return id < 0 ? null : { qpos: model.jnt_qposadr[id], dof: model.jnt_dofadr[id] };
}
