// Links from strangers: whatever a link holds, reading it ends soon, with what it carries or with an error that says what is wrong.
import assert from 'node:assert/strict';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { after, before, test } from 'node:test';
import { createServer } from 'vite';
import { load } from 'limber';
import { MjError } from 'limber/mujoco';
import { RunPlayer, RunRecorder, readRun } from 'limber/data';

/** @typedef {typeof import('../../web/src/share/link.js')} Link */
/** @typedef {import('../../web/src/share/link.js').Shared} Shared */
/** @typedef {typeof import('../../web/src/share/bytes.js')} Bytes */

const LINKS = 2000;
const LONGEST = 2000; // milliseconds of computing that a link may take, however busy the machine is
const PAGE = 'https://studio.example/';
const encoder = new TextEncoder();

/** @type {import('vite').ViteDevServer} */
let server;
/** @type {Link & Bytes} */
let code;
before(async () => {
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
});
after(() => server?.close());

/** Numbers from 0 to 1, the same each time. @param {number} seed */
function random(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Links that are whole: their line of JSON, and the bytes after it. */
const whole = () => {
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
const strange = [
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
function damage(signs, draw, sign) {
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
function partsOf(link) {
  const bytes = code.inflate(code.fromUrlText(link.slice('m=1.'.length)), 1e6);
  const end = bytes.indexOf(10);
  const line = new TextDecoder().decode(bytes.subarray(0, end));
  return { header: /** @type {unknown} */ (JSON.parse(line)), rest: bytes.slice(end + 1) };
}

/** A link that something is wrong with. @param {string} link that is whole @param {() => number} draw */
function hostile(link, draw) {
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
function checkShared({ model, snapshot, program }) {
  if ('xml' in model)
    for (const name of [model.name, ...model.files.keys()])
      assert.ok(!/^\/|\\|:|(^|\/)\.\.?(\/|$)/.test(name) && name.length <= 200, name);
  else if ('address' in model) assert.match(model.address, /^(https?:\/\/|github:)/);
  if (snapshot.speed !== undefined) assert.ok(snapshot.speed >= 0 && snapshot.speed <= 100);
  for (const value of Object.values(program?.values ?? {})) assert.ok(Number.isFinite(value));
  assert.equal(Object.getPrototypeOf(snapshot), Object.prototype);
}

/** Whether a link is read; one that is not is refused in words. @param {string} link */
function opens(link) {
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

test(`${LINKS} damaged and hostile links are read or refused in words, soon`, () => {
  const draw = random(19);
  const links = whole().map((shared) => code.writeLink(shared));
  for (const link of links) checkShared(/** @type {Shared} */ (code.readLink(link)));
  let refused = 0;
  let longest = 0;
  for (let k = 0; k < LINKS; k++) {
    const start = process.cpuUsage();
    if (!opens(hostile(links[k % links.length], draw))) refused++;
    longest = Math.max(longest, process.cpuUsage(start).user / 1000);
  }
  assert.ok(refused > LINKS / 3 && refused < LINKS, `${refused} refused`);
  assert.ok(longest < LONGEST, `${longest} ms`);
});

/** The header of a link with each of its values replaced in turn. @param {unknown} value @param {unknown} other @returns {unknown[]} */
function replaced(value, other) {
  if (value === null || typeof value !== 'object') return [other];
  const inner = Object.entries(value).flatMap(([name, part]) =>
    replaced(part, other).map((one) =>
      Array.isArray(value)
        ? value.map((old, k) => (String(k) === name ? one : /** @type {unknown} */ (old)))
        : { ...value, [name]: one },
    ),
  );
  return [other, ...inner];
}

test('each value of a link is replaced by each that nobody expects', () => {
  const { deflate, toUrlText } = code;
  let count = 0;
  let refused = 0;
  for (const shared of whole()) {
    const { header, rest } = partsOf(code.writeLink(/** @type {Shared} */ (shared)));
    for (const one of strange.flatMap((other) => replaced(header, other))) {
      const line = encoder.encode(`${JSON.stringify(one) ?? ''}\n`);
      if (!opens(`#m=1.${toUrlText(deflate(code.join([line, rest])))}`)) refused++;
      count++;
    }
  }
  assert.ok(count > 1000 && refused > count / 2, `${refused} of ${count} refused`);
});

test('300 damaged runs are replayed or refused in words', async () => {
  const draw = random(20);
  const xml =
    '<mujoco><worldbody><body><joint name="a"/><geom size=".1"/></body></worldbody><actuator><motor joint="a"/></actuator></mujoco>';
  const sim = await load(xml);
  const recorder = new RunRecorder(sim);
  for (let k = 0; k < 20; k++) {
    sim.data.ctrl[0] = k;
    recorder.step();
  }
  const bytes = recorder.run.toNpz();
  let refused = 0;
  for (let k = 0; k < 300; k++) {
    const spoilt = Uint8Array.from(damage([...bytes], draw, () => Math.floor(draw() * 256)));
    try {
      const run = await readRun(spoilt, 'run.npz');
      const player = new RunPlayer(sim, run);
      for (let n = 0; n < Math.min(run.length, 40); n++) player.step();
      player.seek(5);
      player.find();
    } catch (error) {
      assert.ok(error instanceof MjError, `run ${k}: ${/** @type {Error} */ (error).stack}`);
      refused++;
    }
  }
  assert.ok(refused > 50, `${refused} refused`);
  sim.dispose();
});
