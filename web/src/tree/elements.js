// The elements of a model as nodes of a tree: bodies with what they hold, then everything else by kind.
import { nameOf } from '../names.js';

import { fieldsIn, isRow, numbersIn, rowsIn } from '../fields.js';

/** @typedef {import('limber').Simulation} Simulation */
/**
 * @typedef {object} Node
 * @property {string} label
 * @property {string} kind what it is, empty for a heading
 * @property {number} type mjtObj, -1 for a heading
 * @property {number} id
 * @property {Node[]} children
 * @property {Node | null} parent
 */

/**
 * Kinds of elements: the type's name in mjtObj, the size that counts them, the prefix of their fields in the model, and fields
 * of the data with values for each of them.
 * @type {Record<string, { object: keyof import('limber').MujocoModule['mjtObj'] & `mjOBJ_${string}`, count: string, prefix: string, data: string[] }>}
 */
export const kinds = {
  body: {
    object: 'mjOBJ_BODY',
    count: 'nbody',
    prefix: 'body_',
    data: [
      'xpos',
      'xquat',
      'xipos',
      'cvel',
      'subtree_com',
      'subtree_linvel',
      'xfrc_applied',
      'cfrc_ext',
    ],
  },
  joint: { object: 'mjOBJ_JOINT', count: 'njnt', prefix: 'jnt_', data: ['xanchor', 'xaxis'] },
  geom: { object: 'mjOBJ_GEOM', count: 'ngeom', prefix: 'geom_', data: ['geom_xpos', 'geom_xmat'] },
  site: { object: 'mjOBJ_SITE', count: 'nsite', prefix: 'site_', data: ['site_xpos', 'site_xmat'] },
  camera: { object: 'mjOBJ_CAMERA', count: 'ncam', prefix: 'cam_', data: ['cam_xpos', 'cam_xmat'] },
  light: {
    object: 'mjOBJ_LIGHT',
    count: 'nlight',
    prefix: 'light_',
    data: ['light_xpos', 'light_xdir'],
  },
  actuator: {
    object: 'mjOBJ_ACTUATOR',
    count: 'nu',
    prefix: 'actuator_',
    data: ['ctrl', 'actuator_force', 'actuator_length', 'actuator_velocity'],
  },
  sensor: { object: 'mjOBJ_SENSOR', count: 'nsensor', prefix: 'sensor_', data: [] },
  tendon: {
    object: 'mjOBJ_TENDON',
    count: 'ntendon',
    prefix: 'tendon_',
    data: ['ten_length', 'ten_velocity'],
  },
  equality: { object: 'mjOBJ_EQUALITY', count: 'neq', prefix: 'eq_', data: ['eq_active'] },
  flex: { object: 'mjOBJ_FLEX', count: 'nflex', prefix: 'flex_', data: [] },
  skin: { object: 'mjOBJ_SKIN', count: 'nskin', prefix: 'skin_', data: [] },
  mesh: { object: 'mjOBJ_MESH', count: 'nmesh', prefix: 'mesh_', data: [] },
  hfield: { object: 'mjOBJ_HFIELD', count: 'nhfield', prefix: 'hfield_', data: [] },
  texture: { object: 'mjOBJ_TEXTURE', count: 'ntex', prefix: 'tex_', data: [] },
  material: { object: 'mjOBJ_MATERIAL', count: 'nmat', prefix: 'mat_', data: [] },
  pair: { object: 'mjOBJ_PAIR', count: 'npair', prefix: 'pair_', data: [] },
  exclude: { object: 'mjOBJ_EXCLUDE', count: 'nexclude', prefix: 'exclude_', data: [] },
  keyframe: { object: 'mjOBJ_KEY', count: 'nkey', prefix: 'key_', data: [] },
  numeric: { object: 'mjOBJ_NUMERIC', count: 'nnumeric', prefix: 'numeric_', data: [] },
  text: { object: 'mjOBJ_TEXT', count: 'ntext', prefix: 'text_', data: [] },
  plugin: { object: 'mjOBJ_PLUGIN', count: 'nplugin', prefix: 'plugin_', data: [] },
};

/** What a body holds, with the field of the model that names the body. @type {Record<string, string>} */
const held = {
  joint: 'jnt_bodyid',
  geom: 'geom_bodyid',
  site: 'site_bodyid',
  camera: 'cam_bodyid',
  light: 'light_bodyid',
};

/** @param {Simulation} simulation @returns {Node} a root without meaning of its own */
export function nodesOf(simulation) {
  const { model, mujoco } = simulation;
  /** @param {string} kind @param {number} id @returns {Node} */
  const make = (kind, id) => {
    const type = mujoco.mjtObj[kinds[kind].object].value;
    return {
      label: nameOf(simulation, type, id, kind),
      kind,
      type,
      id,
      children: [],
      parent: null,
    };
  };
  /** @param {Node} parent @param {Node} child */
  const put = (parent, child) => {
    child.parent = parent;
    parent.children.push(child);
  };
  const counts = numbersIn(model);
  const root = heading('model');
  const bodies = Array.from({ length: model.nbody }, (_, id) => make('body', id));
  for (const [kind, field] of Object.entries(held))
    for (let id = 0; id < counts[kinds[kind].count]; id++)
      put(bodies[rowsIn(model)[field][id]], make(kind, id));
  for (let id = 1; id < bodies.length; id++) put(bodies[model.body_parentid[id]], bodies[id]);
  put(root, bodies[0]);
  for (const [kind, { count }] of Object.entries(kinds)) {
    const number = counts[count];
    if (kind === 'body' || kind in held || number === 0) continue;
    const group = heading(`${kind}s`);
    put(root, group);
    for (let id = 0; id < number; id++) put(group, make(kind, id));
  }
  return root;
}

/** @param {string} label @returns {Node} */
const heading = (label) => ({ label, kind: '', type: -1, id: -1, children: [], parent: null });

/**
 * Properties of an element: fields of the model, then present values from the data.
 * @param {Simulation} simulation
 * @param {Node} node
 * @returns {{ name: string, live: boolean, read: () => string }[]}
 */
export function propertiesOfNode(simulation, { kind, id }) {
  const { model, data } = simulation;
  const { count, prefix, data: live } = kinds[kind];
  const number = numbersIn(model)[count];
  /** @type {{ name: string, live: boolean, read: () => string }[]} */
  const rows = [];
  /** @param {object} owner @param {string} field @param {boolean} isLive */
  const add = (owner, field, isLive) => {
    const { length = 0 } = rowsIn(owner)[field] ?? {};
    if (length === 0 || length % number !== 0) return;
    const width = length / number;
    if (width > 24) return;
    rows.push({
      name: field,
      live: isLive,
      read: () => shown(rowsIn(owner)[field], id * width, width),
    });
  };
  for (const field of live) add(data, field, true);
  for (const [name, row] of ownRows(simulation, kind, id))
    rows.push({ name, live: true, read: () => shown(row(), 0, row().length) });
  for (const field of fieldsWith(model, prefix)) add(model, field, false);
  return rows;
}

const ofJoints = /** @type {const} */ ([
  'qpos',
  'qvel',
  'qacc',
  'qfrc_actuator',
  'qfrc_passive',
  'qfrc_constraint',
]);

/** Rows of the data of which an element has as many numbers as its type needs. @param {Simulation} simulation @param {string} kind @param {number} id @returns {[string, () => ArrayLike<number>][]} */
function ownRows({ data }, kind, id) {
  if (kind === 'sensor') return [['sensordata', () => data.sensor(id).data]];
  return kind === 'joint' ? ofJoints.map((name) => [name, () => data.jnt(id)[name]]) : [];
}

/** Fields of the model with a prefix. @param {object} model @param {string} prefix */
function fieldsWith(model, prefix) {
  const names = Object.getOwnPropertyNames(Object.getPrototypeOf(model));
  return names.filter((name) => name.startsWith(prefix) && isRow(fieldsIn(model)[name]));
}

/** @param {ArrayLike<number | bigint>} values @param {number} from @param {number} count */
function shown(values, from, count) {
  const texts = [];
  for (let i = from; i < from + count; i++)
    texts.push(String(Number(Number(values[i]).toPrecision(5))));
  return texts.join('  ');
}
