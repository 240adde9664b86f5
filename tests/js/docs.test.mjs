// The documentation: links lead somewhere, code is code, recipes run, and everything public says what it is.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import * as acorn from 'acorn';
import * as limber from 'limber';
import { buildDocs, guides, readApi } from '../../scripts/docs.mjs';
import { publicMembers } from '../../scripts/docs/declarations.mjs';
import { readSchema } from '../../scripts/docs/schema.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
await buildDocs('build/docs_test');
const pages = new Map(
  fs
    .readdirSync(path.join(root, 'build/docs_test'))
    .filter((name) => name.endsWith('.html'))
    .map((name) => [name, fs.readFileSync(path.join(root, 'build/docs_test', name), 'utf8')]),
);
const guideText = (name) => fs.readFileSync(path.join(root, 'docs', `${name}.md`), 'utf8');
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

test('the recipes run', async () => {
  const xml = `<mujoco><worldbody><geom name="floor" type="plane" size="9 9 1"/>
    <body name="torso" pos="0 0 1"><freejoint/><geom size=".1"/>
      <body name="foot" pos="0 0 -.97"><joint name="knee" axis="0 1 0"/><joint name="elbow" axis="1 0 0"/><geom size=".05"/><site name="tip"/></body></body></worldbody>
    <actuator><motor name="knee" joint="knee"/></actuator><sensor><gyro name="imu" site="tip"/></sensor></mujoco>`;
  const [, ...recipes] = codeBlocks('recipes');
  const shown = [];
  const load = (source) => limber.load(source === 'robot.xml' ? xml : source);
  const Program = Object.getPrototypeOf(async () => {}).constructor;
  const code = [
    "const sim = await load('robot.xml');",
    ...recipes.map((block) => `{\n${block}\n}`),
  ].join('\n');
  await new Program('load', 'console', code)(load, { log: (...items) => shown.push(items) });
  assert.ok(shown.length >= 4, `${shown.length} lines`);
  assert.ok(shown.some((items) => String(items[1]).includes('name="box"')));
});

test('everything public says what it is', () => {
  const silent = [];
  for (const { name, declaration } of readApi()) {
    assert.ok(declaration, name);
    if (declaration.kind !== 'type' && !declaration.doc) silent.push(name);
    for (const member of publicMembers(declaration)) {
      if (['constructor', '[Symbol.dispose]'].includes(member.name)) continue;
      if (!member.doc) silent.push(`${name}.${member.name}`);
    }
  }
  assert.deepEqual(silent, []);
  const documented = new Set(readApi().map(({ name }) => name));
  for (const name of Object.keys(limber))
    assert.ok(documented.has(name), `${name} is not in the reference`);
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
  const html = pages.get('mjcf.html');
  assert.match(
    html,
    /<code>timestep<\/code><\/td><td class="soft">real<\/td><td class="soft">0\.002/,
  );
  assert.match(html, /one of: plane, hfield, sphere/);
});
