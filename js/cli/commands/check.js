// limber check: things in a model that compile but are hardly meant.
import process from 'node:process';
import { openModel, shortNumber, warnings } from '../model.js';
import { UsageError } from '../arguments.js';
import { unstable } from './simulate.js';

/** @typedef {import('../../index.js').Simulation} Simulation */
/** @typedef {{ rule: string, message: string }} Finding */

const ruleNames = [
  'warning',
  'unused-asset',
  'overlap',
  'mass',
  'joint-range',
  'keyframe',
  'actuator',
  'unstable',
];
const trialSteps = 200;
/** Depth of overlap at the start that is worth telling, in metres. */
const overlapTolerance = 1e-3;
/** How many times heavier or lighter than the middle a body may be. */
const massFactor = 1e4;

/** Name of an object, or its number. @param {Simulation} sim @param {import('../../index.js').Kind} kind @param {number} id */
const nameOf = (sim, kind, id) => `${kind} '${sim.object(kind, id).name || `#${id}`}'`;

/**
 * Objects of a kind that nothing refers to.
 * @param {Simulation} sim
 * @param {import('../../index.js').Kind} kind
 * @param {number} count
 * @param {ArrayLike<number>[]} references
 * @returns {Finding[]}
 */
function unused(sim, kind, count, ...references) {
  const used = new Set(references.flatMap((list) => Array.from(list)));
  return Array.from({ length: count }, (_, id) => id)
    .filter((id) => !used.has(id))
    .map((id) => ({ rule: 'unused-asset', message: `${nameOf(sim, kind, id)} is not used` }));
}

/** Assets that nothing uses. @param {Simulation} sim @returns {Finding[]} */
function unusedAssets(sim) {
  const { model, mujoco } = sim;
  const { mjGEOM_HFIELD } = mujoco.mjtGeom;
  const ofType = (/** @type {(type: number) => boolean} */ wanted) =>
    [...model.geom_dataid].filter((_, i) => wanted(model.geom_type[i]));
  const isHfield = (/** @type {number} */ type) => type === mjGEOM_HFIELD.value;
  // a skybox is there for itself
  const sky = [...model.tex_type].flatMap((type, id) =>
    type === mujoco.mjtTexture.mjTEXTURE_SKYBOX.value ? [id] : [],
  );
  return [
    ...unused(
      sim,
      'mesh',
      model.nmesh,
      ofType((type) => !isHfield(type)),
    ),
    ...unused(sim, 'hfield', model.nhfield, ofType(isHfield)),
    ...unused(
      sim,
      'material',
      model.nmat,
      model.geom_matid,
      model.site_matid,
      model.tendon_matid,
      model.skin_matid,
      model.flex_matid,
    ),
    ...unused(sim, 'texture', model.ntex, model.mat_texid, model.light_texid, sky),
  ];
}

/** Geoms that overlap before anything moved. @param {Simulation} sim @returns {Finding[]} */
function overlaps(sim) {
  sim.reset();
  const found = [];
  for (const contact of sim.contacts) {
    const depth = -contact.distance;
    const [a, b] = contact.geoms;
    if (depth < overlapTolerance || a < 0 || b < 0) continue;
    const pair = `${nameOf(sim, 'geom', a)} and ${nameOf(sim, 'geom', b)}`;
    found.push({
      rule: 'overlap',
      message: `${pair} overlap by ${shortNumber(depth)} m at the start`,
    });
  }
  return found;
}

/** Bodies far heavier or lighter than the others. @param {Simulation} sim @returns {Finding[]} */
function massOutliers(sim) {
  const { model } = sim;
  const moving = Array.from({ length: model.nbody }, (_, id) => id).filter(
    (id) => model.body_weldid[id] !== 0 && model.body_mass[id] > 0,
  );
  if (moving.length < 3) return [];
  const sorted = moving.map((id) => model.body_mass[id]).sort((a, b) => a - b);
  const middle = sorted[sorted.length >> 1];
  return moving
    .filter((id) => {
      const ratio = model.body_mass[id] / middle;
      return ratio > massFactor || ratio < 1 / massFactor;
    })
    .map((id) => {
      const masses = `${shortNumber(model.body_mass[id])} kg, others about ${shortNumber(middle)} kg`;
      return { rule: 'mass', message: `${nameOf(sim, 'body', id)} has ${masses}` };
    });
}

/** Joints that start outside of their range, or cannot move. @param {Simulation} sim @returns {Finding[]} */
function jointRanges(sim) {
  const { model } = sim;
  const found = [];
  for (let id = 0; id < model.njnt; id++) {
    const [low, high] = model.jnt_range.subarray(2 * id, 2 * id + 2);
    if (!model.jnt_limited[id] || model.jnt_type[id] < 2) continue;
    const start = model.qpos0[model.jnt_qposadr[id]];
    const range = `${shortNumber(low)} to ${shortNumber(high)}`;
    if (start < low || start > high) {
      found.push({
        rule: 'joint-range',
        message: `${nameOf(sim, 'joint', id)} starts at ${shortNumber(start)}, outside of its range ${range}`,
      });
    }
  }
  return found;
}

/** Keyframes out of joint or control ranges. @param {Simulation} sim @returns {Finding[]} */
function keyframes(sim) {
  const { model } = sim;
  const found = [];
  for (let key = 0; key < model.nkey; key++) {
    for (let id = 0; id < model.njnt; id++) {
      if (!model.jnt_limited[id] || model.jnt_type[id] < 2) continue;
      const value = model.key_qpos[key * model.nq + model.jnt_qposadr[id]];
      const [low, high] = model.jnt_range.subarray(2 * id, 2 * id + 2);
      const slack = 1e-6 * (high - low);
      if (value >= low - slack && value <= high + slack) continue;
      const where = `${nameOf(sim, 'key', key)}: ${nameOf(sim, 'joint', id)}`;
      found.push({
        rule: 'keyframe',
        message: `${where} is ${shortNumber(value)}, outside of ${shortNumber(low)} to ${shortNumber(high)}`,
      });
    }
  }
  return found;
}

/** Actuators that can do nothing. @param {Simulation} sim @returns {Finding[]} */
function actuators(sim) {
  const { model } = sim;
  const found = [];
  for (let id = 0; id < model.nu; id++) {
    const limited = model.actuator_ctrllimited[id];
    const [low, high] = model.actuator_ctrlrange.subarray(2 * id, 2 * id + 2);
    if (limited && low === high) {
      const name = nameOf(sim, 'actuator', model.nactuator === model.nu ? id : 0);
      found.push({ rule: 'actuator', message: `${name} has an empty control range` });
    }
  }
  return found;
}

/** Numbers that go bad soon after the start. @param {Simulation} sim @returns {Finding[]} */
function stability(sim) {
  const found = [];
  for (let key = -1; key < sim.model.nkey; key++) {
    if (key < 0) sim.reset();
    else sim.reset(key);
    sim.step(trialSteps);
    const text = unstable(sim);
    const from = key < 0 ? 'the start' : nameOf(sim, 'key', key);
    if (text) found.push({ rule: 'unstable', message: `from ${from}: ${text}` });
  }
  return found;
}

/**
 * Everything that looks wrong in a model.
 * @param {Simulation} sim
 * @returns {Finding[]}
 */
function checkModel(sim) {
  return [
    unusedAssets,
    overlaps,
    massOutliers,
    jointRanges,
    keyframes,
    actuators,
    stability,
  ].flatMap((rule) => rule(sim));
}

/** @type {import('../arguments.js').Command} */
export const command = {
  summary: 'Looks for mistakes: unused assets, overlaps, odd masses, bad ranges, instability',
  positionals: ['MODEL'],
  details: `Exit code 1 when something was found. Rules: ${ruleNames.join(' ')}.`,
  options: {
    ignore: { type: 'string', value: 'RULES', help: 'rules to leave out, with commas' },
    json: { type: 'boolean', help: 'findings as JSON', default: false },
  },
  async run({ positionals: [name], options }) {
    const ignored = new Set(options.ignore ? String(options.ignore).split(',') : []);
    for (const rule of ignored) {
      if (!ruleNames.includes(rule))
        throw new UsageError(`check: no rule '${rule}'; rules: ${ruleNames.join(' ')}`);
    }
    const sim = await openModel(name);
    const compiled = warnings.map((message) => ({ rule: 'warning', message }));
    const findings = [...compiled, ...checkModel(sim)].filter(({ rule }) => !ignored.has(rule));
    sim.dispose();
    if (options.json) process.stdout.write(`${JSON.stringify(findings, null, 2)}\n`);
    else {
      for (const { rule, message } of findings) process.stdout.write(`${rule}: ${message}\n`);
      process.stdout.write(`${name}: ${findings.length || 'nothing'} found\n`);
    }
    return findings.length > 0 ? 1 : 0;
  },
};
