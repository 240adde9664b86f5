// One program against everything that a simulation in a worker has: run in Node and, with and without shared memory, in a browser.

const xml = `<mujoco>
  <worldbody>
    <light name="lamp" pos="0 0 3"/><camera name="eye" pos="0 -2 1"/>
    <geom name="floor" type="plane" size="9 9 1"/>
    <body name="torso" pos="0 0 .09"><freejoint name="root"/><geom name="trunk" size=".1"/>
      <body name="foot" pos="0 0 .3"><joint name="knee" axis="0 1 0"/>
        <geom name="bone" type="capsule" size=".05 .1" material="red"/><site name="tip"/><site name="end" pos=".1 0 0"/></body></body>
  </worldbody>
  <asset><material name="red" rgba="1 0 0 1"/></asset>
  <tendon><spatial name="cord"><site site="tip"/><site site="end"/></spatial></tendon>
  <equality><connect name="tie" body1="foot" anchor="0 0 0" active="false"/></equality>
  <actuator><motor name="push" joint="knee"/></actuator>
  <sensor><gyro name="turn" site="tip"/></sensor>
  <keyframe><key name="late" time="1" qpos="0 0 2 1 0 0 0 .5"/></keyframe>
</mujoco>`;

/** Fields by name. @param {object} data */
const valuesOf = (data) => /** @type {Record<string, unknown>} */ (data);

/** @param {number} ms */
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * @param {typeof import('limber')} limber
 * @param {{ shared: boolean, callbacks: string }} options callbacks: address of a module of callbacks
 * @returns {Promise<string[]>} what was found wrong
 */
export async function checkRemote(limber, { shared, callbacks }) {
  const { load, moveToWorker, MjError, onWarning, Simulation, RemoteSimulation } = limber;
  /** @type {string[]} */
  const wrong = [];
  /** @param {boolean} good @param {string} what */
  const check = (good, what) => good || wrong.push(what);
  /** @param {unknown} a @param {unknown} b @param {string} what */
  const same = (a, b, what) => check(String(a) === String(b), `${what}: ${a}, expected ${b}`);
  const [sim, twin] = [await load(xml), await load(xml)];
  const remote = await moveToWorker(sim, { shared });
  same(remote.shared, shared, 'shared');
  /** @param {string} what */
  const alike = (what) => {
    for (const field of ['time', 'qpos', 'qvel', 'sensordata', 'qacc', 'actuator_force'])
      same(valuesOf(remote.data)[field], valuesOf(twin.data)[field], `${what}: ${field}`);
  };

  // the same interface, whatever is asked
  /** @param {object} type @returns {string[]} */
  const members = (type) =>
    type === Object.prototype
      ? []
      : [...Object.getOwnPropertyNames(type), ...members(Object.getPrototypeOf(type))];
  for (const name of members(Simulation.prototype)) check(name in remote, `no ${name}`);
  check(remote instanceof RemoteSimulation, 'class');
  check(!Object.isExtensible(remote), 'a misspelt property');

  // stepping, contacts with forces, readings, rays, Jacobians
  await remote.step(200);
  twin.step(200);
  alike('after 200 steps');
  twin.forward();
  same(remote.contacts.length, twin.contacts.length, 'contacts');
  same([...remote.contacts][0].force, [...twin.contacts][0].force, 'force');
  same([...remote.contacts.of('body', 'torso')].length, 1, 'contacts of a body');
  const ray = (/** @type {typeof remote | typeof twin} */ s) => {
    const hit = s.ray([0, 0, 5], [0, 0, -1]);
    if (!hit) throw new Error('the ray hits nothing');
    return hit.distance;
  };
  same(ray(remote), ray(twin), 'ray');
  /** @param {typeof remote | typeof twin} s */
  const jacobian = (s) => s.jacobian('site', 'tip').position;
  same(jacobian(remote), jacobian(twin), 'jacobian');
  for (const kind of /** @type {const} */ ([
    'body',
    'joint',
    'geom',
    'site',
    'camera',
    'light',
    'actuator',
    'sensor',
    'tendon',
    'equality',
    'key',
    'material',
  ])) {
    const [name] = remote.names(kind).filter(Boolean);
    same(remote[kind](name).name, twin.object(kind, name).name, kind);
  }
  same(remote.toXml(), twin.toXml(), 'toXml');
  same([remote.mainFile, ...remote.files.keys()], [twin.mainFile, ...twin.files.keys()], 'files');

  // what is written to the copy arrives: state, inputs, options of the model
  for (const s of [remote, twin]) {
    s.joint('knee').value = 0.5;
    s.actuator('push').ctrl = 2;
    s.timestep = 0.001;
    s.model.opt.gravity[2] = -1;
    s.time = 5;
  }
  await remote.forward();
  twin.forward();
  alike('after forward');
  await remote.step(20);
  twin.step(20);
  alike('after writing');
  remote.model.geom_size[3] = twin.model.geom_size[3] = 0.2;
  await remote.sendModel();
  await remote.step(20);
  twin.forward().step(20);
  alike('after sendModel');
  for (const s of [remote, twin]) await s.reset('late');
  alike('after reset');
  const state = twin.saveState();
  await remote.step(7);
  await remote.restoreState(state);
  alike('after restoreState');

  // history
  const history = await remote.record({ interval: 0.01, capacity: 50 });
  const own = twin.record({ interval: 0.01, capacity: 50 });
  await remote.step(100);
  twin.step(100);
  same(history.times, own.times, 'times');
  await history.seek(own.times[3]);
  own.seek(own.times[3]);
  alike('after seek');
  same(history.position, 3, 'position');
  const far = await history.go(99).catch((thrown) => thrown);
  check(far instanceof RangeError && /no state 99/.test(far.message), `go: ${far}`);
  await remote.step(10);
  twin.step(10);
  same(history.length, own.length, 'length after another course');
  twin.record(null);

  // callbacks are modules
  await remote.setCallback('control', callbacks);
  await remote.step(10);
  const last = remote.time - remote.timestep;
  check(Math.abs(remote.data.ctrl[0] - Math.sin(last)) < 1e-9, `ctrl ${remote.data.ctrl[0]}`);

  // editing keeps state, callbacks and recording
  const { time } = remote;
  await remote.edit((spec) => {
    spec.worldbody.addBody({ name: 'more', pos: [3, 0, 1] }).addGeom({ size: [0.1] });
  });
  same(remote.time, time, 'time after editing');
  same(remote.body('more').pos, '3,0,1', 'body that was added');
  await remote.step(50);
  check(remote.data.ctrl[0] !== 0, 'control after editing');
  check(history.length > 2, 'recording after editing');
  await remote.setCallback('control', null);
  await remote.record(null);

  // errors are what they would be here
  /**
   * @param {string} what
   * @param {() => Promise<unknown>} body
   * @param {ErrorConstructor | typeof MjError} Type
   * @param {RegExp} pattern
   */
  const fails = async (what, body, Type, pattern) => {
    const error = await body().catch((thrown) => thrown);
    check(
      error instanceof Type && pattern.test(error.message),
      `${what}: ${/** @type {Error} */ (error)?.stack}`,
    );
    return error;
  };
  await fails('reset', () => remote.reset('none'), MjError, /'none' for key/);
  await fails('step', () => remote.step(-1), MjError, /whole number of steps/);
  await fails('restoreState', () => remote.restoreState([1]), MjError, /state must have size/);
  await fails(
    'function',
    // @ts-expect-error no address of a module
    () => remote.setCallback('control', () => {}),
    MjError,
    /address of a module/,
  );
  await fails(
    'no module',
    () => remote.setCallback('control', `${callbacks}.none`),
    MjError,
    /cannot be loaded/,
  );
  // @ts-expect-error no option of workers
  await fails('onStep', () => remote.run({ onStep() {} }), MjError, /run in a worker takes speed/);
  await fails(
    'edit',
    () => remote.edit((spec) => spec.worldbody.addGeom({ size: [-1] })),
    MjError,
    /size 0/,
  );
  await remote.setCallback('passive', callbacks);
  await fails('callback', () => remote.step(), TypeError, /own error/);
  await remote.setCallback('passive', null);
  await remote.reset();

  // running: frames, speed, an error on the way
  let frames = 0;
  await remote.run({ speed: 4, onFrame: () => frames++ });
  for (let i = 0; i < 200 && frames < 5; i++) await wait(10);
  check(frames >= 5 && remote.running, `${frames} frames`);
  remote.speed = 0;
  await wait(100);
  const still = remote.time;
  await wait(100);
  same(remote.time, still, 'time at speed 0');
  const failed = new Promise((resolve) => remote.run({ onError: resolve }));
  await remote.setCallback('passive', callbacks);
  check((await failed) instanceof TypeError, 'onError');
  same(remote.running, false, 'running after an error');
  await remote.setCallback('passive', null);

  // warnings of the worker are heard here
  /** @type {string[]} */
  const heard = [];
  const end = await onWarning((text) => heard.push(text));
  await remote.reset();
  remote.data.qvel[0] = NaN;
  await remote.step();
  check(
    heard.some((text) => /QVEL/.test(text)),
    `warnings: ${heard}`,
  );
  end();

  // two workers at once; dispose ends one
  const second = await moveToWorker(await load(xml), { shared });
  await Promise.all([remote.reset(), second.step(5)]);
  const waiting = remote.step(1e6);
  remote.dispose();
  await fails('waiting', () => waiting, MjError, /worker was closed/);
  await fails('disposed', () => remote.step(), MjError, /deleted|closed/);
  await second.step(5);
  check(Math.abs(second.time - 0.02) < 1e-9, 'the second worker');
  second.dispose();

  const called = (await load(xml)).setCallback('control', () => {});
  await fails('callbacks stay', () => moveToWorker(called), MjError, /callbacks stay here/);
  return wrong;
}

/** A batch in workers has the bits of single simulations. @param {typeof import('limber')} limber */
export async function checkRollout({ load, createRolloutPool, rollout, MjError }) {
  const wrong = [];
  const sim = await load(xml);
  const [count, steps] = [5, 30];
  const control = Float64Array.from({ length: count * steps }, (_, i) => Math.sin(i));
  const { states, sensors, good } = await rollout(sim, { steps, control, workers: 2 });
  const size = states.length / count / steps;
  const { mujoco, model, data } = sim;
  const bits = mujoco.mjtState.mjSTATE_FULLPHYSICS.value;
  for (let i = 0; i < count; i++) {
    sim.reset();
    for (let k = 0; k < steps; k++) {
      data.ctrl[0] = control[i * steps + k];
      sim.step();
      const state = new Float64Array(size);
      mujoco.mj_getState(model, data, state, bits);
      const at = i * steps + k;
      if (String(state) !== String(states.subarray(at * size, (at + 1) * size)))
        wrong.push(`state ${i} ${k}`);
      if (String(data.sensordata) !== String(sensors.subarray(at * 3, (at + 1) * 3)))
        wrong.push(`sensors ${i} ${k}`);
    }
  }
  if (String(good) !== String(Array(count).fill(steps))) wrong.push(`good ${good}`);

  const pool = await createRolloutPool(sim, { workers: 2 });
  /**
   * @param {Parameters<typeof pool.run>[0]} options
   * @param {RegExp} pattern
   */
  const fails = async (options, pattern) => {
    const error = await pool.run(options).catch((thrown) => thrown);
    if (!(error instanceof MjError && pattern.test(error.message)))
      wrong.push(`${pattern}: ${error}`);
  };
  await fails({ steps: 1.5 }, /steps must be a positive whole number, got 1.5/);
  await fails({ steps: 1, count: 0 }, /count must be a positive whole number, got 0/);
  await fails({ steps: 1, initial: [] }, /initial must be divisible/);
  await fails({ steps: 2, control: [1] }, /control must be divisible by steps x nu = 2, got 1/);
  const controller = new AbortController();
  const long = pool.run({ steps: 1000, count: 200, signal: controller.signal });
  setTimeout(() => controller.abort(new Error('enough')), 20);
  const reason = await long.catch((thrown) => thrown);
  if (reason?.message !== 'enough') wrong.push(`abort: ${reason}`);
  const { states: after } = await pool.run({ steps: 1 });
  if (after.length !== size) wrong.push('a pool goes on after an abort');
  sim.setCallback('control', () => {});
  await fails({ steps: 1 }, /cannot call back/);
  sim.setCallback('control', null);
  const closed = pool.run({ steps: 1000, count: 100 });
  pool.dispose();
  const error = await closed.catch((thrown) => thrown);
  if (!(error instanceof MjError && /closed/.test(error.message))) wrong.push(`closed: ${error}`);
  const none = await createRolloutPool(sim, { workers: 0 }).catch((thrown) => thrown);
  if (!/at least one worker, got 0/.test(none.message)) wrong.push(`workers 0: ${none}`);
  return wrong;
}
