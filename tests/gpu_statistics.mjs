// Whether many worlds on the GPU do in the mean what they do on the CPU: energy, forces of contacts against weight, who falls. The same
// starts and the same controls; single worlds part after a while, as they must.
//
//   node tests/gpu_statistics.mjs [model ...] [--count=64] [--steps=500]
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { createBatch, load } from 'limber';
import './gpu_stages.mjs';
import { numberIn } from './helpers.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Models, and the height below which the first body has fallen (m). @type {Record<string, { file: string, fallen: number, key?: number }>} */
export const statisticModels = {
  'cart-pole': { file: 'cart_double_pole', fallen: -Infinity },
  hopper: { file: 'hopper', fallen: 0.4 },
  quadruped: { file: 'quadruped', fallen: 0.2 },
  humanoid: { file: 'humanoid', fallen: 0.8 },
  'arm with gripper': { file: 'robot_arm', fallen: -Infinity },
  boxes: { file: 'box_stack', fallen: 0.15 },
};

/** @typedef {{ energy: number, scale: number, push: number, falls: number, bad: number }} Statistics */

/**
 * Means over worlds and times: energy (J), the size of its kinetic part, generalised forces of constraints, the share of worlds whose
 * first moving body is below a height, and how many worlds are not sound.
 * @param {import('limber').Simulation} simulation for computing
 * @param {{ qpos: ArrayLike<number>, qvel: ArrayLike<number>, push: ArrayLike<number> }[]} samples
 * @param {number} count
 * @param {number} fallen
 * @returns {Statistics}
 */
function statisticsOf({ mujoco, model, data }, samples, count, fallen) {
  const sum = { energy: 0, scale: 0, push: 0, falls: 0, bad: 0 };
  const body = Math.min(1, model.nbody - 1);
  for (const { qpos, qvel, push } of samples)
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < model.nq; k++) data.qpos[k] = qpos[i * model.nq + k];
      for (let k = 0; k < model.nv; k++) data.qvel[k] = qvel[i * model.nv + k];
      mujoco.mj_fwdPosition(model, data);
      mujoco.mj_energyPos(model, data);
      mujoco.mj_energyVel(model, data);
      const [potential, kinetic] = data.energy;
      if (!Number.isFinite(potential + kinetic)) sum.bad++;
      sum.energy += potential + kinetic;
      sum.scale += Math.abs(kinetic);
      for (let k = 0; k < model.nv; k++) sum.push += Math.abs(push[i * model.nv + k]);
      if (data.xpos[3 * body + 2] < fallen) sum.falls++;
    }
  const n = samples.length * count;
  const { energy, scale, push, falls, bad } = sum;
  return { energy: energy / n, scale: scale / n, push: push / n, falls: falls / n, bad };
}

/**
 * @param {string} name of statisticModels
 * @param {{ count?: number, steps?: number, every?: number }} [options] every: steps between two samples
 */
export async function compareStatistics(name, { count = 64, steps = 500, every = 20 } = {}) {
  const { file, fallen } = statisticModels[name];
  const xml = fs.readFileSync(`${root}/examples/${file}.xml`, 'utf8');
  const simulation = await load(xml);
  /** @type {Statistics[]} */
  const found = [];
  let warnings = 0;
  try {
    for (const backend of /** @type {const} */ (['cpu', 'gpu'])) {
      const batch =
        backend === 'cpu'
          ? await createBatch(xml, { count, workers: 1, seed: 9, keep: ['qfrc_constraint'] })
          : await createBatch(xml, { backend, count, seed: 9 });
      try {
        const { nu, nkey } = simulation.model;
        const noise = { qpos: 0.02, qvel: 0.1 };
        await batch.reset(undefined, { noise, ...(nkey > 0 && { key: 0 }) });
        const samples = [];
        const ctrl = batch.field('ctrl');
        // those of the keyframe
        if ('read' in batch) await batch.read('ctrl');
        const base = ctrl.slice();
        for (let t = 0; t < steps; t += every) {
          for (let i = 0; i < count * nu; i++)
            ctrl[i] = base[i] + 0.2 * Math.sin(0.01 * t + 1.7 * (i % nu) + Math.floor(i / nu));
          await batch.step(every);
          const names = /** @type {const} */ (['qpos', 'qvel', 'qfrc_constraint']);
          if ('read' in batch) await batch.read(...names);
          const [qpos, qvel, push] = names.map((each) => batch.field(each).slice());
          samples.push({ qpos, qvel, push });
        }
        found.push(statisticsOf(simulation, samples, count, fallen));
        if ('read' in batch) {
          const [status] = await batch.read('status');
          warnings = Array.from(status).filter((value) => value !== 0).length;
        }
      } finally {
        batch.dispose();
      }
    }
  } finally {
    simulation.dispose();
  }
  const [cpu, gpu] = found;
  const scale = Math.max(cpu.scale, 0.05 * Math.abs(cpu.energy), 1e-3);
  return {
    cpu,
    gpu,
    energy: Math.abs(gpu.energy - cpu.energy) / scale,
    push: Math.abs(gpu.push - cpu.push) / Math.max(cpu.push, 1e-3),
    falls: Math.abs(gpu.falls - cpu.falls),
    bad: gpu.bad + warnings,
  };
}

/** What is beyond the bounds. @param {Awaited<ReturnType<typeof compareStatistics>>} found */
export const unlike = ({ energy, push, falls, bad }) =>
  [
    energy < 0.05 ? '' : `energy differs by ${energy.toFixed(3)} of what moves`,
    push < 0.05 ? '' : `forces of constraints differ by ${push.toFixed(3)}`,
    falls < 0.05 ? '' : `falls differ by ${falls.toFixed(3)}`,
    bad === 0 ? '' : `${bad} worlds are not sound`,
  ].filter(Boolean);

async function main() {
  const args = process.argv.slice(2);
  const names = args.filter((arg) => !arg.startsWith('--'));
  for (const name of names.length > 0 ? names : Object.keys(statisticModels)) {
    const found = await compareStatistics(name, {
      count: numberIn(args, 'count', 64),
      steps: numberIn(args, 'steps', 500),
    });
    const wrong = unlike(found);
    const text = (/** @type {Statistics} */ { energy, push, falls }) =>
      `energy ${energy.toFixed(3)} J, forces ${push.toFixed(2)}, falls ${(100 * falls).toFixed(1)}%`;
    console.log(
      `${name}: CPU ${text(found.cpu)}; GPU ${text(found.gpu)}; ${wrong.length > 0 ? `WRONG: ${wrong.join(', ')}` : 'alike'}`,
    );
    if (wrong.length > 0) process.exitCode = 1;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
