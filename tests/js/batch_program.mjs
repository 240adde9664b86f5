// Batches against simulations of their own, bit by bit: run in Node and, with and without shared memory, in a browser.

/** @typedef {typeof import('limber')} Limber */
/** @typedef {import('limber').Simulation} Simulation */
/** @typedef {import('limber').Batch} Batch */

/** A number in -1..1 that looks random. @param {number} i @param {number} k */
const scatter = (i, k) => {
  const x = Math.sin(12.9898 * i + 78.233 * k + 1.7) * 43758.5453;
  return 2 * (x - Math.floor(x)) - 1;
};

/** Outputs that are compared beside the states. */
const kept = /** @type {const} */ (['sensordata', 'xpos', 'qacc', 'ncon']);

/** Parameters that differ, and by how much. @type {[keyof import('limber').BatchParameters & string, number][]} */
const parameters = [
  ['body_mass', 0.3],
  ['geom_friction', 0.5],
  ['dof_damping', 0.2],
  ['dof_armature', 0.1],
  ['actuator_gainprm', 0.2],
  ['opt.timestep', 0.1],
  ['opt.gravity', 0.1],
];

/** What happens to simulation i at a moment: controls, and now and then a push or a reset. @typedef {{ steps: number, resets: number[], pushed: number[] }} Act */

/** @param {number} count @param {number} steps @returns {Act[]} */
const scriptOf = (count, steps) => {
  const acts = [];
  for (let left = steps, k = 0; left > 0; k++) {
    const some = Math.min(left, k % 3 === 0 ? 1 : 7);
    left -= some;
    acts.push({
      steps: some,
      resets: k % 9 === 8 ? [k % count, (k + 3) % count] : [],
      pushed: k % 5 === 4 ? [(2 * k) % count] : [],
    });
  }
  return acts;
};

/** @param {ArrayLike<number>} values */
function hash(values) {
  const bits = new Uint32Array(Float64Array.from(values).buffer);
  let h = 2166136261;
  for (const word of bits) h = Math.imul(h ^ word, 16777619) + (h >>> 13);
  return h >>> 0;
}

/**
 * Hashes of what each simulation comes to in a plain loop.
 * @param {Limber} limber
 * @param {string} xml
 * @param {number} count
 * @param {number} steps
 */
export async function plainLoop({ load }, xml, count, steps) {
  const hashes = [];
  const acts = scriptOf(count, steps);
  for (let i = 0; i < count; i++) {
    const sim = await load(xml);
    sim.freshPoses = false; // rows hold what the step itself computed
    const { mujoco, model, data } = sim;
    for (const [name, scale] of parameters) {
      const [owner, field] = name.startsWith('opt.') ? [model.opt, name.slice(4)] : [model, name];
      const values = Reflect.get(owner, field);
      if (typeof values === 'number')
        Reflect.set(owner, field, values * (1 + scale * scatter(i, 0)));
      else for (let k = 0; k < values.length; k++) values[k] *= 1 + scale * scatter(i, k);
    }
    const scratch = new mujoco.MjData(model);
    mujoco.mj_setConst(model, scratch);
    scratch.delete();
    for (let k = 0; k < model.nv; k++) data.qvel[k] += 0.1 * scatter(i, k);
    for (const [at, act] of acts.entries()) {
      if (act.resets.includes(i)) sim.reset();
      for (let k = 0; k < model.nu; k++) data.ctrl[k] = 0.4 * scatter(i + at, k);
      for (let k = 0; k < 3 * model.nmocap; k++) data.mocap_pos[k] += 0.01 * scatter(at, k);
      if (act.pushed.includes(i)) data.xfrc_applied[model.nbody > 1 ? 6 : 0] += 0.5;
      sim.step(act.steps);
    }
    hashes.push(
      hash([
        ...sim.saveState(),
        ...kept.flatMap((name) => (name === 'ncon' ? [data.ncon] : [...data[name]])),
      ]),
    );
    sim.dispose();
  }
  return hashes;
}

/**
 * The same of a batch.
 * @param {Limber} limber
 * @param {string} xml
 * @param {number} count
 * @param {number} steps
 * @param {import('limber').BatchOptions} options
 */
export async function batchLoop({ createBatch }, xml, count, steps, options) {
  const batch = await createBatch(xml, { ...options, count, keep: kept });
  try {
    for (const [name, scale] of parameters) {
      const values = batch.vary(name);
      const width = batch.width(name);
      for (let i = 0; i < count; i++)
        for (let k = 0; k < width; k++) values[i * width + k] *= 1 + scale * scatter(i, k);
    }
    const { nv, nu, nmocap, nbody } = batch.model;
    for (let i = 0; i < count; i++)
      for (let k = 0; k < nv; k++) batch.qvel[i * nv + k] += 0.1 * scatter(i, k);
    for (const [at, act] of scriptOf(count, steps).entries()) {
      if (act.resets.length > 0) await batch.reset(act.resets);
      for (let i = 0; i < count; i++) {
        for (let k = 0; k < nu; k++) batch.ctrl[i * nu + k] = 0.4 * scatter(i + at, k);
        for (let k = 0; k < 3 * nmocap; k++)
          batch.mocap_pos[i * 3 * nmocap + k] += 0.01 * scatter(at, k);
        if (act.pushed.includes(i)) batch.xfrc_applied[i * 6 * nbody + (nbody > 1 ? 6 : 0)] += 0.5;
      }
      await batch.step(act.steps);
    }
    return Array.from({ length: count }, (_, i) => {
      const outputs = kept.flatMap((name) => {
        const width = batch.width(name);
        return [...batch.field(name).subarray(i * width, (i + 1) * width)];
      });
      return hash([...batch.state(i), ...outputs]);
    });
  } finally {
    batch.dispose();
  }
}

/**
 * Compares batches with a plain loop.
 * @param {Limber} limber
 * @param {Record<string, string>} models MJCF by name
 * @param {{ count: number, steps: number, crews: import('limber').BatchOptions[], log?: (text: string) => void }} options
 * @returns {Promise<string[]>} what was found wrong
 */
export async function checkBits(limber, models, { count, steps, crews, log = () => {} }) {
  /** @type {string[]} */
  const wrong = [];
  for (const [name, xml] of Object.entries(models)) {
    const expected = await plainLoop(limber, xml, count, steps);
    if (new Set(expected).size < count) wrong.push(`${name}: simulations are alike`);
    for (const options of crews) {
      const found = await batchLoop(limber, xml, count, steps, options);
      const different = expected.flatMap((value, i) => (value === found[i] ? [] : [i]));
      const how = `${name}, ${JSON.stringify(options)}`;
      if (different.length > 0) wrong.push(`${how}: simulations ${different} differ`);
      log(`${how}: ${different.length === 0 ? 'same' : `${different.length} differ`}`);
    }
  }
  return wrong;
}
