// Which fields of mjModel and mjData the objects of each kind have, and under which names: the fields with a row for each object of
// the kind, without their prefix.
import { layoutOf } from '../engine/schema.js';

/** @typedef {import('../engine/schema.js').Field} Field */

/** Kinds of objects: method, word in the class name, prefix of fields, size, object type. @type {[string, string, string, string, number][]} */
export const modelKinds = [
  ['actuator', 'Actuator', 'actuator', 'nactuator', 19],
  ['body', 'Body', 'body', 'nbody', 1],
  ['cam', 'Camera', 'cam', 'ncam', 7],
  ['eq', 'Equality', 'eq', 'neq', 17],
  ['exclude', 'Exclude', 'exclude', 'nexclude', 16],
  ['geom', 'Geom', 'geom', 'ngeom', 5],
  ['hfield', 'Hfield', 'hfield', 'nhfield', 12],
  ['jnt', 'Joint', 'jnt', 'njnt', 3],
  ['light', 'Light', 'light', 'nlight', 8],
  ['mat', 'Material', 'mat', 'nmat', 14],
  ['mesh', 'Mesh', 'mesh', 'nmesh', 10],
  ['numeric', 'Numeric', 'numeric', 'nnumeric', 21],
  ['pair', 'Pair', 'pair', 'npair', 15],
  ['sensor', 'Sensor', 'sensor', 'nsensor', 20],
  ['site', 'Site', 'site', 'nsite', 6],
  ['skin', 'Skin', 'skin', 'nskin', 11],
  ['tendon', 'Tendon', 'tendon', 'ntendon', 18],
  ['tex', 'Texture', 'tex', 'ntex', 13],
  ['tuple', 'Tuple', 'tuple', 'ntuple', 23],
  ['key', 'Keyframe', 'key', 'nkey', 24],
];

/** @typedef {{ key: string, object: string, prefix: string, rows: string, count: string, names: string }} Kind */

export const dataKinds = new Set([
  'actuator',
  'body',
  'cam',
  'geom',
  'jnt',
  'light',
  'sensor',
  'site',
  'tendon',
]);

/** Sizes of which an object has several rows. @type {Record<string, string[]>} */
const raggedRows = {
  jnt: ['nq', 'nv'],
  sensor: ['nsensordata'],
  numeric: ['nnumericdata'],
  tuple: ['ntupledata'],
  tendon: ['nJten'],
  hfield: ['nhfielddata'],
  tex: ['ntexdata'],
};

// fields whose name does not follow from the prefix, and dof fields that win over the joint's own
const dofFirst = new Set(['bodyid']);

/** @type {Record<string, Record<string, string>>} */
const dataNames = {
  actuator: { ctrl: 'ctrl' },
  body: Object.fromEntries(
    (
      'xfrc_applied xpos xquat xmat xipos ximat subtree_com cinert crb cvel subtree_linvel ' +
      'subtree_angmom cacc cfrc_int cfrc_ext'
    )
      .split(' ')
      .map((name) => [name, name]),
  ),
  jnt: { xanchor: 'xanchor', xaxis: 'xaxis' },
  sensor: { sensordata: 'data' },
};

/**
 * The public name of a field for a kind, '' when it is not one of the kind's.
 * @param {'mjModel' | 'mjData'} struct
 * @param {string} kind
 * @param {string} prefix
 * @param {Field} field
 * @param {Set<string>} rows sizes of which the object has rows
 */
function accessorName(struct, kind, prefix, field, rows) {
  if (!rows.has(field.rows) || field.moves) return '';
  if (struct === 'mjData') {
    const named = dataNames[kind]?.[field.name];
    if (named) return named;
    if (kind === 'jnt') return field.name;
  }
  if (kind === 'tendon' && field.name.startsWith('ten_')) return field.name.slice(4);
  if (kind === 'jnt' && field.rows === 'nv')
    return field.name.startsWith('dof_') ? field.name.slice(4) : '';
  if (kind === 'jnt' && /^qpos(0|_spring)$/.test(field.name)) return field.name;
  return field.name.startsWith(`${prefix}_`) ? field.name.slice(prefix.length + 1) : '';
}

/**
 * The fields that objects of a kind have.
 * @param {'mjModel' | 'mjData'} struct
 * @param {string} key the method, such as 'jnt'
 * @returns {{ names: string[], field: Field, always: boolean }[]} always: an array even for one number
 */
export function listAccessorFields(struct, key) {
  const kind = modelKinds.find(([method]) => method === key);
  if (!kind) return [];
  const [, , prefix, count] = kind;
  const ragged = raggedRows[key] ?? [];
  const rows = new Set([count, ...ragged, ...(key === 'actuator' ? ['nu', 'nout'] : [])]);
  /** @type {Map<string, { names: string[], field: Field, always: boolean }>} */
  const found = new Map();
  for (const field of layoutOf(struct).fields) {
    if (field.kind !== 'table') continue;
    const shown =
      field.name === 'actuator_moment' && key === 'actuator'
        ? 'moment'
        : accessorName(struct, key, prefix, field, rows);
    const taken = found.has(shown) && !(field.rows === 'nv' && dofFirst.has(shown));
    if (!shown || taken) continue;
    // the peer calls the fields of a tendon _range, _width, ...
    const underscored = key === 'tendon' && struct === 'mjModel' && !field.name.startsWith('ten_');
    const names = underscored ? [shown, `_${shown}`] : [shown];
    found.set(shown, { names, field, always: ragged.includes(field.rows) });
  }
  return [...found.values()];
}
