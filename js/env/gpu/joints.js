// Terms of joints, actuators, actions and commands; as ../terms/joints.js.
import { MjError } from '../../engine/error.js';
import { perName } from '../control.js';
import { actuators, scalarJoints } from '../objects.js';
import { reference } from '../terms/joints.js';
import { number } from './block.js';

/** @typedef {import('./terms.js').Term} Term */
/** @template Options @typedef {import('./terms.js').Build<Options>} Build */
/** @typedef {string | string[]} Names */

/** A term of expressions. @param {string[]} expressions @returns {Term} */
const of = (expressions) => ({
  size: expressions.length,
  write: (b) => expressions.map((expression) => b.let(expression)),
});

/** @param {string} field @param {number} i */
const at = (field, i) => `ld(d_${field} + ${i})`;

/** @type {Build<{ joints?: Names, minus?: string | readonly number[] | Readonly<Record<string, number>> }>} */
export function jointPositions({ world }, { joints, minus }) {
  const chosen = scalarJoints(world, joints, 'jointPositions');
  const names = chosen.map(({ name }) => name);
  const all = typeof minus === 'object' ? null : reference(world, minus);
  const zero =
    typeof minus === 'object'
      ? perName(minus, names, 'jointPositions: minus')
      : chosen.map(({ qpos }) => (all ? all[qpos] : 0));
  return of(chosen.map(({ qpos }, i) => `${at('qpos', qpos)} - ${number(zero[i])}`));
}

/** @type {Build<{ joints?: Names }>} */
export const jointVelocities = ({ world }, { joints }) =>
  of(scalarJoints(world, joints, 'jointVelocities').map(({ dof }) => at('qvel', dof)));

/** @type {Build<{ joints?: Names }>} */
export function jointAccelerations(terms, { joints }) {
  terms.dynamics = true;
  return of(
    scalarJoints(terms.world, joints, 'jointAccelerations').map(({ dof }) => at('qacc', dof)),
  );
}

/** @type {Build<{ joints?: Names }>} */
export function sineCosine({ world }, { joints }) {
  const chosen = scalarJoints(world, joints, 'sineCosine');
  return {
    size: 2 * chosen.length,
    write: (b) =>
      chosen.flatMap(({ qpos }) => {
        const pair = b.let(`sine_cosine(${at('qpos', qpos)})`);
        return [`${pair}.x`, `${pair}.y`];
      }),
  };
}

/** @type {Build<{ joints?: Names, soft: number }>} */
export function limitExcess({ world }, { joints, soft }) {
  const { model } = world;
  const chosen = scalarJoints(world, joints, 'limitExcess').filter(
    ({ id }) => model.jnt_limited[id],
  );
  return of(
    chosen.map(({ id, qpos }) => {
      const [low, high] = model.jnt_range.slice(2 * id, 2 * id + 2);
      const [middle, half] = [(low + high) / 2, ((high - low) / 2) * soft];
      const q = at('qpos', qpos);
      return `max(0.0f, max(${number(middle - half)} - ${q}, ${q} - ${number(middle + half)}))`;
    }),
  );
}

/** @param {number} count @param {(i: number) => string} body */
const several = (count, body) => of(Array.from({ length: Math.max(0, count) }, (_, i) => body(i)));

/** @type {Build<{ skip: number }>} */
export const positions = ({ world }, { skip }) =>
  several(world.model.nq - skip, (i) => at('qpos', i + skip));

/** @type {Build<{ skip: number, clip: number }>} */
export const velocities = ({ world }, { skip, clip }) =>
  several(
    world.model.nv - skip,
    (i) => `clamp(${at('qvel', i + skip)}, ${number(-clip)}, ${number(clip)})`,
  );

/** @type {Build<{ actuators?: Names }>} */
export function torques(terms, options) {
  terms.dynamics = true;
  return of(
    actuators(terms.world, options.actuators, 'torques').map((id) => at('actuator_force', id)),
  );
}

/** @type {Build<{ actuators?: Names }>} */
export function power(terms, options) {
  terms.dynamics = true;
  return of(
    actuators(terms.world, options.actuators, 'power').map(
      (id) => `${at('actuator_force', id)} * ${at('actuator_velocity', id)}`,
    ),
  );
}

/** @type {Build<object>} */
export const lastAction = ({ world }) =>
  several(world.action.length, (i) => `ld(own_action + ${i})`);

/** @type {Build<object>} */
export const actionRate = ({ world }) =>
  several(world.action.length, (i) => `ld(own_action + ${i}) - ld(own_lastAction + ${i})`);

/** @type {Build<{ command: string }>} */
export function command({ world }, { command: wanted }) {
  const { at: first, size } = world.commandPlace(wanted);
  return several(size, (i) => `ld(own_commands + ${first + i})`);
}

/** @type {Build<{ sensor: string }>} */
export function sensor(terms, { sensor: wanted }) {
  const { simulation, model } = terms.world;
  const id = simulation.names('sensor').indexOf(wanted);
  terms.sensors = true;
  terms.dynamics = true;
  return several(model.sensor_dim[id], (i) => at('sensordata', model.sensor_adr[id] + i));
}

/** @type {Build<{ period: number }>} */
export const clock = ({ world }, { period }) => ({
  size: 2,
  write(b) {
    const turns = b.let(`fract(f32(world_step) * ${number(world.period / period)})`);
    const pair = b.let(`sine_cosine(${number(2 * Math.PI)} * ${turns})`);
    return [`${pair}.x`, `${pair}.y`];
  },
});

/** Arrays that are on the GPU under the same name. */
const arrays = new Set([
  ...['qpos', 'qvel', 'act', 'ctrl', 'qacc', 'qfrc_applied', 'xfrc_applied', 'mocap_pos'],
  ...['mocap_quat', 'sensordata', 'xpos', 'xquat', 'xmat', 'xipos', 'cvel', 'cinert'],
  ...['subtree_com', 'geom_xpos', 'geom_xmat', 'site_xpos', 'site_xmat', 'actuator_force'],
  ...['actuator_length', 'actuator_velocity', 'qfrc_actuator', 'qfrc_constraint'],
]);

/** @type {Build<{ array: string, skip: number, clip: number }>} */
export function field(terms, { array, skip, clip }) {
  if (!arrays.has(array)) throw new MjError(`the term field of ${array}`);
  const values = /** @type {ArrayLike<number>} */ (Reflect.get(terms.world, array));
  terms.dynamics ||= /^(qacc|sensor|actuator|qfrc)/.test(array);
  return several(
    values.length - skip,
    (i) => `clamp(${at(array, skip + i)}, ${number(-clip)}, ${number(clip)})`,
  );
}
