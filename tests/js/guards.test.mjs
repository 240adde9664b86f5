// Functions on numbers and arrays, all of them: with arrays of the sizes that they ask for they write nothing but their results,
// which are those of the peer.
import assert from 'node:assert/strict';
import test from 'node:test';
import loadPeer from '@mujoco/mujoco';
import load from 'limber/mujoco';
import { description } from '../../js/engine/schema.js';
import { functionsOf, messageOf } from '../helpers.mjs';

/**
 * @typedef {import('../../js/engine/schema.js').Argument} Argument
 * @typedef {ReturnType<typeof world>} World
 * @typedef {ReturnType<typeof guarded>} Guarded
 * @typedef {Float64Array | Float32Array | Int32Array | Uint8Array} Numbers
 * @typedef {Numbers | MjModel | MjData | number | boolean | undefined} Value of an argument
 */

const quiet = () => ({ print() {}, printErr() {} });
const xml = `<mujoco><option integrator="implicit"/><worldbody><geom type="plane" size="1 1 1"/>
  <body pos="0 0 .09"><freejoint/><geom size=".1"/><site/>
    <body pos=".2 0 .1"><joint axis="0 1 0" damping=".1"/><geom type="box" size=".1 .05 .02"/></body></body>
  <body pos="1 0 1"><joint type="ball"/><geom type="box" size=".1 .2 .3" pos=".1 0 0"/><site/></body>
  <body pos="2 0 1"><joint name="j" type="slide"/><geom size=".1"/></body></worldbody>
  <actuator><general joint="j" dyntype="integrator"/><motor joint="j"/></actuator>
  <sensor><jointpos joint="j"/><jointvel joint="j"/></sensor></mujoco>`;
const guard = 64;
const mark = 7777;
/** @type {Record<string, 'DoubleBuffer' | 'IntBuffer' | 'FloatBuffer' | 'Uint8Buffer'>} */
const classes = {
  double: 'DoubleBuffer',
  int: 'IntBuffer',
  float: 'FloatBuffer',
  byte: 'Uint8Buffer',
};
/** @param {Argument} arg */
const itemOf = (arg) => arg.in ?? arg.out;
/** @param {Argument} arg */
const isNumber = (arg) => /^(int|double|byte|size)$/.test(String(arg.type));

// a fixed sequence, so that a failure can be repeated
let seed = 11;
const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;

// COMPAT: results that differ on purpose (docs/compatibility.md), are random, or lie in scratch space
const differs = /^mju_(encodePyramid|decodePyramid|standardNormal|boxQP)$/;

// sparse matrices, raw image bytes and text have meanings that random numbers lack
const left =
  /parse|[sS]parse|sparse2dense|addM$|sym2dense|printMat|mjv|mjs_|raySkin|makeFlex|setState|copyState|extractState|ray(Hfield|Mesh|Flex)|History/;

/** Arrays that are symmetric and positive definite, so that they can be factored. */
const positive = /Factor|cholSolve|cholUpdate|boxQP/;

/** @param {Mujoco} mujoco */
function world(mujoco) {
  const model = mujoco.MjModel.from_xml_string(xml);
  const data = new mujoco.MjData(model);
  data.qvel.set(Float64Array.from({ length: model.nv }, (_, i) => Math.sin(i)));
  mujoco.mj_forward(model, data);
  return { mujoco, model, data };
}

/**
 * Numbers and sizes of one call; sizes follow what the function complains about.
 *
 * @param {string} name
 * @param {Argument[]} args
 * @param {World} ours
 */
function plan(name, args, ours) {
  /** @type {Map<string, number>} */
  const numbers = new Map();
  /** @type {Map<string, number>} */
  const sizes = new Map();
  for (const arg of args) {
    if (itemOf(arg)) sizes.set(arg.name, arg.dim || 3);
    if (isNumber(arg)) numbers.set(arg.name, 1 + Math.floor(random() * 3));
    if (/^flg_|skip|flex|disable/.test(arg.name)) numbers.set(arg.name, 0);
    if (/^(sig|spec)$/.test(arg.name)) numbers.set(arg.name, 7);
    if (/^(geom|site|g1|g2|s[12])/.test(arg.name)) numbers.set(arg.name, 1);
    if (/^eps$/.test(arg.name)) numbers.set(arg.name, 1e-6);
    if (/^(objtype|objid|frame)$/.test(arg.name)) numbers.set(arg.name, 1);
    if (arg.name === 'geomtype') numbers.set(arg.name, 2);
  }
  // banded matrices: the dense part is smaller than the whole
  if (numbers.has('ntotal')) {
    for (const [key, value] of Object.entries({ ntotal: 6, nband: 3, ndense: 2 })) {
      if (numbers.has(key)) numbers.set(key, value);
    }
  }
  for (let round = 0; round < 30; round++) {
    const values = args.map((arg) => content(name, arg, numbers, sizes, ours));
    const buffers = values.map((value, i) =>
      itemOf(args[i]) ? guarded(ours.mujoco, args[i], value) : null,
    );
    try {
      functionsOf(ours.mujoco)[name](...values.map((value, i) => buffers[i]?.buffer ?? value));
      for (const b of buffers) b?.free();
      return values;
    } catch (error) {
      for (const b of buffers) b?.free();
      if (!adapt(messageOf(error), numbers, sizes)) return messageOf(error);
    }
  }
  return 'no sizes found';
}

/**
 * Follows a complaint; false when it says nothing about sizes.
 *
 * @param {string} message
 * @param {Map<string, number>} numbers
 * @param {Map<string, number>} sizes
 */
function adapt(message, numbers, sizes) {
  const size = /\] (\w+) must have (?:at least )?size (\d+)/.exec(message);
  const equal = /\] (\w+) and (\w+) must have equal size, got (\d+) and (\d+)/.exec(message);
  const divisible = /\] (\w+) must be divisible by (\d+)/.exec(message);
  const square = /\] (\w+) must be a perfect square/.exec(message);
  const below = /\] (\w+) must be from 0 to (\d+)/.exec(message);
  if (size) sizes.set(size[1], Number(size[2]));
  else if (equal) {
    const most = Math.max(Number(equal[3]), Number(equal[4]));
    sizes.set(equal[1], most).set(equal[2], most);
  } else if (divisible) sizes.set(divisible[1], 2 * Number(divisible[2]));
  else if (square) sizes.set(square[1], 9);
  else if (below) numbers.set(below[1], 0);
  else return false;
  return true;
}

/**
 * @param {string} name
 * @param {Argument} arg
 * @param {Map<string, number>} numbers
 * @param {Map<string, number>} sizes
 * @param {World} world
 * @returns {Value}
 */
function content(name, arg, numbers, sizes, { model, data }) {
  if (arg.type === 'mjModel') return model;
  if (arg.type === 'mjData') return data;
  if (isNumber(arg)) return numbers.get(arg.name);
  if (arg.type === 'int64') return 1;
  if (arg.type === 'bool') return true;
  const item = itemOf(arg);
  if (!item) return undefined;
  const length = Number(sizes.get(arg.name));
  if (item === 'int') return new Int32Array(length);
  if (item === 'bool' || item === 'byte') return new Uint8Array(length).fill(1);
  // axes of a geom are those of a frame
  if (name === 'mju_rayGeom' && arg.name === 'mat')
    return Float64Array.of(0, -1, 0, 1, 0, 0, 0, 0, 1);
  const side = Math.round(Math.sqrt(length));
  const made = item === 'float' ? new Float32Array(length) : new Float64Array(length);
  const unit = /quat|^q[ab]$/i.test(arg.name) && length === 4;
  // bounds are in order
  const least = arg.name === 'upper' ? 1.1 : 0.1;
  for (let i = 0; i < length; i++) made[i] = least + 0.8 * random();
  if (unit) {
    const norm = Math.hypot(...made);
    return made.map((value) => value / norm);
  }
  if (positive.test(name) && /^(mat|H)$/.test(arg.name)) {
    const band = /Band/.test(name);
    for (let i = 0; i < length; i++) made[i] = band ? 5 + 0.1 * random() : 0.2;
    for (let i = 0; !band && i < side; i++) made[i * side + i] = 3 + i;
  }
  return made;
}

/**
 * A buffer with marks in front and right behind its last item.
 *
 * @param {Mujoco} mujoco
 * @param {Argument} arg
 * @param {Value} content
 */
function guarded(mujoco, arg, content) {
  const values = /** @type {Numbers} */ (content);
  const Buffer = mujoco[classes[String(itemOf(arg))] ?? 'Uint8Buffer'];
  const before = new Buffer(guard);
  const buffer = new Buffer(values.length + guard);
  before.GetView().fill(mark);
  const whole = buffer.GetView();
  whole.fill(mark);
  whole.set(values);
  const count = new Uint32Array(whole.buffer, buffer.GetPointer() - 8, 1);
  count[0] = values.length;
  return {
    buffer,
    intact: () =>
      [...before.GetView(), ...whole.subarray(values.length)].every(
        (v) => v === whole[values.length + guard - 1],
      ),
    result: () => whole.slice(0, values.length),
    free() {
      count[0] = values.length + guard;
      before.delete();
      buffer.delete();
    },
  };
}

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
const distance = (a, b) =>
  Math.max(
    0,
    ...Array.from(a, (x, i) => {
      const y = b[i];
      if (Object.is(x, y) || (Number.isNaN(x) && Number.isNaN(y))) return 0;
      return Math.abs(x - y) / Math.max(1, Math.abs(x), Math.abs(y));
    }),
  );

test('functions write their results and nothing else, and they are those of the peer', async () => {
  const ours = world(await load(quiet()));
  const theirs = world(await loadPeer(quiet()));
  const names = Object.keys(description().functions).filter(
    (name) =>
      /^mj[ud]?_/.test(name) &&
      typeof functionsOf(ours.mujoco)[name] === 'function' &&
      !left.test(name),
  );
  let called = 0;
  const failures = [];
  for (const name of names) {
    const { args: all } = description().functions[name];
    const args = all.filter((arg) => arg.implied === undefined);
    const usable = args.every(
      (arg) =>
        itemOf(arg) || isNumber(arg) || /^(mj(Model|Data)|int64|bool)$/.test(String(arg.type)),
    );
    if (!usable || !args.some(itemOf)) continue;
    const values = plan(name, args, ours);
    if (typeof values === 'string') {
      failures.push(`${name}: ${values}`);
      continue;
    }
    called++;
    const buffers = values.map((value, i) =>
      itemOf(args[i]) ? guarded(ours.mujoco, args[i], value) : null,
    );
    const result = functionsOf(ours.mujoco)[name](
      ...values.map((value, i) => buffers[i]?.buffer ?? value),
    );
    buffers.forEach((b, i) => {
      if (b && !b.intact()) failures.push(`${name}: writes beyond ${args[i].name}`);
      if (b && args[i].in && distance(b.result(), /** @type {Numbers} */ (values[i])) > 0)
        failures.push(`${name}: writes ${args[i].name}`);
    });
    if (functionsOf(theirs.mujoco)[name] && !differs.test(name))
      compare(name, args, values, buffers, result, theirs, failures);
    for (const b of buffers) b?.free();
  }
  assert.deepEqual(failures, []);
  assert.ok(called > 120, `${called}`);
});

/**
 * Notes where the peer has another result for the same arguments.
 *
 * @param {string} name
 * @param {Argument[]} args
 * @param {Value[]} values
 * @param {(Guarded | null)[]} buffers
 * @param {unknown} result
 * @param {World} theirs
 * @param {string[]} failures
 */
function compare(name, args, values, buffers, result, theirs, failures) {
  const outputs = values.map((value, i) =>
    itemOf(args[i]) && !args[i].in
      ? theirs.mujoco[classes[String(itemOf(args[i]))] ?? 'Uint8Buffer'].FromArray([
          .../** @type {Numbers} */ (value),
        ])
      : null,
  );
  try {
    const expected = functionsOf(theirs.mujoco)[name](
      ...values.map((value, i) =>
        args[i].type === 'mjModel'
          ? theirs.model
          : args[i].type === 'mjData'
            ? theirs.data
            : (outputs[i] ??
              (ArrayBuffer.isView(value) ? [.../** @type {Numbers} */ (value)] : value)),
      ),
    );
    outputs.forEach((output, i) => {
      const far = output
        ? distance(/** @type {Guarded} */ (buffers[i]).result(), output.GetView())
        : 0;
      if (far > (name.endsWith('FD') ? 1e-6 : 1e-9))
        failures.push(`${name}: ${args[i].name} differs by ${far}`);
    });
    if (typeof expected === 'number' && distance([Number(result)], [expected]) > 1e-9)
      failures.push(`${name}: gives ${result}, the peer ${expected}`);
  } catch (error) {
    failures.push(`${name}: the peer refuses: ${messageOf(error)}`);
  }
  for (const output of outputs) output?.delete();
}
