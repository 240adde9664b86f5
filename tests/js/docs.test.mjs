// The documentation: links lead somewhere, code is code, recipes run, and everything public says what it is.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import * as acorn from 'acorn';
import * as limber from 'limber';
import { buildDocs, guides, readApi } from '../../scripts/docs.mjs';
import { publicMembers } from '../../scripts/docs/declarations.mjs';
import { historyChart, readHistory } from '../../scripts/docs/history.mjs';
import { readSchema } from '../../scripts/docs/schema.mjs';
import { readHeaders } from '../../wasm/headers.mjs';
import { describeInterface } from '../../wasm/interface.mjs';
import { found } from '../helpers.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
await buildDocs('build/docs_test');
const pages = new Map(
  fs
    .readdirSync(path.join(root, 'build/docs_test'))
    .filter((name) => name.endsWith('.html'))
    .map((name) => [name, fs.readFileSync(path.join(root, 'build/docs_test', name), 'utf8')]),
);
/** @param {string} name */
const guideText = (name) => fs.readFileSync(path.join(root, 'docs', `${name}.md`), 'utf8');
/** @param {string} name */
const codeBlocks = (name) =>
  [...guideText(name).matchAll(/```js\n([^]*?)```/g)].map(([, code]) => code);

test('every guide is in the menu, and every link leads somewhere', () => {
  const files = fs.readdirSync(path.join(root, 'docs')).filter((name) => name.endsWith('.md'));
  assert.deepEqual(
    files.map((name) => name.replace('.md', '')).sort(),
    guides.map(([name]) => name).sort(),
  );
  for (const [name, html] of pages) {
    for (const [, href] of html.matchAll(/<a href="([^"]+)"/g)) {
      if (/^(https?:|\.\.\/)/.test(href)) continue;
      const [file, anchor] = href.split('#');
      const target = file ? pages.get(file) : html;
      assert.ok(target, `${name}: ${href}`);
      if (anchor) assert.ok(target.includes(`id="${anchor}"`), `${name}: ${href}`);
    }
  }
});

test('search knows every heading of every guide, and llms.txt leads to their texts', () => {
  const built = path.join(root, 'build/docs_test');
  /** @type {import('../../scripts/docs/search.mjs').Section[]} */
  const sections = JSON.parse(fs.readFileSync(path.join(built, 'search.json'), 'utf8'));
  for (const [name] of guides) {
    const page = `${name === 'hello' ? 'index' : name}.html`;
    const headings = [...guideText(name).matchAll(/^#{1,3} (.*)$/gm)].map(([, text]) => text);
    const known = sections.filter((section) => section.page === page);
    const blocks =
      guideText(name)
        .match(/```[^]*?```/g)
        ?.join('\n') ?? '';
    for (const heading of headings.filter((text) => !blocks.includes(`# ${text}`)))
      assert.ok(
        known.some((section) => section.heading === heading.replace(/[`*]/g, '')),
        `${page}: ${heading}`,
      );
  }
  for (const { page, anchor } of sections)
    if (anchor) assert.ok(pages.get(page)?.includes(`id="${anchor}"`), `${page}#${anchor}`);
  assert.ok(sections.some(({ page, text }) => page === 'mjcf.html' && text.includes('friction')));
  const index = fs.readFileSync(path.join(built, 'llms.txt'), 'utf8');
  for (const [, file] of index.matchAll(/\]\(([^)]+)\)/g))
    assert.ok(fs.existsSync(path.join(built, file)), file);
});

test('the history of the benchmark is drawn, and ends with the table of today', () => {
  const rows = readHistory(root);
  const { counts } = rows[rows.length - 1];
  const table = fs.readFileSync(path.join(root, 'tests/bench/instructions.csv'), 'utf8');
  for (const [, name, count] of table.matchAll(/^(\w+),(\d+)$/gm))
    assert.equal(counts.get(name), Number(count), name);
  assert.ok(rows.length >= 4 && rows[0].counts.size >= 20);
  const chart = fs.readFileSync(path.join(root, 'build/docs_test/bench_history.svg'), 'utf8');
  assert.equal(chart.match(/<title>/g)?.length, counts.size);
  assert.doesNotMatch(chart, /NaN|undefined/);
  const double = new Map([...counts].map(([name, count]) => [name, 2 * count]));
  const drawn = historyChart([...rows, { date: '2030-01-01T00:00', counts: double }]);
  const share = (2 * Number(counts.get('empty'))) / Number(rows[0].counts.get('empty'));
  assert.ok(drawn.includes(`empty ${Math.round(100 * share)} %`));
});

test('counts of tests in docs/testing.md are lower bounds that are not old', () => {
  /** @param {string} folder @param {RegExp} names @param {RegExp} tests @returns {[files: number, tests: number]} */
  const count = (folder, names, tests) => {
    const files = fs
      .readdirSync(path.join(root, 'tests', folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => names.test(name))
      .map((name) => fs.readFileSync(path.join(root, 'tests', folder, name), 'utf8'));
    return [files.length, files.reduce((sum, text) => sum + (text.match(tests)?.length ?? 0), 0)];
  };
  const stated = new Map(
    [...guideText('testing').matchAll(/^\| ([\w-]+) \|.*\| ([\d,a-z ]+) \|$/gm)].map(
      ([, phase, text]) => [phase, (text.match(/[\d,]+/g) ?? []).map((n) => +n.replace(',', ''))],
    ),
  );
  const [programs, inC] = count('c', /_test\.c$/, /^\s*cmocka_unit_test\w*\(/gm);
  for (const [phase, counted] of /** @type {const} */ ([
    ['c-debug', [inC, programs]],
    ['js', [count('js', /\.test\.mjs$/, /^\s*test\(/gm)[1]]],
    ['browser', [count('browser', /\.test\.mjs$/, /^\s*test\(/gm)[1]]],
    ['fuzz', [count('fuzz', /_fuzz\.c$/, /$/g)[0]]],
  ])) {
    const numbers = stated.get(phase) ?? [];
    assert.equal(numbers.length, counted.length, phase);
    numbers.forEach((number, i) => {
      assert.ok(
        number <= counted[i] && number >= 0.8 * counted[i],
        `${phase}: ${number}, counted ${counted[i]}`,
      );
    });
  }
});

test('pages need no inline script', () => {
  for (const [name, html] of pages) assert.doesNotMatch(html, /<script>|\son\w+="/, name);
});

test('code in guides is code', () => {
  for (const [name] of guides) {
    for (const code of codeBlocks(name)) {
      if (/^[-+]/m.test(code)) continue;
      assert.doesNotThrow(
        () =>
          acorn.parse(code, {
            ecmaVersion: 'latest',
            sourceType: 'module',
            allowAwaitOutsideFunction: true,
          }),
        `${name}: ${code}`,
      );
    }
  }
});

test('the C program of the guide is examples/c/drop.c, and so is how it is built', () => {
  const text = guideText('c');
  /** @param {string} language */
  const block = (language) => found(text.match(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``)))[1];
  /** @param {string} name */
  const example = (name) => fs.readFileSync(path.join(root, 'examples/c', name), 'utf8');
  assert.equal(block('c'), example('drop.c'));
  assert.ok(example('CMakeLists.txt').endsWith(block('cmake')));
});

// what the samples use of anywidget and of the program around them
const standIn = `import sys, types
class Trait:
    def __init__(self, value=None): self.value = value
    def tag(self, **options):
        self.options = options
        return self
traitlets = types.ModuleType('traitlets')
for name in 'Unicode List Float Bool Int Bytes'.split(): setattr(traitlets, name, Trait)
class AnyWidget:
    def __init__(self, **values):
        for name, value in values.items():
            assert getattr(type(self), name).options == {'sync': True}
            setattr(self, name, value)
    def observe(self, call, name): call(types.SimpleNamespace(new=getattr(self, name)))
anywidget = types.ModuleType('anywidget')
anywidget.AnyWidget = AnyWidget
sys.modules.update(anywidget=anywidget, traitlets=traitlets)
class Numbers(list):
    def tolist(self): return list(self)
data = types.SimpleNamespace(qpos=Numbers([1, 2]))
`;
const python = spawnSync('python3', ['--version']).status === 0;

test(
  'the Python of the notebooks runs, and its traits are those of the widget',
  {
    skip: !python && 'no Python',
  },
  () => {
    const blocks = [...guideText('notebooks').matchAll(/```python\n([^]*?)```/g)].map(
      ([, code]) => code,
    );
    assert.equal(blocks.length, 2);
    const shown =
      'print([name for name, trait in vars(Limber).items() if isinstance(trait, Trait)])';
    const place = path.join(root, 'build/docs_test');
    fs.copyFileSync(path.join(root, 'scripts/docs/robot.xml'), path.join(place, 'robot.xml'));
    const run = spawnSync('python3', ['-c', [standIn, ...blocks, shown].join('\n')], {
      cwd: place,
      encoding: 'utf8',
    });
    assert.equal(run.stderr, '');
    const [told, names] = run.stdout.trim().split('\n');
    assert.match(told, /\[1, 2\]$/);
    const [head] = fs
      .readFileSync(path.join(root, 'js/notebook/widget.js'), 'utf8')
      .split('import');
    for (const name of JSON.parse(names.replaceAll("'", '"')))
      assert.match(head, new RegExp(`\\b${name}\\b`));
  },
);

test('the recipes run', async () => {
  // the model that the site's live samples run on
  const xml = fs.readFileSync(path.join(root, 'scripts/docs/robot.xml'), 'utf8');
  const [, ...recipes] = codeBlocks('recipes');
  /** @type {unknown[][]} */
  const shown = [];
  const load = (/** @type {string} */ source) => limber.load(source === 'robot.xml' ? xml : source);
  const Program = Object.getPrototypeOf(async () => {}).constructor;
  const code = [
    "const sim = await load('robot.xml');",
    ...recipes.map((block) => `{\n${block}\n}`),
  ].join('\n');
  const log = (/** @type {unknown[]} */ ...items) => shown.push(items);
  await new Program('load', 'Pace', 'console', code)(load, limber.Pace, { log, warn: log });
  assert.ok(shown.length >= 4, `${shown.length} lines`);
  assert.ok(shown.some((items) => String(items[1]).includes('name="box"')));
});

test('everything public says what it is', () => {
  const silent = [];
  for (const { name, declaration } of readApi()) {
    assert.ok(declaration, name);
    if (declaration.kind !== 'type' && !declaration.doc) silent.push(name);
    for (const member of publicMembers(found(declaration))) {
      if (['constructor', '[Symbol.dispose]'].includes(member.name)) continue;
      if (!member.doc) silent.push(`${name}.${member.name}`);
    }
  }
  assert.deepEqual(silent, []);
  const documented = new Set(readApi().map(({ name }) => name));
  for (const name of Object.keys(limber))
    assert.ok(documented.has(name), `${name} is not in the reference`);
});

test('every declaration of the drop-in says what it is, arrays with their shape', () => {
  const types = path.join(root, 'js/mujoco/types');
  const files = fs.readdirSync(types).filter((name) => name.endsWith('.d.ts'));
  const lines = [
    path.join(root, 'js/mujoco.d.ts'),
    ...files.map((name) => path.join(types, name)),
  ].flatMap((file) => fs.readFileSync(file, 'utf8').split('\n'));
  /** @type {string[]} */
  const silent = [];
  /** @type {string[]} */
  const shapeless = [];
  let owner = '';
  let count = 0;
  lines.forEach((line, i) => {
    const top = /^export (?:default )?(?:interface|class|type|function) (\w+)/.exec(line)?.[1];
    const member = /^ {2}(?:readonly |get )?([\w[\].]+)\??[(:<]/.exec(line)?.[1];
    owner = top ?? owner;
    if (!top && !member) return;
    count++;
    const comment = lines[i - 1];
    if (!comment.endsWith('*/')) silent.push(`${owner}.${member}`);
    const isArray =
      /^ {2}(get \w+\(\)|readonly \w+): \w+Array;/.test(line) && !/Uint8Array/.test(line);
    if (isArray && !/\((?:\w+( x .+)?|its part of \w+|\d each)\)|vertex pairs/.test(comment))
      shapeless.push(`${owner}.${member}`);
  });
  assert.ok(count > 2900, `${count}`);
  assert.deepEqual(silent, []);
  assert.deepEqual(shapeless, []);
});

test('every declaration of the public headers says what it is', () => {
  const headers = readHeaders(root);
  const { structs } = describeInterface(headers);
  const values = Object.values(headers.enums).flatMap((item) => [item, ...item.values]);
  const fields = structs.flatMap(({ name, fields: list }) =>
    list.map((field) => ({ name: `${name}.${field.name}`, comment: field.comment })),
  );
  const hidden = Object.values(headers.structs).flatMap(({ name, fields: list }) =>
    structs.some((struct) => struct.name === name)
      ? []
      : list.map((field) => ({ name: `${name}.${field.name}`, comment: field.comment })),
  );
  const all = [
    ...values,
    ...fields,
    ...hidden,
    ...Object.values(headers.constants),
    ...Object.values(headers.functions),
    ...headers.others,
  ];
  assert.ok(all.length > 2500, `${all.length}`);
  assert.deepEqual(
    all.filter(({ comment }) => !comment).map(({ name }) => name),
    [],
  );
});

test('numbers of the entry say what they count or measure', () => {
  const unit =
    /second|metre|radian|degree|pixel|byte|\bN\b|\bids?\b|index|number of|count|numbers|0 to 1|factor/i;
  const silent = [];
  for (const { name, declaration } of readApi()) {
    for (const { name: member, code, doc, tags } of publicMembers(found(declaration))) {
      const isNumber = /: (number|Float64Array|Int32Array);$/.test(code);
      const text = `${doc} ${tags.join(' ')}`;
      if (isNumber && !unit.test(text)) silent.push(`${name}.${member}: ${doc}`);
    }
  }
  assert.deepEqual(silent, []);
});

test('every attribute of MJCF says what it means', () => {
  const silent = [];
  let count = 0;
  for (const { name, attributes } of readSchema(root).values()) {
    for (const attribute of attributes) {
      count++;
      assert.ok(attribute.type, `${name}.${attribute.name}`);
      if (!attribute.meaning) silent.push(`${name}.${attribute.name}`);
    }
  }
  assert.ok(count > 1000, `${count}`);
  assert.deepEqual(silent, []);
});

test('attributes are in the reference as the engine has them', () => {
  const html = found(pages.get('mjcf.html'));
  assert.match(
    html,
    /<code>timestep<\/code><\/td><td class="soft">real<\/td><td class="soft">0\.002/,
  );
  assert.match(html, /one of: plane, hfield, sphere/);
});
