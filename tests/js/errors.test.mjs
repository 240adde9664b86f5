// What faulty models are told: every problem that can be found at once, each with file, line, column, element, name and what was
// expected. A row: the text of the model, and for each problem what its message says and where.
import assert from 'node:assert/strict';
import test from 'node:test';
import { inspect } from 'node:util';
import { load, provideEngine } from 'limber';
import loadMujoco, { MjError } from 'limber/mujoco';
import { found, valuesOf } from '../helpers.mjs';

const mujoco = await loadMujoco({ print() {}, printErr() {} });
provideEngine(mujoco);

/** @param {string} text */
const bytes = (text) => new TextEncoder().encode(text);
/** @param {string} content */
const world = (content, rest = '') =>
  `<mujoco>\n<worldbody>\n${content}\n</worldbody>\n${rest}</mujoco>`;
/** @param {string} content */
const asset = (content) => `<mujoco>\n<asset>\n${content}\n</asset>\n</mujoco>`;

/** The error of a model in a folder of files. @param {Record<string, string>} files @returns {MjError} */
function errorOf(files) {
  const vfs = new mujoco.MjVFS();
  for (const [name, text] of Object.entries(files)) vfs.addBuffer(name, bytes(text));
  try {
    mujoco.MjModel.from_xml_path('main.xml', vfs).delete();
  } catch (error) {
    return /** @type {MjError} */ (error);
  } finally {
    vfs.delete();
  }
  throw new Error('the model loads');
}

/** First problem by field, and the messages of all. @type {Record<string, [string | Record<string, string>, object, RegExp[]]>} */
const faults = {
  'wrong root': [
    '<model/>',
    { line: 1, column: 1, element: 'model', expected: "'mujoco' or 'robot'" },
    [/Unrecognized XML model type: 'model'/],
  ],
  'broken syntax': [
    '<mujoco>\n<worldbody>\n  <geom size="1/>\n</worldbody></mujoco>',
    { line: 3, column: 3, element: 'geom' },
    [/XML_ERROR_PARSING_ATTRIBUTE/],
  ],
  'several misspelt words': [
    world('<geom siz="1"/><body nam="b"><joynt/></body>', '<actuator><motr/></actuator><blob/>'),
    { line: 3, column: 7, element: 'geom', attribute: 'siz', expected: "'size'" },
    [
      /'siz', expected 'size'\nElement 'geom', line 3, column 7,/,
      /'nam', expected 'name'\nElement 'body', line 3, column 22,/,
      /element, expected 'joint'\nElement 'joynt', line 3, column 30,/,
      /element, expected 'motor'\nElement 'motr', line 5, column 11,/,
      /element\nElement 'blob', line 5, column 29,/,
    ],
  ],
  'several wrong values': [
    `<mujoco>\n<option timestep="a" integrator="rk"/>${world('<geom size="1 2 3 4" pos="1 2"/>').slice(8)}`,
    { line: 2, column: 9, element: 'option', attribute: 'timestep', expected: 'numbers' },
    [
      /bad format in attribute 'timestep', expected numbers\n/,
      /keyword: 'rk' in attribute 'integrator', expected one of 'Euler', 'RK4',[^]*line 2, column 22/,
      /attribute 'size' has too much data, expected at most 3, got 4\nElement 'geom', line 4, column 7,/,
      /attribute 'pos' does not have enough data, expected 3, got 2\nElement 'geom', line 4, column 22,/,
    ],
  ],
  'several unknown names': [
    world(
      '<geom name="g" size="1" material="m1"/>\n<geom type="mesh" mesh="m2"/>',
      '<actuator><motor joint="m3"/></actuator><sensor><jointpos joint="m4"/></sensor>',
    ),
    { line: 3, column: 1, element: 'geom', elementName: 'g' },
    [
      /material 'm1' not found in geom 0\nElement name 'g', id 0, line 3, column 1,/,
      /unknown mesh 'm2' in geom\nElement name '', id 1, line 4, column 1,/,
      /unknown joint 'm3' in actuator\n[^]*line 6, column 11, file 'main.xml' \(<motor>\)/,
      /unknown joint 'm4' in sensor\n[^]*line 6, column 49, file 'main.xml' \(<jointpos>\)/,
    ],
  ],
  'repeated name': [
    world('<body name="a"/>\n<body name="a"/>'),
    { line: 4, column: 7, element: 'body' },
    [/repeated name 'a' in body/],
  ],
  'impossible size': [
    world('<geom size="1"/><geom name="g" size="0"/>'),
    { line: 3, column: 17, element: 'geom', elementName: 'g' },
    [/size 0 must be positive in geom/],
  ],
  'data that no memory holds': [
    '<mujoco><size nuserdata="300000000"/></mujoco>',
    { file: undefined },
    [/could not create mjData: size overflow: 300000000 items/],
  ],
  'key of wrong length': [
    '<mujoco>\n<keyframe> <key name="k" qpos="1 2"/></keyframe></mujoco>',
    { line: 2, column: 12, element: 'key', elementName: 'k', expected: '0, got 2' },
    [/invalid qpos size, expected 0, got 2/],
  ],
  'damaged mesh and picture': [
    {
      'main.xml': asset(
        '<mesh name="a" file="a.stl"/>\n<texture name="t" type="2d" file="t.png"/>',
      ),
      'a.stl': 'no mesh at all',
      't.png': 'no picture',
    },
    { file: 'main.xml', line: 3, column: 1, element: 'mesh', elementName: 'a' },
    [
      /mesh file 'a\.stl'\nstl_decoder: .*\nElement name 'a'/,
      /'t\.png'[^]*\nElement name 't', id 0, line 4/,
    ],
  ],
  'error of an included file': [
    {
      'main.xml': '<mujoco><include file="sub/b.xml"/></mujoco>',
      'sub/b.xml': world('<geom size="1" material="no"/>'),
    },
    { file: 'sub/b.xml', line: 3, column: 1, element: 'geom' },
    [/material 'no'/],
  ],
  'error of an attached file': [
    {
      'main.xml': `<mujoco><asset><model name="c" file="c.xml"/></asset>${world('<attach model="c" body="x" prefix="p"/>').slice(8)}`,
      'c.xml': world('<body name="x">\n <geom name="g" size="0"/></body>'),
    },
    { file: 'c.xml', line: 4, column: 2, element: 'geom', elementName: 'pg' },
    [/size 0/],
  ],
  'links without mass': [
    '<robot name="r"><link name="a"/>\n<link name="b"/>\n<joint name="j" type="revolute"><parent link="a"/><child link="b"/></joint></robot>',
    { line: 2, column: 1, elementName: 'b' },
    [/mass and inertia of moving bodies/],
  ],
  'several missing includes': [
    '<mujoco>\n<include file="b.xml"/>\n<include file="c.xml"/></mujoco>',
    { line: 2, column: 10, element: 'include', missing: ['b.xml', 'c.xml'] },
    [/'b\.xml'/, /'c\.xml'\nElement 'include', line 3/],
  ],
  'many missing assets': [
    asset(
      Array.from({ length: 30 }, (_, i) => `<mesh file="m${i}.stl"/>`).join('\n') +
        '<hfield size="1 1 1 1" file="h.png"/><skin file="s.skn"/><texture type="2d" file="t.png"/>',
    ),
    {
      line: 3,
      column: 1,
      element: 'mesh',
      elementName: 'm0',
      missing: [...Array.from({ length: 30 }, (_, i) => `m${i}.stl`), 'h.png', 's.skn', 't.png'],
    },
    Array.from({ length: 33 }, () => /Error opening file/),
  ],
};

for (const [name, [files, place, messages]] of Object.entries(faults)) {
  test(`a faulty model is told where and what: ${name}`, () => {
    const error = errorOf(typeof files === 'string' ? { 'main.xml': files } : files);
    assert.ok(error instanceof MjError);
    const wanted = { file: 'main.xml', ...place };
    const got = Object.fromEntries(
      Object.keys(wanted).map((field) => [field, valuesOf(error)[field]]),
    );
    assert.deepEqual(got, wanted, error.message);
    const problems = error.message.split(/\n(?=(?:XML )?Error: )/);
    assert.equal(problems.length, messages.length, error.message);
    messages.forEach((message, i) => assert.match(problems[i], message));
  });
}

test('more problems than a message holds are counted', () => {
  const error = errorOf({ 'main.xml': world('<geom siz="1"/>\n'.repeat(50)) });
  assert.match(error.message, /\n\.\.\. and \d+ more$/);
  const told = found(error.message.match(/unrecognized/g)).length;
  assert.equal(Number(/and (\d+) more/.exec(error.message)?.[1]) + told, 50);
});

test('load names the places of all missing files', async () => {
  const files = new Map([
    ['main.xml', bytes('<mujoco>\n<include file="b.xml"/>\n<include file="no.xml"/></mujoco>')],
    ['b.xml', bytes(asset('<mesh file="a.stl"/><mesh file="a2.stl"/>'))],
  ]);
  await assert.rejects(load(files, { main: 'main.xml' }), (/** @type {MjError} */ error) => {
    assert.deepEqual(error.missing, ['a.stl', 'a2.stl', 'no.xml']);
    assert.deepEqual(
      [error.file, error.line, error.column, error.element],
      ['b.xml', 3, 1, 'mesh'],
    );
    assert.match(error.message, /line 3, column 21, file 'b\.xml'\nElement 'include', line 3/);
    return true;
  });
});

test('a spec without text names its elements', () => {
  const spec = mujoco.parseXMLString('<mujoco/>');
  spec.worldbody.addGeom({ name: 'g', type: 'box', size: [1, 1, 0] });
  assert.throws(() => mujoco.mj_compile(spec), {
    message: /size 2 must be positive in geom\nElement name 'g', id 0$/,
    element: 'g',
    elementName: 'g',
  });
  assert.match(mujoco.mjs_getError(spec), /size 2/);
});

test('consoles show what is known of an error, and nothing else', () => {
  const plain = inspect(new MjError('text'));
  assert.doesNotMatch(plain, /undefined|column/);
  const told = new MjError('text', { file: 'a.xml', line: 3, missing: ['b.xml'] });
  assert.match(inspect(told), /file: 'a\.xml',\s+line: 3,\s+missing: \[ 'b\.xml' \]/);
  assert.equal(told.column, undefined);
});
