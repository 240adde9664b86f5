// Every sample of README and guides passes strict TypeScript, as a program of the package's users.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import * as acorn from 'acorn';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
// inside the repository, so that 'limber' is found
const folder = path.join(root, 'build/docs_types');

const given = (/** @type {string} */ name, /** @type {string} */ type) =>
  `const ${name} = /** @type {${type}} */ (/** @type {unknown} */ (null));`;
/** What samples take from those before them, or from the reader's own program. */
const context = {
  sim: given('sim', "import('limber').Simulation"),
  remote: given('remote', "import('limber').RemoteSimulation"),
  load: "import { load } from 'limber';",
  Pace: "import { Pace } from 'limber';",
  view: given('view', "import('limber/three').SimulationView"),
  scene: given('scene', "import('three').Scene"),
  camera: given('camera', "import('three').PerspectiveCamera"),
  renderer: given('renderer', "import('three').WebGLRenderer"),
  xml: given('xml', 'string'),
  // what the tables of those who come from elsewhere speak of
  assets: given('assets', 'Record<string, string>'),
  state: given('state', 'Float64Array'),
  threads: given('threads', 'number'),
  spec: given('spec', "import('limber/mujoco').MjSpec"),
  site: given('site', "import('limber/mujoco').MjsSite"),
  handSpec: given('handSpec', "import('limber/mujoco').MjSpec"),
  f: given('f', "(simulation: import('limber').Simulation) => void"),
  q: given('q', 'Float64Array'),
  a: given('a', 'Float64Array'),
  n: given('n', 'number'),
  onFrame: given('onFrame', '() => void'),
  SimulationView: "import { SimulationView } from 'limber/three';",
  PixelRenderer: "import { PixelRenderer } from 'limber/three';",
};
const declares = (/** @type {string} */ code, /** @type {string} */ name) =>
  new RegExp(`(?:const|let|function) ${name}\\b|import [^;]*\\b${name}\\b[^;]* from`).test(code);

function* samples() {
  const guides = fs.readdirSync(path.join(root, 'docs')).filter((name) => name.endsWith('.md'));
  for (const file of ['README.md', ...guides.map((name) => `docs/${name}`)]) {
    const text = fs.readFileSync(path.join(root, file), 'utf8');
    let number = 0;
    for (const [, language, code] of text.matchAll(/```(js|tsx?)\n([^]*?)```/g)) {
      number++;
      // what a migration takes out and puts in
      if (!/^[-+]/m.test(code)) yield { file, number, language, code };
    }
  }
}

/** Whether a text in a table is a program, not a name or a form of one. @param {string} code */
function isProgram(code) {
  if (
    !/^(const|for|await|new|sim\.|spec\.|site\.)/.test(code) ||
    /mj_\.\.\.|, \.\.\.|\.\.\.\)/.test(code)
  )
    return false;
  try {
    acorn.parse(code, { ecmaVersion: 'latest', sourceType: 'module' });
    return true;
  } catch {
    return false;
  }
}

/** What tables say is written with limber: the last column. */
function* tableSamples() {
  for (const guide of ['from_python', 'from_dm_control', 'from_rapier', 'migration']) {
    const text = fs.readFileSync(path.join(root, `docs/${guide}.md`), 'utf8');
    for (const [, cell] of text.matchAll(/^\|.*\| ([^|]*) \|$/gm))
      for (const [, code] of cell.matchAll(/`([^`]+)`/g))
        if (isProgram(code)) yield { guide, code };
  }
}

const skip = fs.existsSync(path.join(root, 'js/index.d.ts')) ? false : 'the types are not built';

test('samples compile under strict TypeScript, with nothing skipped', { skip }, () => {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const model = path.join(folder, 'robot.xml');
  fs.writeFileSync(
    model,
    '<mujoco><worldbody><body name="torso"><joint name="knee"/><geom size=".1"/></body></worldbody></mujoco>',
  );
  const names = ['types', model, '-o', path.join(folder, 'robot.ts')];
  spawnSync(process.execPath, [path.join(root, 'js/cli/limber.js'), ...names]);
  const files = [];
  for (const { file, number, language, code } of samples()) {
    const known = Object.entries(context)
      .filter(([name]) => new RegExp(`(?<![.\\w])${name}\\b`).test(code) && !declares(code, name))
      .map(([, declaration]) => declaration);
    const name = path.join(
      folder,
      `${path.basename(file, '.md')}_${number}.${{ ts: 'mts', tsx: 'tsx' }[language] ?? 'mjs'}`,
    );
    fs.writeFileSync(name, `${known.join('\n')}\n${code}\nexport {};\n`);
    files.push(name);
  }
  assert.ok(files.length > 30, `${files.length} samples`);
  const fromTables = [...tableSamples()];
  assert.ok(fromTables.length > 30, `${fromTables.length} samples in tables`);
  for (const [number, { guide, code }] of fromTables.entries()) {
    const known = Object.entries(context).filter(
      ([name]) => new RegExp(`(?<![.\\w'])${name}\\b(?!:)`).test(code) && !declares(code, name),
    );
    const name = path.join(folder, `table_${guide}_${number}.mjs`);
    fs.writeFileSync(name, `${known.map(([, line]) => line).join('\n')}\n${code}\nexport {};\n`);
    files.push(name);
  }
  const options =
    '--ignoreConfig --allowJs --checkJs --jsx preserve --strict --noEmit --skipLibCheck false --target es2022 --module nodenext ' +
    '--moduleResolution nodenext --lib es2022,esnext.disposable,dom,dom.iterable,dom.asynciterable --types node';
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
  const run = spawnSync(process.execPath, [compiler, ...options.split(' '), ...files], {
    encoding: 'utf8',
    cwd: root,
  });
  assert.equal(run.stdout, '');
  assert.equal(run.status, 0);
});
