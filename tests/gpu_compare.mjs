// Stages of GPU batches against the engine on the same states, for Node and for pages.
import { createBatch } from 'limber';

const smooth = [
  ...['xpos', 'xquat', 'xipos', 'geom_xpos', 'geom_xmat', 'site_xpos', 'subtree_com', 'cinert'],
  ...['cdof', 'cdof_dot', 'cvel', 'ten_length', 'ten_velocity', 'actuator_length'],
  ...[
    'actuator_velocity',
    'actuator_force',
    'act_dot',
    'qfrc_passive',
    'qfrc_bias',
    'qfrc_actuator',
  ],
  ...['qfrc_smooth', 'qacc_smooth'],
];

/** Largest difference, relative to the largest number or one. @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
export function difference(a, b) {
  let most = 0;
  let scale = 1;
  for (let i = 0; i < b.length; i++) {
    scale = Math.max(scale, Math.abs(b[i]));
    most = Number.isNaN(a[i]) ? Infinity : Math.max(most, Math.abs(a[i] - b[i]));
  }
  return most / scale;
}

/** Small numbers that look random, the same every time. @param {number} seed */
function noise(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state / 0x7fffffff - 0.5;
  };
}

/** @typedef {import('limber').Simulation} Simulation */

/** Differences of contacts, in the order of the list; -1 where the numbers of contacts differ. @param {Simulation} s @param {ArrayLike<number>} found @param {number} count */
function contactDifference({ data }, found, count) {
  if (count !== data.ncon) return -1;
  let most = 0;
  for (let c = 0; c < count; c++) {
    const contact = data.contact.get(c);
    if (!contact) return -1;
    const numbers = [contact.dist, ...contact.pos, ...contact.frame.slice(0, 3)];
    numbers.forEach((x, k) => (most = Math.max(most, Math.abs(found[31 * c + k] - x))));
  }
  return most;
}

/**
 * Differences of all stages at a state that a few steps with noise reach.
 * @param {Simulation} simulation
 * @param {{ steps?: number, speed?: number }} [options]
 */
export async function compareStages(simulation, { steps = 60, speed = 0.5 } = {}) {
  const { model, data, mujoco } = simulation;
  const random = noise(7);
  for (let i = 0; i < model.nu; i++) {
    const oneSided = model.actuator_ctrllimited[i] && model.actuator_ctrlrange[2 * i] >= 0;
    data.ctrl[i] = oneSided ? Math.abs(random()) : random();
  }
  for (let i = 0; i < model.nv; i++) data.qvel[i] = speed * random();
  simulation.step(steps);
  const warm = data.qacc_warmstart.slice();
  mujoco.mj_forward(model, data);
  data.qacc_warmstart.set(warm);
  const batch = await createBatch(simulation, {
    backend: 'gpu',
    count: 3,
    nconmax: Math.max(8, data.ncon + 4),
    njmax: Math.max(16, data.nefc + 16),
  });
  try {
    const state = [
      'qpos',
      'qvel',
      'act',
      'ctrl',
      'qacc_warmstart',
      'mocap_pos',
      'mocap_quat',
      'eq_active',
    ];
    for (const name of state) {
      const rows = batch.field(name);
      const row = /** @type {ArrayLike<number>} */ (Reflect.get(data, name));
      for (let i = 0; i < batch.count; i++) rows.set(Array.from(row), i * row.length);
    }
    await batch.forward();
    const names = [...smooth, 'qfrc_constraint', 'qacc', 'sensordata', 'ncon', 'nefc', 'contact'];
    const found = new Map((await batch.read(...names)).map((rows, k) => [names[k], rows]));
    const last = (/** @type {string} */ name) => {
      const rows = found.get(name) ?? new Float64Array();
      return rows.subarray((batch.count - 1) * batch.width(name));
    };
    const stages = Object.fromEntries(
      [...smooth, 'qfrc_constraint', 'qacc', 'sensordata'].map((name) => [
        name,
        difference(last(name), /** @type {ArrayLike<number>} */ (Reflect.get(data, name))),
      ]),
    );
    const rows = Number(last('nefc')[0]);
    const contacts = Number(last('ncon')[0]);
    const met = {
      contact: contactDifference(simulation, last('contact'), contacts),
      rows: [rows, data.nefc],
      contacts: [contacts, data.ncon],
    };
    // the next state
    const next = ['qpos', 'qvel', 'act'];
    data.qacc_warmstart.set(warm);
    simulation.step();
    await batch.step();
    const moved = await batch.read(...next);
    next.forEach((name, k) => {
      const row = moved[k].subarray((batch.count - 1) * batch.width(name));
      stages[name] = difference(row, /** @type {ArrayLike<number>} */ (Reflect.get(data, name)));
    });
    return { stages, ...met };
  } finally {
    batch.dispose();
  }
}

/** Largest of some stages. @param {Record<string, number>} stages @param {readonly string[]} names */
export const worst = (stages, names) => Math.max(...names.map((name) => stages[name]));

export const kinematicStages = smooth.slice(0, 14);
export const forceStages = smooth.slice(14, -1);

/**
 * What of a comparison is beyond the tolerances, in words; empty where all is well.
 * @param {Awaited<ReturnType<typeof compareStages>>} found
 * @param {{ tolerance: number, contact?: number }} bounds of forces of constraints, relative to the largest, ten times it for accelerations
 *   and sensors; of places and depths of contacts
 */
export function beyond({ stages, contact, rows, contacts }, { tolerance, contact: depth = 1e-4 }) {
  /** @type {[string, number, number][]} */
  const bounds = [
    ['kinematics', worst(stages, kinematicStages), 1e-4],
    ['forces', worst(stages, forceStages), 2e-4],
    ['contacts', contact < 0 ? Infinity : contact, depth],
    ['constraint forces', stages.qfrc_constraint, tolerance],
    ['accelerations', stages.qacc, 10 * tolerance],
    ['sensors', stages.sensordata, 10 * tolerance],
    ['the next state', worst(stages, ['qpos', 'qvel', 'act']), tolerance],
  ];
  const list = bounds
    .filter(([, value, bound]) => !(value < bound))
    .map(([name, value, bound]) => `${name} ${value.toExponential(1)} over ${bound}`);
  if (rows[0] !== rows[1]) list.push(`rows ${rows.join(' and ')}`);
  if (contacts[0] !== contacts[1]) list.push(`contacts ${contacts.join(' and ')}`);
  return list;
}
