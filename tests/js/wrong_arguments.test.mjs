// Every function, called with arguments that make no sense: an error that JavaScript can catch, never a broken module.
import assert from 'node:assert/strict';
import test from 'node:test';
import loadMujoco, { MjError } from 'limber/mujoco';
import { found, functionsOf, messageOf } from '../helpers.mjs';

const mujoco = await loadMujoco({ print() {}, printErr() {} });
const xml = `<mujoco><worldbody><geom type="plane" size="1 1 1"/>
  <body name="a" pos="0 0 .05"><freejoint/><geom name="g" size=".1"/><site name="s"/></body>
  <body><joint name="j"/><geom size=".1"/></body></worldbody>
  <actuator><motor joint="j"/></actuator><keyframe><key/></keyframe></mujoco>`;

// a fixed sequence, so that a failure can be repeated
let seed = 7;
const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
/** @template T @param {T[]} list */
const pick = (list) => list[Math.floor(random() * list.length)];

// what a call may throw: our own errors, and JavaScript's about types
/** @param {unknown} error */
const allowed = (error) =>
  error instanceof MjError ||
  error instanceof TypeError ||
  error instanceof RangeError ||
  error instanceof SyntaxError;

function makeArguments() {
  const model = mujoco.MjModel.from_xml_string(xml);
  const data = new mujoco.MjData(model);
  mujoco.mj_forward(model, data);
  const spec = mujoco.parseXMLString(xml);
  const body = found(mujoco.mjs_findBody(spec, 'a'));
  /** @type {Disposable[]} */
  const objects = [
    model,
    data,
    spec,
    body,
    body.element,
    new mujoco.MjOption(),
    new mujoco.MjContact(),
  ];
  if (mujoco.MjvScene) objects.push(new mujoco.MjvScene(model, 10), new mujoco.MjvCamera());
  const arrays = () => [
    [],
    [1, 2, 3],
    new Float64Array(9),
    new Float64Array(21),
    new Int32Array(3),
  ];
  /** @type {unknown[]} */
  const scalars = [
    null,
    undefined,
    -1,
    0,
    1,
    2,
    NaN,
    1e9,
    -1e9,
    2 ** 31,
    'g',
    '',
    true,
    {},
    mujoco.mjtObj.mjOBJ_GEOM,
  ];
  const free = () => {
    for (const object of [...objects.slice(4), spec, data, model]) object[Symbol.dispose]();
  };
  return {
    model,
    data,
    free,
    all: () => pick(/** @type {unknown[][]} */ ([objects, arrays(), scalars, scalars])),
  };
}

// functions that are meant to throw, and those that would fill the console or take long with absurd counts
const left = new Set(['error', 'mj_resetCallbacks']);
const names = Object.keys(mujoco).filter(
  (name) =>
    /^mj[uvsd]?_/.test(name) && typeof functionsOf(mujoco)[name] === 'function' && !left.has(name),
);

test(`${names.length} functions take wrong arguments with an error`, () => {
  assert.ok(names.length > 300);
  for (const name of names) {
    const { model, data, free, all } = makeArguments();
    for (let i = 0; i < 12; i++) {
      const args = Array.from({ length: functionsOf(mujoco)[name].length || 2 }, (_, k) => {
        if (random() < 0.5 && k === 0) return model;
        if (random() < 0.5 && k === 1) return data;
        return pick(all());
      });
      try {
        functionsOf(mujoco)[name](...args);
      } catch (error) {
        assert.ok(allowed(error), `${name}: ${error}`);
        assert.doesNotMatch(
          messageOf(error),
          /internal error/,
          `${name}(${args.map(String).join(', ')})`,
        );
      }
    }
    free();
  }
  const { model, data } = makeArguments();
  mujoco.mj_step(model, data);
  assert.equal(data.time, 0.002);
});

test('as many arguments as a function has, no more and no fewer', () => {
  const { model, data, free } = makeArguments();
  /** @param {string} name @param {unknown[]} args */
  const wrong = (name, ...args) =>
    assert.throws(
      () => functionsOf(mujoco)[name](...args),
      (error) =>
        error instanceof MjError && /called with \d arguments, expected \d/.test(error.message),
    );
  wrong('mju_add3', [0, 0, 0], [1, 1, 1]);
  wrong('mju_add3', [0, 0, 0], [1, 1, 1], [1, 1, 1], 4);
  wrong('mj_step', model, data, 10);
  wrong('mj_contactForce', model, data, 0);
  free();
});

test('what is no number is not taken for one', () => {
  const { model, data, free } = makeArguments();
  const jacobian = new Float64Array(3 * model.nv);
  for (const value of [null, undefined, '1', {}, [], [1], () => 1])
    assert.throws(
      () => mujoco.mj_jacBody(model, data, jacobian, null, /** @type {number} */ (value)),
      /body must be a number/,
    );
  // @ts-expect-error a big integer and a boolean are taken, and not declared
  mujoco.mj_jacBody(model, data, jacobian, null, 1n);
  // @ts-expect-error a big integer and a boolean are taken, and not declared
  mujoco.mj_jacBody(model, data, jacobian, null, true);
  // @ts-expect-error declared for numbers only
  assert.equal(mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_GEOM, 'g'), 1);
  free();
});

test('a whole number beyond the range of its C type is an error', () => {
  const { model, data, free } = makeArguments();
  const range = 'must be from -2147483648 to 2147483647';
  /** @type {[call: (value: number) => unknown, where: string][]} */
  const calls = [
    [(value) => mujoco.mj_resetDataKeyframe(model, data, value), '[mj_resetDataKeyframe] key'],
    [(value) => mujoco.mj_id2name(model, 1, value), '[mj_id2name] id'],
    [(value) => mujoco.mj_id2name(model, value, 1), '[mj_id2name] type'],
    [(value) => mujoco.mj_stateSize(model, value), '[mj_stateSize] sig'],
    [(value) => mujoco.mju_Halton(value, 2), '[mju_Halton] index'],
    [(value) => mujoco.mjs_findElement(spec, value, 'g'), '[mjs_findElement] type'],
    [(value) => mujoco.mj_setLengthRange(model, data, value, null), '[mj_setLengthRange] index'],
  ];
  const spec = mujoco.parseXMLString(xml);
  for (const [call, where] of calls)
    for (const value of [2 ** 31, 2 ** 32, 2 ** 32 + 5, -(2 ** 31) - 1, 1e20, Infinity, -Infinity])
      assert.throws(
        () => call(value),
        (error) => messageOf(error).endsWith(`${where} ${range}, got ${value}`),
        `${where} ${value}`,
      );
  assert.throws(
    () => mujoco.mj_resetDataDebug(model, data, 300),
    /\[mj_resetDataDebug\] debug_value must be from 0 to 255, got 300/,
  );
  assert.throws(
    () => mujoco.mju_writeNumBytes(-1),
    /\[mju_writeNumBytes\] nbytes must be from 0 to 4294967295, got -1/,
  );
  // what lies within is cut, as in C
  assert.equal(mujoco.mju_Halton(5.9, 2.1), mujoco.mju_Halton(5, 2));
  assert.equal(mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_BODY.value, 1.9), 'a');
  assert.equal(mujoco.mju_min(1e300, Infinity), 1e300);
  assert.ok(Number.isNaN(mujoco.mju_sigmoid(NaN)));
  spec.delete();
  free();
});

test('functions are called what they are', () => {
  for (const name of ['mju_sum', 'mj_step', 'mj_id2name', 'mjs_addBody'])
    assert.equal(functionsOf(mujoco)[name].name, name);
});
