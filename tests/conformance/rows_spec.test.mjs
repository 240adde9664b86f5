// Specs built and edited by calls, by requirement row, in both engines: what is refused, what goes with what is deleted, whole
// specs attached, changes of the model written back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import loadPeer from '@mujoco/mujoco';
import { handOver } from './hand_over.mjs';
import { differences, limber, peer } from './models.mjs';
import { arraysOf, enumValue, found, functionsOf, messageOf } from '../helpers.mjs';

/** @param {Mujoco} engine @param {MjSpec} spec @param {string} kind @param {string} name */
const element = (engine, spec, kind, name) =>
  found(engine.mjs_findElement(spec, enumValue(engine.mjtObj, `mjOBJ_${kind}`), name));
/** @param {Mujoco} engine @param {MjSpec} spec @param {string} kind */
const listed = (engine, spec, kind) => {
  const names = [];
  let next = engine.mjs_firstElement(spec, enumValue(engine.mjtObj, `mjOBJ_${kind}`));
  for (; next; next = engine.mjs_nextElement(spec, next)) names.push(engine.mjs_getName(next));
  return names;
};
/** First line of an error. @param {unknown} error */
const told = (error) => messageOf(error).split('\n')[0];

const machine = `<mujoco><worldbody><body name="a"><joint name="j"/><geom name="g" size="1"/><site name="s" pos="1 0 0" euler="0 0 90"/>
  <camera name="c"/><body name="b"><joint name="k" type="ball"/><geom name="h" size=".1"/></body></body><frame name="f" pos="0 1 0"/></worldbody>
  <tendon><fixed name="t"><joint joint="j" coef="1"/></fixed></tendon><actuator><motor name="m" joint="j"/></actuator></mujoco>`;

test('SPEC-03: sensors made by calls look at what they can', async (t) => {
  // what the peer refuses by a trap it cannot be asked twice
  let reference = await loadPeer({ print() {}, printErr() {} });
  const objects = Object.entries({
    UNKNOWN: '',
    BODY: 'a',
    XBODY: 'a',
    JOINT: 'j',
    GEOM: 'g',
    SITE: 's',
    CAMERA: 'c',
    TENDON: 't',
    ACTUATOR: 'm',
  });
  const sensorTypes = /** @type {Record<string, { value: number }>} */ (
    /** @type {object} */ (limber.mjtSensor)
  );
  const types = Object.entries(sensorTypes).filter(
    ([, type]) => type.value >= 0 && type.value < limber.mjtSensor.mjSENS_USER.value,
  );
  assert.equal(types.length, limber.mjtSensor.mjSENS_USER.value);
  const ask = async (/** @type {number} */ type) => {
    for (const [kind, name] of [...objects, ['JOINT', 'k'], ['SITE', '']]) {
      const [expected, actual] = await Promise.all(
        [reference, limber].map(async (engine) => {
          try {
            const spec = engine.parseXMLString(machine);
            const sensor = engine.mjs_addSensor(spec);
            sensor.type = /** @type {import('limber/mujoco').mjtSensor} */ ({ value: type });
            sensor.objtype = enumValue(engine.mjtObj, `mjOBJ_${kind}`);
            sensor.objname = name;
            const model = engine.mj_compile(spec);
            const made = [model.sensor_dim[0], model.sensor_objtype[0], model.sensor_objid[0]];
            model.delete();
            spec.delete();
            return made;
          } catch (error) {
            if (!(error instanceof WebAssembly.RuntimeError)) return told(error);
            reference = await loadPeer({ print() {}, printErr() {} });
            return null;
          }
        }),
      );
      const object = `of ${kind} '${name}'`;
      if (typeof expected === 'string') assert.equal(typeof actual, 'string', object);
      else if (expected) assert.deepEqual(actual, expected, object);
    }
  };
  for (const [name, type] of types) await t.test(name, () => ask(type.value));
});

test('SPEC-03: equalities made by calls tie what they can', async (t) => {
  const pairs = { BODY: ['a', 'b'], SITE: ['s', 's2'], JOINT: ['j', 'j2'], GEOM: ['g', 'h'] };
  const xml = machine.replace(
    '<camera name="c"/>',
    '<camera name="c"/><site name="s2"/><joint name="j2" type="slide"/>',
  );
  const ask = async (/** @type {string} */ type, /** @type {string} */ kind) => {
    // a peer of its own: each error costs it memory
    const reference = await loadPeer({ print() {}, printErr() {} });
    for (const [first, second] of Object.values(pairs)) {
      const [expected, actual] = [reference, limber].map((engine) => {
        const spec = engine.parseXMLString(xml);
        const equality = engine.mjs_addEquality(spec, found(engine.mjs_getSpecDefault(spec)));
        equality.type = enumValue(engine.mjtEq, `mjEQ_${type}`);
        equality.objtype = enumValue(engine.mjtObj, `mjOBJ_${kind}`);
        equality.name1 = first;
        equality.name2 = second;
        try {
          const model = engine.mj_compile(spec);
          const made = [model.eq_objtype[0], model.eq_obj1id[0], model.eq_obj2id[0]];
          model.delete();
          return made;
        } catch {
          return 'refused';
        } finally {
          spec.delete();
        }
      });
      assert.deepEqual(actual, expected, `of ${first} and ${second}`);
    }
  };
  for (const type of ['CONNECT', 'WELD', 'JOINT', 'TENDON', 'DISTANCE']) {
    for (const kind of ['UNKNOWN', 'BODY', 'SITE', 'JOINT', 'GEOM']) {
      await t.test(`${type} of ${kind}`, () => ask(type, kind));
    }
  }
});

test('SPEC-03: empty elements are refused in the same words', async (t) => {
  const made = {
    Numeric: /size cannot be zero/,
    Text: /size cannot be zero/,
    Tuple: /is empty/,
    Exclude: /body '' not found in bodypair 0/,
    HField: /empty name in height field/,
    Flex: /elem is empty/,
    Actuator: /missing transmission target/,
    Pair: /geom '' not found in collision 0/,
    Tendon: /path cannot be empty/,
    Mesh: /empty name in mesh/,
    Joint: /joint found in world body/,
  };
  const check = (/** @type {string} */ kind, /** @type {RegExp} */ message) => {
    for (const engine of [peer, limber]) {
      const spec = engine.parseXMLString(machine);
      const owner = kind === 'Joint' ? engine.mjs_findBody(spec, 'world') : spec;
      functionsOf(engine)[`mjs_add${kind}`](
        owner,
        ...(/Actuator|Pair|Tendon|Mesh|Joint/.test(kind)
          ? [found(engine.mjs_getSpecDefault(spec))]
          : []),
      );
      assert.throws(
        () => engine.mj_compile(spec),
        (error) => message.test(told(error)),
      );
    }
  };
  for (const [kind, message] of Object.entries(made))
    await t.test(kind, () => check(kind, message));
});

const part = `<mujoco model="part"><default><default class="red"><geom rgba="1 0 0 1"/></default></default><worldbody><geom name="w" size=".5" class="red"/>
  <frame name="ff" pos="0 1 0"><body name="hand" pos="0 0 1"><joint name="slide" type="slide"/><geom size=".02"/></body></frame><site name="sw"/><light name="lw"/></worldbody>
  <actuator><position name="grip" joint="slide" kp="5"/></actuator></mujoco>`;
for (const host of ['SITE s', 'FRAME f', 'BODY a']) {
  test(`SPEC-08: a whole spec is attached to a ${host.split(' ')[0].toLowerCase()}`, () => {
    const [kind, name] = host.split(' ');
    const [expected, actual] = [peer, limber].map((engine) => {
      const spec = engine.parseXMLString(machine);
      const child = engine.parseXMLString(part);
      const made = engine.mjs_attach(element(engine, spec, kind, name), child.element, 'p_', '_q');
      assert.equal(engine.mjs_getName(found(made)), '');
      return { names: listed(engine, spec, 'BODY'), model: engine.mj_compile(spec) };
    });
    assert.deepEqual(actual.names, expected.names);
    assert.deepEqual(differences(handOver(peer, limber, expected.model), actual.model), []);
  });
}

test('SPEC-01: elements are gone through depth first', () => {
  const tree = `<mujoco><worldbody><body name="a"><geom name="ga" size="1"/><body name="b"><geom name="gb" size="1"/><body name="c"/></body><body name="d"/></body>
    <body name="e"><geom name="ge" size="1"/><body name="f"/></body></worldbody></mujoco>`;
  for (const compiled of [false, true]) {
    const [expected, actual] = [peer, limber].map((engine) => {
      const spec = engine.parseXMLString(tree);
      if (compiled) engine.mj_compile(spec);
      const body = found(engine.mjs_findBody(spec, 'b'));
      engine.mjs_setName(
        engine.mjs_addBody(body, found(engine.mjs_getSpecDefault(spec))).element,
        'new',
      );
      const inside = [];
      let next = engine.mjs_firstChild(
        found(engine.mjs_findBody(spec, 'a')),
        engine.mjtObj.mjOBJ_BODY,
        1,
      );
      for (; next; next = engine.mjs_nextChild(found(engine.mjs_findBody(spec, 'a')), next, 1))
        inside.push(engine.mjs_getName(next));
      return [listed(engine, spec, 'BODY'), listed(engine, spec, 'GEOM'), inside];
    });
    assert.deepEqual(actual, expected);
  }
});

/**
 * @typedef {object} Edited
 * @property {Mujoco} engine
 * @property {MjSpec} spec
 * @property {import('limber/mujoco').MjsElement | undefined} hand that was attached
 */

/** A step of an edit, by its word. @type {Record<string, (at: Edited) => void>} */
const edits = {
  compile: ({ engine, spec }) => void engine.mj_compile(spec),
  'attach a hand': (at) => {
    const child = at.engine.parseXMLString(part);
    const hand = element(at.engine, child, 'BODY', 'hand');
    at.hand = at.engine.mjs_attach(element(at.engine, at.spec, 'FRAME', 'f'), hand, 'p_', '');
  },
  'attach a frame': ({ engine, spec }) => {
    const frame = element(engine, engine.parseXMLString(part), 'FRAME', 'ff');
    engine.mjs_attach(element(engine, spec, 'FRAME', 'f'), frame, 'p_', '');
  },
  'delete the hand': ({ engine, spec, hand }) => void engine.mjs_delete(spec, found(hand)),
  'delete a': ({ engine, spec }) =>
    void engine.mjs_delete(spec, element(engine, spec, 'BODY', 'a')),
  'delete b': ({ engine, spec }) =>
    void engine.mjs_delete(spec, element(engine, spec, 'BODY', 'b')),
  'add a body': ({ engine, spec }) =>
    void engine.mjs_addBody(
      found(engine.mjs_findBody(spec, 'a')),
      found(engine.mjs_getSpecDefault(spec)),
    ),
  'add a motor': ({ engine, spec }) =>
    void engine.mjs_addActuator(spec, found(engine.mjs_getSpecDefault(spec))),
  copy: (at) => {
    at.spec = new at.engine.MjSpec(at.spec);
  },
};

/**
 * One test for each list of edits of the machine: what is asked of the spec behind them is alike.
 *
 * @param {string} name
 * @param {string[][]} lists
 * @param {(engine: Mujoco, spec: MjSpec) => unknown} ask
 */
function testEdits(name, lists, ask) {
  test(name, async (t) => {
    for (const steps of lists) {
      await t.test(steps.join(', ') || 'no edit', () => {
        const [expected, actual] = [peer, limber].map((engine) => {
          /** @type {Edited} */
          const at = { engine, spec: engine.parseXMLString(machine), hand: undefined };
          for (const step of steps) edits[step](at);
          return ask(engine, at.spec);
        });
        assert.deepEqual(actual, expected);
      });
    }
  });
}

testEdits(
  'SPEC-08: with a body goes what refers to it, also after something attached went',
  [
    ['delete a'],
    ['compile', 'delete a'],
    ['attach a hand', 'delete a'],
    ['attach a hand', 'delete the hand', 'delete a'],
    ['attach a hand', 'delete the hand', 'compile', 'delete a'],
    ['compile', 'attach a hand', 'delete the hand', 'delete a'],
  ],
  (engine, spec) =>
    ['ACTUATOR', 'TENDON', 'JOINT', 'BODY'].map((kind) => listed(engine, spec, kind)),
);

test('MODEL-28: pairs are written back in the order of the spec', () => {
  const xml = `<mujoco><worldbody><body name="x"><freejoint/><geom name="a" size=".1"/></body><body name="y" pos="1 0 0"><freejoint/><geom name="b" size=".1"/></body>
    <body name="z" pos="2 0 0"><freejoint/><geom name="c" size=".1"/></body></worldbody>
    <contact><pair name="p" geom1="c" geom2="b"/><pair name="q" geom1="a" geom2="b"/><pair name="r" geom1="b" geom2="a"/></contact></mujoco>`;
  const models = [peer, limber].map((engine) => {
    const model = engine.MjModel.from_xml_string(xml);
    for (const field of ['pair_margin', 'pair_friction', 'pair_solref', 'pair_gap']) {
      const values = arraysOf(model)[field];
      values.forEach((value, i) => (values[i] = 1.5 * value + 0.01 * (i + 1)));
    }
    engine.mj_saveLastXML('/pairs.xml', model);
    const text = engine.FS.readFile('/pairs.xml', { encoding: 'utf8' });
    return limber.MjModel.from_xml_string(text);
  });
  assert.deepEqual(differences(models[0], models[1], 1e-6), []);
  assert.ok(models[0].pair_margin[0] > 0);
});

testEdits(
  'CLAR-19: elements of the tree are numbered by compiling, attaching, deleting and copying',
  [
    [],
    ['compile'],
    ['attach a frame'],
    ['compile', 'attach a frame'],
    ['attach a frame', 'add a body'],
    ['attach a frame', 'add a body', 'delete b'],
    ['compile', 'add a body'],
    ['compile', 'add a motor'],
    ['delete b'],
    ['add a body', 'compile'],
    ['copy'],
    ['add a body', 'copy'],
    ['attach a frame', 'delete b', 'compile'],
    ['compile', 'add a body', 'attach a frame'],
  ],
  (engine, spec) =>
    ['BODY', 'JOINT', 'GEOM', 'SITE', 'CAMERA', 'FRAME', 'ACTUATOR'].flatMap((kind) =>
      listed(engine, spec, kind)
        .filter((name) => name)
        .map((name) => `${name} ${engine.mjs_getId(element(engine, spec, kind, name))}`),
    ),
);

test('SPEC-08: names of the tree may clash until the spec is compiled', () => {
  const clashing = '<mujoco><worldbody><body name="a"><geom size="1"/></body></worldbody></mujoco>';
  for (const renamed of [false, true]) {
    for (const engine of [peer, limber]) {
      const spec = engine.parseXMLString(machine);
      const child = engine.parseXMLString(clashing);
      const made = engine.mjs_attach(
        element(engine, spec, 'FRAME', 'f'),
        element(engine, child, 'BODY', 'a'),
        '',
        '',
      );
      assert.ok(made);
      if (renamed) engine.mjs_setName(made, 'other');
      if (renamed) assert.equal(engine.mj_compile(spec).nbody, 4);
      else assert.throws(() => engine.mj_compile(spec), /repeated name 'a' in body/);
    }
  }
  for (const engine of [peer, limber]) {
    const asset = '<mujoco><asset><material name="m"/></asset><worldbody>%</worldbody></mujoco>';
    const spec = engine.parseXMLString(asset.replace('%', '<frame name="f"/>'));
    const child = engine.parseXMLString(asset.replace('%', '<body name="b"/>'));
    const frame = element(engine, spec, 'FRAME', 'f');
    assert.ok(!engine.mjs_attach(frame, element(engine, child, 'BODY', 'b'), '', ''));
    assert.match(engine.mjs_getError(spec), /repeated name 'm' in material/);
  }
});

test('ELEM-58: rotations are transmitted as gain and bias say, not by their type', () => {
  const ball =
    '<mujoco><worldbody><body><joint name="j" type="ball"/><geom size="1"/></body></worldbody>%</mujoco>';
  for (const engine of [peer, limber]) {
    const given = engine.parseXMLString(ball.replace('%', ''));
    const actuator = engine.mjs_addActuator(given, found(engine.mjs_getSpecDefault(given)));
    Object.assign(actuator, { trntype: engine.mjtTrn.mjTRN_SO3, target: 'j' });
    assert.throws(() => engine.mj_compile(given), /invalid transmission type/);
    const xml = ball.replace('%', '<actuator><orientation name="o" joint="j"/></actuator>');
    const spec = engine.parseXMLString(xml);
    const made = found(engine.mjs_asActuator(element(engine, spec, 'ACTUATOR', 'o')));
    assert.equal(made.trntype.value, engine.mjtTrn.mjTRN_JOINT.value);
    assert.equal(engine.mj_compile(spec).actuator_trntype[0], 6);
  }
});

test('SPEC-08: what is attached by reference is in both specs under its new name', () => {
  const kinds = ['BODY', 'GEOM', 'JOINT', 'SITE', 'MATERIAL'];
  const seen = [peer, limber].map((engine) => {
    const [spec, child] = [engine.parseXMLString(machine), engine.parseXMLString(part)];
    const hand = element(engine, child, 'BODY', 'hand');
    engine.mjs_attach(element(engine, spec, 'FRAME', 'f'), hand, 'p_', '_q');
    const inBoth = kinds.map((kind) => [listed(engine, spec, kind), listed(engine, child, kind)]);
    const refused = engine.mjs_delete(child, hand);
    const error = engine.mjs_getError(child);
    assert.throws(() => engine.mj_compile(child), /cannot compile child spec if attached by ref/);
    assert.equal(engine.mjs_delete(spec, hand), 0);
    return [inBoth, refused, error, listed(engine, spec, 'BODY'), listed(engine, child, 'BODY')];
  });
  assert.deepEqual(seen[1], seen[0]);
});

test('IG: an inertia given by calls counts without a place of its own', () => {
  const xml =
    '<mujoco><worldbody><body name="b" pos="1 2 3" euler="0 0 90"><joint/><geom size=".1" pos=".3 0 0"/></body></worldbody></mujoco>';
  for (const matrix of ['inertia', 'fullinertia']) {
    const [expected, actual] = [peer, limber].map((engine) => {
      const spec = engine.parseXMLString(xml);
      const body = found(engine.mjs_findBody(spec, 'b'));
      body.explicitinertial = true;
      body.mass = 2;
      arraysOf(body)[matrix].set(matrix === 'inertia' ? [1, 1, 1.5] : [1, 1.2, 1.5, 0.1, 0, 0]);
      const model = engine.mj_compile(spec);
      return handOver(engine, limber, model);
    });
    assert.equal(actual.body_mass[1], 2);
    assert.deepEqual(differences(expected, actual), []);
  }
  const spec = limber.parseXMLString(xml);
  const body = found(limber.mjs_findBody(spec, 'b'));
  Object.assign(body, { explicitinertial: true, mass: 2, inertia: [1, 1, 1.5] });
  const model = limber.mj_compile(spec);
  const again = limber.MjModel.from_xml_string(limber.mj_saveXMLString(spec));
  assert.deepEqual(differences(model, again, 1e-5), []);
});

test('SPEC-03: a name that is taken is told at once and again by the compiler', () => {
  for (const engine of [peer, limber]) {
    const spec = engine.parseXMLString(machine);
    const world = found(engine.mjs_findBody(spec, 'world'));
    const added = engine.mjs_addBody(world, found(engine.mjs_getSpecDefault(spec)));
    assert.equal(engine.mjs_setName(added.element, 'b'), -1);
    assert.match(engine.mjs_getError(spec), /repeated name 'b' in body/);
    assert.equal(engine.mjs_getName(added.element), 'b');
    assert.throws(() => engine.mj_compile(spec), /repeated name 'b' in body/);
  }
});

test('calls that a model has no place for are refused in words that can be searched for', () => {
  for (const engine of [peer, limber]) {
    const model = engine.MjModel.from_xml_string(machine);
    const data = new engine.MjData(model);
    const [zero, axis] = [
      [0, 0, 0],
      [0, 0, 1],
    ];
    assert.throws(
      () => engine.mj_setKeyframe(model, data, 7),
      /mj_setKeyframe: index must be smaller than \d+ \(keyframes allocated in model\)/,
    );
    assert.throws(
      () => engine.mj_rayHfield(model, data, 0, zero, axis, null),
      /mj_rayHfield: geom with hfield type expected/,
    );
    assert.throws(
      () => engine.mj_rayMesh(model, data, 0, zero, axis, null),
      /mj_rayMesh: geom with mesh type expected/,
    );
    assert.throws(
      () => engine.mj_RungeKutta(model, data, 7),
      /mj_RungeKutta: supported RK orders: N=4/,
    );
    assert.throws(
      () => engine.mj_setLengthRange(model, data, 99, new engine.MjLROpt()),
      /mj_setLengthRange: invalid actuator index/,
    );
    // here the field itself refuses it
    assert.throws(
      () => {
        model.opt.integrator = 99;
        engine.mj_step(model, data);
      },
      engine === peer
        ? /mj_step: invalid integrator/
        : /integrator must be a value of mjtIntegrator/,
    );
    data.delete();
    model.delete();
  }
});

test('SPEC-03: paths of tendons and frames in words that can be searched for', () => {
  for (const engine of [peer, limber]) {
    for (const [first, second, words] of /** @type {const} */ ([
      ['s', 'j', /joint wrap found in spatial path at pos 1/],
      ['j', 's', /spatial object found in fixed path at pos 1/],
    ])) {
      const spec = engine.parseXMLString(machine);
      const tendon = engine.mjs_addTendon(spec, found(engine.mjs_getSpecDefault(spec)));
      for (const name of [first, second]) {
        if (name === 's') engine.mjs_wrapSite(tendon, name);
        else engine.mjs_wrapJoint(tendon, name, 1);
      }
      assert.throws(() => engine.mj_compile(spec), words);
    }
    const spec = engine.parseXMLString(machine);
    const frame = found(engine.mjs_findFrame(spec, 'f'));
    assert.equal(engine.mjs_setFrame(element(engine, spec, 'GEOM', 'h'), frame), -1);
    assert.match(engine.mjs_getError(spec), /^Error: Frame and body '.*' have mismatched parents/);
  }
});
