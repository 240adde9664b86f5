// Predictive control: against closed forms, alike for a seed and any number of threads, errors.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from 'limber';
import { createPlanner, linearize, lqr } from 'limber/control';

/** @typedef {import('limber/control').Task} Task */

const h = 0.02;
const mass = `<mujoco><option timestep="${h}" integrator="Euler" gravity="0 0 0"/><worldbody><body name="block"><joint name="x" type="slide" axis="1 0 0"/><joint name="y" type="slide" axis="0 1 0" damping=".3"/>
  <geom size=".1" mass="2"/><site name="middle"/></body></worldbody><actuator><motor name="push" joint="x"/><motor joint="y" gear="3"/></actuator>
  <sensor><jointpos name="place" joint="x"/></sensor></mujoco>`;

/** @type {Task} */
const rest = {
  name: 'rest',
  model: mass,
  terms: [
    { name: 'place', of: 'qpos - goal', weight: 2 },
    { name: 'speed', of: 'qvel', weight: 0.5 },
    { name: 'effort', of: 'ctrl', weight: 0.1 },
  ],
  parameters: { goal: [0, 0] },
  traces: ['middle'],
};

test('a model is copied for another timestep only', async (t) => {
  const source = await load(mass);
  t.after(() => source.dispose());
  const clone = t.mock.method(Object.getPrototypeOf(source), 'clone');
  for (const [timestep, copies] of [
    [undefined, 0],
    [h, 0],
    [2 * h, 1],
  ]) {
    clone.mock.resetCalls();
    const planner = await createPlanner(rest, { timestep, workers: 1, rollouts: 4 });
    assert.equal(clone.mock.callCount(), copies, `timestep ${timestep}`);
    assert.equal(planner.simulation.timestep, h);
    await planner.plan();
    planner.dispose();
  }
});

test('on a linear-quadratic problem iLQG is LQR', async (t) => {
  const planner = await createPlanner(rest, { method: 'ilqg', horizon: 10, workers: 2 });
  t.after(() => planner.dispose());
  const { simulation } = planner;
  simulation.data.qpos = [1, -0.5];
  simulation.forward();
  await planner.plan(simulation);
  const first = planner.cost;
  await planner.plan(simulation);
  assert.ok(Math.abs(planner.cost - first) < 1e-6 * first, 'one iteration reaches the minimum');
  // far from the end of the horizon the gains are those of the infinite one
  const { K, P } = lqr(linearize(simulation), {
    Q: [2, 2, 0.5, 0.5],
    R: [0.1, 0.1],
  });
  const { gains } = /** @type {import('../../js/control/policies.js').FeedbackPolicy} */ (
    planner.policy
  );
  K.forEach((k, i) => assert.ok(Math.abs(k + Number(gains?.[i])) < 1e-5, `${k} ${gains?.[i]}`));
  // the cost is half x' P x over the number of looks
  const x = [1, -0.5, 0, 0];
  const cost = x.reduce((sum, a, i) => x.reduce((s, b, j) => s + a * P[4 * i + j] * b, sum), 0);
  const looks = planner.steps + 1;
  assert.ok(Math.abs(planner.cost * looks - cost / 2) < 1e-3 * cost);
});

for (const method of /** @type {const} */ (['sampling', 'cem', 'mppi', 'gradient', 'ilqg'])) {
  test(`${method} lowers the cost, and follows a parameter that is turned`, async (t) => {
    const planner = await createPlanner(rest, {
      method,
      workers: 2,
      rollouts: 24,
      seed: 4,
      horizon: 1.5,
      noise: 0.5,
    });
    t.after(() => planner.dispose());
    const sim = await load(mass);
    t.after(() => sim.dispose());
    const drive = async () => {
      for (let i = 0; i < 60; i++) {
        await planner.plan(sim);
        for (let k = 0; k < 4; k++) {
          planner.act(sim);
          sim.step();
        }
      }
      return planner.costOf(sim).cost;
    };
    /** @type {Float64Array} */ (planner.parameters.goal).set([1, -1]);
    const start = planner.costOf(sim).cost;
    assert.ok(Math.abs(start - 2) < 1e-12, `${start}`);
    const end = await drive();
    assert.ok(end < 0.02 * start, `${start} to ${end}`);
    assert.ok(planner.termCosts.length === 3 && planner.cost >= 0);
    const [path] = planner.paths;
    assert.ok(Math.hypot(path[0] - sim.data.qpos[0], path[1] - sim.data.qpos[1]) < 0.3);
    assert.ok(planner.timing.samples > 0);
  });
}

for (const method of /** @type {const} */ (['cem', 'sampling']))
  test(`${method}: plans and ways are alike for a seed, whatever the threads`, async (t) => {
    const plans = [];
    for (const options of [
      { workers: 1 },
      { workers: 2 },
      { workers: 2, here: false },
      { workers: 2, shared: false },
    ]) {
      const planner = await createPlanner(rest, { method, rollouts: 16, seed: 9, ...options });
      t.after(() => planner.dispose());
      /** @type {Float64Array} */ (planner.parameters.goal).set([0.7, 0.2]);
      for (let i = 0; i < 3; i++) await planner.plan();
      const ways = planner.paths.flatMap((way) => [...way]);
      plans.push([planner.cost, ...planner.act(planner.simulation), ...ways]);
    }
    assert.deepEqual(plans[1], plans[0]);
    assert.deepEqual(plans[2], plans[0]);
    assert.deepEqual(plans[3], plans[0]);
  });

test('samples are stopped once they cost more than the best one, which stays what it is', async (t) => {
  /** A term whose weight is below zero forbids it, whatever it adds. @param {string} of @param {number} weight */
  const planned = async (of, weight) => {
    const terms = [...rest.terms, { name: 'more', of }];
    const planner = await createPlanner(
      { ...rest, terms },
      { method: 'sampling', rollouts: 80, noise: 0.8, workers: 1, seed: 3 },
    );
    t.after(() => planner.dispose());
    planner.weights[3] = weight;
    /** @type {Float64Array} */ (planner.parameters.goal).set([0.7, 0.2]);
    await planner.plan();
    const { knots } = /** @type {import('../../js/control/policies.js').SplinePolicy} */ (
      planner.policy
    );
    const [best, ...others] = planner.paths;
    const { samples, steps } = planner.timing;
    assert.equal(samples, 80);
    const { cost } = planner;
    planner.noise = 0;
    await planner.plan();
    assert.ok(Math.abs(planner.cost - cost) < 1e-9 * cost, 'the plan is that of the best sample');
    return {
      plan: [cost, ...knots, ...best],
      others,
      share: steps / (samples * planner.steps),
    };
  };
  const stopped = await planned('0', 1);
  const whole = await planned('0', -1);
  assert.equal(whole.share, 1);
  assert.ok(stopped.share < 0.9, `${stopped.share}`);
  assert.deepEqual(stopped.plan, whole.plan);
  // the way of one that was stopped ends where it was; that of another goes on, as these always move
  const rests = stopped.others.filter((way) => way.at(-3) === way.at(-6));
  assert.ok(rests.length > 0 && stopped.others.flatMap((way) => [...way]).every(Number.isFinite));
  assert.ok(whole.others.every((way) => way.at(-3) !== way.at(-6)));
});

test('what is looked ahead may have longer steps than the model', async (t) => {
  const planner = await createPlanner(rest, {
    method: 'sampling',
    rollouts: 2,
    noise: 0,
    horizon: 0.8,
    timestep: 2 * h,
    hold: 1,
    workers: 2,
  });
  const sim = await load(mass);
  t.after(() => [planner, sim].forEach((one) => one.dispose()));
  assert.deepEqual([planner.steps, planner.timestep, planner.simulation.timestep], [20, 2 * h, h]);
  sim.data.qpos = [1, -0.5];
  sim.data.qvel = [0.3, 2];
  await planner.plan(sim);
  assert.equal(planner.timing.steps, 2 * 20);
  // the plan is not to move
  const cost = () => {
    let sum = 0;
    for (let k = 0; k <= 20; k++) {
      sum += planner.costOf(sim).cost / 21;
      if (k < 20) sim.step();
    }
    return sum;
  };
  const start = sim.saveState();
  sim.timestep = 2 * h;
  const long = cost();
  assert.ok(Math.abs(planner.cost - long) < 1e-12 * long, `${planner.cost} ${long}`);
  sim.timestep = h;
  sim.restoreState(start);
  assert.ok(Math.abs(planner.cost - cost()) > 1e-3 * long, 'the model has other steps');
});

test('costs are of the moment, whether or not something reads forces', async (t) => {
  const start = Float64Array.from([0.3, -0.2, 1, 0.5]);
  /** Cost, costs of terms and ways. @param {Task['terms']} more */
  const planned = async (more) => {
    const terms = [...rest.terms, { name: 'tip', of: 'site.middle[0] * qvel[1]', weight: 1 }];
    const planner = await createPlanner(
      { ...rest, terms: [...terms, ...more] },
      { method: 'sampling', rollouts: 8, horizon: 0.4, hold: 3, workers: 1, seed: 2 },
    );
    t.after(() => planner.dispose());
    const { data } = planner.simulation;
    data.qpos = start.subarray(0, 2);
    data.qvel = start.subarray(2);
    for (let i = 0; i < 3; i++) await planner.plan();
    return [
      planner.cost,
      ...planner.termCosts.slice(0, 4),
      ...planner.paths.flatMap((one) => [...one]),
    ];
  };
  // a term that counts for nothing makes each step go by halves, with the look at the cost between them
  const halves = await planned([{ name: 'force', of: 'qfrc_actuator', weight: 0 }]);
  const whole = await planned([]);
  assert.ok(whole.length > 20 && whole[0] > 0.1, `${whole}`);
  assert.deepEqual(whole, halves);
});

test('it runs beside a simulation', async (t) => {
  const planner = await createPlanner(rest, { workers: 2, rollouts: 16 });
  const sim = await load(mass);
  t.after(() => [planner, sim].forEach((one) => one.dispose()));
  sim.data.qpos[0] = 1;
  let plans = 0;
  await new Promise((resolve) => {
    const run = planner.run(sim, {
      onPlan() {
        sim.step(4);
        if (++plans < 40) return;
        run.stop();
        resolve(undefined);
      },
    });
    assert.throws(() => planner.run(sim), /runs already/);
  });
  assert.ok(planner.costOf(sim).cost < 0.5);
  const before = planner.iteration;
  sim.step();
  assert.ok(planner.iteration <= before + 1);
});

test('expressions and norms', async (t) => {
  const terms = [
    { of: '2 * (qpos.x - 1) ^ 2 + sin(pi / 2)', norm: /** @type {const} */ ('abs') },
    { of: ['sensor.place', "ctrl('push') - -1", 'norm(site.middle - goal)', 'zaxis.block[2]'] },
    { of: 'max(qvel, 0.5)', norm: /** @type {const} */ ('positive'), weight: 3 },
    { of: 'dot(goal, goal) / 2', norm: /** @type {const} */ ('l2'), size: 1 },
  ];
  const task = { model: mass, terms, parameters: { goal: [0, 3, 4] } };
  const planner = await createPlanner(task, { workers: 1, rollouts: 2 });
  t.after(() => planner.dispose());
  const { simulation } = planner;
  simulation.data.qpos[0] = 0;
  const { cost, terms: costs } = planner.costOf(simulation);
  const expected = [
    Math.sqrt(9 + 0.01) - 0.1,
    0.5 * (0 + 1 + 25 + 1),
    3 * (0.125 + 0.125),
    Math.sqrt(12.5 ** 2 + 1) - 1,
  ];
  costs.forEach((value, i) =>
    assert.ok(Math.abs(value - expected[i]) < 1e-12, `${i}: ${value} ${expected[i]}`),
  );
  assert.ok(Math.abs(cost - expected.reduce((a, b) => a + b)) < 1e-12);
});

test('errors of planners', async () => {
  const bare = '<mujoco><worldbody><body><joint/><geom size=".1"/></body></worldbody></mujoco>';
  /** @param {Partial<Task>} change @param {RegExp} text */
  const refuses = (change, text, options = {}) =>
    assert.rejects(createPlanner({ ...rest, ...change }, { workers: 1, ...options }), text);
  await refuses(
    { terms: [{ of: 'sensor.height' }] },
    /task 'rest': 'sensor\.height': there is no sensor 'height': there are place/,
  );
  await refuses({ terms: [{ of: 'qpos.z' }] }, /there is no joint 'z': there are x, y/);
  await refuses({ terms: [{ of: 'altitude' }] }, /there is no 'altitude'.*parameters: goal/);
  await refuses({ terms: [{ of: 'qpos - site.middle' }] }, /2 numbers with 3/);
  await refuses({ terms: [{ of: 'qpos.x +' }] }, /a number, a name or \( is missing/);
  await refuses({ terms: [{ of: 'root(2)' }] }, /no function 'root'/);
  await refuses({ terms: [{ of: 'qpos.x # 2' }] }, /cannot be read from '# 2' on/);
  await refuses({ terms: [] }, /terms are a list/);
  await refuses({ terms: [{ of: 'qpos.x', weight: -1 }] }, /its weight is a positive number/);
  await refuses({ traces: ['toe'] }, /no site or body 'toe'/);
  await refuses({ model: bare, terms: [{ of: 'qpos' }] }, /the model has no actuators/);
  await refuses({ model: undefined }, /the task has no model/);
  await refuses({}, /methods are sampling, cem, mppi, gradient, ilqg/, { method: 'magic' });
  await refuses({}, /kinds are zero, linear, cubic/, { spline: { kind: 'wavy' } });
  await refuses({}, /rollouts is a positive whole number/, { rollouts: 0 });
  for (const timestep of [0, -1, NaN, 2])
    await refuses({}, /timestep is a positive number of seconds, at most the horizon/, {
      timestep,
    });
  const planner = await createPlanner(rest, { workers: 1 });
  await assert.rejects(planner.plan(new Float64Array(3)), /a state has \d+ numbers/);
  planner.dispose();
  await assert.rejects(planner.plan(), /it was disposed/);
});

for (const [method, timestep] of /** @type {const} */ ([
  ['sampling', h],
  ['sampling', 2.5 * h],
  ['ilqg', h],
  ['ilqg', 2.5 * h],
])) {
  test(`${method} plans ahead of time: from where the plan before leads, which is followed until then, with steps of ${timestep} s`, async (t) => {
    const options = { method, timestep, horizon: 1, rollouts: 12, seed: 3, workers: 1 };
    const [early, late, sim] = await Promise.all([
      createPlanner(rest, options),
      createPlanner(rest, options),
      load(mass),
    ]);
    t.after(() => [early, late, sim].forEach((one) => one.dispose()));
    sim.data.qpos = [1, -0.5];
    sim.forward();
    await Promise.all([early.plan(sim), late.plan(sim)]);
    const start = sim.saveState();

    /** @type {number[][]} */
    const followed = [];
    const steps = 5;
    for (let k = 0; k < steps; k++) {
      followed.push(Array.from(late.act(sim)));
      sim.step();
    }
    const there = sim.saveState();
    await late.plan(sim);

    await early.plan(start, { ahead: steps * h });
    assert.equal(early.policy.time, late.policy.time);
    assert.equal(early.cost, late.cost);
    sim.restoreState(start);
    for (let k = 0; k < steps; k++) {
      assert.deepEqual(Array.from(early.act(sim)), followed[k], `step ${k}`);
      sim.step();
    }
    assert.deepEqual(sim.saveState(), there);
    assert.deepEqual(Array.from(early.act(sim)), Array.from(late.act(sim)));
    assert.throws(() => early.plan(sim, { ahead: -1 }), /ahead is a number of seconds/);
  });
}
