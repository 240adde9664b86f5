// The parts of the studio's page around the picture.
import { Commands } from './commands.js';
import { byId } from './dom.js';
import { exampleNames } from './examples.js';
import { Panel } from './panel.js';
import { EditorPane } from './parts/editor_pane.js';
import { addControl } from './parts/control.js';
import { addDocks } from './parts/docks.js';
import { addExperiments } from './parts/experiment.js';
import { addFiles, runExample } from './parts/files_pane.js';
import { addGizmos } from './parts/gizmo.js';
import { addHeadset } from './parts/headset.js';
import { addHelp } from './parts/help.js';
import { addInfo } from './parts/info.js';
import { addKeys } from './parts/keyframes.js';
import { followChanges } from './parts/live.js';
import { addMessages } from './parts/messages.js';
import { addOpenDialog } from './parts/open_dialog.js';
import { addOutputs } from './parts/outputs.js';
import { addPage } from './parts/page.js';
import { addPalette } from './parts/palette.js';
import { addPhoneMenu } from './parts/phone_menu.js';
import { addPolicies } from './parts/policy.js';
import { addPlots } from './parts/plots_pane.js';
import { followModel, openLocation } from './parts/session.js';
import { addReach } from './parts/reach.js';
import { addRuns } from './parts/runs.js';
import { addShare } from './parts/share.js';
import { addSplitters } from './parts/splitters.js';
import { addTransport } from './parts/transport.js';
import { addTree } from './parts/tree.js';
import { addViewKeys } from './parts/view_keys.js';
import { OwnProgram } from './program/own.js';

/** The model that the address asks for, else the first example. @param {import('./studio.js').Studio} studio */
export async function openFirst(studio) {
  const asked = await studio.attempt(() => openLocation(studio));
  if (!studio.simulation && asked === false) await runExample(studio, exampleNames[0]);
}

/** @param {import('./studio.js').Studio} studio @param {import('./policy/driving.js').Driving} driving */
export function addParts(studio, driving) {
  const commands = new Commands();
  addPage(studio, commands);
  addDocks(studio, commands, addSplitters(studio));
  addTransport(studio, commands);
  addFiles(studio, commands);
  addOpenDialog(studio, commands);
  const editor = new EditorPane(studio, commands);
  addMessages(studio, commands, editor);
  addShare(studio, commands, editor);
  addKeys(studio, commands);
  addOutputs(studio, commands);
  addInfo(studio, commands);
  addPlots(studio, commands);
  addViewKeys(studio, commands);
  addHeadset(studio, commands);
  addRuns(studio, commands);
  addHelp(commands);
  const panel = new Panel(byId('panel'), studio, commands);
  addTree(studio, panel);
  addPalette(studio, commands, panel);
  addPhoneMenu(commands);
  addExperiments(studio, panel);
  editor.program = new OwnProgram(studio, panel, commands);
  addPolicies(studio, panel, driving);
  // the package's studio has none of it
  const isWhole = import.meta.env.MODE !== 'package';
  const gizmos = addGizmos(studio, commands);
  const reaching = isWhole ? addReach(studio, commands) : null;
  const control = isWhole ? addControl(studio, panel) : null;
  followModel(studio);
  followChanges(studio);
  // for tests and for the curious
  Object.assign(window, {
    limber: {
      studio,
      commands,
      stage: studio.stage,
      panel,
      control,
      reaching,
      gizmos,
      editor,
      get simulation() {
        return studio.simulation;
      },
      setRunning: (/** @type {boolean} */ on) => studio.setRunning(on),
    },
  });
}
