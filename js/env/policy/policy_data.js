// Policies as plain JSON: a multilayer perceptron with a normaliser of observations, what it expects to see, and what its actions mean.
//
// Numbers are written as lists, or as text: `float32:` or `float16:` and the little-endian bytes in base 64; `int8:` is a float32 and
// bytes, the parts of it, -127 to 127 of 127.
import { MjError } from '../../engine/error.js';

/** How numbers are written. @typedef {'float32' | 'float16' | 'int8'} Precision */
/** @typedef {'none' | 'elu' | 'tanh' | 'relu' | 'sigmoid' | 'softplus'} Activation */

/**
 * A layer: outputs = activation(inputs weight + bias).
 * @typedef {object} Layer
 * @property {Float32Array} weight (inputs x outputs)
 * @property {Float32Array} bias (outputs)
 * @property {Activation} activation
 *
 * @typedef {{ name: string, size: number }} ObservationTerm a name and a count of numbers
 *
 * What a policy looks at.
 * @typedef {object} PolicyObservation
 * @property {string} group of the environment's observations
 * @property {number} size numbers of an observation
 * @property {ObservationTerm[]} terms in their order; empty where they are not known
 * @property {Float32Array} [mean] subtracted first (size)
 * @property {Float32Array} [deviation] what is divided by then (size)
 * @property {number} [clip] where the quotients are cut
 *
 * What a policy does.
 * @typedef {object} PolicyAction
 * @property {number} size numbers of an action
 * @property {string[]} [names] of what they drive
 * @property {string} [kind] pd, torque, position, muscle
 * @property {string[]} [joints] in the order of the actions
 * @property {number[]} [kp] N m/rad
 * @property {number[]} [kd] N m s/rad
 * @property {number[]} [scale]
 * @property {number[]} [default] positions of the joints for an action of 0, rad or m
 *
 * A policy that is a perceptron.
 * @typedef {object} PolicyData
 * @property {PolicyObservation} observation
 * @property {PolicyAction} action
 * @property {string[]} commands names of the commands that it follows
 * @property {number} [period] seconds between two actions
 * @property {Layer[]} layers
 * @property {string} [task] what it was trained for
 * @property {Record<string, unknown>} [training] seed, recipe, return
 */

const FORMAT = 'limber-policy';
export const activations = ['none', 'elu', 'tanh', 'relu', 'sigmoid', 'softplus'];

/** The number that 16 bits stand for. @param {number} bits */
function fromHalf(bits) {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return (
    sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15))
  );
}

/** The nearest 16 bits, halves to even. @param {number} value */
function toHalf(value) {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (Number.isNaN(value)) return 0x7e00;
  if (size >= 65520) return sign | 0x7c00;
  const exponent = Math.max(Math.floor(Math.log2(size)), -14);
  const steps = size / 2 ** (exponent - 10);
  const down = Math.floor(steps);
  const up = steps - down > 0.5 || (steps - down === 0.5 && down % 2 === 1) ? 1 : 0;
  // a carry runs into the exponent, as it should
  return sign | (size < 2 ** -14 ? down + up : ((exponent + 14) << 10) + down + up);
}

/** @param {Uint8Array} bytes */
function toBase64(bytes) {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/**
 * Numbers as text.
 * @param {ArrayLike<number>} values
 * @param {Precision} precision
 */
export function packNumbers(values, precision) {
  if (precision === 'int8') return packBytes(values);
  const width = precision === 'float16' ? 2 : 4;
  const view = new DataView(new ArrayBuffer(width * values.length));
  for (let i = 0; i < values.length; i++)
    if (precision === 'float16') view.setUint16(2 * i, toHalf(values[i]), true);
    else view.setFloat32(4 * i, values[i], true);
  return `${precision}:${toBase64(new Uint8Array(view.buffer))}`;
}

/** Numbers as parts of the largest. @param {ArrayLike<number>} values */
function packBytes(values) {
  const view = new DataView(new ArrayBuffer(4 + values.length));
  const largest = Math.fround(Math.max(1e-30, ...Array.from(values, Math.abs)));
  view.setFloat32(0, largest, true);
  for (let i = 0; i < values.length; i++)
    view.setInt8(4 + i, Math.round((127 * values[i]) / largest));
  return `int8:${toBase64(new Uint8Array(view.buffer))}`;
}

/**
 * @param {unknown} given
 * @param {string} what
 * @param {number} [size] how many there must be
 * @returns {Float32Array}
 */
export function readNumbers(given, what, size) {
  const values = ArrayBuffer.isView(given)
    ? Float32Array.from(/** @type {Float32Array} */ (given))
    : typeof given === 'string'
      ? unpackNumbers(given, what)
      : Array.isArray(given)
        ? Float32Array.from(given)
        : null;
  if (!values) throw new MjError(`policy: ${what} must be a list of numbers, got ${typeof given}`);
  if (size !== undefined && values.length !== size)
    throw new MjError(`policy: ${what} must have ${size} numbers, it has ${values.length}`);
  const bad = values.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) throw new MjError(`policy: number ${bad} of ${what} is ${values[bad]}`);
  return values;
}

/** @param {string} text @param {string} what */
function unpackNumbers(text, what) {
  const [, precision, body] = /^(float32|float16|int8):([A-Za-z0-9+/=]*)$/.exec(text) ?? [];
  const width = { float16: 2, int8: 1 }[precision] ?? 4;
  const bytes = body === undefined ? '' : atob(body);
  if (body === undefined || bytes.length % width !== 0 || (width === 1 && bytes.length < 4))
    throw new MjError(`policy: ${what} is no text of float32:, float16: or int8: and base 64`);
  const view = new DataView(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)).buffer);
  if (width === 1) {
    const unit = view.getFloat32(0, true) / 127;
    return Float32Array.from({ length: bytes.length - 4 }, (_, i) => unit * view.getInt8(4 + i));
  }
  return Float32Array.from({ length: bytes.length / width }, (_, i) =>
    width === 2 ? fromHalf(view.getUint16(2 * i, true)) : view.getFloat32(4 * i, true),
  );
}

/** @typedef {Record<string, unknown>} Plain */

/** @param {unknown} value @param {string} what @returns {Plain} */
function objectOf(value, what) {
  if (value !== null && typeof value === 'object' && !Array.isArray(value))
    return /** @type {Plain} */ (value);
  throw new MjError(
    `policy: ${what} must be an object, got ${value === null ? 'null' : typeof value}`,
  );
}

/** @param {unknown} value @param {string} what */
function sizeOf(value, what) {
  if (Number.isSafeInteger(value) && Number(value) > 0) return Number(value);
  throw new MjError(`policy: ${what} must be a positive whole number, got ${String(value)}`);
}

/** @param {unknown} value @param {string} what @returns {string[]} */
function textsOf(value, what) {
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  throw new MjError(`policy: ${what} must be a list of names`);
}

/** @param {Plain} plain @returns {PolicyObservation} */
function readObservation(plain) {
  const size = sizeOf(plain.size, 'observation.size');
  const terms = (Array.isArray(plain.terms) ? plain.terms : []).map((term, k) => {
    const { name, size: count } = objectOf(term, `observation.terms[${k}]`);
    return { name: String(name), size: sizeOf(count, `the size of observation '${name}'`) };
  });
  const sum = terms.reduce((total, term) => total + term.size, 0);
  if (terms.length > 0 && size % sum !== 0)
    throw new MjError(`policy: its observations have ${size} numbers, its terms ${sum}`);
  const optional = (/** @type {string} */ name) =>
    plain[name] === undefined ? {} : { [name]: readNumbers(plain[name], name, size) };
  const result = {
    group: String(plain.group ?? 'base'),
    size,
    terms,
    ...optional('mean'),
    ...optional('deviation'),
  };
  return plain.clip === undefined ? result : { ...result, clip: Number(plain.clip) };
}

/** @param {Plain} plain @returns {PolicyAction} */
function readAction(plain) {
  const size = sizeOf(plain.size, 'action.size');
  /** @type {Plain} */
  const result = { size };
  for (const name of ['names', 'joints'])
    if (plain[name] !== undefined) result[name] = textsOf(plain[name], `action.${name}`);
  for (const name of ['kp', 'kd', 'scale', 'default'])
    if (Array.isArray(plain[name]) && plain[name].length > 0)
      result[name] = [...plain[name]].map(Number);
  if (plain.kind !== undefined) result.kind = String(plain.kind);
  return /** @type {PolicyAction & Plain} */ (result);
}

/** @param {unknown} given @param {number} inputs @returns {Layer[]} */
function readLayers(given, inputs) {
  if (!Array.isArray(given) || given.length === 0)
    throw new MjError('policy: layers must be a list of at least one layer');
  return given.map((item, k) => {
    const layer = objectOf(item, `layers[${k}]`);
    const bias = readNumbers(layer.bias, `the bias of layer ${k}`);
    const weight = readNumbers(layer.weight, `the weight of layer ${k}`, inputs * bias.length);
    const activation = String(layer.activation ?? 'none');
    if (!activations.includes(activation))
      throw new MjError(
        `policy: activation '${activation}' of layer ${k} is not known: there are ${activations.join(', ')}`,
      );
    inputs = bias.length;
    return { weight, bias, activation: /** @type {Activation} */ (activation) };
  });
}

/** Whether an object says that it is a policy of ours. @param {unknown} value */
export const isPolicyData = (value) =>
  value !== null && typeof value === 'object' && /** @type {Plain} */ (value).format === FORMAT;

/**
 * Reads and checks a policy's JSON.
 * @param {unknown} value what JSON.parse gives
 * @returns {PolicyData}
 */
export function readPolicy(value) {
  const plain = objectOf(value, 'a policy');
  if (plain.format !== FORMAT)
    throw new MjError(
      `policy: its format must be '${FORMAT}', got ${JSON.stringify(plain.format)}`,
    );
  if (plain.version !== 1)
    throw new MjError(`policy: version 1 is read, got ${JSON.stringify(plain.version)}`);
  const observation = readObservation(objectOf(plain.observation, 'observation'));
  const action = readAction(objectOf(plain.action, 'action'));
  const layers = readLayers(plain.layers, observation.size);
  const { length } = layers[layers.length - 1].bias;
  if (length !== action.size)
    throw new MjError(
      `policy: its last layer gives ${length} numbers, an action has ${action.size}`,
    );
  /** @type {PolicyData} */
  const policy = { observation, action, layers, commands: [] };
  if (plain.commands !== undefined) policy.commands = textsOf(plain.commands, 'commands');
  if (plain.period !== undefined) policy.period = Number(plain.period);
  if (plain.task !== undefined) policy.task = String(plain.task);
  if (plain.training !== undefined) policy.training = objectOf(plain.training, 'training');
  return policy;
}

/**
 * A policy as JSON text, which `loadPolicy` reads.
 * @param {PolicyData} policy
 * @param {{ precision?: Precision }} [options] of the weights; biases, means and deviations are never less than float16
 */
export function writePolicy(policy, { precision = 'float32' } = {}) {
  const { observation, action, layers, commands, ...rest } = policy;
  const { mean, deviation, ...seen } = observation;
  const plain = {
    format: FORMAT,
    version: 1,
    ...rest,
    observation: {
      ...seen,
      ...(mean ? { mean: packNumbers(mean, 'float32') } : {}),
      ...(deviation ? { deviation: packNumbers(deviation, 'float32') } : {}),
    },
    action,
    commands,
    layers: layers.map(({ weight, bias, activation }) => ({
      activation,
      weight: packNumbers(weight, precision),
      bias: packNumbers(bias, precision === 'int8' ? 'float16' : precision),
    })),
  };
  return `${JSON.stringify(plain, null, 1)}\n`;
}
