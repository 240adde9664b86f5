// WGSL of a model: pieces of wgsl/ with sizes as constants, places of fields, and access to the model's arrays.
//
// A piece reads arrays of mjModel by functions of their names, `body_mass(i)`, three or four numbers of a row by `body_pos_3(i)` and
// `body_quat_4(i)`, options by `opt_timestep(0)`. Only arrays that are read travel to the GPU; those of which each world has its own
// are read from the world's numbers.
import { constants, groupSize, rowNumbers } from './layout.js';
import { dofWords } from './tables.js';
import { math } from './wgsl/math.js';
import { rows } from './wgsl/rows.js';

/** @typedef {import('../mujoco.js').MjModel} MjModel */
/** @typedef {import('./layout.js').Layout} Layout */
/** @typedef {import('./layout.js').Sizes} Sizes */

/** Arrays of the model, one after another: numbers and integers. */
export class ModelPack {
  /** @type {number[]} */
  floats = [];
  /** @type {number[]} */
  ints = [];
  /** @type {Map<string, { offset: number, float: boolean }>} */
  places = new Map();

  /**
   * @param {MjModel} model
   * @param {Record<string, ArrayLike<number>>} tables
   * @param {Set<string>} varied
   */
  constructor(model, tables, varied) {
    this.model = model;
    this.tables = tables;
    this.varied = varied;
  }

  /** The array behind a name, undefined when there is none. @param {string} name @returns {ArrayLike<number> | undefined} */
  #values(name) {
    if (Object.hasOwn(this.tables, name)) return this.tables[name];
    const option = name.startsWith('opt_');
    const value = Reflect.get(option ? this.model.opt : this.model, option ? name.slice(4) : name);
    if (typeof value === 'number') return option ? [value] : undefined;
    return ArrayBuffer.isView(value)
      ? /** @type {ArrayLike<number>} */ (/** @type {unknown} */ (value))
      : undefined;
  }

  /** @param {string} name */
  #place(name) {
    const known = this.places.get(name);
    if (known) return known;
    const values = this.#values(name);
    if (!values) return undefined;
    const integer = ['opt_disableactuator'].includes(name);
    const floats = values instanceof Float64Array || values instanceof Float32Array;
    const float = !integer && (floats || Array.isArray(values));
    const list = float ? this.floats : this.ints;
    const place = { offset: list.length, float };
    for (let i = 0; i < values.length; i++) list.push(values[i]);
    this.places.set(name, place);
    return place;
  }

  /** Functions for all arrays that a text reads. @param {string} text */
  access(text) {
    const names = new Set(
      [...text.matchAll(/\b([a-z]\w*?)(?:_[34])?\(/g)].flatMap(([whole, name]) => [
        name,
        whole.slice(0, -1),
      ]),
    );
    return [...names].map((name) => this.#functions(name)).join('');
  }

  /** @param {string} name */
  #functions(name) {
    if (
      !/^(x_|opt_|qpos|body|jnt|dof|geom|site|tendon|wrap|actuator|eq|pair|sensor|key|mesh|hfield|cam|stat)/.test(
        name,
      )
    )
      return '';
    const option = name.replace('opt_', 'opt.');
    const own = this.varied.has(option) || this.varied.has(name);
    const place = this.#place(name);
    if (!place) return '';
    const read = own
      ? `ld(d_v_${name} + i)`
      : `${place.float ? 'mf' : 'mi'}[${place.offset}u + u32(i)]`;
    const type = place.float ? 'f32' : 'i32';
    const scalar = `fn ${name}(i: i32) -> ${type} { return ${read}; }\n`;
    if (!place.float) return scalar;
    const vector = [3, 4].map((n) => {
      const parts = Array.from({ length: n }, (_, k) => `${name}(${n} * i + ${k})`);
      return `fn ${name}_${n}(i: i32) -> vec${n}f { return vec${n}f(${parts.join(', ')}); }\n`;
    });
    return scalar + vector.join('');
  }
}

/** @param {Sizes} s @param {Layout} layout */
function header(s, layout) {
  const lines = Object.entries(constants).map(([name, value]) => `const ${name}: i32 = ${value};`);
  for (const name of [
    'nq',
    'nv',
    'nu',
    'na',
    'nbody',
    'njnt',
    'ngeom',
    'nsite',
    'ntendon',
    'neq',
    'nactuator',
    'nout',
  ])
    lines.push(`const ${name.toUpperCase()}: i32 = ${Reflect.get(s, name)};`);
  lines.push(
    `const MODEL_SCALE: f32 = ${Math.fround(s.modelScale)};`,
    `const ITERATIONS: i32 = ${s.iterations};`,
    `const LS_ITERATIONS: i32 = ${s.lineIterations};`,
    `const NTRI: i32 = ${(s.nv * (s.nv + 1)) / 2};`,
    `const NPAIRS: i32 = ${s.pairs};`,
    `const NCONMAX: i32 = ${s.nconmax};`,
    `const NJMAX: i32 = ${s.njmax};`,
    `const DOF_WORDS: i32 = ${dofWords(s.nv)};`,
    `const GROUP: u32 = ${groupSize}u;`,
    `const GROUP_SIZE: u32 = ${groupSize}u;`,
    `const FSTRIDE: u32 = ${layout.floats}u;`,
    `const ISTRIDE: u32 = ${layout.ints}u;`,
    `const ESTRIDE: u32 = ${rowNumbers(s)}u;`,
  );
  for (const { name, offset } of layout.slots.values())
    lines.push(`const d_${name}: i32 = ${offset};`);
  return `${lines.join('\n')}\n`;
}

/**
 * The whole text of a kernel.
 * @param {Sizes} s
 * @param {Layout} layout
 * @param {ModelPack} pack
 * @param {string[]} pieces
 */
export function programText(s, layout, pack, pieces) {
  const body = pieces.join('\n');
  return `${s.subgroups ? 'enable subgroups;\n' : ''}${header(s, layout)}${math}${rows}${pack.access(body)}${body}`;
}
