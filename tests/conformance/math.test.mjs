// Every mathematical function against the peer's, on random and on degenerate input.
//
// A case is a list of arguments that both sides understand. The peer's wrappers infer lengths from
// arrays, C functions take them: `length(n)` is passed to ours only.
import assert from 'node:assert/strict';
import test from 'node:test';
import load from '@mujoco/mujoco';
import { Engine, compileModule } from '../../js/engine/module.js';
import { found, functionsOf } from '../helpers.mjs';

/**
 * @typedef {Float64ArrayConstructor | Float32ArrayConstructor | Int32ArrayConstructor} ArrayType
 * @typedef {Mujoco['DoubleBuffer'] | Mujoco['FloatBuffer'] | Mujoco['IntBuffer']} BufferType
 *
 * @typedef {{ values: number[], type: ArrayType, buffer?: BufferType }} Numbers an array; with a buffer: one that is written
 * @typedef {{ length: number, values?: undefined }} Length passed to ours only
 * @typedef {Numbers | Length | number | string | boolean} Argument
 *
 * @typedef {{ result?: unknown, outputs: number[][], failed?: undefined }} Done
 * @typedef {{ result?: undefined, outputs?: undefined, failed: true }} Failed
 * @typedef {Done | Failed} Outcome
 *
 * @typedef {object} CompareOptions
 * @property {number} [tolerance]
 * @property {(which: number, i: number, result: number) => boolean} [matters] tells which numbers of which output count
 */

const peer = await load();
const engine = new Engine(await compileModule());
const CASES = 60;

// --- random input ---------------------------------------------------------------------------------

let seed = 1;
const random = () => {
  seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
  return seed / 0x3fffffff - 1;
};
/** @param {number} low @param {number} high */
const integer = (low, high) => low + Math.floor(((random() + 1) / 2) * (high - low + 0.999999));
/** @template T @param {T[]} items */
const pick = (items) => items[integer(0, items.length - 1)];
/** @param {number} n */
const vector = (n, scale = 1) => Array.from({ length: n }, () => random() * scale);
/** @param {number} n */
const gappy = (n, density = 0.5) =>
  Array.from({ length: n }, () => (Math.abs(random()) < density ? random() : 0));
/** @param {number} n */
const unit = (n) => {
  const v = vector(n);
  return v.map((x) => x / Math.hypot(...v));
};
const degenerate3 = [
  [0, 0, 0],
  [1, 0, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
  [1e-16, 0, 0],
];
const vector3 = () => (random() > 0.7 ? pick([...degenerate3, [1e-8, 0, -1]]) : vector(3, 2));
const degenerate4 = [
  [1, 0, 0, 0],
  [-1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 0, 1],
  [0, 0, 0, 0],
];
const quaternion = () => (random() > 0.7 ? pick([...degenerate4, vector(4)]) : unit(4));
const rotation = () => {
  const [w, x, y, z] = unit(4);
  return [
    ...[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    ...[2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    ...[2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
};
/** @param {number} n */
const positive = (n, shift = 0.5) => {
  const a = vector(n * n);
  /** @param {number} i @param {number} j */
  const entry = (i, j) => {
    let sum = i === j ? shift : 0;
    for (let k = 0; k < n; k++) sum += a[i * n + k] * a[j * n + k];
    return sum;
  };
  return Array.from({ length: n * n }, (_, k) => entry(Math.floor(k / n), k % n));
};
const wide = () => pick([NaN, 0, 1, -1, 0.5, -0.5, 2.5, 1e10, 1.1e10, -2e10, Infinity, random()]);

// --- arguments ------------------------------------------------------------------------------------

/** @param {number[]} values */
const input = (values) => ({ values, type: Float64Array });
/** @param {number[]} values */
const inputInt = (values) => ({ values, type: Int32Array });
/** @param {number[]} values */
const inputFloat = (values) => ({ values: values.map(Math.fround), type: Float32Array });
/** @param {number[]} values */
const inOut = (values) => ({ values, type: Float64Array, buffer: peer.DoubleBuffer });
/** @param {number} n */
const output = (n) => inOut(new Array(n).fill(7.5));
/** @param {number[]} values */
const inOutInt = (values) => ({ values, type: Int32Array, buffer: peer.IntBuffer });
/** @param {number} n */
const outputInt = (n) => inOutInt(new Array(n).fill(-7));
/** @param {number} n */
const outputFloat = (n) => ({
  values: new Array(n).fill(0),
  type: Float32Array,
  buffer: peer.FloatBuffer,
});
/** @param {number} value */
const length = (value) => ({ length: value });

/** @param {string} name @param {Argument[]} args @returns {Outcome} */
function callPeer(name, args) {
  /** @type {InstanceType<BufferType>[]} */
  const buffers = [];
  /** @param {Argument} arg @returns {unknown[]} */
  const valueOf = (arg) => {
    if (typeof arg !== 'object') return [arg];
    if (!arg.values) return [];
    if (!arg.buffer) return [arg.values];
    const buffer = arg.buffer.FromArray(arg.values);
    buffers.push(buffer);
    return [buffer];
  };
  const values = args.flatMap(valueOf);
  try {
    const result = functionsOf(peer)[name](...values);
    return { result, outputs: buffers.map((buffer) => Array.from(buffer.GetView())) };
  } catch {
    return { failed: true };
  } finally {
    for (const buffer of buffers) buffer.delete();
  }
}

/** @param {string} name @param {Argument[]} args @returns {Outcome} */
function callOurs(name, args) {
  /** @type {number[]} */
  const blocks = [];
  /** @param {Uint8Array | Float64Array | Float32Array | Int32Array} array */
  const place = (array) => {
    const address = engine.alloc(array.byteLength || 8);
    const Type = /** @type {ArrayType} */ (array.constructor);
    new Type(engine.memory.buffer, address, array.length).set(array);
    blocks.push(address);
    return address;
  };
  /** @type {[Numbers, number][]} */
  const arrays = [];
  const values = args.map((arg) => {
    if (typeof arg === 'string') return place(new TextEncoder().encode(`${arg}\0`));
    if (typeof arg !== 'object') return Number(arg);
    if (!arg.values) return arg.length;
    const address = place(arg.type.from(arg.values));
    if (arg.buffer) arrays.push([arg, address]);
    return address;
  });
  try {
    const result = engine.guard(() => engine.exports[name](...values));
    const read = (/** @type {[Numbers, number]} */ [arg, address]) =>
      Array.from(new arg.type(engine.memory.buffer, address, arg.values.length));
    return { result, outputs: arrays.map(read) };
  } catch {
    return { failed: true };
  } finally {
    for (const block of blocks) engine.free(block);
  }
}

/** @param {number} a @param {number} b @param {number} tolerance */
const same = (a, b, tolerance) =>
  Object.is(a, b) || a === b || Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(b));

/** @param {string} name @param {Argument[]} args @param {CompareOptions} [options] */
function compare(name, args, { tolerance = 1e-9, matters = () => true } = {}) {
  const theirs = callPeer(name, args);
  const ours = callOurs(name, args);
  const about = () =>
    `${name}(${JSON.stringify(args.map((arg) => /** @type {Partial<Numbers>} */ (arg).values ?? arg))})`;
  assert.equal(ours.failed, theirs.failed, `error in ${about()}`);
  if (ours.failed || theirs.failed) return theirs;
  if (theirs.result !== undefined) {
    const { result } = theirs;
    assert.ok(
      same(Number(ours.result), Number(result), tolerance),
      `${about()} = ${ours.result}, ${result}`,
    );
  }
  theirs.outputs.forEach((values, k) =>
    values.forEach((value, i) => {
      if (!matters(k, i, Number(theirs.result))) return;
      const mine = ours.outputs[k][i];
      assert.ok(same(mine, value, tolerance), `${about()} output ${k}[${i}] ${mine}, ${value}`);
    }),
  );
  return theirs;
}

// Runs the body CASES times; it calls check(name, args, options).
/** @param {string} title @param {(check: typeof compare, k: number) => void} body */
const group = (title, body) =>
  test(title, () => {
    seed = 1;
    for (let k = 0; k < CASES; k++) body(compare, k);
  });

// --- the functions --------------------------------------------------------------------------------

group('vectors of three and four', (check) => {
  const s = random();
  for (const name of ['add3', 'sub3', 'cross'])
    check(`mju_${name}`, [output(3), input(vector(3)), input(vector(3))]);
  for (const name of ['addTo3', 'subFrom3'])
    check(`mju_${name}`, [inOut(vector(3)), input(vector(3))]);
  for (const name of ['dot3', 'dist3']) check(`mju_${name}`, [input(vector(3)), input(vector(3))]);
  for (const name of ['mulMatVec3', 'mulMatTVec3'])
    check(`mju_${name}`, [output(3), input(vector(9)), input(vector(3))]);
  check('mju_zero3', [output(3)]);
  check('mju_copy3', [output(3), input(vector(3))]);
  check('mju_scl3', [output(3), input(vector(3)), s]);
  check('mju_addToScl3', [inOut(vector(3)), input(vector(3)), s]);
  check('mju_addScl3', [output(3), input(vector(3)), input(vector(3)), s]);
  check('mju_normalize3', [inOut(vector3())]);
  check('mju_norm3', [input(vector3())]);
  check('mju_zero4', [output(4)]);
  check('mju_unit4', [output(4)]);
  check('mju_copy4', [output(4), input(vector(4))]);
  check('mju_normalize4', [inOut(quaternion())]);
});

group('vectors of any length', (check, k) => {
  const n = integer(1, 40);
  const s = random();
  for (const name of ['add', 'sub'])
    check(`mju_${name}`, [output(n), input(vector(n)), input(vector(n)), length(n)]);
  for (const name of ['addTo', 'subFrom'])
    check(`mju_${name}`, [inOut(vector(n)), input(vector(n)), length(n)]);
  for (const name of ['sum', 'L1', 'norm']) check(`mju_${name}`, [input(vector(n)), n]);
  check('mju_zero', [output(n), n]);
  check('mju_fill', [output(n), s, length(n)]);
  check('mju_copy', [output(n), input(vector(n)), length(n)]);
  check('mju_scl', [output(n), input(vector(n)), s, length(n)]);
  check('mju_addToScl', [inOut(vector(n)), input(vector(n)), s, length(n)]);
  check('mju_addScl', [output(n), input(vector(n)), input(vector(n)), s, length(n)]);
  check('mju_normalize', [inOut(k % 7 ? vector(n) : new Array(n).fill(0)), n]);
  check('mju_dot', [input(vector(n)), input(vector(n)), length(n)]);
  check('mju_isZero', [input(k % 2 ? new Array(n).fill(0) : gappy(n, 0.05)), n]);
  check('mju_insertionSort', [inOut(vector(n)), length(n)]);
  const integers = Array.from({ length: n }, () => integer(-99, 99));
  check('mju_insertionSortInt', [inOutInt(integers), length(n)]);
  check('mju_f2n', [output(n), inputFloat(vector(n)), length(n)]);
  check('mju_n2f', [outputFloat(n), input(vector(n)), length(n)]);
  check('mju_d2n', [output(n), input(vector(n)), length(n)]);
  check('mju_n2d', [output(n), input(vector(n)), length(n)]);
});

group('dense and sparse matrices', (check, k) => {
  const [a, b, c] = [integer(1, 13), integer(1, 13), integer(1, 13)];
  check('mju_mulMatVec', [output(a), input(vector(a * b)), input(vector(b)), a, b]);
  check('mju_mulMatTVec', [output(b), input(vector(a * b)), input(gappy(a)), a, b]);
  const square = input(vector(a * a));
  check('mju_mulVecMatVec', [input(vector(a)), square, input(vector(a)), length(a)]);
  check('mju_transpose', [output(a * b), input(vector(a * b)), a, b]);
  check('mju_symmetrize', [output(a * a), input(vector(a * a)), a]);
  check('mju_eye', [output(a * a), length(a)]);
  check('mju_mulMatMat', [output(a * c), input(gappy(a * b)), input(vector(b * c)), a, b, c]);
  check('mju_mulMatMatT', [output(a * c), input(vector(a * b)), input(vector(c * b)), a, b, c]);
  check('mju_mulMatTMat', [output(b * c), input(gappy(a * b)), input(vector(a * c)), a, b, c]);
  check('mju_sqrMatTD', [output(b * b), input(gappy(a * b)), input(gappy(a, 0.8)), a, b]);

  // one place too few every ninth time
  const mat = gappy(a * b, 0.4);
  const nnz = mat.filter((x) => x !== 0).length;
  const room = Math.max(1, nnz - Number(k % 9 === 0));
  const arrays = [outputInt(a), outputInt(a), outputInt(room), length(room)];
  const { result, outputs } = check('mju_dense2sparse', [
    output(room),
    input(mat),
    a,
    b,
    ...arrays,
  ]);
  if (result === 0) {
    const [values, ...pattern] = found(outputs);
    const args = [output(a * b), input(values), a, b, ...pattern.map(inputInt)];
    check('mju_sparse2dense', args);
  }
  const lower = [
    [1, 2, 2],
    [0, 1, 3],
    [0, 0, 1, 1, 2],
  ];
  check('mju_sym2dense', [output(9), input(vector(5)), 3, ...lower.map(inputInt)]);
});

group('quaternions and poses', (check, k) => {
  const s = random();
  check('mju_rotVecQuat', [output(3), input(vector3()), input(quaternion())]);
  check('mju_negQuat', [output(4), input(quaternion())]);
  check('mju_mulQuat', [output(4), input(quaternion()), input(quaternion())]);
  check('mju_mulQuatAxis', [output(4), input(quaternion()), input(vector3())]);
  check('mju_axisAngle2Quat', [output(4), input(vector3()), k % 5 ? s * 4 : 0]);
  check('mju_quat2Vel', [output(3), input(quaternion()), s]);
  check('mju_subQuat', [output(3), input(quaternion()), input(quaternion())]);
  check('mju_quat2Mat', [output(9), input(quaternion())]);
  check('mju_mat2Quat', [output(4), input(k % 3 ? rotation() : vector(9, 0.5))]);
  check('mju_derivQuat', [output(4), input(quaternion()), input(vector3())]);
  check('mju_quatIntegrate', [inOut(quaternion()), input(vector3()), s]);
  check('mju_quatZ2Vec', [output(4), input(vector3())]);
  const seq =
    k % 6 ? [0, 1, 2].map(() => pick([...'xyzXYZ'])).join('') : pick(['xy', '', 'xyzz', 'xyw']);
  check('mju_euler2Quat', [output(4), input(vector(3, 3)), seq]);
  const start = k % 3 ? unit(4) : [1, 0, 0, 0];
  const stretched = k % 4 ? rotation().map((x) => x + 0.2 * random()) : vector(9);
  check('mju_mat2Rot', [inOut(start), input(stretched)], { tolerance: 1e-7 });

  const pose = () => [input(vector(3)), input(quaternion())];
  check('mju_mulPose', [output(3), output(4), ...pose(), ...pose()]);
  check('mju_negPose', [output(3), output(4), ...pose()]);
  check('mju_trnVecPose', [output(3), ...pose(), input(vector(3))]);
  const places = [input(vector(3)), input(vector(3)), input(rotation())];
  check('mju_transformSpatial', [output(6), input(vector(6)), k % 2, ...places]);

  const [qa, qb] =
    k % 5
      ? [unit(4), unit(4)]
      : [
          [1, 1e-9 * k, 0, 0],
          [1, 0, 0, 0],
        ];
  check('mjd_subQuat', [input(qa), input(qb), output(9), output(9)]);
  const scale = k % 4 ? s : s * 1e-4;
  check('mjd_quatIntegrate', [input(vector3()), scale, output(9), output(9), output(3)]);
});

group('dense factors and solvers', (check, k) => {
  const n = integer(1, 20);
  const mat = positive(n);
  const mindiag = k % 2 ? 0 : 1e-6;
  const [factor] = found(check('mju_cholFactor', [inOut(mat), length(n), mindiag]).outputs);
  check('mju_cholSolve', [output(n), input(factor), input(vector(n)), length(n)]);
  check('mju_cholUpdate', [inOut(factor), inOut(gappy(n, 0.7)), length(n), 1]);
  const small = inOut(vector(n, 0.1));
  check('mju_cholUpdate', [inOut(factor), small, length(n), 0], { tolerance: 1e-7 });
  const dead = integer(0, n - 1);
  const singular = mat.map((x, i) => (i % n === dead || Math.floor(i / n) === dead ? 0 : x));
  check('mju_cholFactor', [inOut(singular), length(n), 1e-6]);

  const [x, y, z] = vector(3);
  const eigen = [output(3), output(9), output(4)];
  check('mju_eig3', [...eigen, input(positive(3))], { tolerance: 1e-7 });
  check('mju_eig3', [...eigen, input([x, 0, 0, 0, y, 0, 0, 0, z])]);
  // moments that differ by less than the tolerance stay where they are
  for (const excess of [9e-13, 1.1e-12]) {
    check('mju_eig3', [...eigen, input([1e-3, 0, 0, 0, 1e-3 + excess, 0, 0, 0, 1e-3])]);
  }
  check('mju_eig3', [...eigen, input([x, 1e-9, 0, 1e-9, y, 1e-5, 0, 1e-5, z])]);
});

group('bounded quadratic programs', (check, k) => {
  const n = integer(1, 12);
  /** @param {number} sign */
  const bound = (sign) => input(vector(n).map((x) => sign * (Math.abs(x) + 1e-3)));
  const start = inOut(k % 3 ? new Array(n).fill(0) : vector(n));
  const scratch = [output(n * (n + 7)), outputInt(n)];
  const problem = [input(positive(n)), input(vector(n, 3)), length(n), bound(-1), bound(1)];

  // the solution, the lower triangle of the free block, the free indices
  /** @param {number} which @param {number} i @param {number} nfree */
  const matters = (which, i, nfree) =>
    which === 0 ||
    (which === 1 && i < nfree * nfree && i % nfree <= Math.floor(i / nfree)) ||
    (which === 2 && i < nfree);
  check('mju_boxQP', [start, ...scratch, ...problem], { tolerance: 1e-6, matters });
});

group('band matrices', (check, k) => {
  const total = integer(1, 14);
  const dense = integer(0, Math.min(4, total));
  const band = total === dense ? 0 : integer(1, total - dense);
  /** @param {number} i @param {number} j */
  const stored = (i, j) => Math.abs(i - j) < band || Math.max(i, j) >= total - dense;
  const mat = positive(total, total).map((x, i) =>
    stored(Math.floor(i / total), i % total) ? x : 0,
  );
  const shape = [total, band, dense];
  const size = (total - dense) * band + dense * total;
  const [packed] = found(check('mju_dense2Band', [output(size), input(mat), ...shape]).outputs);
  check('mju_band2Dense', [output(total * total), input(packed), ...shape, k % 2 === 0]);
  const two = input(vector(2 * total));
  check('mju_bandMulMatVec', [output(2 * total), input(packed), two, ...shape, 2, k % 2 === 0]);
  for (let i = 0; i < total; i++) check('mju_bandDiag', [i, ...shape]);
  const shift = [k % 2 ? 0 : 0.3, k % 3 ? 0 : 0.1];
  const [factor] = found(check('mju_cholFactorBand', [inOut(packed), ...shape, ...shift]).outputs);
  check('mju_cholSolveBand', [output(total), input(factor), input(vector(total)), ...shape]);
});

group('numbers, curves and sequences', (check, k) => {
  check('mju_min', [wide(), wide()]);
  check('mju_max', [wide(), wide()]);
  check('mju_clip', [wide(), wide(), wide()]);
  check('mju_sign', [wide()]);
  check('mju_round', [wide()]);
  check('mju_isBad', [wide()]);
  check('mju_sigmoid', [k % 2 ? wide() : random() * 2]);
  check('mju_Halton', [integer(0, 3000), integer(2, 11)]);
  const gains = [k % 4 ? random() * 20 : 0, k % 5 ? random() * 20 : 0];
  check('mju_springDamper', [random(), random(), ...gains, random()]);

  const shape = [0.5 + random() * 0.2, 1.6 + random() * 0.3, 1.5 + random(), 1.3, 1.2];
  const force = [k % 3 ? -1 : 500, 200];
  const prm = input([0.75 + random() * 0.2, 1.05 + random() * 0.05, ...force, ...shape]);
  const range = input([0.3 + random() * 0.2, 1 + random() * 0.2]);
  const acc0 = k % 11 ? random() + 1.1 : 0;
  const len = 0.85 + 0.65 * random();
  check('mju_muscleGain', [len, random() * 3, range, acc0, prm]);
  check('mju_muscleBias', [len * 1.5, range, acc0, prm]);
  const constants = input([0.01, 0.04, k % 2 ? 0 : Math.abs(random())]);
  check('mju_muscleDynamics', [random() * 2, random() * 1.5, constants]);

  // the peer's wrapper takes dim for the length of mu, one too small
  const dim = integer(3, 6);
  const mu = input(vector(dim - 1).map((x) => Math.abs(x) + 0.1));
  const contact = input([random() + (k % 3 ? 1 : 0), ...vector(dim - 1, 0.3)]);
  check('mju_encodePyramid', [output(2 * dim - 2), contact, mu, length(dim - 1)]);
  check('mju_decodePyramid', [output(dim), input(vector(2 * dim - 2)), mu, length(dim - 1)]);
});

test('names of object types', () => {
  for (let type = 1; type <= 25; type++) {
    const name = engine.string(engine.exports.mju_type2Str(type));
    assert.equal(name, peer.mju_type2Str(type));
    assert.equal(callOurs('mju_str2Type', [name]).result, peer.mju_str2Type(name));
  }
  assert.equal(callOurs('mju_str2Type', ['nothing']).result, peer.mju_str2Type('nothing'));
});
