// A policy that drives a simulation by hand does what it does in its environment.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from 'limber';
import { drive, loadPolicy, loadTask, makeEnv, makeTask } from 'limber/env';

/** Numbers that look random, the same in every run. @param {number} size @param {number} scale */
const noise = (size, scale) =>
  Array.from({ length: size }, (_, i) => scale * Math.sin(12.9898 * (i + 1) ** 1.3));

/**
 * A small policy for an environment, as a file has it.
 * @param {import('limber/env').Environment} env
 * @param {string} [task]
 */
function policyFor({ contract }, task) {
  const [[group, terms]] = Object.entries(contract.observation);
  const size = terms.reduce((sum, term) => sum + term.size, 0) * contract.history[group].length;
  const { action } = contract;
  return {
    format: 'limber-policy',
    version: 1,
    observation: { group, size, terms: terms.map(({ name, size }) => ({ name, size })) },
    action,
    commands: contract.commands.map(({ name }) => name),
    period: contract.period,
    layers: [
      { weight: noise(size * 8, 0.3), bias: noise(8, 0.1), activation: 'tanh' },
      { weight: noise(8 * action.size, 0.3), bias: noise(action.size, 0.1), activation: 'tanh' },
    ],
    task,
  };
}

for (const name of ['quadruped', 'cartpole'])
  test(`${name}: driven by hand it goes as in its environment, bit for bit`, async () => {
    const task = await loadTask(name);
    const { key } = /** @type {{ key?: string }} */ (task.options.start ?? {});
    const start = key === undefined ? {} : { key };
    const calm = {
      count: 1,
      randomize: {},
      noise: {},
      delay: {},
      start,
      autoreset: /** @type {const} */ ('off'),
    };
    const env = await makeTask(name, { ...calm, terminate: {}, timeLimit: 100 });
    const policy = await loadPolicy(policyFor(env, name));
    const sim = await load(task.model);
    sim.reset(key);
    const driver = await drive(sim, policy);
    driver.reset();
    for (const { name: command, size } of env.contract.commands) {
      const values = new Float64Array(size).fill(0.3);
      env.setCommand(command, values);
      driver.setCommand(command, values);
    }
    let { observation } = await env.reset({ seed: 3 });
    const steps = Math.round(driver.period / sim.model.opt.timestep);
    for (let k = 0; k < 60; k++) {
      ({ observation } = await env.step(await policy.act(observation)));
      for (let i = 0; i < steps; i++) {
        driver.beforeStep();
        sim.step();
      }
    }
    const there = env.simulation(0);
    assert.deepEqual(Array.from(sim.data.qpos), Array.from(there.data.qpos));
    assert.ok(driver.terms.some(({ kind }) => kind === 'reward'));
    there.dispose();
    env.dispose();
  });

test('a policy that does not fit is an error with both sides; commands are checked', async () => {
  const task = await loadTask('quadruped');
  const env = await makeTask('quadruped', { count: 1 });
  const policy = await loadPolicy(policyFor(env, 'quadruped'));
  env.dispose();
  const other = await load(
    '<mujoco><worldbody><body><joint/><geom size=".1"/></body></worldbody></mujoco>',
  );
  await assert.rejects(drive(other, policy), /front_left|trunk|actuator/);
  const sim = await load(task.model);
  const driver = await drive(sim, policy);
  assert.throws(() => driver.setCommand('speed', [1]), /no command 'speed', there are: velocity/);
  assert.throws(() => driver.setCommand('velocity', [1]), /velocity has 3 numbers/);
});

test('what a policy sees and earns is there by name', async () => {
  const xml = `<mujoco><worldbody><body><joint name="pivot" type="hinge" axis="0 1 0"/><geom size=".05" pos="0 0 -1"/></body></worldbody>
    <actuator><motor name="drive" joint="pivot" ctrllimited="true" ctrlrange="-1 1"/></actuator></mujoco>`;
  const { above, jointPositions, squared, torque } = await import('limber/env');
  const options = {
    control: torque(),
    observe: [jointPositions()],
    reward: {
      still: /** @type {[number, import('limber/env').TermInput]} */ ([
        -2,
        squared(jointPositions()),
      ]),
    },
    terminate: { far: above(jointPositions(), 1) },
  };
  const env = await makeEnv(xml, options);
  const policy = await loadPolicy(policyFor(env));
  env.dispose();
  const sim = await load(xml);
  sim.data.qpos[0] = 0.5;
  const driver = await drive(sim, policy, options);
  driver.beforeStep();
  const [position, still] = driver.terms;
  assert.deepEqual(
    [position.kind, position.names, Array.from(position.values)],
    ['observation', ['pivot'], [0.5]],
  );
  assert.deepEqual([still.kind, still.name, still.values[0]], ['reward', 'still', -0.5]);
  assert.equal(sim.data.ctrl[0], driver.action[0]);
  assert.notEqual(sim.data.ctrl[0], 0);
  // as an environment would end
  assert.equal(driver.ended, false);
  sim.data.qpos[0] = 1.5;
  for (let k = 0; k < 10; k++) driver.beforeStep();
  assert.equal(driver.ended, true);
  driver.reset();
  assert.equal(driver.ended, false);
});
