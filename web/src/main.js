// The studio's page. A visit that asks for nothing sees a robot that walks at once; then come the parts around the picture.
import loadMujoco from 'limber/mujoco';
import { byId } from './dom.js';
import { asksForNothing, firstMotion, firstTask } from './first.js';
import { keepForLater } from './offline/offline.js';
import { Driving } from './policy/driving.js';
import { runSource, taskSource } from './policy/choose.js';
import { Stage } from './stage.js';
import { Studio } from './studio.js';

/** The picture; where the browser cannot draw in 3D, a message instead. */
function openStage() {
  try {
    return new Stage(byId('canvas', HTMLCanvasElement), byId('labels', HTMLCanvasElement));
  } catch (error) {
    fail('This page needs WebGL 2, which this browser does not offer or has turned off.');
    throw error;
  }
}

/** @param {string} text */
function fail(text) {
  byId('message').textContent = text;
  byId('message').hidden = false;
  byId('loading').hidden = true;
}

const loadParts = () => import('./parts.js');

/** Shows what a first visit sees; what went wrong, if something did. @param {Studio} studio @param {Driving} driving @param {Promise<import('./studio.js').Source>} asked */
async function showFirst(studio, driving, asked) {
  try {
    runSource(studio, await asked);
    await driving.ready;
    byId('loading').hidden = true;
    studio.start();
    await firstMotion(studio);
    return undefined;
  } catch (error) {
    return error;
  }
}

async function start() {
  const stage = openStage();
  const task = asksForNothing(location) ? firstTask : undefined;
  // where something else is asked for they are fetched beside the engine
  const early = task === undefined ? loadParts() : null;
  const asked = task === undefined ? null : taskSource(task);
  asked?.catch(() => {});
  // while the engine is on its way; what is asked for has come with the page, or its request is out
  asked?.then(() => stage.warmUp()).catch(() => {});
  let mujoco;
  try {
    mujoco = await loadMujoco({ print: () => {}, printErr: (text) => console.info(text) });
  } catch (error) {
    fail(/** @type {Error} */ (error).message);
    return;
  }
  const studio = new Studio(mujoco, stage);
  studio.quality.begin();
  // the picture that stands there until the first frame; the package's studio has none
  const poster = document.getElementById('poster');
  studio.addEventListener('frame', () => poster?.remove(), { once: true });
  const driving = new Driving(studio);
  keepForLater(studio);
  // who asked their system for less motion starts it themselves
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (calm) studio.setRunning(false);
  const problem = asked ? await showFirst(studio, driving, asked) : undefined;
  const { addParts, openFirst } = await (early ?? loadParts());
  addParts(studio, driving);
  if (studio.simulation) studio.emit('model', { kept: false });
  if (problem) studio.emit('error', problem);
  if (!studio.simulation) await openFirst(studio);
  if (calm) studio.setRunning(false);
  if (!asked || problem) studio.start();
}

start();
