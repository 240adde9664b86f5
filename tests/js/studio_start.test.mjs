// What the studio does so that a picture is there soon and keeps coming: three without unused shaders, quality that follows the machine.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import test from 'node:test';
import { LEVELS, Quality } from '../../web/src/quality.js';
import { lessThree, withoutUnused } from '../../web/three_plugin.js';
import { withoutParts } from '../../web/three_parts.js';
import { parse } from 'acorn';
import { laterXr } from '../../web/later_xr.js';
import { changed } from '../../web/text_changes.js';
import { takeApart } from '../../web/three_apart.js';
import { checkNever, withoutNever } from '../../web/three_never.js';
import { reachedFrom } from '../../web/first_plugin.js';

const three = fs.readFileSync(
  new URL('../../node_modules/three/build/three.module.js', import.meta.url),
  'utf8',
);

test('of three’s shaders those stay that pages use', () => {
  const less = withoutUnused(three);
  assert.ok(less.length < 0.85 * three.length, `${less.length} of ${three.length}`);
  /** The text of a shader. @param {string} code @param {string} name */
  const shader = (code, name) => {
    const constant = new RegExp(`\\b${name}: ([\\w$]+)`).exec(code)?.[1].replace('$', '\\$');
    return new RegExp(`^(?:var|const) ${constant} = "(.*)";$`, 'm').exec(code)?.[1];
  };
  for (const name of ['meshbasic_vert', 'meshbasic_frag', 'common', 'color_vertex'])
    assert.equal(shader(less, name), shader(three, name), name);
  for (const name of ['meshphysical_frag', 'lights_physical_pars_fragment', 'skinning_vertex']) {
    assert.ok(String(shader(three, name)).length > 100, name);
    assert.equal(shader(less, name), '', name);
  }
  // everything but shaders stays
  assert.equal(less.replace(/"[^"]*"/g, ''), three.replace(/"[^"]*"/g, ''));
  assert.throws(() => withoutUnused(three, ['not_there']), /no shaders not_there/);
});

test('parts of three that no page uses are left out, and those that are used stay', async () => {
  const less = await lessThree();
  const { length } = Object.values(less).join('');
  assert.ok(length < 1.1e6, `${length} characters`);
  const core = less['three.core.js'];
  // used: by handles, by the renderer, by name in our own code
  for (const name of ['raycast', 'setFromCamera', 'setFromUnitVectors', 'updateMatrixWorld'])
    assert.match(core, new RegExp(`\\n\\t${name}\\(`), name);
  for (const name of ['toJSON', 'fromJSON', 'clampLength'])
    assert.doesNotMatch(core, new RegExp(`\\n\\t${name}\\(`), name);
  assert.match(less['three.module.js'], /this\.setRenderTarget = function/);
  assert.doesNotMatch(less['three.module.js'], /this\.copyTextureToTexture = function/);
  const changed = three.replaceAll('WebGLShadowMap', 'WebGLShadows');
  const files = { ...less, 'three.module.js': changed };
  assert.throws(() => withoutParts(files, ''), /three has no WebGLShadowMap/);
});

test('what never holds in three is written so, and what is made must not be among it', () => {
  const code = `
    const shaderIDs = { MeshBasicMaterial: 'basic', SpriteMaterial: 'sprite' };
    function use( object, material, parameters ) {
      if ( object.isSprite ) sprite();
      const parts = [ parameters.map ? '#define MAP' : '', parameters.doubleSided ? '#define TWO' : '' ];
      array.push( parameters.sheen );
      material.map = null;
      parts.push( material.map || object.isMesh );
    }`;
  const changes = withoutNever(code, parse(code, { ecmaVersion: 'latest' }), '');
  assert.equal(
    changed(code, changes).replace(/\s+/g, ' '),
    " const shaderIDs = { MeshBasicMaterial: 'basic', };".concat(
      ' function use( object, material, parameters ) { if ( false ) sprite();',
      " const parts = [ parameters.doubleSided ? '#define TWO' : '' ]; material.map = null;",
      ' parts.push( false || object.isMesh ); }',
    ),
  );
  checkNever('new Mesh(); uniform vec3 a;');
  assert.throws(() => checkNever('new Sprite()'), /a page makes a Sprite/);
  assert.throws(() => checkNever('uniform highp uvec2 a;'), /a page has a uniform uvec2/);
});

test('what headsets need of three is a module of its own', async () => {
  const { 'three.module.js': whole } = await lessThree();
  const places = { later: 'later', itself: 'three', core: 'core', standIn: 'stand_in' };
  const { code, later } = takeApart(whole, places);
  assert.doesNotMatch(code, /class WebXR/);
  assert.match(code, /import\( "later" \)/);
  assert.match(later, /class WebXRDepthSensing[^]*class WebXRManager/);
  assert.match(later, /import \{ WebGLAnimation \} from "three"/);
  assert.match(code, /export \{ WebGLAnimation \};/);
  assert.throws(
    () => takeApart(whole.replaceAll('WebXRManager', 'Other'), places),
    /three makes no WebXRManager/,
  );
});

test('a headset’s manager comes with the first session, and does what was asked before', async () => {
  /** @type {unknown[]} */
  const calls = [];
  const manager = {
    enabled: false,
    isPresenting: true,
    addEventListener(/** @type {unknown[]} */ ...given) {
      calls.push([this === manager, ...given]);
    },
    setSession: async (/** @type {unknown} */ session) => void calls.push(session),
  };
  let isThere = false;
  const xr = laterXr(async () => {
    if (!isThere) throw new Error('gone');
    return /** @type {import('three').WebXRManager} */ (/** @type {unknown} */ (manager));
  });
  const listener = () => {};
  xr.addEventListener('sessionstart', listener);
  xr.enabled = true;
  assert.deepEqual([xr.enabled, xr.isPresenting, xr.getSession()], [true, false, null]);
  const session = /** @type {XRSession} */ (
    /** @type {unknown} */ ({ end: async () => void calls.push('end') })
  );
  await assert.rejects(xr.setSession(session), /could not be fetched. Try again/);
  assert.deepEqual(calls, ['end']);
  isThere = true;
  await xr.setSession(session);
  assert.deepEqual(calls, ['end', [true, 'sessionstart', listener], session]);
  assert.deepEqual([manager.enabled, xr.isPresenting], [true, true]);
  xr.enabled = false;
  assert.equal(manager.enabled, false);
});

test('modules of the first scene are those that it reaches, without what only hands on', () => {
  /** @type {Record<string, { importedIds: string[], code: string }>} */
  const modules = {
    '/a.js': { importedIds: ['/all.js', '/b.js'], code: "import { one } from './all.js'; one();" },
    '/all.js': {
      importedIds: ['/one.js', '/two.js'],
      code: "// all\nexport { one } from './one.js';\nexport { two } from './two.js';\n",
    },
    '/b.js': { importedIds: [], code: 'export const b = 1;' },
    '/one.js': { importedIds: ['/deep.js'], code: "import './deep.js'; export const one = 1;" },
    '/two.js': { importedIds: [], code: 'export const two = 2;' },
    '/deep.js': { importedIds: [], code: '' },
  };
  const reached = reachedFrom(['/a.js'], (id) => modules[id]);
  assert.deepEqual([...reached].sort(), ['/a.js', '/b.js', '/deep.js', '/one.js']);
});

test('pages use no other material of three', () => {
  const folders = ['js/three', 'js/viewer', 'web/src'];
  const files = folders.flatMap((folder) => {
    const url = new URL(`../../${folder}/`, import.meta.url);
    return fs
      .readdirSync(url, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.js'))
      .map((name) => fs.readFileSync(new URL(name, url), 'utf8'));
  });
  assert.ok(files.length > 100);
  const used = files.flatMap((text) => text.match(/\bnew \w+Material\b/g) ?? []);
  assert.deepEqual([...new Set(used)].sort(), [
    'new LineBasicMaterial',
    'new MeshBasicMaterial',
    'new ShaderMaterial',
  ]);
});

/** A stage that notes what it is told. */
function makeQuality() {
  const stage = {
    effort: LEVELS[0],
    headset: null,
    antialias: true,
    setEffort: (/** @type {typeof LEVELS[0]} */ one) => (stage.effort = one),
  };
  // @ts-expect-error: no more of a stage is needed
  const quality = new Quality(stage);
  /** Frames for so many seconds. @param {number} seconds @param {(level: number) => number} length of a frame @param {number} [physics] */
  const run = (seconds, length, physics = 0) => {
    for (let time = 0; time < seconds;) {
      const frame = length(quality.level);
      quality.frame(frame, physics);
      time += frame;
    }
  };
  return { quality, stage, run };
}

test('pictures cost less where drawing is slow, and more again where it is fast', () => {
  const { quality, stage, run } = makeQuality();
  // drawing takes a fifth of a second, and less with each level
  run(20, (level) => 0.2 / 2 ** level);
  assert.equal(quality.level, 4);
  assert.equal(stage.effort, LEVELS[4]);
  run(300, () => 1 / 60);
  assert.equal(quality.level, 0);
});

test('slow steps, pauses and a machine at its limit change nothing for long', () => {
  const slow = makeQuality();
  slow.run(20, () => 0.1, 0.09);
  assert.equal(slow.quality.level, 0, 'the steps take the time');
  const paused = makeQuality();
  for (let i = 0; i < 20; i++) {
    paused.run(2, () => 1 / 60);
    paused.quality.frame(2, 0);
  }
  assert.equal(paused.quality.level, 0);
  // level 3 is fast and level 2 is not: it is tried less and less often
  const { quality, run } = makeQuality();
  let tried = 0;
  let last = 0;
  run(300, (level) => {
    if (level === 2 && last === 3) tried++;
    last = level;
    return level >= 3 ? 1 / 60 : 0.03;
  });
  assert.ok(quality.level >= 2 && tried >= 2 && tried <= 8, `${tried} times`);
});

test('drawing that takes seconds is no pause', () => {
  const { quality, run } = makeQuality();
  run(20, (level) => (level < 5 ? 1.5 : 0.01));
  assert.ok(quality.level >= 5);
});

test('without samples within pixels, pictures to keep have more of them', () => {
  const { quality, stage } = makeQuality();
  stage.antialias = false;
  quality.use(3);
  assert.equal(
    quality.withAll(() => stage.effort.ratio),
    2,
  );
  assert.equal(stage.effort, LEVELS[3]);
  quality.hold(true);
  assert.equal(stage.effort, LEVELS[0], 'a film does without');
  assert.equal(
    quality.withAll(() => stage.effort.ratio),
    2,
  );
  assert.equal(stage.effort, LEVELS[0], 'and goes on');
});

test('pictures to keep are drawn with all there is', () => {
  const { quality, stage } = makeQuality();
  quality.use(5);
  assert.equal(
    quality.withAll(() => stage.effort),
    LEVELS[0],
  );
  assert.equal(stage.effort, LEVELS[5]);
  quality.hold(true);
  assert.equal(stage.effort, LEVELS[0], 'a film is drawn with all');
  for (let i = 0; i < 100; i++) quality.frame(0.1, 0);
  assert.equal(stage.effort, LEVELS[0], 'however slowly');
  quality.hold(false);
  assert.equal(stage.effort, LEVELS[5]);
  quality.setAutomatic(false);
  assert.equal(stage.effort, LEVELS[0]);
});
