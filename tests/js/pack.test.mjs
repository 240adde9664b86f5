// What npm publishes: its content, its sizes, and that strict TypeScript programs find its types under both ways of resolving.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { packPackage, root } from '../package/packed.mjs';

const { folder, files, packedBytes } = await packPackage('packed');
/** @param {string} name */
const inPackage = (name) => path.join(folder, 'node_modules/limber', name);

test('the package has what it promises and nothing else', () => {
  const manifest = JSON.parse(fs.readFileSync(inPackage('package.json'), 'utf8'));
  const promised = Object.values(manifest.exports)
    .flatMap((entry) => (typeof entry === 'string' ? [entry] : Object.values(entry)))
    .filter((name) => !name.includes('*'))
    .concat(Object.values(manifest.bin), manifest.types, manifest.unpkg, manifest.jsdelivr)
    .map((name) => name.replace('./', ''));
  for (const name of [
    ...promised,
    'README.md',
    'docs/studio.webp',
    'LICENSE',
    'NOTICE',
    'dist/studio/index.html',
  ])
    assert.ok(files.has(name), `${name} is missing`);
  for (const name of files.keys()) {
    assert.match(
      name,
      /^(js|dist|docs)\/|^(package\.json|README\.md|LICENSE|NOTICE|CHANGELOG\.md)$/,
    );
    assert.doesNotMatch(name, /\.(c|h|test\.mjs|map|tgz)$|\.DS_Store/);
  }
});

test("the package's studio has no copy of renderer and engine: it imports them from viewer.js", () => {
  const names = [...files.keys()].filter((name) => /^dist\/studio\/assets\/.*\.js$/.test(name));
  const texts = names.map((name) => fs.readFileSync(inPackage(name), 'utf8'));
  assert.ok(texts.some((text) => text.includes('../../../dist/viewer.js')));
  for (const [i, text] of texts.entries())
    for (const part of ['WebGLRenderer:', 'limber-shared:', 'WebAssembly.instantiate'])
      assert.ok(!text.includes(part), `${names[i]}: ${part}`);
  assert.match(fs.readFileSync(inPackage('dist/viewer.js'), 'utf8'), /WebGLRenderer:/);
});

test('every declaration that an entry leads to is there', () => {
  const manifest = JSON.parse(fs.readFileSync(inPackage('package.json'), 'utf8'));
  /** @type {string[]} */
  const waiting = Object.values(manifest.exports).flatMap((entry) => entry.types ?? []);
  /** @type {Set<string>} */
  const seen = new Set();
  for (let name; (name = waiting.pop()?.replace('./', ''));) {
    if (seen.has(name)) continue;
    seen.add(name);
    assert.ok(files.has(name), `${name} is missing`);
    const text = fs.readFileSync(inPackage(name), 'utf8').replace(/^\s*\*.*$/gm, '');
    for (const [, found] of text.matchAll(/(?:from|import\(|import)\s*['"](\.[^'"]+)['"]/g)) {
      const base = path.posix.join(path.posix.dirname(name), found).replace(/\.js$/, '');
      waiting.push(base.endsWith('.d.ts') ? base : `${base}.d.ts`);
    }
  }
  assert.ok(seen.size > 200, `${seen.size} declarations`);
  // the library of TypeScript 5 has no WebGPU: what is said of it is declared
  const webgpu = fs.readFileSync(inPackage('js/gpu/webgpu.d.ts'), 'utf8');
  for (const name of seen) {
    const code = fs.readFileSync(inPackage(name), 'utf8').replace(/\/\*[^]*?\*\/|\/\/.*/g, '');
    for (const [word] of code.matchAll(/\bGPU[A-Z]\w*/g))
      assert.ok(webgpu.includes(`interface ${word} {`), `${name}: ${word}`);
  }
  // those of what no program imports
  for (const name of files.keys())
    assert.doesNotMatch(name, /^js\/(cli|gpu\/wgsl|engine\/generated)\/.*\.d\.ts$/);
});

test('every file of sideEffects is there', () => {
  const { sideEffects } = JSON.parse(fs.readFileSync(inPackage('package.json'), 'utf8'));
  for (const name of sideEffects.filter((/** @type {string} */ entry) => !entry.includes('*')))
    assert.ok(files.has(name.replace('./', '')), name);
});

test('sizes', async () => {
  const module = fs.readFileSync(inPackage('js/engine/limber.wasm'));
  assert.ok(module.length <= 1_200_000, `limber.wasm: ${module.length} bytes`);
  const compressed = brotliCompressSync(module).length;
  assert.ok(compressed <= 420_000, `limber.wasm: ${compressed} bytes in brotli`);
  // what makes the module with threads of it
  const threads = fs.readFileSync(inPackage('js/engine/generated/threads.js'));
  assert.ok(threads.length <= 100_000, `threads: ${threads.length} bytes`);
  assert.ok(packedBytes <= 3_000_000, `the package: ${packedBytes} bytes`);
});

/** Bytes of each function of a module: of the entries of its code section. @param {Uint8Array} module */
function functionSizes(module) {
  let at = 8;
  const readNumber = () => {
    let number = 0;
    let shift = 0;
    let byte;
    do {
      byte = module[at++];
      number += (byte & 127) * 2 ** shift;
      shift += 7;
    } while (byte & 128);
    return number;
  };
  for (;;) {
    const section = module[at++];
    const end = readNumber() + at;
    if (section === 10) break;
    at = end;
  }
  return Array.from({ length: readNumber() }, () => {
    const size = readNumber();
    at += size;
    return size;
  });
}

// A browser compiles a function as a whole when it is called first, and once more, well, when its loops have run for a while:
// passes of the compiler that were joined in one function of 30 kB doubled the time of first loads (docs/performance.md).
test('no function of the module is large', () => {
  const sizes = functionSizes(fs.readFileSync(inPackage('js/engine/limber.wasm')));
  assert.ok(sizes.length > 2000, `${sizes.length} functions`);
  const largest = Math.max(...sizes);
  assert.ok(
    largest < 20_000,
    `a function of ${largest} bytes: what was joined that LB_APART keeps apart?`,
  );
});

test("the package's code is small, and what a program leaves out stays out", async () => {
  const { build } = await import('esbuild');
  /** @param {string} contents */
  const bundle = async (contents) => {
    const { outputFiles, metafile } = await build({
      stdin: { contents, resolveDir: folder },
      bundle: true,
      minify: true,
      format: 'esm',
      splitting: true,
      metafile: true,
      write: false,
      outdir: folder,
      external: ['three', 'three/*'],
    });
    // chunks by their names, as those that import them find them
    const chunks = new Map(
      Object.entries(metafile.outputs).map(([name, { imports }]) => [
        path.basename(name),
        imports
          .filter(({ kind }) => kind === 'import-statement')
          .map(({ path: imported }) => path.basename(imported)),
      ]),
    );
    /** @type {Set<string>} */
    const atOnce = new Set();
    /** @param {string} name */
    const visit = (name) => {
      if (atOnce.has(name) || !chunks.has(name)) return;
      atOnce.add(name);
      chunks.get(name)?.forEach(visit);
    };
    visit('stdin.js');
    return outputFiles.map(({ path: name, text }) => ({
      name: path.basename(name),
      text,
      atOnce: atOnce.has(path.basename(name)),
    }));
  };
  /** @param {{ name: string; text: string; atOnce: boolean }[]} outputs */
  const size = (outputs) =>
    outputs.reduce((sum, /** @type {{ text: string }} */ { text }) => sum + text.length, 0);
  // chunks of their own: the copy of the module, fetched when the module's file is not found, and what threads need, code and data
  /** @param {{ name: string; text: string; atOnce: boolean }[]} outputs */
  const code = (outputs) =>
    outputs.filter(
      ({ name, text }) =>
        !/^(inlined|mt|threads)-/.test(name) && !/packed data is damaged/.test(text),
    );
  /** @param {{ name: string; text: string; atOnce: boolean }[]} outputs */
  const entry = (outputs) => outputs.filter(({ name }) => name === 'stdin.js');
  /** @param {{ name: string; text: string; atOnce: boolean }[]} outputs */
  const first = (outputs) => size(code(outputs).filter(({ atOnce }) => atOnce));
  const loading = first(await bundle("export { load } from 'limber'"));
  assert.ok(loading > 50_000 && loading <= 131_000, `load: ${loading} bytes minified`);
  const all = code(await bundle("export * from 'limber'"));
  const whole = first(all);
  assert.ok(whole <= 131_000, `limber: ${whole} bytes minified`);
  // what drives a GPU comes with the first batch on one
  const onGpu = all.filter(({ text }) =>
    /requestAdapter|createRenderPipelineAsync|on the GPU/.test(text),
  );
  assert.ok(size(onGpu) > 20_000 && size(onGpu) <= 185_000, `GPU: ${size(onGpu)} bytes minified`);
  // files that were picked or dropped, and archives: with the first ones
  const sets = all.filter(({ name }) => /^file_set-/.test(name));
  assert.ok(
    size(sets) > 1_000 && size(sets) <= 2_600,
    `sets of files: ${size(sets)} bytes minified`,
  );
  // batches, rollouts, simulations in workers and names of robots come when the first one is asked for
  const others = all.filter((one) => !onGpu.includes(one) && !sets.includes(one));
  const later = size(others.filter(({ atOnce }) => !atOnce));
  assert.ok(
    later > 5_000 && later <= 48_100,
    `batches, workers, names of robots: ${later} bytes minified`,
  );
  const threads = size(
    (await bundle("export * from 'limber'")).filter(({ name }) => /^mt-/.test(name)),
  );
  assert.ok(threads > 1_000 && threads <= 4_500, `threads: ${threads} bytes minified`);
  const part = size(entry(await bundle("export { MjError } from 'limber'")));
  assert.ok(part < 2_000, `MjError alone brings ${part} bytes along`);
  const nothing = size(
    entry(await bundle("import 'limber'; import 'limber/three'; import 'limber/inline'")),
  );
  assert.ok(nothing < 200, `importing for nothing brings ${nothing} bytes along`);
});

const program = `
import { load, MjError, type Simulation } from 'limber';
import loadMujoco, { type MjModel } from 'limber/mujoco';
import loadThreaded from 'limber/mujoco/mt';
import * as inline from 'limber/inline';
import { SimulationView } from 'limber/three';
import { LimberViewer } from 'limber/viewer';

const sim: Simulation = await load('<mujoco/>');
const other: Simulation = await inline.load('<mujoco/>');
const mujoco = await loadMujoco();
const threaded: typeof mujoco = await loadThreaded({ makeWorker: () => new Worker('thread.js') });
const model: MjModel = mujoco.MjModel.from_xml_string('<mujoco/>');
const view = new SimulationView(sim);
const position: Float64Array = sim.body('torso').xpos;
// @ts-expect-error a misspelt field
sim.body('torso').xposs;
export const used = [threaded, MjError, LimberViewer, other, model, view, position, inline.default];
`;

for (const [module, resolution] of [
  ['node16', 'node16'],
  ['esnext', 'bundler'],
]) {
  test(`types resolve under ${resolution}, with nothing skipped`, () => {
    const file = path.join(folder, `program-${resolution}.mts`);
    // every entry but those of React, with no other package than three
    const { exports: entries } = JSON.parse(fs.readFileSync(inPackage('package.json'), 'utf8'));
    const others = Object.keys(entries)
      .filter((name) => entries[name].types && !name.startsWith('./react'))
      .map((name, i) => `export * as entry${i} from 'limber${name.slice(1)}';\n`);
    assert.ok(others.length > 20);
    fs.writeFileSync(file, program + others.join(''));
    const options = ['--ignoreConfig', '--strict', '--noEmit', '--skipLibCheck', 'false'];
    const target = ['--target', 'es2022', '--module', module, '--moduleResolution', resolution];
    const libraries = ['--lib', 'es2022,esnext.disposable,dom,dom.iterable,dom.asynciterable'];
    const run = spawnSync(
      process.execPath,
      [
        path.join(root, 'node_modules/typescript/bin/tsc'),
        ...options,
        ...target,
        ...libraries,
        file,
      ],
      { encoding: 'utf8', cwd: folder },
    );
    assert.equal(run.stdout, '');
    assert.equal(run.status, 0);
  });
}

test('a CommonJS program imports it', () => {
  const file = path.join(folder, 'program.cjs');
  fs.writeFileSync(
    file,
    "import('limber').then(async ({ load }) => { const sim = await load('<mujoco/>'); sim.step(5); console.log(sim.time.toFixed(3)); });",
  );
  const run = spawnSync(process.execPath, [file], { encoding: 'utf8' });
  assert.equal(run.stdout, '0.010\n', run.stderr);
});

test('a program imports it whose module file is gone: the copy inside is used', () => {
  const file = path.join(folder, 'program.mjs');
  fs.writeFileSync(
    file,
    "import { load } from 'limber/inline'; const sim = await load('<mujoco/>'); sim.step(5); console.log(sim.time.toFixed(3));",
  );
  const place = inPackage('js/engine/limber.wasm');
  fs.renameSync(place, `${place}.away`);
  try {
    for (const entry of ['limber/inline', 'limber']) {
      fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/'limber[^']*'/, `'${entry}'`));
      const run = spawnSync(process.execPath, [file], { encoding: 'utf8' });
      assert.equal(run.stdout, '0.010\n', run.stderr);
    }
  } finally {
    fs.renameSync(`${place}.away`, place);
  }
});

test('the command runs from the package', () => {
  const model = path.join(root, 'examples/pendulum_chain.xml');
  const run = spawnSync(
    process.execPath,
    [inPackage('js/cli/limber.js'), 'info', '--json', model],
    {
      encoding: 'utf8',
    },
  );
  assert.equal(run.status, 0, run.stderr);
  assert.ok(JSON.parse(run.stdout).sizes.positions > 0);
});
