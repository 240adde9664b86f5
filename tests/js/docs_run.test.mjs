// The samples of README and guides that are for Node run there, one after the other, in a project that has the packed package and the
// models that they name; so do the commands of docs/cli.md. Guides with a test of their own are not here; what is for pages is in
// tests/browser/docs_pages.test.mjs.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { link, packPackage, root } from '../package/packed.mjs';

const { folder } = await packPackage('docs_run');
link(folder, '@dimforge/rapier3d-compat');
/** @param {...string} names */
const at = (...names) => path.join(folder, ...names);

// an L, whose hull is more than itself
const outline = [
  [0, 0],
  [2, 0],
  [2, 1],
  [1, 1],
  [1, 2],
  [0, 2],
];
const corners = [0, 1].flatMap((z) => outline.map(([x, y]) => `${x / 20} ${y / 20} ${z / 20}`));
const caps = [1, 2, 3, 4].map((i) => `0 ${i + 1} ${i} 6 ${i + 6} ${i + 7}`);
const sides = outline
  .map((_, i) => [i, (i + 1) % 6])
  .map(([i, j]) => `${i} ${j} ${j + 6} ${i} ${j + 6} ${i + 6}`);
const bracket = `<asset><mesh name="cup" vertex="${corners.join(' ')}" face="${[...caps, ...sides].join(' ')}"/></asset>`;

// the robot of the recipes with what other guides name
const robot = fs
  .readFileSync(path.join(root, 'scripts/docs/robot.xml'), 'utf8')
  .replace('<site name="tip"/>', '<site name="tip"/><geom type="mesh" mesh="cup" mass=".1"/>')
  .replace('<worldbody>', `${bracket}<worldbody>`);
fs.mkdirSync(at('models'));
for (const name of ['robot.xml', 'crowd.xml', 'cup.xml', 'models/arm.xml'])
  fs.writeFileSync(at(name), robot);
fs.copyFileSync(path.join(root, 'examples/humanoid.xml'), at('models/humanoid.xml'));
fs.writeFileSync(
  at('arm.urdf'),
  `<robot name="arm">
  <link name="base"/><joint name="shoulder" type="continuous"><parent link="base"/><child link="upper"/><axis xyz="0 1 0"/></joint>
  <link name="upper"><inertial><origin xyz=".2 0 0"/><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
</robot>`,
);
fs.writeFileSync(at('package.json'), '{ "name": "reader", "type": "module", "private": true }');

/** Samples that only a page can run, by a word of theirs. */
const forPages =
  /document\.|new SimulationView|view\.update|'\/static\/|PixelRenderer|limber\/viewer/;
const inBrowser = /limber\/render'/; // starts a browser: tests/browser/render.test.mjs
/** What samples take from those before them. @type {Record<string, string>} */
const context = {
  sim: "const sim = await (await import('limber')).load('robot.xml');",
  remote:
    "const { load: l, moveToWorker: m } = await import('limber');\nconst remote = await m(await l('robot.xml'));",
  xml: "const xml = (await import('node:fs')).readFileSync('robot.xml', 'utf8');",
};
const declares = (/** @type {string} */ code, /** @type {string} */ name) =>
  new RegExp(`(?:const|let|function) ${name}\\b`).test(code);

/** What samples print, by guide and number. @type {Record<string, RegExp>} */
const printed = {
  README_0: /^1\.0\d*,0,0,0\.099\d+,-0\.000\d+,\d+/,
  README_1: /^-?\d/,
  hello_0: /^1\.0\d*(,-?[\d.]+){6}$/,
  hello_2: /unrecognized attribute: 'siz', expected 'size'.*,model\.xml,1,geom$/s,
  loading_1: /^robot\/scene\.xml,1\/1,\d+$/,
  loading_3: /^cup,([2-9]|1\d|2[0-4])$/,
  workers_1: /^101,0,0\.01.*,1\.0\d*$/,
  files_0: /^\d{5},0\.99\d*$/,
  files_1: /^\d{5,}$/,
  files_2: /^100,steps,with the same bits$/,
  files_3: /menagerie:unitree_go2: BSD-3-Clause/,
  from_python_0: /^-0\.000\d+,\d+/,
  from_dm_control_0: /^1\.99\d*,4$/,
  from_rapier_0: /^0,1 touch at 0\.4\d* s,0\.0\d*,0\.09\d*/,
};

/** @param {string} file */
function samplesOf(file) {
  const text = fs.readFileSync(path.join(root, file), 'utf8');
  return [...text.matchAll(/```js\n([^]*?)```/g)]
    .map(([, code]) => code)
    .filter((code) => !/^[-+]/m.test(code) && !forPages.test(code) && !inBrowser.test(code));
}

const guides = [
  'hello',
  'loading',
  'workers',
  'threads',
  'files',
  'from_python',
  'from_dm_control',
  'from_rapier',
];
const files = ['README.md', ...guides.map((name) => `docs/${name}.md`)];

test('samples run', () => {
  const programs = files.flatMap((file) => samplesOf(file).map((code, k) => ({ file, k, code })));
  const names = programs.map(({ file, k, code }) => {
    // a module that others name
    const [, own] = /^\/\/ (\w+\.js)$/m.exec(code) ?? [];
    const known = Object.entries(context).filter(
      ([name]) => new RegExp(`(?<![.\\w'"])${name}\\b`).test(code) && !declares(code, name),
    );
    const name = own ?? `${path.basename(file, '.md')}_${k}.mjs`;
    const end = known.some(([word]) => word === 'remote') ? 'remote.dispose();' : '';
    fs.writeFileSync(
      at(name),
      `${known.map(([, line]) => line).join('\n')}\n${code}\n${end}\nexport {};\n`,
    );
    return name;
  });
  fs.writeFileSync(
    at('all.mjs'),
    `import fs from 'node:fs';
import process from 'node:process';
// what samples fetch is the robot
globalThis.fetch = async () => new Response(fs.readFileSync('robot.xml'));
const shown = [];
let lines = [];
console.log = (...items) => lines.push(items);
console.warn = (...items) => lines.push(['warning', ...items]);
for (const name of ${JSON.stringify(names)}) {
  lines = [];
  try {
    await import('./' + name);
    shown.push({ name, lines: lines.length, text: String(lines.flat()) });
  } catch (error) {
    shown.push({ name, error: String(error?.stack ?? error) });
  }
}
process.stdout.write(JSON.stringify(shown), () => process.exit(0));
`,
  );
  const run = spawnSync(process.execPath, ['all.mjs'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 60_000,
  });
  assert.equal(run.stderr, '');
  /** @type {{ name: string, lines?: number, text?: string, error?: string }[]} */
  const shown = JSON.parse(run.stdout);
  assert.deepEqual(
    shown.filter(({ error }) => error),
    [],
  );
  assert.ok(shown.length > 20, `${shown.length} samples`);
  for (const [name, expected] of Object.entries(printed)) {
    const text = shown.find((one) => one.name === `${name}.mjs`)?.text;
    assert.match(text ?? '', expected, name);
  }
});

/** The commands of a guide, in blocks and in its text. @param {string} guide */
function commandsOf(guide) {
  const text = fs.readFileSync(path.join(root, 'docs', guide), 'utf8');
  return [...text.matchAll(/(?:^npx |`(?:npx )?)limber ([^`\n]+?)(?: +#.*|`|$)/gm)].map(
    ([, words]) => words,
  );
}
// what needs a browser, a server or a network, what trains, and `sweep`, which tests/js/cluster_cli.test.mjs runs
const elsewhere = /^(view|render|worker|jobs|train|sweep|help|COMMAND) ?|^\w+$|FILE/;

test('commands run', async () => {
  const program = at('node_modules/limber/js/cli/limber.js');
  const run = async (/** @type {string} */ words) => {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [program, ...words.split(' ')],
      {
        cwd: folder,
      },
    ).catch((error) => assert.fail(`limber ${words}: ${error.message}`));
    return { stdout: String(stdout), stderr: String(stderr) };
  };
  const words = ['cli.md', 'loading.md', 'files.md'].flatMap(commandsOf);
  const commands = [...new Set(words)].filter((command) => !elsewhere.test(command));
  assert.ok(commands.length >= 11, commands.join('\n'));
  // these write what others read
  const first = ['compile arm.urdf arm.xml', 'simulate robot.xml -t 5 -o motion.npz'];
  const rest = commands.filter((command) => !first.includes(command));
  assert.equal(rest.length, commands.length - first.length);
  for (const command of first) await run(command);
  const outputs = await Promise.all(rest.map(run));
  for (const { stderr } of outputs) assert.match(stderr, /^(cup +2\n)?$/);
  const written = [
    'arm.xml',
    'arm.ts',
    'arm.html',
    'arm.glb',
    'run.csv',
    'robot.glb',
    'cup_parts.xml',
  ];
  for (const name of written) assert.ok(fs.statSync(at(name)).size > 100, name);
  assert.match(outputs[rest.indexOf('info models/humanoid.xml')].stdout, /^positions +33$/m);
  assert.match(outputs[rest.indexOf('models hand')].stdout, /menagerie:shadow_hand/);
});
