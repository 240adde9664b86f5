// Models with random attributes, drawn from the table that the engine reads models by: flexes, flexcomps, composites, frames,
// replicates, attached models, extensions and what refers to them. A seed gives the same models every time.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSchema } from '../../scripts/docs/schema.mjs';
import { found } from '../helpers.mjs';

/**
 * @typedef {import('../../scripts/docs/schema.mjs').Attribute} Attribute
 * @typedef {Record<string, string | number | undefined>} Attributes values by name; undefined for one that is left out
 */

const schema = readSchema(path.resolve(fileURLToPath(import.meta.url), '../../..'));

/**
 * Numbers in [0, 1) from a seed (linear congruence of 32 bits, the high ones mixed in).
 *
 * @param {number} seed
 */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 15), 2246822519);
    return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32;
  };
}

/** Values worth trying, by element and attribute or by attribute alone; other attributes get numbers of their type. @type {Record<string, string[]>} */
const pools = {
  'flexcomp.name': ['f', 'f', 'f', 'f', 'x y', ''],
  'flexcomp.dim': ['1', '2', '2', '3', '3', '0', '4'],
  'flexcomp.count': [
    '3 3 1',
    '2 2 2',
    '3 3 3',
    '4 3 2',
    '4 1 1',
    '5 4 1',
    '1 1 1',
    '3 0 1',
    '2 3 -1',
  ],
  cellcount: ['1 1 1', '2 1 1', '1 2 3', '2 2 2', '0 1 1', '-1 1 1'],
  spacing: ['.1 .1 .1', '.1 .12 .15', '.02 .02 .02', '.1 0 .1', '-.1 .1 .1'],
  radius: ['.01', '.02', '0', '.001', '-1'],
  scale: ['1 1 1', '2 2 2', '.5 1 2', '-1 1 1', '0 1 1', '-1 -1 -1'],
  mass: ['1', '.1', '0', '3', '-1'],
  inertiabox: ['.005', '.1', '0', '-1'],
  'flexcomp.file': ['m.obj', 'm.msh', 'none.obj'],
  'flexcomp.point': [
    '0 0 0 1 0 0 0 1 0 0 0 1 1 1 1',
    '0 0 0 1 0 0 0 1 0 1 1 0',
    '0 0 0 1 0 0 0 1 0 0 0 1',
    '0 0 0 1 0',
    '0 0 0',
  ],
  'flexcomp.element': [
    '0 1 2 3 1 2 3 4',
    '0 1 2 1 3 2',
    '0 1 1 2 2 3',
    '0 1 2 3',
    '0 1 2',
    '0 1',
    '0 1 9',
    '0 0 1',
    '0 -1 1',
  ],
  texcoord: ['0 0 1 0 0 1', '0 0 1 0 0 1 1 1', '0 0 1 0 0 1 1 1 .5 .5', '0 0 1'],
  origin: ['0 0 0', '.1 .2 .3', '.3 .3 .3'],
  'pin.id': ['0', '0 1', '2', '3 0', '-1', '1000', '1.5'],
  'pin.range': ['0 1', '1 3', '2 1', '0 1000', '0 0 2 2', '0'],
  'pin.grid': ['0 0', '1 0', '0 0 0', '1 1 1', '0', '0 0 1 1', '5 5', '0 1 0 1 0 1'],
  'pin.gridrange': ['0 0 1 1', '0 0 0 1 1 1', '0 1', '1 1 0 0', '0 0', '0 0 0 9 9 9'],
  young: ['1e3', '1e5', '0', '-1'],
  poisson: ['0', '.2', '.45', '.5', '-1'],
  thickness: ['.01', '.1', '0', '-1'],
  damping: ['0', '.1', '1', '-1', '.1 .2'],
  stiffness: ['0', '10', '100', '-1', '1 2'],
  solref: ['.02 1', '.05', '-100 -10', '.01 2', '-100 1', '0 0'],
  solreflimit: ['.02 1', '.05', '-100 -10', '-100 1'],
  solimp: ['.9 .95', '.8 .9 .01 .3 3', '.5', '1 2'],
  friction: ['1', '.5 .1', '.5 .1 .01', '0', '-1'],
  condim: ['1', '3', '4', '6'],
  solmix: ['1', '0', '2', '-1'],
  margin: ['0', '.01', '-.01'],
  gap: ['0', '.005', '-.1', '1'],
  activelayers: ['1', '2', '0', '-1'],
  'flex.dim': ['1', '2', '2', '2', '3', '0'],
  'flex.body': [
    'b1 b1 b1 b1',
    'b1',
    'world',
    'b1 b2 b1 b2',
    'b1 b2 b3 b1',
    'none',
    'b1 b1 b1',
    'b1 b2 b3 world',
  ],
  'flex.vertex': [
    '0 0 0 1 0 0 0 1 0 0 0 1',
    '0 0 0 .1 0 0 0 .1 0 .1 .1 0',
    '0 0 0 1 0 0 0 1 0',
    '0 0',
  ],
  'flex.element': ['0 1 2', '0 1 2 1 3 2', '0 1 2 3', '0 1', '0 1 2 9', '0 0 1'],
  elemtexcoord: ['0 1 2', '0 1 2 1 2 0', '0'],
  'flex.node': ['b1 b2 b3 b1 b2 b3 b1 b2', 'b1 b1 b1 b1 b1 b1 b1 b1', 'b1 b2', 'none'],
  nodecoord: ['0 0 0 0 0 1 0 1 0 0 1 1 1 0 0 1 0 1 1 1 0 1 1 1', '0 0 0'],
  'composite.type': [
    'cable',
    'cable',
    'cable',
    'cable',
    'grid',
    'cloth',
    'particle',
    'rope',
    'loop',
    'box',
    'nonsense',
  ],
  'composite.count': ['5 1 1', '3 1 1', '2 1 1', '1 1 1', '4', '4 2 1', '0 1 1'],
  'composite.vertex': ['0 0 0 1 0 0 2 0 0', '0 0 0 1 0 0 2 1 0 2 2 2', '0 0 0 1 0', '0 0 0'],
  initial: ['free', 'ball', 'none', 'nonsense'],
  curve: ['s', 's 0 0', 'cos(s) sin(s) s', '0 s cos(s)', '0 0 s', 'x'],
  'composite.size': ['1', '1 .5', '1 .1 4', '0 0 0', '-1 1 1'],
  'composite.prefix': ['c', 'A_', ''],
  'composite_joint.type': ['hinge', 'ball'],
  axis: ['1 0 0', '0 1 1', '0 0 0'],
  range: ['0 10', '-10 10', '10 0'],
  'composite_geom.type': ['capsule', 'capsule', 'box', 'cylinder', 'sphere', 'ellipsoid', 'mesh'],
  'composite_geom.size': ['.01', '.05 .02 .01', '.02 .1', '0', '-1'],
  'composite_geom.density': ['1000', '0', '500'],
  armature: ['0', '.1', '1'],
  subgrid: ['0', '1', '3'],
  frictionloss: ['0', '.1'],
  inflate: ['0', '.01', '-.01'],
  group: ['0', '3', '5', '6', '-1'],
  contype: ['0', '1', '3', '-1'],
  conaffinity: ['0', '1', '2'],
  priority: ['0', '1', '-1'],
  rgba: ['1 0 0 1', '.1 .2 .3 0', '.5 .5 .5 1', '1 0 0'],
  pos: ['0 0 0', '1 2 3', '0 0 1', '1 2'],
  offset: ['0 0 0', '1 0 0', '.1 .2 .3', '1 2'],
  quat: ['1 0 0 0', '1 1 0 0', '1 2 3 4', '0 0 0 0', '1 0 0'],
  euler: ['0 0 0', '10 20 30', '0 0 90', '1'],
  axisangle: ['0 0 1 30', '1 1 0 90', '0 0 0 1'],
  xyaxes: ['1 0 0 0 1 0', '0 1 0 -1 0 0', '1 1 0 1 1 0'],
  zaxis: ['0 0 1', '1 1 0', '0 0 -1', '0 0 0'],
  'replicate.count': ['0', '1', '2', '3', '11', '-1'],
  sep: ['', '_', '-', 'ab'],
  'attach.model': ['m', 'm', 'm', 'none', 'n'],
  'attach.body': ['a', 'k', 'none', 'world'],
  'attach.frame': ['fr', 'none'],
  'attach.prefix': ['p_', 'q', '', '/'],
  cell: ['0 0 0', '1 0 0', '0 1 1', '-1 0 0', '9 0 0'],
  solreffix: ['.02 1'],
  dim: ['1', '2', '3'],
  adhesion: ['0', '1', '-1'],
  surfacevel: ['1 2 3', '1', '1 2 3 4 5 6'],
};
/** Names of what there is, by kind. @type {Record<string, string[]>} */
const referred = {
  material: ['mat', 'mat', 'mat', 'mat', 'none'],
  mesh: ['msh'],
  default: ['cls', 'cls', 'cls', 'cls', 'none'],
  flex: ['f', 'f', 'f', 'g', 'none'],
  body: ['b1'],
};

/**
 * A number of values that the type allows, rarely one too many.
 *
 * @param {Attribute} row
 * @param {(list: string[]) => string} pick
 * @param {() => number} chance
 */
function numbers(row, pick, chance) {
  const match = /\((\d+)(?: to (\d+))?\)/.exec(row.type);
  const [low, high] = match
    ? [+match[1], +(match[2] ?? match[1])]
    : [1, row.type.endsWith('list') ? 5 : 1];
  const count = low + Math.floor(chance() * (high - low + 1)) + (chance() < 0.02 ? 1 : 0);
  const values = row.type.startsWith('int')
    ? ['0', '1', '2', '3', '-1']
    : ['.37', '1', '0', '-1.5', '2', '.01'];
  return Array.from({ length: count }, () => pick(values)).join(' ');
}

const orientations = ['quat', 'axisangle', 'xyaxes', 'zaxis', 'euler'];

/**
 * A maker of elements: make(id, { attribute: text }, extra content) with random attributes besides the given ones.
 *
 * @param {number} seed
 */
export function maker(seed, share = 0.25) {
  const chance = randomNumbers(seed);
  /** @template T @param {T[]} list @returns {T} */
  const pick = (list) => list[Math.floor(chance() * list.length)];
  /** @param {string} id @param {Attribute} row */
  const value = (id, row) => {
    const pool = pools[`${id}.${row.name}`] ?? pools[row.name];
    if (chance() < 0.004) return pick(['nonsense', '', '1 2 3 4 5 6 7 8 9 10 11 12 13']);
    if (pool)
      return chance() < 0.75 ? pool[Math.floor(chance() * Math.ceil(pool.length / 2))] : pick(pool);
    if (row.target) return pick(referred[row.target] ?? ['x']);
    if (row.values.length)
      return row.type.startsWith('some')
        ? [pick(row.values), ...(chance() < 0.3 ? [pick(row.values)] : [])].join(' ')
        : pick(row.values);
    if (/real|int/.test(row.type)) return numbers(row, pick, chance);
    return 'abc';
  };
  /**
   * @param {string} id
   * @param {Attributes} [given]
   * @param {string} [content]
   * @param {string[]} [skip] attributes that get no values
   */
  const make = (id, given = {}, content = '', skip = []) => {
    const element = found(schema.get(`LB_ELEM_${id.toUpperCase()}`));
    /** @type {Attributes} */
    const attributes = { ...given };
    for (const row of element.attributes)
      if (!(row.name in given) && !skip.includes(row.name) && chance() < share)
        attributes[row.name] = value(id, row);
    // one orientation is kept as a rule: two are refused
    const turns = orientations.filter((name) => attributes[name] && !(name in given));
    if (id !== 'replicate' && turns.length > 1 && chance() < 0.98)
      turns.slice(1).forEach((name) => delete attributes[name]);
    const text = Object.entries(attributes)
      .filter(([, v]) => v !== undefined)
      .map(([k, v]) => ` ${k}="${v}"`);
    return `<${element.name}${text.join('')}>${content}</${element.name}>`;
  };
  return {
    chance,
    pick,
    make,
    /** A text, or none. @param {number} probability @param {() => string} text */
    some: (probability, text) => (chance() < probability ? text() : ''),
  };
}

export const elementIds = () => [...schema.keys()];

const obj =
  'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvt 0 0\nvt 1 0\nvt 0 1\nvt 1 1\nf 1/1 3/3 2/2\nf 1/1 2/2 4/4\nf 1/1 4/4 3/3\nf 2/2 3/3 4/4\n';
const gmsh = `$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 5 1 5\n3 1 0 5\n1\n2\n3\n4\n5\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n1 1 1\n$EndNodes
$Elements\n1 2 1 2\n3 1 4 2\n1 1 2 3 4\n2 2 3 4 5\n$EndElements\n`;
const child = `<mujoco><default><default class="red"><geom rgba="1 0 0 1"/></default></default><asset><material name="cm"/></asset>
  <worldbody><frame name="fr" pos="0 1 0"><body name="k" childclass="red"><geom size=".1"/></body></frame>
  <body name="a" pos="1 0 0"><joint name="aj" axis="0 1 0"/><geom name="ag" size=".1" material="cm"/><site name="as"/><body name="ab" pos="0 0 .3"><joint/><geom size=".05" class="red"/></body></body></worldbody>
  <tendon><fixed name="at"><joint joint="aj" coef="1"/></fixed></tendon><actuator><motor name="am" joint="aj"/></actuator>
  <sensor><jointpos joint="aj"/></sensor><keyframe><key name="ak" qpos="1 2"/></keyframe></mujoco>`;
export const files = { 'm.obj': obj, 'm.msh': gmsh, 'child.xml': child };

/** @param {string} content */
const scene = (
  content,
  sections = '',
) => `<mujoco><compiler angle="degree"/><option><flag contact="disable"/></option><default><default class="cls"><geom rgba="0 1 0 1"/><joint damping="2"/></default></default>
<asset><material name="mat" rgba=".1 .2 .3 1"/><mesh name="msh" vertex="0 0 0 1 0 0 0 1.2 0 0 0 1.5"/></asset>
<worldbody><geom name="floor" type="plane" size="1 1 .1" pos="0 0 -3"/>
<body name="b1" pos="0 0 1"><joint axis="0 1 0"/><geom size=".1"/><body name="b2" pos=".3 0 0"><joint type="slide"/><geom size=".1"/></body></body>
<body name="b3" pos="0 1 0"><geom size=".1"/></body>${content}</worldbody>${sections}</mujoco>`;

/** Attributes that make an element of some kind complete, so that the others matter. */
const shapes = [
  { type: 'grid', dim: 1, count: '4 1 1', spacing: '.1 .1 .1' },
  { type: 'grid', dim: 2, count: '3 4 1', spacing: '.1 .12 .15' },
  { type: 'grid', dim: 3, count: '3 2 4', spacing: '.1 .12 .15' },
  ...['box', 'cylinder', 'ellipsoid'].flatMap((type) => [
    { type, dim: 3, count: '3 4 3', spacing: '.1 .12 .15' },
    { type, dim: 2, count: '3 3 4', spacing: '.1 .12 .15' },
  ]),
  { type: 'box', dim: 1, count: '3 3 3', spacing: '.1 .1 .1' },
  { type: 'square', dim: 2, count: '3 4 1', spacing: '.1 .12 .1' },
  { type: 'disc', dim: 2, count: '5 5 1', spacing: '.1 .1 .1' },
  { type: 'circle', dim: 1, count: '6 1 1', spacing: '.1 .1 .1' },
  { type: 'mesh', dim: 2, file: 'm.obj' },
  { type: 'mesh', dim: 3, file: 'm.obj', origin: '.2 .2 .2' },
  { type: 'gmsh', dim: 3, file: 'm.msh' },
  { type: 'direct', dim: 1, point: '0 0 0 1 0 0 0 1 0 1 1 0', element: '0 1 1 2 2 3' },
  { type: 'direct', dim: 2, point: '0 0 0 1 0 0 0 1 0 1 1 0', element: '0 1 2 1 3 2' },
  { type: 'direct', dim: 3, point: '0 0 0 1 0 0 0 1 0 0 0 1 1 1 1', element: '0 1 2 3 1 2 3 4' },
];
const structure = ['type', 'dim', 'count', 'spacing', 'file', 'point', 'element'];
const surfaces = [
  { dim: 2, body: 'b1 b2 b3 b1', vertex: '0 0 0 .1 0 0 0 .1 0 .1 .1 0', element: '0 1 2 1 3 2' },
  { dim: 3, body: 'b1 b2 b3 b1', vertex: '0 0 0 1 0 0 0 1 0 0 0 1', element: '0 1 2 3' },
  { dim: 1, body: 'b1 b2', vertex: '0 0 0 1 0 0', element: '0 1' },
  { dim: 2, body: 'b1', vertex: '0 0 0 1 0 0 0 1 0', element: '0 1 2' },
];

/** Kinds of models: what is in the tree, and what is in the sections after it. @type {Record<string, (m: ReturnType<typeof maker>) => string>} */
export const kinds = {
  flexcomp(m) {
    const shape = { name: 'f', radius: '.01', ...m.pick(shapes) };
    const keep = m.chance() < 0.9;
    const parts =
      m.some(0.3, () => m.make('flexcomp_edge')) +
      m.some(0.3, () => m.make('elasticity')) +
      m.some(0.4, () => m.make('flexcomp_contact')) +
      m.some(0.3, () => m.make('pin')) +
      m.some(0.05, () => m.make('pin'));
    const where = m.pick([
      '%',
      '%',
      '%',
      '<frame pos="1 2 3" euler="10 20 30">%</frame>',
      '<frame childclass="cls">%</frame>',
    ]);
    const body = m.pick([
      '',
      'pos="1 2 3"',
      'euler="10 20 30"',
      'childclass="cls"',
      'gravcomp="1"',
      'mocap="true"',
    ]);
    const joint = m.pick([
      '',
      '',
      '',
      '<joint/><geom size=".05"/>',
      '<freejoint/><geom size=".05"/>',
    ]);
    const flex = where.replace('%', m.make('flexcomp', shape, parts, keep ? structure : []));
    const equality = m.some(
      0.2,
      () =>
        `<equality>${m.make(m.pick(['equality_flex', 'flexvert', 'flexstrain']), { flex: 'f' })}</equality>`,
    );
    return scene(
      m.chance() < 0.1 ? flex : `<body name="p" ${body}>${joint}${flex}</body>`,
      equality,
    );
  },
  flex(m) {
    const parts =
      m.some(0.4, () => m.make('flexcomp_contact')) +
      m.some(0.3, () => m.make('flex_edge')) +
      m.some(0.3, () => m.make('elasticity'));
    const flex = m.make(
      'flex',
      { name: 'f', radius: '.01', ...m.pick(surfaces) },
      parts,
      m.chance() < 0.9 ? ['node', 'nodecoord', 'dof', 'cellcount'] : [],
    );
    const equality = m.some(
      0.3,
      () =>
        `<equality>${m.make(m.pick(['equality_flex', 'flexvert', 'flexstrain']), { flex: 'f' })}</equality>`,
    );
    return scene('', `<deformable>${flex}</deformable>${equality}`);
  },
  composite(m) {
    const parts =
      m.some(0.5, () => m.make('composite_joint', { kind: 'main' })) +
      m.some(0.9, () =>
        m.make('composite_geom', {
          type: m.pick(['capsule', 'box', 'cylinder']),
          size: '.02 .03 .01',
        }),
      ) +
      m.some(0.3, () => m.make('composite_site')) +
      m.some(0.3, () => m.make('composite_skin'));
    const given =
      m.chance() < 0.7
        ? {
            type: 'cable',
            count: '5 1 1',
            curve: m.pick(['s', 's 0 0', 'cos(s) sin(s) s', '0 s cos(s)']),
            size: '1 .2 3',
          }
        : { type: 'cable', vertex: '0 0 0 1 0 0 2 1 0 2 2 2' };
    const cable = m.make(
      'composite',
      given,
      parts,
      m.chance() < 0.8 ? ['type', 'count', 'vertex', 'curve', 'size'] : [],
    );
    return scene(
      m
        .pick([
          '%',
          '<body pos="1 2 3" euler="10 20 30">%</body>',
          '<frame pos="1 2 3" euler="10 20 30">%</frame>',
          '<replicate count="2" offset="0 1 0">%</replicate>',
          '<body><joint/><geom size=".1"/>%</body>',
        ])
        .replace('%', cable),
    );
  },
  nesting(m) {
    const leaf = () =>
      m.pick([
        () => '<geom size=".1" pos=".1 0 0"/>',
        () => '<site pos="0 1 0"/>',
        () => '<body pos="0 0 1"><joint/><geom size=".1" name="e"/></body>',
        () => '<body><geom size=".1"/><camera/><light/></body>',
        () =>
          `${m.make('attach', { model: 'm', prefix: m.pick(['p_', 'q', '/']), ...m.pick([{ body: 'a' }, { frame: 'fr' }, {}]) })}`,
        () => m.make('body', { name: undefined }, '<geom size=".1"/>'),
        () =>
          `<composite type="cable" prefix="${m.pick(['c', 'd'])}" count="4 1 1" size="1" curve="s"><geom type="capsule" size=".01"/></composite>`,
      ])();
    /** @param {number} depth @returns {string} */
    const nest = (depth) =>
      depth === 0
        ? leaf()
        : m.chance() < 0.6
          ? m.make('frame', { name: undefined }, nest(depth - 1) + m.some(0.5, leaf))
          : m.make(
              'replicate',
              { count: m.pick(['0', '1', '2', '3', '11']), sep: m.pick(['_', '-', '']) },
              nest(depth - 1) + m.some(0.5, leaf),
            );
    return scene(nest(1 + Math.floor(m.chance() * 3)) + m.some(0.4, () => nest(1))).replace(
      '<asset>',
      '<asset><model name="m" file="child.xml"/>',
    );
  },
  extension(m) {
    const config = () => m.make('config', { key: m.pick(['a', 'b', '']), value: '1' });
    const instance = () =>
      m.make('instance', { name: m.pick(['i', 'j', '']) }, m.some(0.5, config));
    const plugin = () =>
      m.make(
        'extension_plugin',
        { plugin: m.pick(['none', 'mujoco.nothing', '', undefined]) },
        m.some(0.7, instance),
      );
    const use = m.pick(['body', 'geom', 'mesh', 'actuator', 'sensor', 'composite', '']);
    const inner = m.make('plugin', { plugin: 'none' }, m.some(0.3, config));
    const xml = scene(
      use === 'body'
        ? `<body>${inner}<geom size=".1"/></body>`
        : use === 'geom'
          ? `<geom type="sdf" mesh="msh">${inner}</geom>`
          : '',
      use === 'actuator'
        ? `<actuator>${m.make('actuator_plugin', { plugin: 'none' })}</actuator>`
        : use === 'sensor'
          ? `<sensor>${m.make('sensor_plugin', { plugin: 'none' })}</sensor>`
          : '',
    );
    return xml.replace('<asset>', `<extension>${m.some(0.6, plugin)}</extension><asset>`);
  },
};

/** The model of a kind that belongs to a seed. @param {string} kind @param {number} seed */
export const randomModel = (kind, seed) => kinds[kind](maker(seed * 7919 + kind.length));
