// Live samples of welcome.html: what a viewer's data say, a task with its trained policy or a model of the gallery with its program.
import { LimberViewer } from 'limber/viewer';
import { exampleText } from './examples.js';
import { showTask } from './policy/viewer.js';
import { programOf, valuesOf } from './programs.js';

/** @param {LimberViewer} viewer @param {string} name of a model of the gallery */
async function showExample(viewer, name) {
  const [program, xml] = await Promise.all([programOf(name)?.(), exampleText(name)]);
  if (program) {
    const values = valuesOf(program);
    viewer.addEventListener('reset', () => {
      if (viewer.simulation) viewer.beforeStep = program.controller(viewer.simulation, values);
    });
  }
  viewer.setAttribute('key', '0');
  await viewer.load(xml);
}

/** @param {HTMLElement} target */
export async function startSample(target) {
  if (!(target instanceof LimberViewer)) return;
  const { task, example } = target.dataset;
  // the picture stays until the first frame
  const picture = target.querySelector('img');
  if (picture) target.setAttribute('poster', picture.currentSrc || picture.src);
  try {
    if (task) await showTask(target, task);
    else if (example) await showExample(target, example);
  } catch (error) {
    target.fail(error);
  }
}
