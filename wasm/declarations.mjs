// js/mujoco.d.ts: types of the entry 'limber/mujoco', with the comments of the headers.
import {
  argumentType,
  basic,
  listFunctions,
  listStructs,
  nestedName,
  resultType,
} from './tables.mjs';
import { fieldMeaning } from './meanings.mjs';
import { readShapes } from './shapes.mjs';

const arrays = {
  d: 'Float64Array',
  f: 'Float32Array',
  i: 'Int32Array',
  u: 'Uint32Array',
  z: 'Uint32Array',
  c: 'Int8Array',
  b: 'Uint8Array',
  B: 'Uint8Array',
  l: 'BigInt64Array',
  L: 'BigUint64Array',
};
const outputs = {
  d: 'DoubleBuffer',
  f: 'FloatBuffer',
  i: 'IntBuffer',
  b: 'Uint8Buffer',
  B: 'Uint8Buffer',
};
const vectors = {
  mjStringVec: 'string',
  mjStringVecVec: 'mjStringVec',
  mjIntVec: 'number',
  mjIntVecVec: 'mjIntVec',
  mjFloatVec: 'number',
  mjFloatVecVec: 'mjFloatVec',
  mjDoubleVec: 'number',
  mjByteVec: 'number',
  MjSolverStatVec: 'MjSolverStat',
  MjTimerStatVec: 'MjTimerStat',
  MjWarningStatVec: 'MjWarningStat',
  MjContactVec: 'MjContact',
  MjvLightVec: 'MjvLight',
  MjvGLCameraVec: 'MjvGLCamera',
  MjvGeomVec: 'MjvGeom',
};
const hidden = new Set(['mjVFS']);
const publicName = (struct) => `M${struct.slice(1)}`;
const elements = /^mjs[A-Z]/;

/** A doc comment, '' when there is nothing to say. */
function doc(text, indent = '  ') {
  const clean = (text ?? '').trim().replaceAll('*/', '* /');
  return clean ? `${indent}/** ${clean} */\n` : '';
}

const pair = (name, get, set, comment) =>
  `${doc(comment)}  get ${name}(): ${get};\n  set ${name}(value: ${set});\n`;

// The properties that a field gives to its class.
function fieldText(struct, field, headers) {
  const { name } = field;
  const meaning = field.comment || (field.array ? '' : fieldMeaning(struct, name));
  const shape = field.dims.map((d) => headers.constants[d] ?? d).join(' x ');
  // names of types are beside it anyway
  const comment = shape && !/\(\d+( x \d+)?\)/.test(meaning) ? `${meaning} (${shape})` : meaning;
  const type = field.type.replace(/^const /, '');
  const target = /^(\w+)\*$/.exec(type)?.[1];
  if (field.array) {
    const { rows, cols, times } = field.array;
    const columns = times === 1 ? cols : `${cols} * ${times}`;
    const size = columns === '1' ? `${rows}` : `${rows} x ${columns}`;
    const text = [comment, `(${size})`].filter(Boolean).join(' ');
    if (field.array.type === 'mjContact') return `${doc(text)}  readonly ${name}: MjContactVec;\n`;
    return pair(name, arrays[codeOf(field.array.type)], 'Numbers', text);
  }
  if (field.fields)
    return pair(
      name,
      publicName(nestedName(struct, name)),
      publicName(nestedName(struct, name)),
      comment,
    );
  if (type === 'void*' && /^(buffer|arena)$/.test(name))
    return `${doc(comment)}  readonly ${name}: Uint8Array;\n`;
  if (struct === 'mjvScene' && target === 'mjvGeom')
    return `${doc(comment)}  readonly ${name}: MjvGeomVec;\n`;
  if (struct === 'mjvScene' && target)
    return pair(name, arrays[codeOf(target)], 'Numbers', comment);
  if (target === 'mjString') return `${doc(comment)}  ${name}: string;\n`;
  if (type === 'char*') return `${doc(comment)}  readonly ${name}: string;\n`;
  if (vectors[target]) return pair(name, target, `Iterable<${vectors[target]}>`, comment);
  if (target && (elements.test(target) || target === 'mjSpec'))
    return `${doc(comment)}  readonly ${name}: ${publicName(target)};\n`;
  if (type.includes('*')) return '';
  if (headers.enums[type]) return pair(name, type, `${type} | number`, comment);
  if (headers.structs[type]) {
    if (field.dims.length) return `${doc(comment)}  readonly ${name}: ${publicName(type)}Vec;\n`;
    return pair(name, publicName(type), publicName(type), comment);
  }
  const code = codeOf(type);
  if (field.dims.length) return pair(name, arrays[code], 'Numbers', comment);
  return `${doc(comment)}  ${name}: ${{ B: 'boolean', L: 'bigint' }[code] ?? 'number'};\n`;
}

const codeOf = (type) => basic[type];

function structTexts(headers, accessors) {
  let text = '';
  for (const [name, fields] of listStructs(headers)) {
    if (hidden.has(name)) continue;
    const plain = !elements.test(name) && !/^mj(Model|Data|Spec|vScene)$/.test(name);
    text += `${doc(structMeaning(name), '')}export interface ${publicName(name)} extends ClassHandle {\n`;
    text += fields.map((field) => fieldText(name, field, headers)).join('');
    if (plain)
      text += `  /** A struct of its own with the same content. */\n  copy(): ${publicName(name)};\n`;
    if (name === 'mjSpec')
      text +=
        '  /** Seconds that the parts of the last compilation took, by mjtCTimer (9). */\n  readonly timer: Float64Array;\n';
    if (name === 'mjModel' || name === 'mjData') text += accessorMethods(name, accessors);
    text += elementMethods(name, fields, headers, accessors);
    text += '}\n\n';
  }
  return text;
}

/** Methods of editing in the style of objects, see js/mujoco/elements.js. */
function elementMethods(struct, fields, headers, { inBody, inSpec, kinds }) {
  const adders = struct === 'mjsBody' ? inBody : struct === 'mjSpec' ? inSpec : {};
  const lines = Object.entries(adders).map(([method, name]) => {
    const result = publicName(headers.functions[name].returns.replace(/\*$/, ''));
    const options =
      method === 'addFrame'
        ? `Omit<ElementOptions<${result}>, 'class'> & { class?: MjsFrame }`
        : `ElementOptions<${result}>`;
    return `${doc(`Adds one; the fields may be given at once.`)}  ${method}(options?: ${options}): ${result};\n`;
  });
  const type = publicName(struct);
  if (struct === 'mjSpec') {
    lines.push(
      '  /** The body that holds all others. */\n  readonly worldbody: MjsBody;\n',
      '  /** All elements of a kind. */\n  all<K extends keyof ElementKinds>(kind: K): ElementKinds[K][];\n',
      '  /** A default class; the main one without a name. */\n  default(name?: string): MjsDefault;\n',
      '  /** Adds a default class below another, the main one unless told. */\n  addDefault(name: string, parent?: string | MjsDefault): MjsDefault;\n',
      '  /** A spec of its own with the same content. */\n  copy(): MjSpec;\n',
      '  /** Compiles what is there now. */\n  compile(vfs?: MjVFS): MjModel;\n',
      '  /** The spec as MJCF. */\n  toXml(): string;\n',
      ...kinds.map(
        (kind) =>
          `  /** The ${kind.toLowerCase()} of a name; null when there is none. */\n  ${kind.toLowerCase()}(name: string): Mjs${kind} | null;\n`,
      ),
    );
  } else if (elements.test(struct) && fields.some((field) => field.name === 'element')) {
    lines.push(
      `  /** Assigns fields; a name that is no field is an error. */\n  assign(options: ElementOptions<${type}>): this;\n`,
      '  /** Takes the element out of the spec, with all that is inside it; its handles throw from now on. */\n  remove(): void;\n',
    );
    if (struct !== 'mjsPlugin')
      lines.push(
        '  /** Name of the element, unique in its kind. */\n  name: string;\n  /** The body that holds it, null for what is in none. */\n  readonly parent: MjsBody | null;\n',
        '  /** The frame that it is in, null for none. */\n  get frame(): MjsFrame | null;\n  set frame(value: MjsFrame);\n',
      );
    if (struct === 'mjsBody')
      lines.push(
        '  /** Elements of a kind in the body, and in the bodies inside it unless deep is false. */\n  all<K extends keyof ElementKinds>(kind: K, deep?: boolean): ElementKinds[K][];\n',
      );
    if (/^mjs(Body|Frame|Site)$/.test(struct))
      lines.push(
        '  /** Attaches a body, a frame or a whole spec, with all that belongs to it; a body takes frames and specs. Names become prefix + name + suffix. Returns what came of it. */\n  attach(child: MjsBody | MjsFrame | MjSpec, prefix?: string, suffix?: string): MjsBody | MjsFrame;\n',
      );
  }
  return lines.join('');
}

const accessorName = (struct, word) => `${publicName(struct)}${word}Accessor`;

function accessorMethods(struct, { modelKinds, dataKinds }) {
  return modelKinds
    .filter(([key]) => struct === 'mjModel' || dataKinds.has(key))
    .map(
      ([key, word]) =>
        `${doc(`Fields of one ${word.toLowerCase()}, by name or id.`)}  ${key}(object: string | number): ${accessorName(struct, word)};\n`,
    )
    .join('');
}

function accessorTexts({ modelKinds, dataKinds, listAccessorFields }, meanings) {
  let text = '';
  for (const struct of ['mjModel', 'mjData']) {
    for (const [key, word] of modelKinds) {
      if (struct === 'mjData' && !dataKinds.has(key)) continue;
      const owner = struct === 'mjModel' ? 'the model' : 'the data';
      text += `/** What ${owner} has of one ${word.toLowerCase()}; arrays are views of its part. */\nexport interface ${accessorName(struct, word)} extends ClassHandle {\n`;
      text += `  /** Index among those of its kind. */\n  readonly id: number;\n  /** Name in the model, '' when it has none. */\n  readonly name: string;\n`;
      for (const { names, field, always } of listAccessorFields(struct, key)) {
        const scalar = !always && field.columns === '1' && names[0] !== 'moment';
        const single = { B: 'boolean', l: 'bigint' }[field.type] ?? 'number';
        const columns =
          always || names[0] === 'moment' ? `its part of ${field.rows}` : field.columns;
        const meaning = meanings.get(field.name) || field.name;
        for (const name of names) {
          text += scalar
            ? `${doc(meaning)}  ${name}: ${single};\n`
            : pair(
                name,
                arrays[field.type],
                'Numbers',
                `${meaning} (${columns.replaceAll('*', ' x ')})`,
              );
        }
      }
      text += '}\n\n';
    }
  }
  return text;
}

function parameterType(arg, code, optional) {
  const nullable = optional ? ' | null' : '';
  if (code[0] === '<') return `Numbers${nullable}`;
  if (code[0] === '*')
    return `${arrays[code[1]]} | ${outputs[code[1]] ?? 'DoubleBuffer'} | number[]${nullable}`;
  if (code[0] === '&') return publicName(code.slice(1));
  const plain = {
    n: 'number',
    l: 'number | bigint',
    B: 'boolean',
    s: `string${nullable}`,
    e: `${arg.type} | number`,
  }[code];
  if (plain) return plain;
  return (
    publicName(code) + (/^mj(sDefault|sFrame|VFS|vPerturb|LROpt)$/.test(code) ? ' | null' : '')
  );
}

function functionTexts(headers) {
  const shapes = readShapes();
  const shown = new Set(listFunctions(headers).map(([name]) => name));
  return Object.values(headers.functions)
    .filter((f) => shown.has(f.name))
    .map((f) => {
      const terms = shapes.get(f.name) ?? [];
      const implied = new Set(terms.filter((t) => t.includes(':')).map((t) => t.split(':')[0]));
      const optional = new Set(terms.filter((t) => t.endsWith('?')).map((t) => t.slice(0, -1)));
      const args = f.args
        .filter((arg) => !implied.has(arg.name))
        .map(
          (arg) =>
            `${safe(arg.name)}: ${parameterType(arg, argumentType(arg, headers), optional.has(arg.name))}`,
        );
      const result = resultType(f.returns, headers);
      const returned = {
        v: 'void',
        n: 'number',
        l: 'bigint',
        B: 'boolean',
        s: 'string',
        S: 'string',
      }[result];
      const type =
        returned ??
        (result[0] === '&' || /^mjs_add/.test(f.name)
          ? publicName(result.replace('&', ''))
          : `${publicName(result)} | undefined`);
      return `${doc(f.comment)}  ${f.name}(${args.join(', ')}): ${type};\n`;
    })
    .join('');
}

const safe = (name) =>
  /^(from|to|in|var|function|default|new|delete)$/.test(name) ? `${name}_` : name;

function enumTexts(headers, published) {
  const all = [...Object.entries(headers.enums), ...published];
  const types = all
    .map(
      ([name]) =>
        `/** One of the values of \`${name}\` of the module. */\nexport interface ${name} {\n  /** The number that structs hold. */\n  readonly value: number;\n}\n`,
    )
    .join('');
  const members = all
    .map(
      ([name, values]) =>
        `  /** Values by name. */\n  ${name}: EnumClass<${name}, ${Object.keys(values)
          .map((k) => `'${k}'`)
          .join(' | ')}>;\n`,
    )
    .join('');
  return { types, members };
}

function classMembers(headers) {
  let text = '';
  for (const [name] of listStructs(headers)) {
    if (hidden.has(name) || elements.test(name) || /^mj(Model|Data|Spec|vScene)$/.test(name))
      continue;
    text += `  /** A struct of zeros or of defaults. */\n  ${publicName(name)}: { new (): ${publicName(name)} };\n`;
  }
  for (const name of Object.keys(vectors))
    text += `  /** An empty list. */\n  ${name}: { new (): ${name} };\n`;
  for (const [name, view] of Object.entries({
    DoubleBuffer: 'd',
    FloatBuffer: 'f',
    IntBuffer: 'i',
    Uint8Buffer: 'b',
  })) {
    text += `  /** Memory of the module: of a number of items, or with items. */\n  ${name}: { new (content: number | ArrayLike<number>): ${name}; FromArray(values: ArrayLike<number>): ${name} };\n`;
    void view;
  }
  return text;
}

const head = `// Generated by wasm/generate.mjs from src/api; do not edit.

/** Numbers that a call reads: an array, a typed array or a buffer. */
export type Numbers = ArrayLike<number> | DoubleBuffer | FloatBuffer | IntBuffer | Uint8Buffer;

/** Text or bytes in any of the forms that programs have them. */
export type Content = string | ArrayBuffer | ArrayBufferView | ArrayLike<number>;

/** An error that the engine raised, or a call that cannot be made. */
export class MjError extends Error {
  /** For programs that throw errors of the same kind. */
  constructor(text: string, options?: ErrorOptions & { missing?: string[] });
  /** File in which the fault is, where it is known. */
  readonly file: string | undefined;
  /** Line in that file, counted from 1. */
  readonly line: number | undefined;
  /** Column in that line, counted from 1: where the attribute stands, else the element. */
  readonly column: number | undefined;
  /** XML element at fault, or the name of an element that was not read from XML. */
  readonly element: string | undefined;
  /** Name of that element in the model. */
  readonly elementName: string | undefined;
  /** Attribute at fault. */
  readonly attribute: string | undefined;
  /** What should be there instead. */
  readonly expected: string | undefined;
  /** Files that a model needs and that were not found. */
  readonly missing: string[];
}

/** How the engine is loaded. */
export interface EngineOptions {
  /** The module's bytes, or the module compiled already. */
  wasmBinary?: BufferSource | WebAssembly.Module;
  /** Gives the address of limber.wasm. */
  locateFile?: (name: string, prefix: string) => string;
  /** Receives messages. */
  print?: (text: string) => void;
  /** Receives warnings. */
  printErr?: (text: string) => void;
}

/** What all objects of the engine have. Forgotten objects are freed by the garbage collector. */
export interface ClassHandle {
  /** Whether both stand for the same object. */
  isAliasOf(other: unknown): boolean;
  /** Frees the object; using it afterwards throws. */
  delete(): void;
  /** Frees the object at the end of the present turn of the program. */
  deleteLater(): this;
  /** Whether it was freed. */
  isDeleted(): boolean;
  /** Another handle; the object lives until all are deleted. */
  clone(): this;
  /** Frees the object at the end of a block: \`using\`. */
  [Symbol.dispose](): void;
}

/** The values of an enum by name, and by number. */
export type EnumClass<Value, Key extends string> = { readonly [key in Key]: Value } & {
  /** The values by number. */
  readonly values: Readonly<Record<number, Value>>;
};

/** A list of values or structs. */
export interface MjVec<T> extends Iterable<T> {
  /** Number of items. */
  readonly length: number;
  /** Number of items. */
  size(): number;
  /** The item at an index, undefined beyond the end. */
  get(index: number): T | undefined;
  /** false when there is no such index. */
  set(index: number, value: T): boolean;
  /** Adds an item at the end. */
  push_back(value: T): void;
  /** Changes the number of items; new ones have the value. */
  resize(size: number, value: T): void;
  /** Whether both stand for the same list. */
  isAliasOf(other: unknown): boolean;
  /** Frees a list of the program's own; lists of the engine need it not. */
  delete(): void;
  /** Frees it at the end of the present turn of the program. */
  deleteLater(): this;
  /** Whether it was freed. */
  isDeleted(): boolean;
  /** Another handle of the list. */
  clone(): this;
  /** Frees it at the end of a block: \`using\`. */
  [Symbol.dispose](): void;
}

/** Numbers in the module's memory, for outputs of functions; typed arrays do as well. */
export interface WasmBuffer<T> extends ClassHandle {
  /** Address in the module's memory. */
  GetPointer(): number;
  /** Number of items. */
  GetElementCount(): number;
  /** The items; read it again after calls that may allocate. */
  GetView(): T;
  /** The same. */
  getView(): T;
}

/** Files by name, for models that are compiled. */
export interface MjVFS extends ClassHandle {
  /** Adds a file; its bytes are copied. */
  addBuffer(name: string, content: Content): void;
  /** Takes a file out. */
  deleteFile(name: string): void;
  /** Whether there is a file of this name. */
  has(name: string): boolean;
}

/** What a field of an element may be given as. */
export type FieldOption<T> = T extends ArrayBufferView
  ? ArrayLike<number> | number
  : T extends string | number | boolean | bigint
    ? T
    : T extends { readonly value: number }
      ? T | number | string
      : T extends MjVec<infer Item>
        ? Iterable<Item>
        : T extends object
          ? T | { [K in keyof T]?: FieldOption<T[K]> }
          : T;

/**
 * Fields of a new element. Enums may be named by the last part of their names: type: 'box'. Arrays may be shorter than the field.
 * class: a default class or its name; euler, axisangle, xyaxes and zaxis give the orientation where there is one.
 */
export type ElementOptions<T> = {
  /** Name of the element. */
  name?: string;
  /** Default class, or its name. */
  class?: MjsDefault | string;
  /** Frame that the element is put into. */
  frame?: MjsFrame;
} & {
  [K in Exclude<keyof T, keyof ClassHandle | 'element' | 'info' | 'name' | 'frame' | 'parent' | 'all' | 'assign' | 'attach' | 'remove' | \`add\${string}\`>]?: FieldOption<T[K]>;
} & (T extends { alt: unknown }
    ? { axisangle?: ArrayLike<number>; xyaxes?: ArrayLike<number>; zaxis?: ArrayLike<number>; euler?: ArrayLike<number> }
    : unknown);

/** Files that the engine reads without a VFS, and writes. */
export interface FileSystem {
  /** With flags 'a' the content is added to what is there. */
  writeFile(path: string, content: Content, options?: { flags?: string }): void;
  /** The text of a file. */
  readFile(path: string, options: { encoding: 'utf8' }): string;
  /** The bytes of a file. */
  readFile(path: string, options?: { encoding?: 'binary' }): Uint8Array;
  /** Takes a file away. */
  unlink(path: string): void;
  /** Makes a folder in one that is there. */
  mkdir(path: string): void;
  /** Makes a folder and those above it. */
  mkdirTree(path: string): void;
  /** Takes an empty folder away. */
  rmdir(path: string): void;
  /** Names in a folder, also . and .. */
  readdir(path: string): string[];
  /** Moves a file or a folder. */
  rename(from: string, to: string): void;
  /** Kind, and size in bytes. */
  stat(path: string): { mode: number; size: number };
  /** Whether the mode that stat gives is that of a folder. */
  isDir(mode: number): boolean;
  /** Whether the mode that stat gives is that of a file. */
  isFile(mode: number): boolean;
  /** Whether there is something at a path. */
  analyzePath(path: string): { exists: boolean; name: string; path: string; parentExists: boolean };
  /** The folder that relative paths begin at. */
  cwd(): string;
  /** Changes that folder. */
  chdir(path: string): void;
  /** Files are in memory anyway: mounting MEMFS asks for a folder that is there. */
  mount(type: object, options: object, path: string): void;
  /** The counterpart of mount. */
  unmount(path: string): void;
}

`;

const hooks = `  /** Called to add to qfrc_passive; null removes the hook. */
  mjcb_passive: ((model: MjModel, data: MjData) => void) | null;
  /** Called to write ctrl, qfrc_applied and xfrc_applied. */
  mjcb_control: ((model: MjModel, data: MjData) => void) | null;
  /** Nonzero discards the pair of geoms. */
  mjcb_contactfilter: ((model: MjModel, data: MjData, geom1: number, geom2: number) => number | boolean) | null;
  /** Called to fill the user sensors of a stage. */
  mjcb_sensor: ((model: MjModel, data: MjData, stage: number) => void) | null;
  /** The time in milliseconds, for timers. */
  mjcb_time: (() => number) | null;
  /** Time derivative of a user actuator's activation. */
  mjcb_act_dyn: ((model: MjModel, data: MjData, id: number) => number) | null;
  /** Gain of a user actuator. */
  mjcb_act_gain: ((model: MjModel, data: MjData, id: number) => number) | null;
  /** Bias of a user actuator. */
  mjcb_act_bias: ((model: MjModel, data: MjData, id: number) => number) | null;
`;

const handWritten = `  /** Throws an MjError. */
  error(message: string): never;
  /** Reads MJCF or URDF text into an editable model. */
  parseXMLString(xml: string, vfs?: MjVFS | null): MjSpec;
  /** Reads an MJCF or URDF file into an editable model. */
  mj_parseXML(path: string, vfs?: MjVFS | null): MjSpec;
  /** Compiles MJCF or URDF text. */
  from_xml_string(xml: string, vfs?: MjVFS | null): MjModel;
  /** Compiles an editable model. */
  mj_compile(spec: MjSpec, vfs?: MjVFS | null): MjModel;
  /** Compiles into a model and data that are there and keeps the state. */
  mj_recompile(spec: MjSpec, vfs: MjVFS | null, model: MjModel, data: MjData): number;
  /** Deletes an element and what is inside it; handles of what is gone throw from now on. */
  mjs_delete(spec: MjSpec, element: MjsElement): number;
  /** The editable model as MJCF text. */
  mj_saveXMLString(spec: MjSpec): string;
  /** Writes the editable model as MJCF to a file of FS. */
  mj_saveXML(spec: MjSpec, filename: string): number;
  /** Writes the model that was loaded from XML last to a file of FS. */
  mj_saveLastXML(filename: string, model: MjModel): number;
  /** Writes a binary model to a file of FS or into a buffer of mj_sizeModel bytes. */
  mj_saveModel(model: MjModel, filename: string | null, buffer: Uint8Array | Uint8Buffer | null): void;
  /** Finds the length range of an actuator by simulation. */
  mj_setLengthRange(model: MjModel, data: MjData, index: number, options: MjLROpt | null): number;
  /** The values of a sensor at a time, delays included. */
  mj_readSensor(model: MjModel, data: MjData, id: number, time: number, interp?: number): Float64Array;
  /** Copies data into data of the same model. */
  mj_copyData(target: MjData, model: MjModel, source: MjData): MjData;
  /** Removes every hook. */
  mj_resetCallbacks(): void;
  /** Makes a plugin written in JavaScript known to the engine, for models loaded from then on; returns its slot. */
  registerPlugin<Own>(plugin: Plugin<Own>): number;
`;

const plugins = `
/** Values of a plugin's configuration attributes, '' where not given. */
export type PluginConfig = Record<string, string>;
/** The same as numbers, 0 where not given. */
export type PluginNumbers = Record<string, number>;
/** What a plugin can do. */
export type PluginCapability = 'actuator' | 'sensor' | 'passive' | 'sdf';

/** One instance of a plugin in one MjData. */
export interface PluginInstance<Own = unknown> {
  /** Index of the instance in the model. */
  readonly id: number;
  /** Configuration in the model. */
  readonly config: PluginConfig;
  /** The model that has the instance. */
  readonly model: MjModel;
  /** The data that the instance belongs to. */
  readonly data: MjData;
  /** The instance's numbers of data.plugin_state (nstate). */
  readonly state: Float64Array;
  /** What init returned. */
  own: Own;
  /** Ids of the actuators that use the instance. */
  readonly actuators: readonly number[];
  /** Ids of the sensors that use it. */
  readonly sensors: readonly number[];
  /** Ids of the bodies that use it. */
  readonly bodies: readonly number[];
  /** Ids of the geoms that use it. */
  readonly geoms: readonly number[];
}

/** A shape: negative inside. Points are in the frame of the shape. */
export interface SdfFunctions {
  /** Signed distance of a point (3) to the surface, m. */
  distance(point: Float64Array, numbers: PluginNumbers): number;
  /** Gradient of the distance (3), by differences when left out. */
  gradient?(point: Float64Array, numbers: PluginNumbers): ArrayLike<number>;
  /** Centre and half sizes of a box around the shape, 6 numbers. */
  aabb(numbers: PluginNumbers): ArrayLike<number>;
}

/** A plugin written in JavaScript; Own is what its init returns. */
export interface Plugin<Own = unknown> {
  /** Unique, such as 'example.spring'. */
  name: string;
  /** What it can do, at least one. */
  capabilities: readonly PluginCapability[];
  /** Names of configuration attributes. */
  attributes?: readonly string[];
  /** Of sensors: what must be computed before; default 'acceleration'. */
  stage?: 'position' | 'velocity' | 'acceleration';
  /** Numbers of state, default 0. */
  nstate?: number | ((config: PluginConfig) => number);
  /** Readings of a sensor; needed by sensors. */
  nsensordata?: number | ((config: PluginConfig, model: MjModel, sensor: number) => number);
  /** Called when data is made; what it returns becomes instance.own. */
  init?(instance: Omit<PluginInstance, 'own'>): Own;
  /** Sets the state of an instance, which is zero before. */
  reset?(instance: PluginInstance<Own>): void;
  /** Writes actuator_force or sensordata, or adds to qfrc_passive. */
  compute?(instance: PluginInstance<Own>, capability: PluginCapability): void;
  /** Writes act_dot of the actuators. */
  actDot?(instance: PluginInstance<Own>): void;
  /** Advances the state at the end of a step. */
  advance?(instance: PluginInstance<Own>): void;
  /** Changes the scene. */
  visualize?(instance: PluginInstance<Own>, scene: MjvScene): void;
  /** Copies what instance.own holds; the state is copied already. */
  copy?(target: PluginInstance<Own>, source: PluginInstance<Own>): void;
  /** Called when data is deleted. */
  destroy?(instance: { own: Own; config: PluginConfig }): void;
  /** Of shapes. */
  sdf?: SdfFunctions;
}
`;

const structMeanings = {
  mjModel:
    'A compiled model. Units are those of the model: m, kg, s, rad, N for models that keep to SI.',
  mjData: 'State of a model and everything computed from it. Units are those of the model.',
  mjContact: 'A contact between two geoms or parts of flexes.',
  mjOption: 'Options of the simulation.',
  mjVisual: 'Options of the picture.',
  mjStatistic: 'Figures of the model that scale the picture.',
  mjSpec: 'A model as it can be edited, before it is compiled.',
  mjvScene: 'Everything that there is to draw.',
  mjvFigure: 'A two-dimensional plot.',
};

/** What a struct is. */
function structMeaning(struct) {
  if (structMeanings[struct]) return structMeanings[struct];
  const words = struct.replace(/^mj(Visual)?[sv]?/, '').replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
  if (elements.test(struct)) return `Element of a spec: ${words.toLowerCase()}.`;
  if (struct.startsWith('mjVisual')) return `Options of the picture: ${words.toLowerCase()}.`;
  return `The struct ${struct}.`;
}

/** The source text of js/mujoco.d.ts. */
export async function declarationsText(headers) {
  const accessors = {
    ...(await import('../js/mujoco/accessor_fields.js')),
    ...(await import('../js/mujoco/elements.js')),
  };
  const { publishedEnums, stringTables } = await import('./published.mjs');
  const { packEnum } = await import('./tables.mjs');
  const { decodeEnum, loadTables } = await import('../js/engine/schema.js');
  await loadTables();
  const published = Object.entries(publishedEnums).map(([name, text]) => [
    name,
    decodeEnum(packEnum(text)),
  ]);
  const enums = enumTexts(headers, published);
  const meanings = new Map();
  for (const table of Object.values(headers.tables))
    for (const entry of table) meanings.set(entry.name, entry.meaning);
  const keys = new Set(Object.values(headers.enums).flatMap((values) => Object.keys(values)));
  const constants = Object.keys(headers.constants).filter((name) => !keys.has(name));
  return `${head}${enums.types}
${Object.entries(vectors)
  .map(([name, item]) => `/** A list. */\nexport type ${name} = MjVec<${item}>;\n`)
  .join('')}
/** Numbers in the module's memory, 8 bytes each. */
export type DoubleBuffer = WasmBuffer<Float64Array>;
/** Numbers in the module's memory, 4 bytes each. */
export type FloatBuffer = WasmBuffer<Float32Array>;
/** Whole numbers in the module's memory, 4 bytes each. */
export type IntBuffer = WasmBuffer<Int32Array>;
/** Bytes in the module's memory. */
export type Uint8Buffer = WasmBuffer<Uint8Array>;

/** Elements of specs by kind. */
export interface ElementKinds {
${accessors.kinds.map((kind) => `  /** Such an element. */\n  ${kind.toLowerCase()}: Mjs${kind};\n`).join('')}}

${accessorTexts(accessors, meanings)}${structTexts(headers, accessors)}${plugins}
/** What loadMujoco gives. */
export interface MujocoModule {
  /** The class of errors. */
  MjError: typeof MjError;
  /** Files in memory. */
  FS: FileSystem;
  /** What FS.mount takes. */
  MEMFS: object;
  /** Files for one model. */
  MjVFS: { new (): MjVFS };
  /** Compiled models. */
  MjModel: {
    /** A copy. */
    new (model: MjModel): MjModel;
    from_xml_string(xml: string, vfs?: MjVFS | null): MjModel;
    from_xml_path(path: string, vfs?: MjVFS | null): MjModel;
    mj_loadXML(path: string, vfs?: MjVFS | null): MjModel;
    from_binary_path(path: string, vfs?: MjVFS | null): MjModel;
    mj_loadModel(path: string, vfs?: MjVFS | null): MjModel;
    /** Loads an MJB file held in memory. */
    from_binary_buffer(content: Content): MjModel;
  };
  /** State of a model; with data: a copy of it. */
  MjData: { new (model: MjModel, data?: MjData): MjData };
  /** Editable models: an empty one, or a copy. */
  MjSpec: {
    /** A copy. */
    new (spec: MjSpec): MjSpec;
  };
  /** What there is to draw, of at most maxgeom geoms. */
  MjvScene: { new (): MjvScene; new (model: MjModel, maxgeom: number): MjvScene };
${classMembers(headers)}${constants.map((name) => `  /** The number ${headers.constants[name]}. */\n  readonly ${name}: number;\n`).join('')}${Object.entries(
    stringTables,
  )
    .map(([name, words]) => {
      const type = Array.isArray(words[0]) ? 'string[][]' : 'string[]';
      return `  /** Words for flags and frames, in the order of their numbers. */\n  readonly ${name}: ${type};\n  /** The same. */\n  get_${name}(): ${type};\n`;
    })
    .join('')}${enums.members}${hooks}${handWritten}${functionTexts(headers)}}

/** Loads the engine. */
export default function loadMujoco(options?: EngineOptions): Promise<MujocoModule>;
`;
}
