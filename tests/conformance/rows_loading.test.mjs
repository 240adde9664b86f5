// Rows about loading, files in memory, names and resets of the overview (INIT, VFS, TOOL, CLAR): what both engines answer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import loadPeer from '@mujoco/mujoco';
import { limber } from './models.mjs';
import { list } from './small_models.mjs';
import { arraysOf, found } from '../helpers.mjs';

const xml = `<mujoco><worldbody><geom name="g" type="plane" size="1 1 1"/><body name="a" pos="0 0 1"><joint name="j"/><geom size=".1" pos=".1 0 0"/></body></worldbody>
  <actuator><motor name="m" joint="j"/></actuator><keyframe><key name="k" qpos="1"/></keyframe></mujoco>`;
const bytes = (/** @type {string} */ text) => new TextEncoder().encode(text);
const bodies = (/** @type {number} */ count) =>
  `<mujoco><worldbody>${'<body/>'.repeat(count)}</worldbody></mujoco>`;
/** What a call gives, or that it is refused. */
const outcome = (/** @type {() => unknown} */ call) => {
  try {
    return call() ?? 'done';
  } catch {
    return 'refused';
  }
};

/** Answers by what is asked. @template T @param {T[]} keys @param {(key: T, i: number) => unknown} answer */
const each = (keys, answer) => keys.map((key, i) => `${key}: ${answer(key, i)}`);

/** @param {string} name @param {(engine: Mujoco) => unknown} ask what both answer alike */
const alike = (name, ask) =>
  test(name, async () => {
    // a peer of its own: what it refuses costs it memory
    const expected = ask(await loadPeer({ print() {}, printErr() {} }));
    assert.deepEqual(ask(limber), expected);
  });

alike('VFS-01: names of files in memory', (engine) => {
  const files = new engine.MjVFS();
  const stored = list(
    'a.xml | a.xml | ./a.xml | dir/b.xml | DIR/B.xml | x\\c.xml | ../d.xml | /abs/e.xml',
  );
  const asked = list(
    'a.xml | ./a.xml | A.XML | dir/b.xml | b.xml | dir/../dir/b.xml | x/c.xml | ../d.xml | d.xml | /abs/e.xml | e.xml | none.xml',
  );
  const read = (/** @type {string} */ name) =>
    outcome(() => engine.MjModel.from_xml_path(name, files).nbody);
  return {
    'names under which a file of that many bodies is added': each(stored, (name, i) =>
      outcome(() => files.addBuffer(name, bytes(bodies(i)))),
    ),
    'bodies of what is found': each(asked, read),
    'deleted twice': each(['a.xml', 'a.xml'], (name) => outcome(() => files.deleteFile(name))),
    'added again': outcome(() => files.addBuffer('a.xml', bytes(bodies(9)))),
    'found again': read('a.xml'),
    'added empty': outcome(() => files.addBuffer('empty.xml', new Uint8Array(0))),
    'found empty': read('empty.xml'),
  };
});

alike('VFS-02,03, INIT-06: memory before disk, included files, none', (engine) => {
  engine.FS.writeFile('/disk.xml', bodies(1));
  const files = new engine.MjVFS();
  const counts = () =>
    ['/disk.xml', 'disk.xml'].flatMap((name) =>
      each([`${name} in memory`, `${name} on disk`], (key, i) =>
        outcome(() => engine.MjModel.from_xml_path(name, ...(i ? [] : [files])).nbody),
      ),
    );
  const before = counts();
  files.addBuffer('disk.xml', bytes(bodies(2)));
  files.addBuffer('main.xml', bytes('<mujoco><include file="disk.xml"/></mujoco>'));
  const included = engine.MjModel.from_xml_path('main.xml', files).nbody;
  return { before, after: counts(), included };
});

alike('INIT-04: memory is what the model asks for, or too little', (engine) =>
  each(list('1 | 1K | 5K | 100K'), (memory) =>
    outcome(() => {
      const sized = xml.replace('<worldbody>', `<size memory="${memory}"/><worldbody>`);
      const model = engine.MjModel.from_xml_string(sized);
      const data = new engine.MjData(model);
      engine.mj_step(model, data);
      return data.narena;
    }),
  ),
);

alike('INIT-08,09,17: binary models from memory, copies of models and data', (engine) => {
  const model = engine.MjModel.from_xml_string(xml);
  engine.mj_saveModel(model, '/a.mjb', null);
  const saved = engine.FS.readFile('/a.mjb');
  const files = new engine.MjVFS();
  const flipped = (/** @type {number} */ k) =>
    saved.map((/** @type {number} */ byte, /** @type {number} */ i) => (i === k ? byte ^ 1 : byte));
  const variants = {
    whole: saved,
    'a byte short': saved.slice(0, -1),
    '50 bytes': saved.slice(0, 50),
    empty: saved.slice(0, 0),
    ...Object.fromEntries([0, 4, 8, 12, 16].map((k) => [`a bit of byte ${k} flipped`, flipped(k)])),
  };
  const loaded = Object.entries(variants).map(([name, content]) => {
    files.addBuffer(`${name}.mjb`, content);
    const nq = outcome(() => engine.MjModel.from_binary_path(`${name}.mjb`, files).nq);
    return `${name}: ${nq}`;
  });
  const copy = new engine.MjModel(model);
  copy.body_mass[1] = 7;
  const data = new engine.MjData(model);
  data.qpos[0] = 0.3;
  engine.mj_step(model, data);
  const twin = new engine.MjData(model, data);
  engine.mj_step(model, data);
  return {
    'coordinates of what loads': loaded,
    'a copy shares its mass': model.body_mass[1] === 7,
    'time of the twin': twin.time,
    'time of the data': data.time,
  };
});

alike('CLAR-16,17,18: ids by name', (engine) => {
  const model = engine.MjModel.from_xml_string(xml);
  const ids = [];
  for (let type = -1; type < 30; type++)
    for (const name of ['a', 'g', 'j', 'm', 'k', 'world', '', 'none'])
      ids.push(`type ${type}, '${name}': ${engine.mj_name2id(model, type, name)}`);
  return ids;
});

alike('CLAR-01: what diverges is reset, unless that is disabled', (engine) => {
  const model = engine.MjModel.from_xml_string(xml);
  const data = new engine.MjData(model);
  const told = [];
  for (const [field, value] of Object.entries({ qpos: NaN, qvel: 1e12, ctrl: NaN, qacc: 0 })) {
    arraysOf(data)[field][0] = value;
    engine.mj_step(model, data);
    const warnings = [0, 1, 2, 3, 4, 5].map((i) => found(data.warning.get(i)).number);
    told.push({ field, time: data.time, qpos: data.qpos[0], qvel: data.qvel[0], warnings });
  }
  model.opt.disableflags |= engine.mjtDisableBit.mjDSBL_AUTORESET.value;
  data.qpos[0] = NaN;
  engine.mj_step(model, data);
  return { told, 'without a reset': [data.time, data.qpos[0]] };
});
