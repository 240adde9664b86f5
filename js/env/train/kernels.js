// The inner loops of the learner in WebAssembly SIMD: matrix products, activations and their slopes, Adam.
//
// Four 32-bit numbers at a time, no fused multiply-add, loops in a fixed order: the same bits in every engine. All arrays lie in one
// memory; `Arena` hands out parts of it. Row strides and addresses are in bytes.
import { assemble } from './assembler.js';

/** @typedef {import('./assembler.js').Code} Code */
/** @typedef {import('./assembler.js').FunctionPlan} FunctionPlan */

/**
 * What the module exports. Counts of `activate` and the like are numbers of floats, multiples of 4; `rows` of product is a multiple of 4,
 * `columns` one of 8.
 * @typedef {object} Kernels
 * @property {(c: number, strideC: number, start: number, strideStart: number, a: number, rowA: number, columnA: number, b: number,
 *   strideB: number, rows: number, columns: number, inner: number) => void} product c = start + a b; a (rows x inner) has any two strides
 * @property {(x: number, count: number) => void} tanh in place
 * @property {(x: number, count: number) => void} elu in place
 * @property {(x: number, count: number) => void} relu in place
 * @property {(y: number, slope: number, count: number) => void} tanhSlope slope *= 1 - y y
 * @property {(y: number, slope: number, count: number) => void} eluSlope slope *= min(y, 0) + 1
 * @property {(y: number, slope: number, count: number) => void} reluSlope slope *= y > 0
 * @property {(sum: number, x: number, stride: number, rows: number, columns: number) => void} sumRows sum += rows of x
 * @property {(p: number, g: number, m: number, v: number, count: number, rate: number, beta1: number, beta2: number, scale: number,
 *   epsilon: number) => void} adam p -= rate m / (sqrt(v) + epsilon), after m and v have taken in g scale
 */

const TILE_ROWS = 4;

/** One tile of 4 x 8: its sums stay in registers. @type {FunctionPlan} */
const product = {
  name: 'product',
  parameters: [
    'c',
    'strideC',
    'start',
    'strideStart',
    'a',
    'rowA',
    'columnA',
    'b',
    'strideB',
  ].concat(['rows', 'columns', 'inner']),
  locals: [
    ...['left', 'k', 'a0', 'a1', 'a2', 'a3', 'bk', 'ck', 'startk', 'bj', 'low:v128', 'high:v128'],
    ...['cj', 'startj', 'factor:v128'],
    ...[0, 1, 2, 3].flatMap((i) => [`s${i}:v128`, `t${i}:v128`]),
  ],
  body(code) {
    const tile = () => {
      // sums start from `start`; the addresses of four rows of a
      code.get('startj').set('startk').get('a').set('a0');
      for (let i = 0; i < TILE_ROWS; i++) {
        code.get('startk').load().set(`s${i}`).get('startk').load(16).set(`t${i}`);
        code.advance('startk', 'strideStart');
        if (i > 0)
          code
            .get(`a${i - 1}`, 'rowA')
            .op('i32.add')
            .set(`a${i}`);
      }
      code.get('bj').set('bk').get('inner').set('k');
      code.countDown('k', 1, () => {
        code.get('bk').load().set('low').get('bk').load(16).set('high');
        for (let i = 0; i < TILE_ROWS; i++) {
          code.get(`a${i}`).loadSplat().set('factor');
          code.get(`s${i}`, 'factor', 'low').op('f32x4.mul', 'f32x4.add').set(`s${i}`);
          code.get(`t${i}`, 'factor', 'high').op('f32x4.mul', 'f32x4.add').set(`t${i}`);
          code.advance(`a${i}`, 'columnA');
        }
        code.advance('bk', 'strideB');
      });
      code.get('cj').set('ck');
      for (let i = 0; i < TILE_ROWS; i++) {
        code.get('ck', `s${i}`).store().get('ck', `t${i}`).store(16);
        code.advance('ck', 'strideC');
      }
      code.advance('bj', 32).advance('cj', 32).advance('startj', 32);
    };
    code.countDown('rows', TILE_ROWS, () => {
      code.get('b').set('bj').get('c').set('cj').get('start').set('startj');
      code.get('columns').set('left').countDown('left', 8, tile);
      for (let i = 0; i < TILE_ROWS; i++)
        code.advance('a', 'rowA').advance('c', 'strideC').advance('start', 'strideStart');
    });
  },
};

/** x -> exp(x) on the stack's four numbers, relative error 2e-7; by Cody and Waite's reduction. @param {Code} code */
function exponential(code) {
  // coefficients of the Taylor series serve on |r| <= ln 2 / 2
  const series = [1 / 5040, 1 / 720, 1 / 120, 1 / 24, 1 / 6, 1 / 2, 1, 1];
  code.f32x4(-87).op('f32x4.max').f32x4(88).op('f32x4.min').set('x');
  code.get('x').f32x4(Math.LOG2E).op('f32x4.mul', 'f32x4.nearest').set('n');
  code.get('x', 'n').f32x4(0.693359375).op('f32x4.mul', 'f32x4.sub');
  code.get('n').f32x4(-2.1219444005469057e-4).op('f32x4.mul', 'f32x4.sub').set('x');
  code.f32x4(series[0]);
  for (const term of series.slice(1)) code.get('x').op('f32x4.mul').f32x4(term).op('f32x4.add');
  code.get('n').op('i32x4.trunc_sat_f32x4_s').i32x4(127).op('i32x4.add').i32(23).op('i32x4.shl');
  code.op('f32x4.mul');
}

/**
 * A function of each number, in place: the body finds the number in `value` and leaves the result on the stack.
 * @param {string} name
 * @param {(code: Code) => void} body
 * @returns {FunctionPlan}
 */
const eachNumber = (name, body) => ({
  name,
  parameters: ['p', 'count'],
  locals: ['value:v128', 'x:v128', 'n:v128'],
  body(code) {
    code.countDown('count', 4, () => {
      code.get('p').load().set('value').get('p');
      body(code);
      code.store().advance('p', 16);
    });
  },
});

/**
 * Multiplies slopes by a function of the outputs `value`.
 * @param {string} name
 * @param {(code: Code) => void} body
 * @returns {FunctionPlan}
 */
const eachSlope = (name, body) => ({
  name,
  parameters: ['p', 'slope', 'count'],
  locals: ['value:v128'],
  body(code) {
    code.countDown('count', 4, () => {
      code.get('p').load().set('value').get('slope', 'slope').load();
      body(code);
      code.op('f32x4.mul').store().advance('p', 16).advance('slope', 16);
    });
  },
});

/** @type {FunctionPlan[]} */
const functions = [
  product,
  eachNumber('tanh', (code) => {
    // 1 - 2 / (exp(2 x) + 1)
    code.f32x4(1).f32x4(2).get('value', 'value').op('f32x4.add');
    exponential(code);
    code.f32x4(1).op('f32x4.add', 'f32x4.div', 'f32x4.sub');
  }),
  eachNumber('elu', (code) => {
    code.get('value').get('value').f32x4(0).op('f32x4.min');
    exponential(code);
    code.f32x4(1).op('f32x4.sub').get('value').f32x4(0).op('f32x4.gt', 'v128.bitselect');
  }),
  eachNumber('relu', (code) => code.get('value').f32x4(0).op('f32x4.max')),
  eachSlope('tanhSlope', (code) =>
    code.f32x4(1).get('value', 'value').op('f32x4.mul', 'f32x4.sub'),
  ),
  eachSlope('eluSlope', (code) =>
    code.get('value').f32x4(0).op('f32x4.min').f32x4(1).op('f32x4.add'),
  ),
  eachSlope('reluSlope', (code) =>
    code.get('value').f32x4(0).op('f32x4.gt').f32x4(1).op('v128.and'),
  ),
  {
    name: 'sumRows',
    parameters: ['sum', 'x', 'stride', 'rows', 'columns'],
    locals: ['p', 'k', 'total:v128'],
    body(code) {
      code.countDown('columns', 4, () => {
        code.get('sum').load().set('total').get('x').set('p').get('rows').set('k');
        code.countDown('k', 1, () => {
          code.get('total', 'p').load().op('f32x4.add').set('total').advance('p', 'stride');
        });
        code.get('sum', 'total').store().advance('sum', 16).advance('x', 16);
      });
    },
  },
  {
    name: 'adam',
    parameters: ['p', 'g', 'm', 'v', 'count'].concat(
      ['rate', 'beta1', 'beta2', 'scale', 'epsilon'].map((item) => `${item}:f32`),
    ),
    locals: ['slope:v128', 'first:v128', 'second:v128'],
    body(code) {
      // beta old + (1 - beta) new
      const blend = (/** @type {string} */ old, /** @type {string} */ beta) => {
        code.get(old).load().get(beta).op('f32x4.splat', 'f32x4.mul');
        code.get('slope');
        if (old === 'v') code.get('slope').op('f32x4.mul');
        code.f32x4(1).get(beta).op('f32x4.splat', 'f32x4.sub', 'f32x4.mul', 'f32x4.add');
      };
      code.countDown('count', 4, () => {
        code.get('g').load().get('scale').op('f32x4.splat', 'f32x4.mul').set('slope');
        blend('m', 'beta1');
        code.set('first');
        blend('v', 'beta2');
        code.set('second').get('m', 'first').store().get('v', 'second').store();
        code.get('p', 'p').load().get('rate').op('f32x4.splat').get('first').op('f32x4.mul');
        code.get('second').op('f32x4.sqrt').get('epsilon').op('f32x4.splat', 'f32x4.add');
        code.op('f32x4.div', 'f32x4.sub').store();
        for (const item of ['p', 'g', 'm', 'v']) code.advance(item, 16);
      });
    },
  },
];

/** Compiled once, without waiting. @type {WebAssembly.Module | undefined} */
let compiled;

const PAGE = 65536;
/** Zeros at the start of the memory: what a product without a start begins with. Bytes. */
const ZEROS = 16384;

/** A memory with the kernels on it. Arrays are handed out in turn and live as long as the arena. */
export class Arena {
  #memory;
  #top = ZEROS;
  /** @type {Kernels} */
  kernels;

  /** @param {number} floats how many numbers will be asked for at most, paddings not counted; more may follow before the first array is used */
  constructor(floats) {
    compiled ??= new WebAssembly.Module(assemble(functions));
    this.#memory = new WebAssembly.Memory({ initial: 4 + Math.ceil((5 * floats) / PAGE) });
    const instance = new WebAssembly.Instance(compiled, { env: { memory: this.#memory } });
    const { exports } = /** @type {{ exports: unknown }} */ (instance);
    this.kernels = /** @type {Kernels} */ (exports);
  }

  /** Zeros, aligned to 16 bytes, with up to 7 more behind them. @param {number} count @returns {Float32Array<ArrayBuffer>} */
  floats(count) {
    const bytes = 32 * Math.ceil(count / 8);
    const { buffer } = this.#memory;
    if (this.#top + bytes > buffer.byteLength)
      throw new RangeError(`arena: ${count} more numbers do not fit`);
    const array = new Float32Array(/** @type {ArrayBuffer} */ (buffer), this.#top, count);
    this.#top += bytes;
    return array;
  }
}
