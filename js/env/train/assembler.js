// A small assembler of WebAssembly: what the kernels of the learner are written with.
//
// A function is a list of parameters, a list of locals, and a body that calls the methods of `Code`, one for each instruction that is
// needed. Numbers of locals are handed out by name. Source: WebAssembly 2.0, chapters 5.4 (instructions) and 5.5 (modules).

/** Value types by name. @type {Record<string, number>} */
const types = { i32: 0x7f, f32: 0x7d, v128: 0x7b };

/** Instructions without operands by name. @type {Record<string, number[]>} */
const plain = {
  end: [0x0b],
  'i32.eqz': [0x45],
  'i32.lt_u': [0x49],
  'i32.add': [0x6a],
  'i32.sub': [0x6b],
  'i32.mul': [0x6c],
  'i32x4.shl': [0xfd, 0xab, 0x01],
  'i32x4.add': [0xfd, 0xae, 0x01],
  'f32x4.splat': [0xfd, 0x13],
  'f32x4.gt': [0xfd, 0x44],
  'f32x4.nearest': [0xfd, 0x6a],
  'f32x4.sqrt': [0xfd, 0xe3, 0x01],
  'f32x4.add': [0xfd, 0xe4, 0x01],
  'f32x4.sub': [0xfd, 0xe5, 0x01],
  'f32x4.mul': [0xfd, 0xe6, 0x01],
  'f32x4.div': [0xfd, 0xe7, 0x01],
  'f32x4.min': [0xfd, 0xe8, 0x01],
  'f32x4.max': [0xfd, 0xe9, 0x01],
  'i32x4.trunc_sat_f32x4_s': [0xfd, 0xf8, 0x01],
  'v128.bitselect': [0xfd, 0x52],
  'v128.and': [0xfd, 0x4e],
};

/** @param {number} value @returns {number[]} */
function unsigned(value) {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}

/** @param {number} value @returns {number[]} */
function signed(value) {
  const low = value & 127;
  const rest = value >> 7;
  const isLast = (rest === 0 && (low & 64) === 0) || (rest === -1 && (low & 64) !== 0);
  return isLast ? [low] : [low | 128, ...signed(rest)];
}

/** @param {number[][]} items */
const vector = (items) => [...unsigned(items.length), ...items.flat()];

/** @param {string} text */
const name = (text) => vector([...new TextEncoder().encode(text)].map((byte) => [byte]));

/** The body of one function. */
export class Code {
  /** @type {number[]} */
  bytes = [];
  #locals;

  /** @param {Map<string, number>} locals numbers of parameters and locals */
  constructor(locals) {
    this.#locals = locals;
  }

  /** Instructions without operands, one after another. @param {...string} names */
  op(...names) {
    for (const item of names) this.bytes.push(...plain[item]);
    return this;
  }

  /** Pushes locals. @param {...string} locals */
  get(...locals) {
    for (const item of locals) this.bytes.push(0x20, ...unsigned(this.#number(item)));
    return this;
  }

  /** @param {string} local */
  set(local) {
    this.bytes.push(0x21, ...unsigned(this.#number(local)));
    return this;
  }

  /** @param {number} value */
  i32(value) {
    this.bytes.push(0x41, ...signed(value));
    return this;
  }

  /** Four equal numbers. @param {number} value */
  f32x4(value) {
    const four = new Float32Array(4).fill(value);
    this.bytes.push(0xfd, 0x0c, ...new Uint8Array(four.buffer));
    return this;
  }

  /** Four equal whole numbers. @param {number} value */
  i32x4(value) {
    const four = new Int32Array(4).fill(value);
    this.bytes.push(0xfd, 0x0c, ...new Uint8Array(four.buffer));
    return this;
  }

  /** Four numbers at the address on the stack. @param {number} [offset] bytes */
  load(offset = 0) {
    this.bytes.push(0xfd, 0x00, 2, ...unsigned(offset));
    return this;
  }

  /** One number at the address on the stack, four times. @param {number} [offset] bytes */
  loadSplat(offset = 0) {
    this.bytes.push(0xfd, 0x09, 2, ...unsigned(offset));
    return this;
  }

  /** Stores four numbers; address and numbers are on the stack. @param {number} [offset] bytes */
  store(offset = 0) {
    this.bytes.push(0xfd, 0x0b, 2, ...unsigned(offset));
    return this;
  }

  /** Adds to a local what another one has, or a number. @param {string} local @param {string | number} step */
  advance(local, step) {
    this.get(local);
    if (typeof step === 'number') this.i32(step);
    else this.get(step);
    return this.op('i32.add').set(local);
  }

  /**
   * Runs the body while the local `count` is above 0; each turn takes `step` from it.
   * @param {string} count
   * @param {number} step
   * @param {() => void} body
   */
  countDown(count, step, body) {
    // block { br_if 0 (count == 0); loop { body; count -= step; br_if 0 (count) } }
    this.bytes.push(0x02, 0x40);
    this.get(count).op('i32.eqz').bytes.push(0x0d, 0);
    this.bytes.push(0x03, 0x40);
    body();
    this.get(count).i32(step).op('i32.sub').set(count).get(count).bytes.push(0x0d, 0);
    return this.op('end', 'end');
  }

  /** @param {string} local */
  #number(local) {
    const number = this.#locals.get(local);
    if (number === undefined) throw new Error(`assembler: there is no local '${local}'`);
    return number;
  }
}

/**
 * A function of a module: parameters and locals are `name:type`, the type i32 where it is left out.
 * @typedef {{ name: string, parameters: string[], locals: string[], body: (code: Code) => void }} FunctionPlan
 */

/** @param {string} text `name:type` */
function parseLocal(text) {
  const [local, type = 'i32'] = text.split(':');
  return { local, type: types[type] };
}

/** @param {number} id @param {number[]} content */
const section = (id, content) => [id, ...unsigned(content.length), ...content];

/** @param {FunctionPlan} plan */
function bodyOf({ parameters, locals, body }) {
  const all = [...parameters, ...locals].map(parseLocal);
  const code = new Code(new Map(all.map(({ local }, number) => [local, number])));
  body(code);
  const declared = locals.map((text) => [1, parseLocal(text).type]);
  const content = [...vector(declared), ...code.bytes, 0x0b];
  return [...unsigned(content.length), ...content];
}

/**
 * The bytes of a module with these functions, which uses the memory `env.memory` of at least one page.
 * @param {FunctionPlan[]} plans functions without results
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function assemble(plans) {
  const signatures = plans.map(({ parameters }) => [
    0x60,
    ...vector(parameters.map((text) => [parseLocal(text).type])),
    0,
  ]);
  return new Uint8Array([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, vector(signatures)),
    ...section(2, vector([[...name('env'), ...name('memory'), 2, 0, 1]])),
    ...section(3, vector(plans.map((_, index) => unsigned(index)))),
    ...section(7, vector(plans.map((plan, index) => [...name(plan.name), 0, ...unsigned(index)]))),
    ...section(10, vector(plans.map(bodyOf))),
  ]);
}
