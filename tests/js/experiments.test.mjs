// The controllers of the gallery do what they are told: other parameters, other keyframes. What each does by itself is measured in
// gallery.test.mjs.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import test from 'node:test';
import loadLimber from 'limber/mujoco';

const mujoco = await loadLimber({ print() {}, printErr() {} });
const folder = new URL('../../examples/', import.meta.url);

/**
 * @typedef {object} Course
 * @property {number} seconds
 * @property {number} [key] keyframe to start from
 * @property {Record<string, number>} [values] parameters that are not at their defaults
 * @property {(data: MjData, model: MjModel) => void} [watch] called after every simulated tenth of a second
 */

/** Runs an experiment. @param {string} name @param {Course} course */
async function run(name, { seconds, key = -1, values = {}, watch = () => {} }) {
  const { controller, parameters } = await import(String(new URL(`${name}.js`, folder)));
  const xml = fs.readFileSync(new URL(`${name}.xml`, folder), 'utf8');
  const model = mujoco.MjModel.from_xml_string(xml);
  const data = new mujoco.MjData(model);
  if (key >= 0) mujoco.mj_resetDataKeyframe(model, data, key);
  const settings = Object.fromEntries(
    Object.entries(parameters).map(([id, { value }]) => [id, value]),
  );
  const act = controller({ mujoco, model, data }, { ...settings, ...values });
  const steps = Math.round(0.1 / model.opt.timestep);
  for (let tenth = 0; tenth < 10 * seconds; tenth++) {
    for (let i = 0; i < steps; i++) {
      act();
      mujoco.mj_step(model, data);
    }
    watch(data, model);
  }
  return { model, data };
}

test('the balancer stays upright at the speed asked for', async () => {
  const { data } = await run('balancer', {
    seconds: 10,
    key: 0,
    values: { speed: 0.3, turn: 0 },
    watch: ({ qpos }) => assert.ok(1 - 2 * (qpos[4] ** 2 + qpos[5] ** 2) > 0.9, 'leans too far'),
  });
  assert.ok(Math.abs(data.qvel[0] - 0.3) < 0.05, `speed ${data.qvel[0]}`);
});

test('the hopper hops forwards, on the spot and backwards, as high as asked for', async () => {
  for (const [speed, height] of [
    [0.3, 0.2],
    [0, 0.12],
    [-0.3, 0.2],
  ]) {
    let [start, highest, landings, onGround] = [0, 0, 0, true];
    const { data } = await run('hopper', {
      seconds: 15,
      key: 0,
      values: { speed, height },
      watch: ({ qpos, time, sensordata }) => {
        assert.ok(Math.abs(qpos[2]) < 0.6, `torso at ${qpos[2]} rad after ${time} s`);
        if (time < 9) start = qpos[0];
        if (time > 9) highest = Math.max(highest, qpos[1]);
        const touches = sensordata[0] > 1;
        if (touches && !onGround) landings++;
        onGround = touches;
      },
    });
    const mean = (data.qpos[0] - start) / 6;
    assert.ok(Math.abs(mean - speed) < 0.1, `${mean} m/s instead of ${speed}`);
    assert.ok(Math.abs(highest - height) < 0.06, `${highest} m instead of ${height}`);
    assert.ok(landings > 10, `${landings} landings`);
  }
});

test('the red parcels leave to the side, the blue ones go on', async () => {
  const side = new Set();
  const ahead = new Set();
  /** @param {MjModel} model @param {number} body */
  const name = (model, body) => mujoco.mj_id2name(model, 1, body);
  await run('sorting_line', {
    seconds: 20,
    watch({ xpos }, model) {
      for (let body = 2; body < model.nbody; body++) {
        if (xpos[3 * body + 1] > 0.35) side.add(name(model, body));
        if (xpos[3 * body] > 0.9) ahead.add(name(model, body));
      }
    },
  });
  assert.deepEqual(
    [...side].filter((parcel) => parcel.startsWith('blue')),
    [],
  );
  assert.ok(side.size >= 2, `aside: ${[...side]}`);
  assert.ok(ahead.has('blue1') && ahead.has('blue2'), `ahead: ${[...ahead]}`);
});

/** Opens an example. @param {string} name */
function open(name) {
  const xml = fs.readFileSync(new URL(`${name}.xml`, folder), 'utf8');
  const model = mujoco.MjModel.from_xml_string(xml);
  return { model, data: new mujoco.MjData(model) };
}

test('the cradle hands its energy on: less than 1% is lost or won in ten seconds', () => {
  const { model, data } = open('cradle');
  const energy = () => {
    mujoco.mj_forward(model, data);
    return data.energy[0] + data.energy[1];
  };
  const atRest = energy();
  for (let key = 0; key < model.nkey; key++) {
    mujoco.mj_resetDataKeyframe(model, data, key);
    const start = energy() - atRest;
    while (data.time < 10) mujoco.mj_step(model, data);
    const change = (energy() - atRest) / start - 1;
    assert.ok(Math.abs(change) < 0.01, `key ${key}: ${change}`);
  }
});
