// Terms of joints, actuators, actions and commands.
import { perName } from '../control.js';
import { cos, sin } from '../math.js';
import { actuatorName, actuators, drivenJoint, scalarJoints } from '../objects.js';
import { needs } from '../world.js';
import { MjError } from '../../engine/error.js';

/** @typedef {import('../objects.js').ScalarJoint} ScalarJoint */
/** @typedef {import('../world.js').TermWorld} TermWorld */
/** @template Options @typedef {import('./compile.js').Build<Options>} Build */

/** @param {ScalarJoint} joint */
const length = ({ slides }) => (slides ? 'm' : 'rad');

/**
 * Configuration that positions are measured from: a keyframe's, or that of the model.
 * @param {TermWorld} world
 * @param {string | undefined} key
 */
export function reference(world, key) {
  const { model } = world;
  if (key === undefined) return null;
  const from = world.key(key) * model.nq;
  return model.key_qpos.slice(from, from + model.nq);
}

/** @type {Build<{ joints?: string | string[], minus?: string | readonly number[] | Readonly<Record<string, number>> }>} */
export function jointPositions(world, { joints, minus }) {
  const chosen = scalarJoints(world, joints, 'jointPositions');
  const at = Int32Array.from(chosen, ({ qpos }) => qpos);
  const named = chosen.map(({ name }) => name);
  const all = typeof minus === 'object' ? null : reference(world, minus);
  const zero =
    typeof minus === 'object'
      ? Float64Array.from(perName(minus, named, 'jointPositions: minus'))
      : Float64Array.from(at, (address) => (all ? all[address] : 0));
  return {
    size: at.length,
    names: chosen.map(({ name }) => name),
    units: chosen.map(length),
    write(out, first) {
      const { qpos } = world;
      for (let i = 0; i < at.length; i++) out[first + i] = qpos[at[i]] - zero[i];
    },
  };
}

/** @type {Build<{ joints?: string | string[] }>} */
export function jointVelocities(world, { joints }) {
  const chosen = scalarJoints(world, joints, 'jointVelocities');
  const at = Int32Array.from(chosen, ({ dof }) => dof);
  return {
    size: at.length,
    names: chosen.map(({ name }) => name),
    units: chosen.map((joint) => `${length(joint)}/s`),
    write(out, first) {
      const { qvel } = world;
      for (let i = 0; i < at.length; i++) out[first + i] = qvel[at[i]];
    },
  };
}

/** @type {Build<{ joints?: string | string[] }>} */
export function jointAccelerations(world, { joints }) {
  const chosen = scalarJoints(world, joints, 'jointAccelerations');
  const at = Int32Array.from(chosen, ({ dof }) => dof);
  return {
    size: at.length,
    names: chosen.map(({ name }) => name),
    units: chosen.map((joint) => `${length(joint)}/s^2`),
    write(out, first) {
      const { qacc } = world;
      for (let i = 0; i < at.length; i++) out[first + i] = qacc[at[i]];
    },
  };
}

/** @type {Build<{ joints?: string | string[] }>} */
export function sineCosine(world, { joints }) {
  const chosen = scalarJoints(world, joints, 'sineCosine');
  const at = Int32Array.from(chosen, ({ qpos }) => qpos);
  return {
    size: 2 * at.length,
    names: chosen.flatMap(({ name }) => [`sin ${name}`, `cos ${name}`]),
    units: new Array(2 * at.length).fill('1'),
    write(out, first) {
      const { qpos } = world;
      for (let i = 0; i < at.length; i++) {
        out[first + 2 * i] = sin(qpos[at[i]]);
        out[first + 2 * i + 1] = cos(qpos[at[i]]);
      }
    },
  };
}

/** @type {Build<{ joints?: string | string[], soft: number }>} */
export function limitExcess(world, { joints, soft }) {
  const { model } = world;
  const chosen = scalarJoints(world, joints, 'limitExcess').filter(
    ({ id }) => model.jnt_limited[id],
  );
  const at = Int32Array.from(chosen, ({ qpos }) => qpos);
  const bounds = chosen.map(({ id }) => {
    const [low, high] = model.jnt_range.slice(2 * id, 2 * id + 2);
    const [middle, half] = [(low + high) / 2, ((high - low) / 2) * soft];
    return [middle - half, middle + half];
  });
  return {
    size: at.length,
    names: chosen.map(({ name }) => name),
    units: chosen.map(length),
    write(out, first) {
      const { qpos } = world;
      for (let i = 0; i < at.length; i++) {
        const q = qpos[at[i]];
        out[first + i] = Math.max(0, bounds[i][0] - q, q - bounds[i][1]);
      }
    },
  };
}

/** @type {Build<{ skip: number, clip?: number }>} */
export const positions = (world, { skip }) => ({
  size: world.model.nq - skip,
  names: stateNames(world, true).slice(skip),
  units: new Array(world.model.nq - skip).fill(''),
  write(out, first) {
    const { qpos } = world;
    for (let i = skip; i < qpos.length; i++) out[first + i - skip] = qpos[i];
  },
});

/** @type {Build<{ skip: number, clip: number }>} */
export const velocities = (world, { skip, clip }) => ({
  size: world.model.nv - skip,
  names: stateNames(world, false).slice(skip),
  units: new Array(world.model.nv - skip).fill(''),
  write(out, first) {
    const { qvel } = world;
    for (let i = skip; i < qvel.length; i++)
      out[first + i - skip] = Math.max(-clip, Math.min(clip, qvel[i]));
  },
});

/** Names of the numbers of qpos or of qvel. @param {TermWorld} world @param {boolean} ofPositions */
function stateNames({ simulation, model }, ofPositions) {
  const sizes = ofPositions ? [7, 4, 1, 1] : [6, 3, 1, 1];
  return simulation.names('joint').flatMap((name, id) => {
    const size = sizes[model.jnt_type[id]];
    const own = name || `joint ${id}`;
    return size === 1 ? [own] : Array.from({ length: size }, (_, i) => `${own}[${i}]`);
  });
}

/** @type {Build<{ actuators?: string | string[] }>} */
export function torques(world, options) {
  const chosen = Int32Array.from(actuators(world, options.actuators, 'torques'));
  return {
    size: chosen.length,
    names: [...chosen].map((id) => actuatorName(world, id)),
    units: [...chosen].map((id) => {
      const joint = drivenJoint(world, id);
      return joint >= 0 && world.model.jnt_type[joint] === 3 ? 'N m' : 'N';
    }),
    write(out, first) {
      const force = world.actuator_force;
      for (let i = 0; i < chosen.length; i++) out[first + i] = force[chosen[i]];
    },
  };
}

/** @type {Build<{ actuators?: string | string[] }>} */
export function power(world, options) {
  const chosen = Int32Array.from(actuators(world, options.actuators, 'power'));
  return {
    size: chosen.length,
    names: [...chosen].map((id) => actuatorName(world, id)),
    units: [...chosen].map(() => 'W'),
    write(out, first) {
      const { actuator_force: force, actuator_velocity: speed } = world;
      for (let i = 0; i < chosen.length; i++) out[first + i] = force[chosen[i]] * speed[chosen[i]];
    },
  };
}

/** @type {Build<object>} */
export const lastAction = (world) => ({
  size: world.action.length,
  names: world.actionNames,
  units: new Array(world.action.length).fill('1'),
  write(out, first) {
    const { action } = world;
    for (let i = 0; i < action.length; i++) out[first + i] = action[i];
  },
});

/** @type {Build<object>} */
export const actionRate = (world) => ({
  size: world.action.length,
  names: world.actionNames,
  units: new Array(world.action.length).fill('1'),
  write(out, first) {
    const { action, lastAction: before } = world;
    for (let i = 0; i < action.length; i++) out[first + i] = action[i] - before[i];
  },
});

/** @type {Build<{ command: string }>} */
export function command(world, { command: wanted }) {
  const { at, size, names, units } = world.commandPlace(wanted);
  return {
    name: wanted,
    size,
    names,
    units,
    write(out, first) {
      for (let i = 0; i < size; i++) out[first + i] = world.command[at + i];
    },
  };
}

/** @type {Build<{ sensor: string }>} */
export function sensor(world, { sensor: wanted }) {
  const { simulation, model } = world;
  const names = simulation.names('sensor');
  const id = names.indexOf(wanted);
  if (id < 0) {
    const known = names.filter(Boolean).join(', ') || 'none';
    throw new MjError(`sensor: no sensor is called '${wanted}', there are ${known}`);
  }
  const at = model.sensor_adr[id];
  const size = model.sensor_dim[id];
  return {
    name: wanted,
    size,
    names: Array.from({ length: size }, (_, i) => (size > 1 ? `${wanted}[${i}]` : wanted)),
    units: new Array(size).fill(''),
    needs: needs.sensors,
    write(out, first) {
      const { sensordata } = world;
      for (let i = 0; i < size; i++) out[first + i] = sensordata[at + i];
    },
  };
}

/** @type {Build<{ period: number }>} */
export const clock = (world, { period }) => ({
  size: 2,
  names: ['sin', 'cos'],
  units: ['1', '1'],
  write(out, first) {
    const phase = (2 * Math.PI * world.time) / period;
    out[first] = sin(phase);
    out[first + 1] = cos(phase);
  },
});

/** What must be computed for an array. @param {string} array */
function needsOf(array) {
  if (['cinert', 'subtree_com'].includes(array)) return needs.frames;
  if (['xpos', 'xquat', 'xmat', 'xipos'].includes(array)) return needs.poses;
  return array === 'cvel' ? needs.velocities : needs.nothing;
}

/** @type {Build<{ array: keyof import('../world.js').DataArrays, skip: number, clip: number }>} */
export function field(world, { array, skip, clip }) {
  const values = world[array];
  if (!ArrayBuffer.isView(values))
    throw new MjError(`field: '${array}' is no array that environments show`);
  const size = Math.max(0, values.length - skip);
  return {
    name: array,
    size,
    names: Array.from({ length: size }, (_, i) => `${array}[${i + skip}]`),
    units: new Array(size).fill(''),
    needs: needsOf(array),
    write(out, first) {
      const all = world[array];
      for (let i = 0; i < size; i++)
        out[first + i] = Math.max(-clip, Math.min(clip, all[skip + i]));
    },
  };
}
