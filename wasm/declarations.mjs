// js/mujoco.d.ts: types of the entry 'limber/mujoco', made from the description of the interface, with the comments of the headers.
// What does not follow from the interface is written by hand in js/mujoco/types.
import { numberTypes } from '../js/engine/numbers.js';
import { enumWord, numberEnums } from '../js/engine/schema.js';

/**
 * @typedef {import('./interface.mjs').Interface} Interface
 * @typedef {import('./interface.mjs').Field} Field
 * @typedef {import('./interface.mjs').FunctionDescription} FunctionDescription
 * @typedef {import('../js/engine/numbers.js').NumberType} NumberType
 * @typedef {import('../js/engine/schema.js').Argument} Argument
 *
 * @typedef {object} Context what several parts need to know
 * @property {Interface} description
 * @property {Set<string>} enums
 * @property {Set<string>} structs
 * @property {typeof import('../js/mujoco/accessor_fields.js')} accessors
 * @property {typeof import('../js/mujoco/elements.js')} elements
 * @property {Record<string, string>} vectors
 */

/** Buffers that an output may be given as, by number type. @type {Record<string, string>} */
const buffers = {
  double: 'DoubleBuffer',
  float: 'FloatBuffer',
  int: 'IntBuffer',
  byte: 'Uint8Buffer',
  bool: 'Uint8Buffer',
};
/** Numbers that are not `number`. @type {Record<string, string>} */
const scalars = { bool: 'boolean', uint64: 'bigint' };
const hidden = new Set(['mjVFS']);
const publicName = (/** @type {string} */ struct) => `M${struct.slice(1)}`;
const isElement = (/** @type {string} */ struct) => /^mjs[A-Z]/.test(struct);
const viewOf = (/** @type {string} */ type) =>
  numberTypes[/** @type {NumberType} */ (type)].View.name;
/** Classes that programs make in a way of their own. */
const isMadeByHand = (/** @type {string} */ struct) =>
  isElement(struct) || /^mj(Model|Data|Spec|vScene)$/.test(struct);

/** A doc comment, '' when there is nothing to say. @param {string} text @param {string} [indent] */
function doc(text, indent = '  ') {
  const clean = text.trim().replaceAll('*/', '* /');
  return clean ? `${indent}/** ${clean} */\n` : '';
}

/** A property that is read as one type and may be assigned another. @type {(name: string, get: string, set: string, comment: string) => string} */
const pair = (name, get, set, comment) =>
  `${doc(comment)}  get ${name}(): ${get};\n  set ${name}(value: ${set});\n`;

/** A comment with the shape, unless it says it already. @param {Field} field */
const describedShape = ({ comment, shape, rows, part }) =>
  part || !shape || (!rows && /\(\d+( x \d+)?\)/.test(comment)) ? comment : `${comment} (${shape})`;

/** What JavaScript gives of an item of a vector. @param {string} item @param {Context} context */
const itemType = (item, { vectors, structs }) =>
  item === 'string' || item in vectors ? item : structs.has(item) ? publicName(item) : 'number';

/**
 * The properties that a field gives to its class.
 * @param {string} struct
 * @param {Field} field
 * @param {Context} context
 */
function fieldText(struct, field, context) {
  const { name, type = '', to, rows, count } = field;
  const { enums, vectors } = context;
  const comment = describedShape(field);
  const isNumber = Object.hasOwn(numberTypes, type);
  if (to === 'mjString') return `${doc(comment)}  ${name}: string;\n`;
  if (to === 'char') return `${doc(comment)}  readonly ${name}: string;\n`;
  if (to !== undefined && vectors[to])
    return pair(name, to, `Iterable<${itemType(vectors[to], context)}>`, comment);
  if (to !== undefined)
    return isElement(to) || to === 'mjSpec'
      ? `${doc(comment)}  readonly ${name}: ${publicName(to)};\n`
      : '';
  if (name === 'buffer' || name === 'arena')
    return `${doc(comment)}  readonly ${name}: Uint8Array;\n`;
  if (isNumber && (rows || count)) return pair(name, viewOf(type), 'Numbers', comment);
  if (rows || (count && !isNumber))
    return `${doc(comment)}  readonly ${name}: ${publicName(type)}Vec;\n`;
  if (enums.has(type)) return pair(name, type, `${type} | number | EnumWord<${type}>`, comment);
  const words = numberEnums[struct]?.[name];
  if (words) return pair(name, 'number', `number | EnumWord<${words}>`, comment);
  if (isNumber) return `${doc(comment)}  ${name}: ${scalars[type] ?? 'number'};\n`;
  return pair(name, publicName(type), publicName(type), comment);
}

/** @param {Context} context */
function structTexts(context) {
  let text = '';
  for (const { name, comment, fields } of context.description.structs) {
    if (hidden.has(name)) continue;
    const bases = ['ClassHandle', ...elementBases(name, fields)];
    text += `${doc(comment, '')}export interface ${publicName(name)} extends ${bases.join(', ')} {\n`;
    text += fields.map((field) => fieldText(name, field, context)).join('');
    if (!isMadeByHand(name))
      text += `  /** A struct of its own with the same content. */\n  copy(): ${publicName(name)};\n`;
    if (name === 'mjModel' || name === 'mjData') text += accessorMethods(name, context);
    text += `${elementMethods(name, context)}}\n\n`;
  }
  return text;
}

/** Methods that js/mujoco/types/elements.d.ts declares. @param {string} struct @param {Field[]} fields */
function elementBases(struct, fields) {
  if (struct === 'mjSpec') return ['SpecMethods'];
  if (!isElement(struct) || !fields.some(({ name }) => name === 'element')) return [];
  return [
    `Editable<${publicName(struct)}>`,
    ...(struct === 'mjsPlugin' ? [] : ['NamedElement']),
    ...(struct === 'mjsBody' ? ['BodyMethods'] : []),
    ...(/^mjs(Body|Frame|Site)$/.test(struct) ? ['AttachmentHost'] : []),
  ];
}

/** Methods that add and find elements, see js/mujoco/elements.js. @param {string} struct @param {Context} context */
function elementMethods(struct, { elements, description }) {
  const adders =
    struct === 'mjsBody' ? elements.inBody : struct === 'mjSpec' ? elements.inSpec : {};
  const lines = Object.entries(adders).map(([method, name]) => {
    const added = description.functions.find((f) => f.name === name)?.returns ?? '';
    const result = publicName(added);
    const options =
      method === 'addFrame'
        ? `Omit<ElementOptions<${result}>, 'class'> & { class?: MjsFrame }`
        : `ElementOptions<${result}>`;
    return `${doc(`Adds one; the fields may be given at once.`)}  ${method}(options?: ${options}): ${result};\n`;
  });
  if (struct === 'mjSpec')
    for (const kind of elements.kinds)
      lines.push(
        `${doc(`The ${kind.toLowerCase()} of a name; null when there is none.`)}  ${kind.toLowerCase()}(name: string): Mjs${kind} | null;\n`,
      );
  return lines.join('');
}

const accessorName = (/** @type {string} */ struct, /** @type {string} */ word) =>
  `${publicName(struct)}${word}Accessor`;
/** The fields alone, for handles that live otherwise. @param {string} struct @param {string} word */
const fieldsName = (struct, word) => `${publicName(struct)}${word}Fields`;

/** Kinds of objects that a struct has fields of. @param {string} struct @param {Context} context */
const objectsOf = (struct, { description }) =>
  description.objects.filter(({ inData }) => struct === 'mjModel' || inData);

/** @param {string} struct @param {Context} context */
const accessorMethods = (struct, context) =>
  objectsOf(struct, context)
    .map(
      ({ method, word }) =>
        `${doc(`Fields of one ${word.toLowerCase()}, by name or id.`)}  ${method}(object: string | number): ${accessorName(struct, word)};\n`,
    )
    .join('');

/**
 * The interface of one kind of objects.
 * @param {'mjModel' | 'mjData'} struct
 * @param {import('../js/engine/schema.js').ObjectKind} kind
 * @param {Context} context
 */
function accessorText(struct, { method, word }, { description, accessors }) {
  const owner = struct === 'mjModel' ? 'the model' : 'the data';
  const described = description.structs.find(({ name }) => name === struct)?.fields ?? [];
  const one = word.toLowerCase();
  let text = `/** What ${owner} has of one ${one}; arrays are views of its part. */\nexport interface ${fieldsName(struct, word)} {\n`;
  text += `  /** Index among those of its kind. */\n  readonly id: number;\n  /** Name in the model, '' when it has none. */\n  readonly name: string;\n`;
  for (const { names, field, always } of accessors.listAccessorFields(struct, method)) {
    const { columns = 1, times = 1, rows, type } = field;
    const isRagged = always || names[0] === 'moment';
    const meaning = described.find(({ name }) => name === field.name)?.comment || field.name;
    const shape = isRagged
      ? `its part of ${rows}`
      : times === 1
        ? String(columns)
        : `${columns} x ${times}`;
    for (const name of names)
      text +=
        !isRagged && columns === 1
          ? `${doc(meaning)}  ${name}: ${type === 'int64' ? 'bigint' : (scalars[type] ?? 'number')};\n`
          : pair(name, viewOf(type), 'Numbers', `${meaning} (${shape})`);
  }
  const bases = `ClassHandle, ${fieldsName(struct, word)}`;
  return `${text}}\n\n/** The fields of one ${one} in ${owner}, as a handle. */\nexport interface ${accessorName(struct, word)} extends ${bases} {}\n\n`;
}

/** @param {Argument} arg @param {Context} context */
function parameterType({ type = '', in: read, out, byValue, optional }, { enums }) {
  const nullable = optional ? ' | null' : '';
  if (read) return `Numbers${nullable}`;
  if (out) return `${viewOf(out)} | ${buffers[out] ?? 'DoubleBuffer'} | number[]${nullable}`;
  if (byValue) return publicName(type);
  if (enums.has(type)) return `${type} | number`;
  /** @type {Record<string, string>} */
  const plain = {
    int64: 'number | bigint',
    bool: 'boolean',
    text: `string${nullable}`,
  };
  if (Object.hasOwn(numberTypes, type)) return plain[type] ?? 'number';
  const mayBeNull = /^mj(sDefault|sFrame|VFS|vPerturb|LROpt)$/.test(type);
  return plain[type] ?? publicName(type) + (mayBeNull ? ' | null' : '');
}

/** @param {FunctionDescription} f @param {Context} context */
function resultType({ name, returns, byValue }, { enums }) {
  if (!returns) return 'void';
  /** @type {Record<string, string>} */
  const plain = {
    number: 'number',
    int64: 'bigint',
    bool: 'boolean',
    text: 'string',
    string: 'string',
  };
  if (plain[returns] || enums.has(returns)) return plain[returns] ?? 'number';
  const isCertain = byValue || name.startsWith('mjs_add');
  return publicName(returns) + (isCertain ? '' : ' | undefined');
}

/** @param {string} name */
const safe = (name) =>
  /^(from|to|in|var|function|default|new|delete)$/.test(name) ? `${name}_` : name;

/** @param {Context} context */
const functionTexts = (context) =>
  context.description.functions
    .filter(({ name }) => !name.startsWith('lb_'))
    .map((f) => {
      const args = f.args
        .filter(({ implied }) => implied === undefined)
        .map((arg) => `${safe(arg.name)}: ${parameterType(arg, context)}`);
      return `${doc(f.comment)}  ${f.name}(${args.join(', ')}): ${resultType(f, context)};\n`;
    })
    .join('');

/** @param {Context} context */
const enumTypes = ({ description }) =>
  description.enums
    .map(({ name, comment, values }) => {
      const numbers = [...new Set(values.map(({ value }) => value))].join(' | ');
      const words = values.map((value) => enumWord(value.name)).filter(Boolean);
      const union = words.map((word) => `'${word}'`).join(' | ') || 'never';
      return `/** A value of ${name} with the number T. */\nexport type ${name}Value<T extends number> = EnumValue<T>;\n${doc(comment, '')}export type ${name} = EnumValues<${numbers}, ${union}>;\n`;
    })
    .join('');

/** What the module has of enums, classes, constants and words. @param {Context} context */
function memberTexts(context) {
  const { description, vectors } = context;
  const { enums, structs, constants, strings } = description;
  const lines = [];
  for (const { name } of structs)
    if (!hidden.has(name) && !isMadeByHand(name))
      lines.push(
        `  /** A struct of zeros or of defaults. */\n  ${publicName(name)}: { new (): ${publicName(name)} };\n`,
      );
  // for instanceof: the engine makes them
  const made = structs.map(({ name }) => name).filter((name) => isElement(name));
  const accessors = /** @type {const} */ (['mjModel', 'mjData']).flatMap((struct) =>
    objectsOf(struct, context).map(({ word }) => accessorName(struct, word)),
  );
  for (const name of [...made.map(publicName), ...accessors])
    lines.push(`  /** The class. */\n  ${name}: MadeClass<${name}>;\n`);
  for (const name of Object.keys(vectors))
    lines.push(`  /** An empty list. */\n  ${name}: { new (): ${name} };\n`);
  for (const { name, comment, value } of constants)
    lines.push(`${doc(comment || `The number ${value}.`)}  readonly ${name}: number;\n`);
  for (const [name, words] of Object.entries(strings)) {
    const type = Array.isArray(words[0]) ? 'string[][]' : 'string[]';
    lines.push(
      `  /** Words for flags and frames, in the order of their numbers. */\n  readonly ${name}: ${type};\n  /** The same. */\n  get_${name}(): ${type};\n`,
    );
  }
  for (const { name, comment, values } of enums) {
    const numbers = values.map((value) => `${value.name}: ${value.value}`).join(', ');
    lines.push(`${doc(comment)}  ${name}: EnumClass<${name}, { ${numbers} }>;\n`);
  }
  return lines.join('');
}

/** Types of the classes of lists. @param {Context} context */
const listTypes = (context) =>
  Object.entries(context.vectors)
    .map(
      ([name, item]) =>
        `/** A list. */\nexport type ${name} = MjVec<${itemType(item, context)}>;\n`,
    )
    .join('');

/** Interfaces of single objects of model and data. @param {Context} context */
const accessorTypes = (context) =>
  /** @type {const} */ (['mjModel', 'mjData'])
    .flatMap((struct) =>
      objectsOf(struct, context).map((kind) => accessorText(struct, kind, context)),
    )
    .join('');

/** The types of elements by the words of programs. @param {Context} context */
const kindTypes = ({ elements }) =>
  elements.kinds
    .map((kind) => `  /** Such an element. */\n  ${kind.toLowerCase()}: Mjs${kind};\n`)
    .join('');

/** @param {Interface} description @returns {Promise<Context>} */
async function contextOf(description) {
  // the accessors' fields are listed by modules that read the description
  const { loadDescription } = await import('../js/engine/schema.js');
  await loadDescription();
  return {
    description,
    enums: new Set(description.enums.map(({ name }) => name)),
    structs: new Set(description.structs.map(({ name }) => name)),
    accessors: await import('../js/mujoco/accessor_fields.js'),
    elements: await import('../js/mujoco/elements.js'),
    vectors: (await import('../js/mujoco/vectors.js')).vectorItems,
  };
}

/** The source text of js/mujoco.d.ts. @param {Interface} description */
export async function declarationsText(description) {
  const context = await contextOf(description);
  return `// Generated by wasm/generate.mjs from src/api; do not edit.
import type { ClassHandle, ElementOptions, EnumClass, EnumValue, EnumValues, EnumWord, EngineOptions, MadeClass, MjVec, Numbers } from './mujoco/types/base.js';
import type { DoubleBuffer, FloatBuffer, IntBuffer, MjVFS, Uint8Buffer } from './mujoco/types/base.js';
import type { AttachmentHost, BodyMethods, Editable, NamedElement, SpecMethods } from './mujoco/types/elements.js';
import type { ModuleBase } from './mujoco/types/module.js';

export * from './mujoco/types/base.js';
export * from './mujoco/types/plugins.js';

${enumTypes(context)}
${listTypes(context)}
/** Elements of specs by kind. */
export interface ElementKinds {
${kindTypes(context)}}

${accessorTypes(context)}${structTexts(context)}/** What loadMujoco gives. */
export interface MujocoModule extends ModuleBase {
${memberTexts(context)}${functionTexts(context)}}

/** What loadMujoco gives, under the name that it has in other packages. */
export type MainModule = MujocoModule;

/** Loads the engine. */
export default function loadMujoco(options?: EngineOptions): Promise<MujocoModule>;
`;
}
