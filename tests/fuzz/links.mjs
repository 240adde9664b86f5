// Links and archives from strangers: whatever they hold, reading them ends soon, with what they carry or with an error that says
// what is wrong.
//
// usage: node tests/fuzz/links.mjs [SECONDS] [SEED]
//
// `npm test` reads some thousands of them (tests/js/links.test.mjs).
import assert from 'node:assert/strict';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { load } from 'limber';
import { MjError } from 'limber/mujoco';
import { zipSync } from 'fflate';

/** @typedef {typeof import('../../web/src/share/link.js')} Link */
/** @typedef {import('../../web/src/share/link.js').Shared} Shared */
/** @typedef {typeof import('../../web/src/share/bytes.js')} Bytes */

const PAGE = 'https://studio.example/';
const encoder = new TextEncoder();

/** @type {import('vite').ViteDevServer} */
let server;
/** The studio's code. @type {Link & Bytes} */
export let code;

/** Takes the studio's code from a development server. */
export async function start() {
  const configFile = fileURLToPath(new URL('../../web/vite.config.js', import.meta.url));
  server = await createServer({
    configFile,
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, ws: false },
  });
  // what the modules ask of a page
  Object.assign(globalThis, { document: { baseURI: PAGE }, location: new URL(PAGE) });
  const link = /** @type {Link} */ (await server.ssrLoadModule('/src/share/link.js'));
  const bytes = /** @type {Bytes} */ (await server.ssrLoadModule('/src/share/bytes.js'));
  code = { ...link, ...bytes };
}

export const stop = () => server?.close();

/** Numbers from 0 to 1, the same each time. @param {number} seed */
export function random(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Links that are whole: their line of JSON, and the bytes after it. */
export const whole = () => {
  const xml = '<mujoco><worldbody><geom size="1"/></worldbody></mujoco>';
  const files = new Map([['a/b.stl', encoder.encode('solid')]]);
  const state = new Uint8Array(48);
  const camera = { lookat: [0, 0, 1], distance: 3, azimuth: 90, elevation: -20 };
  const program = { example: 'quadruped', on: true, values: { speed: 0.3 } };
  const physics = { timestep: 0.001, gravity: [0, 0, -9.81], iterations: 10 };
  return [
    {
      model: { name: 'm.xml', xml, files },
      snapshot: { state, camera, physics, speed: 2 },
      program,
    },
    {
      model: { address: 'https://models.example/a/scene.xml' },
      snapshot: { key: 0, paused: true },
    },
    { model: { example: 'quadruped' }, snapshot: { flags: { shadow: false } }, program },
  ];
};

/** Values that nobody expects where a link has one. @type {unknown[]} */
export const strange = [
  null,
  true,
  -1,
  0,
  1e9,
  2 ** 53,
  1e308,
  '',
  '__proto__',
  'constructor',
  '../../x',
  'a\u0000b',
  '\ud800',
  [],
  {},
  [[]],
  [1e9, 1e9],
  'javascript:alert(1)',
  'http://127.0.0.1/',
  'http://[::1]/',
  'file:///x',
  '//host/x',
  'github:a/b/../c',
  'x'.repeat(70_000),
  { __proto__: null, toString: 1 },
  Array.from({ length: 2000 }, () => ['f', 1]),
  { valueOf: 'x' },
  '1e999',
  'NaN',
];

/** Puts a strange value somewhere into a value. @param {unknown} value @param {() => number} draw @returns {unknown} */
function spoil(value, draw) {
  const pick = strange[Math.floor(draw() * strange.length)];
  if (value === null || typeof value !== 'object' || draw() < 0.15) return pick;
  const copy = /** @type {Record<string, unknown>} */ (
    Array.isArray(value) ? [...value] : { ...value }
  );
  const names = Object.keys(copy);
  if (names.length === 0 || draw() < 0.1) {
    const name = ['__proto__', 'model', 'state', 'x'][Math.floor(draw() * 4)];
    // a property of its own, __proto__ too, as texts of JSON have it
    Object.defineProperty(copy, name, { value: pick, enumerable: true });
  } else {
    const name = names[Math.floor(draw() * names.length)];
    if (draw() < 0.1) delete copy[name];
    else copy[name] = spoil(copy[name], draw);
  }
  return copy;
}

/** Changes some of a text or of bytes. @param {number[]} signs @param {() => number} draw @param {() => number} sign */
export function damage(signs, draw, sign) {
  const copy = [...signs];
  for (let k = 0; k < 1 + draw() * 6; k++) {
    const at = Math.floor(draw() * copy.length);
    const kind = draw();
    if (kind < 0.5) copy[at] = sign();
    else if (kind < 0.65) copy.splice(at, 1 + Math.floor(draw() * 20));
    else if (kind < 0.8) copy.splice(at, 0, ...copy.slice(0, Math.floor(draw() * 50)));
    else copy.length = at;
    if (copy.length === 0) copy.push(sign());
  }
  return copy;
}

/** The line of JSON of a link, and the bytes after it. @param {string} link */
export function partsOf(link) {
  const bytes = code.inflate(code.fromUrlText(link.slice('m=1.'.length)), 1e6);
  const end = bytes.indexOf(10);
  const line = new TextDecoder().decode(bytes.subarray(0, end));
  return { header: /** @type {unknown} */ (JSON.parse(line)), rest: bytes.slice(end + 1) };
}

/** A link that something is wrong with. @param {string} link that is whole @param {() => number} draw */
export function hostile(link, draw) {
  const { deflate, fromUrlText, inflate, toUrlText } = code;
  const text = link.slice('m=1.'.length);
  if (draw() < 0.3) {
    const signs = damage(
      [...text].map((one) => one.charCodeAt(0)),
      draw,
      () => 32 + Math.floor(draw() * 200),
    );
    return `#m=1.${String.fromCharCode(...signs)}`;
  }
  const bytes = inflate(fromUrlText(text), 1e6);
  if (draw() < 0.4) {
    const signs = damage([...bytes], draw, () => Math.floor(draw() * 256));
    return `#m=1.${toUrlText(deflate(Uint8Array.from(signs)))}`;
  }
  const { header: given, rest } = partsOf(link);
  let header = given;
  for (let k = 0; k < 1 + draw() * 3; k++) header = spoil(header, draw);
  const line = encoder.encode(`${JSON.stringify(header)}\n`);
  return `#m=1.${toUrlText(deflate(code.join([line, rest])))}`;
}

/** What was read may be used. @param {Shared} shared */
export function checkShared({ model, snapshot, program }) {
  if ('xml' in model)
    for (const name of [model.name, ...model.files.keys()])
      assert.ok(!/^\/|\\|:|(^|\/)\.\.?(\/|$)/.test(name) && name.length <= 200, name);
  else if ('address' in model) assert.match(model.address, /^(https?:\/\/|github:)/);
  if (snapshot.speed !== undefined) assert.ok(snapshot.speed >= 0 && snapshot.speed <= 100);
  for (const value of Object.values(program?.values ?? {})) assert.ok(Number.isFinite(value));
  assert.equal(Object.getPrototypeOf(snapshot), Object.prototype);
}

/** Whether a link is read; one that is not is refused in words. @param {string} link */
export function opens(link) {
  try {
    const shared = code.readLink(link);
    if (shared) checkShared(shared);
    return true;
  } catch (error) {
    const { name, message, stack } = /** @type {Error} */ (error);
    assert.equal(name, 'Error', stack);
    assert.match(
      message,
      /^(This link cannot be opened: |The link is damaged: |'.*' is no place that a link)/s,
    );
    assert.ok(message.length < 500, `${message.length} characters`);
    return false;
  }
}

const arm = `<mujoco><compiler meshdir="m"/><asset><mesh name="a" file="a.obj"/><model name="c" file="c.xml"/></asset><worldbody>
  <body><joint/><geom type="mesh" mesh="a"/></body><attach model="c" prefix="x"/></worldbody></mujoco>`;
const child = '<mujoco><worldbody><body><geom size=".1"/></body></worldbody></mujoco>';
const obj = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n';

/** Archives that are whole: packed and stored, with the model at the top or in a folder. */
const archives = () =>
  ['', 'robot/'].flatMap((folder) =>
    /** @type {const} */ ([0, 6]).map((level) =>
      zipSync(
        {
          [`${folder}arm.xml`]: encoder.encode(arm),
          [`${folder}c.xml`]: encoder.encode(child),
          [`${folder}m/a.obj`]: encoder.encode(obj),
        },
        { level },
      ),
    ),
  );

/** Whether an archive is opened; one that is not is refused in words. @param {Uint8Array} bytes */
async function unpacks(bytes) {
  try {
    const sim = await load({ 'robot.zip': bytes });
    sim.step();
    sim.dispose();
    return true;
  } catch (error) {
    const { message, stack } = /** @type {Error} */ (error);
    assert.ok(error instanceof MjError && !/internal error/.test(message), stack);
    return false;
  }
}

/**
 * Reads damaged links and archives until told to stop: how many, how many of them were refused, and the milliseconds of computing
 * that the slowest took.
 * @param {{ seed: number, links?: number, archives?: number, until?: number }} options
 */
export async function explore({ seed, links = 0, archives: packed = 0, until = Infinity }) {
  const draw = random(seed);
  const wholeLinks = whole().map((shared) => code.writeLink(shared));
  for (const link of wholeLinks) checkShared(/** @type {Shared} */ (code.readLink(link)));
  const wholeArchives = archives();
  for (const bytes of wholeArchives) assert.ok(await unpacks(bytes));
  const told = { links: 0, archives: 0, refused: 0, longest: 0 };
  while ((told.links < links || told.archives < packed) && Date.now() < until) {
    const isLink = told.links < links && (told.archives >= packed || draw() < 0.9);
    const before = process.cpuUsage();
    const pick = Math.floor(draw() * 4);
    const spoilt = () =>
      Uint8Array.from(damage([...wholeArchives[pick]], draw, () => Math.floor(draw() * 256)));
    const isRead = isLink
      ? opens(hostile(wholeLinks[pick % wholeLinks.length], draw))
      : await unpacks(spoilt());
    if (!isRead) told.refused++;
    told[isLink ? 'links' : 'archives']++;
    told.longest = Math.max(told.longest, process.cpuUsage(before).user / 1000);
  }
  return told;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [seconds = '60', seed = String(Date.now())] = process.argv.slice(2);
  await start();
  const until = Date.now() + 1000 * Number(seconds);
  const told = await explore({ seed: Number(seed), links: Infinity, archives: Infinity, until });
  await stop();
  console.log(`seed ${seed}: ${JSON.stringify(told)}`);
}
