// Calls everything that `limber/mujoco` publishes with values that nobody expects, and writes and reads every property of what it
// has: a call gives a result or an MjError, nothing traps, and the module goes on.
//
// usage: node tests/fuzz/reflection.mjs [SECONDS] [SEED]
//
// `npm test` runs a few thousand of the calls (tests/js/reflection.test.mjs).
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import loadMujoco, { MjError } from 'limber/mujoco';
import { description } from '../../js/engine/schema.js';
import { found, functionsOf, valuesOf } from '../helpers.mjs';

const xml = `<mujoco><size memory="200K" nuserdata="3"/><asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>
  <texture name="t" type="2d" builtin="flat" width="2" height="2"/></asset><worldbody><light/><camera name="c"/>
  <geom type="plane" size="1 1 .1"/><body name="b" pos="0 0 1"><freejoint name="f"/><geom name="g" type="mesh" mesh="m"/>
  <site name="s"/></body><body name="d"><joint name="h"/><geom size=".1"/></body></worldbody>
  <tendon><fixed name="x"><joint joint="h" coef="1"/></fixed></tendon><actuator><motor name="a" joint="h"/></actuator>
  <sensor><gyro name="y" site="s"/></sensor><equality><weld body1="b"/></equality><keyframe><key/></keyframe></mujoco>`;

// what works for as long as it is told to, and errors that programs make themselves
const left = new Set(['stepMany', 'mju_threadPoolCreate', 'error', 'MjError']);

/** Random numbers that are the same for a seed. @param {number} seed */
function makeRandom(seed) {
  let state = seed >>> 0 || 1;
  return (/** @type {number} */ below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** Values of every kind, few of which fit. @type {(() => unknown)[]} */
const hostile = [
  () => null,
  () => undefined,
  () => NaN,
  () => Infinity,
  () => -1,
  () => 0,
  () => 1,
  () => 3,
  () => 0.5,
  () => 2 ** 31,
  () => -(2 ** 31),
  () => 2 ** 53,
  () => 10n,
  () => 2n ** 70n,
  () => '',
  () => 'b',
  () => 'x'.repeat(5000),
  () => '\0\u{1f600}',
  () => true,
  () => Symbol('s'),
  () => ({}),
  () => ({ length: 1e9 }),
  () => ({ value: 7 }),
  () => Object.create(null),
  () => [],
  () => [1, 2, 3],
  () => new Array(40).fill(0.1),
  () => [null, 'a', {}],
  () => new Float64Array(3),
  () => new Float64Array(200),
  () => new Float32Array(9),
  () => new Int32Array(4),
  () => new Uint8Array(100),
  () => new BigInt64Array(3),
  () => new DataView(new ArrayBuffer(8)),
  () => () => 1,
  () => new Proxy({}, {}),
];

/** @typedef {import('../../js/engine/schema.js').Argument} Argument */

/** Classes by name. @param {object} mujoco */
const classesOf = (mujoco) =>
  /** @type {Record<string, new (...args: unknown[]) => { delete?(): void }>} */ (mujoco);

/** A module with objects to call with. */
async function makeWorld() {
  const mujoco = await loadMujoco({ print() {}, printErr() {} });
  const model = mujoco.MjModel.from_xml_string(xml);
  const data = new mujoco.MjData(model);
  mujoco.mj_forward(model, data);
  const spec = mujoco.parseXMLString(xml);
  const body = found(spec.body('b'));
  /** @type {Record<string, object | null>} */
  const objects = { mjModel: model, mjData: data, mjSpec: spec, mjVFS: new mujoco.MjVFS() };
  for (const name of ['MjvScene', 'MjvCamera', 'MjvOption', 'MjvPerturb', 'MjOption', 'MjVisual']) {
    try {
      objects[`m${name.slice(1)}`] =
        name === 'MjvScene' ? new mujoco.MjvScene(model, 20) : new (classesOf(mujoco)[name])();
    } catch {
      // some have no constructor
    }
  }
  objects.mjsBody = body;
  objects.mjsElement = body.element;
  objects.mjsGeom = spec.geom('g');
  objects.mjsSite = spec.site('s');
  objects.mjsJoint = spec.joint('h');
  objects.mjsDefault = spec.default();
  return { mujoco, objects };
}

/** @typedef {Awaited<ReturnType<typeof makeWorld>>} World */

/** Whether an error is one that a program may see. @param {unknown} error */
const isFair = (error) =>
  (error instanceof MjError && !/internal error|memory access|unreachable/.test(error.message)) ||
  (error instanceof TypeError &&
    !/Cannot (?!set property|add property|assign)|is not a function|of undefined/.test(
      error.message,
    ));

/** The world still simulates. @param {World} world */
function checkHealth({ mujoco }) {
  const model = mujoco.MjModel.from_xml_string(xml);
  const data = new mujoco.MjData(model);
  mujoco.mj_step(model, data);
  if (!(data.qpos[2] < 1 && data.qpos[2] > 0.9)) throw new Error(`fell to ${data.qpos[2]}`);
  data.delete();
  model.delete();
}

/** @param {(below: number) => number} random @param {World} world @param {Argument} arg */
function argumentFor(random, { objects }, arg) {
  if (random(4) === 0) return hostile[random(hostile.length)]();
  if (arg.in || arg.out) return new Float64Array([3, 9, 40, 200, 1000][random(5)]);
  const { type = '' } = arg;
  if (objects[type]) return objects[type];
  if (type === 'text') return ['b', 'g', 'world', 'a'][random(4)];
  return [0, 1, 2, -1, 5][random(5)];
}

/** Calls a function. @param {(below: number) => number} random @param {World} world @param {string} name */
function callFunction(random, world, name) {
  const signature = description().functions[name];
  const args = signature
    ? signature.args
        .filter(({ implied }) => implied === undefined)
        .map((arg) => argumentFor(random, world, arg))
    : Array.from({ length: random(4) }, () => hostile[random(hostile.length)]());
  if (random(20) === 0) args.pop();
  return functionsOf(world.mujoco)[name](...args);
}

/** Makes an object. @param {(below: number) => number} random @param {World} world @param {string} name */
function construct(random, { mujoco, objects }, name) {
  const values = Object.values(objects);
  const args = Array.from({ length: random(3) }, () =>
    random(3) ? hostile[random(hostile.length)]() : values[random(values.length)],
  );
  const made = new (classesOf(mujoco)[name])(...args);
  made?.delete?.();
}

/** The names of all properties of an object's class. @param {object} object */
function propertiesOf(object) {
  const names = [];
  for (
    let proto = object;
    proto && proto !== Object.prototype;
    proto = Object.getPrototypeOf(proto)
  )
    names.push(...Object.getOwnPropertyNames(proto));
  return names.filter((name) => !/^(_state|constructor|delete|deleteLater|remove)$/.test(name));
}

/** Reads, writes or calls a property. @param {(below: number) => number} random @param {World} world */
function touchProperty(random, { objects }) {
  const keys = Object.keys(objects);
  const object = found(objects[keys[random(keys.length)]]);
  const names = propertiesOf(object);
  const name = names[random(names.length)];
  const value = valuesOf(object)[name];
  const given = hostile[random(hostile.length)]();
  if (typeof value === 'function') value.call(object, given);
  // (ids in the arrays of models and data are the program's to keep right)
  else if (random(2) && !/^Mj(Model|Data)$/.test(object.constructor.name))
    valuesOf(object)[name] = given;
}

/**
 * Runs until told to stop; throws with the seed when something breaks.
 * @param {{ seed: number, calls?: number, until?: number }} options
 */
export async function explore({ seed, calls = Infinity, until = Infinity }) {
  let world = await makeWorld();
  const names = Object.keys(world.mujoco).filter(
    (name) => typeof functionsOf(world.mujoco)[name] === 'function' && !left.has(name),
  );
  const random = makeRandom(seed);
  /** @type {Map<string, string>} */
  const unfair = new Map();
  let done = 0;
  for (; done < calls && Date.now() < until; done++) {
    const name = names[random(names.length)];
    const isClass = /^[A-Z]/.test(name);
    const what = random(3) === 0 ? 'property' : name;
    const before = Date.now();
    try {
      if (what === 'property') touchProperty(random, world);
      else if (isClass) construct(random, world, name);
      else callFunction(random, world, name);
    } catch (error) {
      if (!isFair(error)) unfair.set(what, String(/** @type {Error} */ (error)?.stack ?? error));
    }
    if (Date.now() - before > 5000) unfair.set(what, 'took more than five seconds');
    if (done % 500 === 499) {
      checkHealth(world);
      world = await makeWorld();
    }
  }
  return { done, unfair };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [seconds = '60', seed = String(Date.now())] = process.argv.slice(2);
  const until = Date.now() + 1000 * Number(seconds);
  const { done, unfair } = await explore({ seed: Number(seed), until });
  console.log(`${done} calls, seed ${seed}`);
  for (const [name, text] of unfair) console.log(`\n${name}: ${text}`);
  process.exitCode = unfair.size ? 1 : 0;
}
