// Compares the stages of GPU batches with the engine on the same states: kinematics, inertia, bias, passive and actuator forces,
// contacts, rows, constraint forces, accelerations.
//
//   node tests/gpu_stages.mjs [name or file ...]    models of gpu_scenes.mjs; it fails where one is beyond its tolerance
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from 'limber';
import { beyond, compareStages, forceStages, kinematicStages, worst } from './gpu_compare.mjs';

const driver = '/usr/lib/chromium/vk_swiftshader_icd.json';
if (fs.existsSync(driver)) process.env.VK_ICD_FILENAMES ??= driver;

/** Whether a GPU is there, a software one at least. */
export const hasDriver = fs.existsSync(
  process.env.VK_DRIVER_FILES ?? process.env.VK_ICD_FILENAMES ?? driver,
);

/** @param {import('./gpu_scenes.mjs').Scene} scene */
async function show(scene) {
  const { name, xml, steps } = scene;
  try {
    const simulation = await load(xml);
    const found = await compareStages(simulation, { steps });
    simulation.dispose();
    const { stages, contact, rows, contacts } = found;
    const wrong = beyond(found, scene);
    const text = (/** @type {number} */ x) => x.toExponential(0);
    console.log(
      name.padEnd(34),
      `kinematics ${text(worst(stages, kinematicStages))} forces ${text(worst(stages, forceStages))}`,
      `contacts ${contacts[0]} ${text(contact)} rows ${rows[0]} constraint ${text(stages.qfrc_constraint)}`,
      `qacc ${text(stages.qacc)} sensors ${text(stages.sensordata)} next ${text(worst(stages, ['qpos', 'qvel', 'act']))}`,
      wrong.length > 0 ? `WRONG: ${wrong.join(', ')}` : 'ok',
    );
    if (wrong.length > 0) process.exitCode = 1;
  } catch (error) {
    console.log(name.padEnd(34), error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

async function main() {
  const named = process.argv.slice(2);
  const { allScenes } = await import('./gpu_scenes.mjs');
  const chosen = allScenes.filter(({ name }) => named.length === 0 || named.includes(name));
  for (const scene of chosen) await show(scene);
  for (const file of named.filter((name) => !allScenes.some((scene) => scene.name === name)))
    await show({ name: path.basename(file), xml: file, tolerance: 1e-2, steps: 60 });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
