// The studio's page: makes the studio and the parts around it.
import loadMujoco from 'limber/mujoco';
import { Commands } from './commands.js';
import { byId } from './dom.js';
import { exampleNames } from './examples.js';
import { unpackModel } from './files.js';
import { Panel } from './panel.js';
import { addEditor } from './parts/editor_pane.js';
import { addExperiments } from './parts/experiment.js';
import { addFiles, runAddress, runExample } from './parts/files_pane.js';
import { addMessages } from './parts/messages.js';
import { addPage } from './parts/page.js';
import { addShare } from './parts/share.js';
import { addTransport } from './parts/transport.js';
import { Stage } from './stage.js';
import { Studio } from './studio.js';

/** The picture; where the browser cannot draw in 3D, a message instead. */
function openStage() {
  try {
    return new Stage(byId('canvas'), byId('labels'));
  } catch (error) {
    fail('This page needs WebGL 2, which this browser does not offer or has turned off.');
    throw error;
  }
}

/** @param {string} text */
function fail(text) {
  byId('message').textContent = text;
  byId('message').hidden = false;
}

/** The model that the address asks for: ?src=URL, #m=TEXT, #NAME of an example. @param {Studio} studio */
async function runFirst(studio) {
  const shared = location.hash.match(/^#m=(.+)$/);
  const example = decodeURIComponent(location.hash.slice(1));
  const address = new URLSearchParams(location.search).get('src');
  if (address) await runAddress(studio, address);
  else if (shared)
    await studio.attempt(() =>
      studio.runModel({ xml: unpackModel(shared[1]), name: 'shared.xml', files: new Map() }, false),
    );
  else await runExample(studio, exampleNames.includes(example) ? example : exampleNames[0]);
}

async function start() {
  const stage = openStage();
  let mujoco;
  try {
    mujoco = await loadMujoco({ print: () => {}, printErr: (text) => console.info(text) });
  } catch (error) {
    fail(/** @type {Error} */ (error).message);
    return;
  }
  const studio = new Studio(mujoco, stage);
  const commands = new Commands();
  const panel = new Panel(byId('panel'));
  addPage(studio, commands);
  addTransport(studio, commands);
  addFiles(studio, commands);
  const editor = addEditor(studio, commands);
  addMessages(studio, commands, editor);
  addShare(studio, commands, editor);
  studio.on('model', () => {
    if (studio.simulation) panel.build(studio.simulation, stage, { plot: byId('plot') });
  });
  studio.on('reset', () => panel.refresh());
  addExperiments(studio, panel);
  // for tests and for the curious
  Object.assign(window, {
    limber: {
      studio,
      commands,
      stage,
      get simulation() {
        return studio.simulation;
      },
      setRunning: (/** @type {boolean} */ on) => studio.setRunning(on),
    },
  });
  await runFirst(studio);
  studio.start();
  await addEnergyPlot(studio);
}

/** @param {Studio} studio */
async function addEnergyPlot(studio) {
  const { EnergyPlot } = await import('./plot.js');
  const plot = new EnergyPlot(byId('plot'));
  studio.on('frame', () => plot.add(studio.simulation?.data));
  studio.on('model reset', () => plot.clear());
}

start();
