// Programs of the peer's own documentation run with the import changed: every example in the README that comes with it, and the
// file handling that demos begin with.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import loadMujoco from 'limber/mujoco';

const readme = new URL('README.md', import.meta.resolve('@mujoco/mujoco'));
const text = fs.readFileSync(fileURLToPath(readme), 'utf8');
const programs = [...text.matchAll(/```(?:typescript|javascript)\n([^]*?)```/g)]
  .map(([, code]) => code)
  // types, fragments with ... and the import of the variant with threads are no programs
  .filter((code) => /mujoco\.|loadMujoco/.test(code) && !/^export interface|= \.\.\./m.test(code));

const xml =
  '<mujoco><worldbody><geom type="plane" size="1 1 1"/><body pos="0 0 .1"><freejoint/><geom size=".1"/></body></worldbody></mujoco>';
const Program = Object.getPrototypeOf(async () => {}).constructor;

test('the README has programs', () => assert.ok(programs.length >= 5, `${programs.length}`));

programs.forEach((code, i) => {
  test(`program ${i + 1}: ${code.trim().split('\n')[0]}`, async () => {
    const mujoco = await loadMujoco({ print() {}, printErr() {} });
    const model = mujoco.MjModel.from_xml_string(xml);
    const data = new mujoco.MjData(model);
    mujoco.mj_forward(model, data);
    /** @type {[Float64Array, number][]} */
    const shown = [];
    const body = code.replace(/^import .*$/gm, '');
    const declared = (/** @type {string} */ name) => new RegExp(`const ${name} =`).test(body);
    /** @type {Record<string, unknown>} */
    const known = {
      mujoco,
      model,
      data,
      xmlContent: xml,
      console: { log: (/** @type {[Float64Array, number]} */ ...items) => shown.push(items) },
    };
    const names = Object.keys(known).filter((name) => !declared(name));
    await new Program(...names, body)(...names.map((name) => known[name]));
    if (/rotVecQuat/.test(code)) assert.ok(Math.abs(shown[0][0][1] - 1) < 1e-3);
    if (/updateScene/.test(code)) assert.equal(shown[0][1], 2);
    if (/qpos\[0\]/.test(code)) assert.equal(shown.length, 2);
  });
});

test('a demo begins: folders, a mounted file system, a model with its files, stepping and reading', async () => {
  const mujoco = await loadMujoco();
  mujoco.FS.mkdir('/working');
  mujoco.FS.mount(mujoco.MEMFS, { root: '.' }, '/working');
  mujoco.FS.mkdir('/working/assets');
  mujoco.FS.writeFile(
    '/working/assets/tetra.obj',
    new TextEncoder().encode(
      'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n',
    ),
  );
  mujoco.FS.writeFile(
    '/working/scene.xml',
    '<mujoco><compiler meshdir="assets"/><asset><mesh name="t" file="tetra.obj"/></asset><worldbody><body><freejoint/><geom type="mesh" mesh="t"/></body></worldbody></mujoco>',
  );
  const model = mujoco.MjModel.mj_loadXML('/working/scene.xml');
  const data = new mujoco.MjData(model);
  for (let i = 0; i < 10; i++) mujoco.mj_step(model, data);
  assert.ok(data.qpos[2] < 0);
  for (let b = 0; b < model.nbody; b++) assert.ok(Number.isFinite(data.xpos[3 * b]));
  const names = new TextDecoder().decode(model.names).split('\0');
  assert.ok(names.includes('t'));
  assert.throws(() => mujoco.FS.mount({}, {}, '/working'), { code: 'ENODEV' });
  data.delete();
  model.delete();
});
