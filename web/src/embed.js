// A page that is nothing but a viewer. It opens the studio's links (#m=..., #NAME of an example) and addresses that are written by
// hand: embed.html?src=ADDRESS&key=NAME&camera=NAME&speed=FACTOR&paused. It stands still while it cannot be seen. As in the studio, a
// model starts from its first keyframe, and the program that drives it is there before the first step.
import { openSource } from 'limber';
import { LimberViewer } from 'limber/viewer';
import { byId, element } from './dom.js';
import { exampleNames, exampleText } from './examples.js';
import { Steered, isSteered } from './parts/steering.js';
import { mayRun } from './program/ask.js';
import { programIn } from './program/file.js';
import { programOf, startOf, valuesOf } from './programs.js';
import { taskIn } from './policy/choose.js';
import { drivePolicy, showTask } from './policy/viewer.js';
import { limitModel } from './guard/limits.js';
import { tryOut } from './guard/trial.js';
import { replayIn } from './runs/embedded.js';
import { RUN } from './runs/files.js';
import { boundedFetch, isOwn, placeName } from './share/address.js';
import { mayFetch } from './share/ask.js';
import { originOf, readAddress, showOrigin } from './share/open.js';

const viewer = byId('viewer', LimberViewer);

/** Starts the loading that a link asks for. @param {import('./share/link.js').Shared['model']} model */
async function run(model) {
  if ('example' in model) return viewer.load(await exampleText(model.example));
  const { files, main } = await filesOf(model);
  // what strangers made is tried where it can be stopped
  const isStrange = !('address' in model && isOwn(model.address));
  const trial = isStrange ? await tryOut(files, main) : null;
  const runs = await viewer.load(files, { main });
  if (trial)
    viewer.ready = async (simulation) => {
      try {
        await trial.ready(simulation, viewer.program !== null);
      } catch (error) {
        // to where steps are known to come back
        viewer.reset();
        throw error;
      }
    };
  if (runs && !hasRun(model)) await drivePolicy(viewer, new Map(files));
  return runs;
}

/** Whether a run comes with the model: nobody else drives it. @param {import('./share/link.js').Shared['model']} model */
const hasRun = (model) => 'xml' in model && model.files.has(RUN);

/** @param {Exclude<import('./share/link.js').Shared['model'], { example: string }>} model */
async function filesOf(model) {
  if ('xml' in model) {
    const { name, xml, files } = model;
    return { files: new Map([...files, [name, new TextEncoder().encode(xml)]]), main: name };
  }
  if (!(await mayFetch(model.address)))
    throw new Error(`Nothing was fetched from ${placeName(model.address)}.`);
  return openSource(model.address, { fetch: boundedFetch() });
}

/** Limits what the model asks for, and says so. */
function limit() {
  const limits = viewer.simulation && limitModel(viewer.simulation.model);
  if (limits) showOrigin(document.body, limits, 'limits');
}

/**
 * Lets a program drive what is loaded next; returns a function that starts it anew.
 * @param {import('./programs.js').ProgramState} [given]
 */
async function drive(given) {
  const read = given?.on && programOf(given.example);
  if (!read) return () => {};
  const program = await read();
  const values = valuesOf(program, given);
  const steered = isSteered(program) && new Steered(program, values, document.body, () => {});
  const restart = () => {
    const { simulation } = viewer;
    if (!simulation) return;
    const act = program.controller(simulation, values);
    viewer.beforeStep = () => {
      if (steered) steered.update(simulation.model.opt.timestep);
      act();
    };
  };
  // loading ends with a reset: the program is there when the first frame comes
  viewer.addEventListener('reset', restart);
  return restart;
}

/**
 * Lets a program that came with the model drive it, if the visitor wants that.
 * @param {import('./share/link.js').Shared} shared
 */
async function driveOwn({ model, program }) {
  const text = 'xml' in model ? programIn(model.files) : undefined;
  if (text === undefined || program?.on === false || !(await mayRun(text))) return;
  const { prepare } = await import('./program/prepare.js');
  const parameters = await viewer.runProgram(prepare(text), program?.values);
  const { values = {} } = viewer.program ?? {};
  if (!parameters || !isSteered({ parameters })) return;
  const steered = new Steered({ parameters }, values, document.body, () => {});
  viewer.beforeStep = ({ model: { opt } }) => steered.update(opt.timestep);
}

async function open() {
  const query = new URLSearchParams(location.search);
  for (const name of ['key', 'camera', 'speed', 'paused']) {
    const value = query.get(name);
    if (value !== null) viewer.setAttribute(name, value);
  }
  const shared = readAddress(location) ?? { model: { example: exampleNames[0] }, snapshot: {} };
  const { model, snapshot } = shared;
  const task = taskIn(location.hash);
  if (task) {
    await showTask(viewer, task);
    return;
  }
  // an address by hand says what to show in its query
  const isLink = location.hash.startsWith('#m=');
  if (isLink && snapshot.key !== undefined && snapshot.key < 0) viewer.removeAttribute('key');
  else if (isLink && snapshot.key !== undefined) viewer.setAttribute('key', String(snapshot.key));
  else if (!query.has('key')) viewer.setAttribute('key', '0');
  showOrigin(document.body, originOf(model));
  const own = 'example' in model ? startOf(model.example) : undefined;
  const restart = await drive(hasRun(model) ? undefined : (shared.program ?? own));
  const { paused } = viewer;
  // nothing moves before the question is answered
  if ('xml' in model && programIn(model.files) !== undefined) viewer.paused = true;
  if (!(await run(model))) return;
  if (!isLink) return;
  await driveOwn(shared);
  viewer.paused = paused;
  const notes = viewer.apply(snapshot);
  limit();
  restart();
  if ('xml' in model) await replayIn(viewer, model.files);
  if (notes.length > 0) viewer.fail(new Error(notes.join(' ')));
}

const studio = new URL('./', location.href);
studio.search = location.search;
studio.hash = location.hash;
document.body.append(
  element('a', {
    className: 'studio',
    href: studio.href,
    target: '_blank',
    rel: 'noopener',
    textContent: 'Open in the studio',
  }),
);
// before the first frame
viewer.addEventListener('load', limit);
open().catch((error) => viewer.fail(error));
