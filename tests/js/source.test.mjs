// Loading from everywhere: text, paths, URLs, sets of files, archives; all files found, missing ones told together.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { strToU8, zipSync } from 'fflate';
import { findModels, load, loadMujoco, MjError, openSource, readFiles } from 'limber';
import { FileSearch } from '../../js/sim/references.js';
import { resolveUrl } from '../../js/sim/source.js';
import { found, internalsOf } from '../helpers.mjs';

// a robot in parts: an include that sets folders, meshes in a folder, a model that is attached
const obj = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n';
/** @type {Record<string, string>} */
const tree = {
  'robot/scene.xml': `<mujoco><!-- <mesh file="not this.obj"/> -->
    <include file="parts/assets.xml"/>
    <worldbody><geom type="mesh" mesh="a"/><body><joint/><geom size=".1"/></body></worldbody></mujoco>`,
  'robot/parts/assets.xml': `<mujoco><compiler meshdir="../meshes" texturedir='../textures'/>
    <asset><mesh name="a" file="a&amp;b.obj"/></asset></mujoco>`,
  'meshes/a&b.obj': obj,
};

/** Texts by name, and folders. @typedef {{ [name: string]: string | Folder }} Folder */

/** @param {Record<string, string>} files */
function writeTree(files) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'limber-source-'));
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), content);
  }
  return folder;
}

/** A fetch of the test's own: the package asks it for addresses as texts. @param {(url: string, options?: RequestInit) => Promise<Response>} answer */
const fetchOf = (answer) => /** @type {typeof fetch} */ (answer);

/**
 * A fetch that serves a tree below https://example.org/.
 *
 * @param {Record<string, string | Uint8Array<ArrayBuffer>>} files
 * @param {string[]} [log] what was asked for
 */
function serve(files, log = []) {
  return fetchOf(async (url, { signal } = {}) => {
    signal?.throwIfAborted();
    const name = decodeURIComponent(new URL(url).pathname.slice(1));
    log.push(name);
    await new Promise((resolve) => setTimeout(resolve, 2));
    return name in files ? new Response(files[name]) : new Response('none', { status: 404 });
  });
}

test('the files that a text names, and the places where they may be; comments name nothing', async () => {
  const { engine } = internalsOf(await loadMujoco({ print() {}, printErr() {} }));
  const search = new FileSearch(engine, 'robot/scene.xml');
  /** @param {string} name */
  const bytes = (name) => new TextEncoder().encode(tree[name]);
  search.give(found(search.next()), 0, bytes('robot/scene.xml'));
  const part = found(search.next());
  assert.deepEqual([part.isText, part.places], [true, ['robot/parts/assets.xml']]);
  assert.equal(search.next(), null);
  search.give(part, 0, bytes('robot/parts/assets.xml'));
  const mesh = found(search.next());
  assert.deepEqual([mesh.isText, mesh.path], [false, 'meshes/a&b.obj']);
  assert.deepEqual(mesh.named, {
    element: 'mesh',
    file: 'robot/parts/assets.xml',
    line: 2,
    column: 12,
  });
  assert.equal(search.root, 'mujoco');
  search.end();
  assert.equal(search.next(), null);
});

test('texts made to be slow cost as much as they are long', async () => {
  await load('<mujoco/>');
  const start = process.cpuUsage();
  await assert.rejects(load({ 'a.xml': `<mujoco>${'<!-- '.repeat(200_000)}` }), MjError);
  const names = Array.from({ length: 20_000 }, (_, i) => `<mesh file="${i}.obj"/>`);
  await assert.rejects(
    load(`<mujoco><asset>${names.join('')}</asset></mujoco>`),
    (/** @type {MjError} */ error) => error.missing.length === 20_000,
  );
  // (0.3 s; ten times as much text would take ten times as long)
  assert.ok(process.cpuUsage(start).user < 5e6);
});

test('text, with the files that it names', async () => {
  const sim = await load(
    '<mujoco><asset><mesh file="a.obj"/></asset><worldbody><geom type="mesh" mesh="a"/></worldbody></mujoco>',
    {
      files: { 'a.obj': obj },
    },
  );
  assert.equal(sim.model.nmesh, 1);
});

test('a path on disk and a file URL', async () => {
  const folder = writeTree(tree);
  const file = path.join(folder, 'robot/scene.xml');
  for (const source of [file, pathToFileURL(file), String(pathToFileURL(file))]) {
    const sim = await load(source);
    assert.equal(sim.model.nmesh, 1);
    sim.dispose();
  }
  fs.rmSync(folder, { recursive: true });
});

test('a URL: each file once, assets in parallel, with progress', async () => {
  /** @type {string[]} */
  const log = [];
  /** @type {((string | number)[])[]} */
  const progress = [];
  const sim = await load('https://example.org/robot/scene.xml', {
    fetch: serve(tree, log),
    onProgress: ({ file, loaded }) => progress.push([file, loaded]),
  });
  assert.equal(sim.model.nmesh, 1);
  assert.deepEqual(log, ['robot/scene.xml', 'robot/parts/assets.xml', 'meshes/a&b.obj']);
  assert.equal(progress.at(-1)?.[1], 3);
});

test('missing files are told together', async () => {
  const xml = `<mujoco><include file="i.xml"/><asset><mesh file="a.obj"/><mesh file="b.obj"/>
    <texture type="2d" file="c.png"/></asset></mujoco>`;
  const files = { 'm/scene.xml': xml, 'm/a.obj': obj };
  await assert.rejects(
    load('https://example.org/m/scene.xml', { fetch: serve(files) }),
    (error) => {
      assert.ok(error instanceof MjError);
      assert.deepEqual([...error.missing].sort(), ['m/b.obj', 'm/c.png', 'm/i.xml']);
      assert.match(error.message, /3 files are missing/);
      return true;
    },
  );
  await assert.rejects(
    load('https://example.org/none.xml', { fetch: serve({}) }),
    /there is no file/,
  );
});

/** What `load` rejects with. @param {Parameters<typeof load>} args @returns {Promise<MjError>} */
const failure = (...args) =>
  load(...args).then(
    () => assert.fail('it loaded'),
    (error) => error,
  );
const placeOf = (/** @type {MjError} */ { file, line, column, element, attribute }) => [
  file,
  line,
  column,
  element,
  attribute,
];

test('an error says where it is: file, line, column, element, attribute', async () => {
  const main = '<mujoco>\n  <include file="part.xml"/>\n</mujoco>';
  /** @param {string} part */
  const inPart = async (part) =>
    placeOf(
      await failure({ 'robot/main.xml': main, 'robot/part.xml': part }, { main: 'robot/main.xml' }),
    );
  const attribute = '<mujoco>\n<worldbody>\n  <geom siz="1"/></worldbody></mujoco>';
  const place = await inPart(attribute);
  assert.match(String(place[0]), /part\.xml$/);
  assert.deepEqual(place.slice(1), [3, 9, 'geom', 'siz']);
  const unclosed = await inPart('<mujoco>\n\n <worldbody></mujoco>');
  assert.match(String(unclosed[0]), /part\.xml$/);
  assert.deepEqual(unclosed.slice(1, 4), [3, 2, 'worldbody']);

  /** @param {string} xml */
  const inMain = async (xml) => placeOf(await failure({ 'arm.xml': xml, 'b.stl': 'no mesh' }));
  /** @param {string} content */
  const body = (content) => `<mujoco>\n<worldbody>\n ${content}\n</worldbody></mujoco>`;
  assert.deepEqual(await inMain(body('<geom type="spher" size="1"/>')), [
    'arm.xml',
    3,
    8,
    'geom',
    'type',
  ]);
  assert.deepEqual(await inMain(body('<body name="x"><freejoint/></body>')), [
    'arm.xml',
    3,
    2,
    'body',
    undefined,
  ]);
  assert.deepEqual(await inMain(body('<geom size="1" material="none"/>')), [
    'arm.xml',
    3,
    2,
    'geom',
    undefined,
  ]);
  const mesh = '<mujoco>\n<asset>\n  <mesh name="m" file="b.stl"/></asset></mujoco>';
  assert.deepEqual(await inMain(mesh), ['arm.xml', 3, 3, 'mesh', undefined]);
});

test('what cannot be a model, or cannot be fetched, is told plainly', async () => {
  for (const source of /** @type {string[]} */ (
    /** @type {unknown[]} */ ([null, undefined, 5, true, () => 1])
  ))
    assert.match(
      (await failure(source)).message,
      /a model is loaded from text, an address, files or bytes/,
    );
  const offline = await failure('https://example.org/a.xml', {
    fetch: () => Promise.reject(new TypeError('network is down')),
  });
  assert.ok(offline instanceof MjError);
  assert.match(offline.message, /https:\/\/example\.org\/a\.xml': network is down/);
  assert.equal(/** @type {Error} */ (offline.cause).name, 'TypeError');
  const refused = await failure('https://example.org/a.xml', {
    fetch: async () => new Response('', { status: 500, statusText: 'Broken' }),
  });
  assert.match(refused.message, /500 Broken/);
  const engine = await loadMujoco({ print() {}, printErr() {} });
  for (const text of ['{ "a": 1 }', 'solid', ''])
    assert.match(
      (await failure({ 'notes.json': text }, { mujoco: engine })).message,
      /'notes.json' is neither XML, nor an archive, nor an MJB/,
    );
});

test('loading can be aborted', async () => {
  const abort = new AbortController();
  const loading = load('https://example.org/robot/scene.xml', {
    fetch: serve(tree),
    signal: abort.signal,
  });
  abort.abort();
  await assert.rejects(loading, { name: 'AbortError' });
});

test('a set of files: the model is found, folders may differ', async () => {
  const set = Object.entries(tree).map(
    ([name, content]) => new File([content], path.basename(name)),
  );
  assert.equal((await load(set)).model.nmesh, 1);
  assert.equal((await load(tree)).model.nmesh, 1);
  assert.equal((await load(new Map(Object.entries(tree)))).model.nmesh, 1);
  const two = {
    'a.xml': '<mujoco model="a"/>',
    'b.xml': '<mujoco><worldbody><body/></worldbody></mujoco>',
  };
  assert.equal((await load(two, { main: 'b.xml' })).model.nbody, 2);
  await assert.rejects(load(two, { main: 'c.xml' }), /'c.xml' is not among the files/);
  await assert.rejects(load({ 'a.txt': 'x', 'b.txt': 'y' }), /no model \(\.xml/);
});

test('an archive', async () => {
  const zip = zipSync(
    Object.fromEntries(
      Object.entries(tree).map(([name, content]) => [`pack/${name}`, strToU8(content)]),
    ),
  );
  assert.equal((await load(zip)).model.nmesh, 1);
  assert.equal((await load(new File([zip], 'robot.mjz'))).model.nmesh, 1);
  assert.equal(
    (await load('https://example.org/robot.zip', { fetch: serve({ 'robot.zip': zip }) })).model
      .nmesh,
    1,
  );
  await assert.rejects(load(zip.subarray(0, 40)), /not a readable archive/);
});

test('a binary model', async () => {
  const mujoco = await loadMujoco();
  const model = mujoco.MjModel.from_xml_string(
    '<mujoco><worldbody><body><joint/><geom size=".1"/></body></worldbody></mujoco>',
  );
  const bytes = new Uint8Array(Number(mujoco.mj_sizeModel(model)));
  mujoco.mj_saveModel(model, null, bytes);
  const sim = await load(bytes);
  assert.equal(sim.model.nq, 1);
  assert.throws(() => sim.spec, /no source that could be edited/);
  await assert.rejects(load(bytes.subarray(0, 100)), MjError);
});

test('GitHub addresses', async () => {
  const raw = 'https://raw.githubusercontent.com/owner/repo';
  assert.equal(String(await resolveUrl('github:owner/repo/a/b.xml@v1')), `${raw}/v1/a/b.xml`);
  assert.equal(String(await resolveUrl('github:owner/repo/a/b.xml')), `${raw}/HEAD/a/b.xml`);
  assert.equal(
    String(await resolveUrl('github:owner/repo/a@feature/x')),
    `${raw}/feature/x/a/scene.xml`,
  );
  await assert.rejects(resolveUrl('github:owner'), /'github:owner' is not github:owner\/repo/);
});

test('a dropped folder', async () => {
  /** @param {string} name @param {Folder | string} content @returns {object} */
  const entry = (name, content) => ({
    name,
    isFile: typeof content === 'string',
    isDirectory: typeof content !== 'string',
    file: (/** @type {(file: File) => void} */ done) => done(new File([String(content)], name)),
    createReader() {
      const batches = [Object.entries(content).map(([inner, value]) => entry(inner, value)), []];
      return {
        readEntries: (/** @type {(batch: object[]) => void} */ done) => done(batches.shift() ?? []),
      };
    },
  });
  const folder = {
    robot: {
      'scene.xml': tree['robot/scene.xml'],
      parts: { 'assets.xml': tree['robot/parts/assets.xml'] },
    },
    meshes: { 'a&b.obj': obj },
  };
  const items = Object.entries(folder).map(([name, content]) => ({
    webkitGetAsEntry: () => entry(name, content),
  }));
  assert.equal(
    (await load(/** @type {DataTransfer} */ (/** @type {unknown} */ ({ items, types: ['Files'] }))))
      .model.nmesh,
    1,
  );
});

test('what cannot be compiled is an MjError with its place', async () => {
  await assert.rejects(
    load('<mujoco>\n<worldbody>\n<geom/>\n</worldbody></mujoco>'),
    (error) => error instanceof MjError && error.line === 3,
  );
});

test('a cache keeps what was fetched', async () => {
  /** @type {string[]} */
  const asked = [];
  const fetchModel = fetchOf(async (url) => {
    asked.push(url);
    return new Response('<mujoco><worldbody><body/></worldbody></mujoco>');
  });
  const cache = new Map();
  for (let i = 0; i < 2; i++) {
    const sim = await load('https://example.org/a.xml', { fetch: fetchModel, cache });
    assert.equal(sim.model.nbody, 2);
  }
  assert.deepEqual(asked, ['https://example.org/a.xml']);
  await load('https://example.org/a.xml', { fetch: fetchModel });
  assert.equal(asked.length, 2);
  for (let i = 0; i < 2; i++)
    await load('https://example.org/b.xml', { fetch: fetchModel, cache: true });
  assert.equal(asked.length, 3);
});

test('a web page in place of a file is a missing file', async () => {
  const pages = fetchOf(async (url) =>
    url.endsWith('scene.xml')
      ? new Response(tree['robot/scene.xml'])
      : new Response('<!DOCTYPE html><title>my app</title>'),
  );
  await assert.rejects(load('https://example.org/robot/scene.xml', { fetch: pages }), {
    missing: ['robot/parts/assets.xml'],
  });
  await assert.rejects(
    load('https://example.org/app', { fetch: pages }),
    /no file 'https:\/\/example\.org\/app', there is a web page/,
  );
});

test('a redirect leads to the folder of the other files', async () => {
  const moved = fetchOf(async (url) => {
    if (!url.endsWith('/latest')) return serve(tree)(url);
    const response = await serve(tree)('https://example.org/robot/scene.xml');
    return Object.defineProperties(response, {
      redirected: { value: true },
      url: { value: 'https://example.org/robot/scene.xml' },
    });
  });
  for (const cache of [undefined, new Map()]) {
    for (let i = 0; i < 2; i++) {
      const sim = await load('https://example.org/latest', { fetch: moved, cache });
      assert.equal(sim.mainFile, 'robot/scene.xml');
      assert.equal(sim.model.nmesh, 1);
    }
  }
});

test("a URDF's package is one of the folders around it", async () => {
  const urdf = `<robot name="r"><link name="base"><inertial><mass value="1"/>
    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><geometry><mesh filename="package://arm/meshes/a.obj"/></geometry></collision></link></robot>`;
  for (const [address, mesh] of [
    ['arm/urdf/r.urdf', 'arm/meshes/a.obj'],
    ['urdf/r.urdf', 'meshes/a.obj'],
    ['r.urdf', 'arm/meshes/a.obj'],
    ['r.urdf', 'a.obj'],
  ]) {
    const files = serve({ [address]: urdf, [mesh]: obj });
    const sim = await load(`https://example.org/${address}`, { fetch: files });
    assert.equal(sim.model.nmesh, 1, `${address} ${mesh}`);
  }
});

test('an abort is heard while a fetch hangs that knows nothing of signals', async () => {
  const controller = new AbortController();
  const hangs = load('https://example.org/a.xml', {
    fetch: () => new Promise(() => {}),
    signal: controller.signal,
  });
  controller.abort(new Error('enough'));
  await assert.rejects(hangs, /enough/);
});

test('progress counts files that are there', async () => {
  /** @type {((string | number)[])[]} */
  const seen = [];
  await load('https://example.org/robot/scene.xml', {
    fetch: serve(tree),
    onProgress: ({ file, loaded, total }) => seen.push([file, loaded, total]),
  });
  assert.deepEqual(seen, [
    ['robot/scene.xml', 1, 1],
    ['robot/parts/assets.xml', 2, 2],
    ['meshes/a&b.obj', 3, 3],
  ]);
});

test('files below the working folder have the names that the program gave', async () => {
  const sim = await load('examples/pendulum_chain.xml');
  assert.equal(sim.mainFile, 'examples/pendulum_chain.xml');
  await assert.rejects(load('examples'), /examples' is a folder/);
});

test('what is no source of a model is told so', async () => {
  for (const source of /** @type {unknown[]} */ ([
    undefined,
    null,
    5,
    Promise.resolve('<mujoco/>'),
    new Response('<mujoco/>'),
  ]))
    await assert.rejects(load(/** @type {string} */ (source)), TypeError);
  await assert.rejects(load(''), /the address is empty/);
  const broken = () => {
    throw new TypeError('broken');
  };
  await assert.rejects(load('https://example.org/a.xml', { fetch: broken }), MjError);
});

test('a folder that a user picked', async () => {
  /** @param {string} name @param {Folder | string} content @returns {FileSystemDirectoryHandle} */
  const handle = (name, content) => {
    const made = {
      kind: typeof content === 'string' ? 'file' : 'directory',
      name,
      getFile: async () => new File([String(content)], name),
      async *entries() {
        for (const [inner, value] of Object.entries(content)) yield [inner, handle(inner, value)];
      },
    };
    return /** @type {FileSystemDirectoryHandle} */ (/** @type {unknown} */ (made));
  };
  const folder = handle('top', {
    robot: {
      'scene.xml': tree['robot/scene.xml'],
      parts: { 'assets.xml': tree['robot/parts/assets.xml'] },
    },
    meshes: { 'a&b.obj': obj },
  });
  const sim = await load(folder);
  assert.equal(sim.mainFile, 'robot/scene.xml');
  assert.equal(sim.model.nmesh, 1);
});

test('the files of a source at hand, with archives opened, and the models among them', async () => {
  const archive = zipSync({
    'kit/scene.xml': strToU8('<mujoco><include file="robot.xml"/></mujoco>'),
    'kit/robot.xml': strToU8('<mujoco/>'),
    'kit/robot_b.xml': strToU8('<mujoco/>'),
    'kit/deep/er/other.urdf': strToU8('<robot name="r"/>'),
    'kit/parts.xml': strToU8('<mujocoinclude/>'),
    'kit/notes.txt': strToU8('<mujoco/>'),
  });
  /** @param {Map<string, Uint8Array<ArrayBufferLike>>} files */
  const names = (files) => [...files.keys()].sort();
  const all = await readFiles({
    'a.zip': archive,
    'kit/made.mjb': new Uint8Array(9),
    'b.obj': obj,
  });
  assert.deepEqual(names(all), [
    'b.obj',
    'kit/deep/er/other.urdf',
    'kit/made.mjb',
    'kit/notes.txt',
    'kit/parts.xml',
    'kit/robot.xml',
    'kit/robot_b.xml',
    'kit/scene.xml',
  ]);
  assert.deepEqual(await findModels(all), [
    'kit/scene.xml',
    'kit/robot_b.xml',
    'kit/deep/er/other.urdf',
    'kit/robot.xml',
    'kit/made.mjb',
  ]);
  assert.deepEqual(names(await readFiles(new Blob([archive]))), names(await readFiles(archive)));
  assert.deepEqual(await findModels(new Map()), []);
  // @ts-expect-error a promise is no source
  await assert.rejects(readFiles(Promise.resolve('x')), /got Promise/);
});

test('a model with its files, without compiling', async () => {
  const { files, main } = await openSource('https://example.org/robot/scene.xml', {
    fetch: serve(tree),
  });
  assert.equal(main, 'robot/scene.xml');
  assert.deepEqual([...files.keys()].sort(), Object.keys(tree).sort());
});
