// The address of the page and what it stands for: it follows the model, so that a reload or a bookmark brings back what is there.
//
//   #NAME         an example                         ?src=ADDRESS  a model from an address
//   #task=NAME    a task with its trained policy       #control=NAME  a task with its planner
//   #m=1.TEXT     what came with a link              #draft=NAME   what was edited or opened: kept in this browser (drafts.js)
import { hint } from '../dom.js';
import { draftIn, draftName, keepDraft, noteDraft, readDraft } from '../drafts.js';
import { exampleNames, titleOf } from '../examples.js';
import { openShared, readAddress } from '../share/open.js';
import { controlIn } from '../control/among.js';
import { firstTask } from '../first.js';
import { runTask, taskIn } from '../policy/choose.js';
import { runControl, runExample } from './files_pane.js';

/** @typedef {import('../studio.js').Studio} Studio */

/** The address of a model that nobody edited; null for one that has none. @param {import('../studio.js').Source} source */
function addressOf({ link, example, task, control, address }) {
  if (task) return location.pathname + (task === firstTask ? '' : `#task=${task}`);
  if (control) return `${location.pathname}#control=${control}`;
  if (link) return location.pathname + link;
  if (example) {
    const isFirst = firstTask === undefined && example === exampleNames[0];
    return location.pathname + (isFirst ? '' : `#${example}`);
  }
  return address ? `${location.pathname}?src=${encodeURIComponent(address)}` : null;
}

/** What a page with this model is called. @param {import('../studio.js').Source} source */
function titleFor({ example, name }) {
  const title = example ? titleOf(example) : name.replace(/^.*\//, '');
  return title ? `${title} · limber studio` : 'limber studio';
}

/** Makes an address that of the page. @param {string} address */
function show(address) {
  if (location.pathname + location.search + location.hash !== address)
    history.replaceState(null, '', address);
}

/** Lets address, title and drafts follow the model. @param {Studio} studio */
export function followModel(studio) {
  // a model that `limber view` serves is the file on disk
  const isLive = new URLSearchParams(location.search).has('live');
  let sound = '';

  const keep = async () => {
    const { source, failed } = studio;
    const broken = failed?.source === source;
    if (!broken) sound = source.xml;
    document.title = titleFor(source);
    if (isLive || (!source.xml && !source.binary)) return;
    const own = addressOf(source);
    // an edit of what had an address of its own
    if (own === null) source.draft ??= draftName(source.name);
    else delete source.draft;
    if (own !== null) return show(own);
    const { xml, name, files, binary, strange, origin } = source;
    const program = studio.experiment() ?? source.program;
    const draft = {
      id: String(source.draft),
      time: Date.now(),
      source: { xml, name, files, binary, program, strange, origin },
      sound: broken && sound ? sound : undefined,
    };
    const address = `${location.pathname}#draft=${source.draft}`;
    if (noteDraft(draft)) show(address);
    // another address may have been entered meanwhile: it is opened next
    const { href } = location;
    const isStill = () => studio.source.draft === draft.id && location.href === href;
    if ((await keepDraft(draft)) && isStill()) show(address);
  };
  // a browser may keep nothing, as in a private window: the page works all the same
  const follow = () => keep().catch((error) => console.info(`Not kept: ${error.message}`));
  studio.onAny(['source', 'error', 'mistake'], follow);
  studio.on('program', () => {
    const { source } = studio;
    // other parameters are no reason for a draft, but one that is there has them
    if (source.draft) follow();
  });
}

/** Runs a draft as it was left. @param {Studio} studio @param {string} id */
async function openDraft(studio, id) {
  const isLast = studio.opening();
  const draft = await readDraft(id).catch(() => undefined);
  if (!isLast()) return;
  if (!draft) {
    if (!studio.simulation) await runExample(studio, exampleNames[0]);
    throw new Error(
      'This draft is not in this browser, or not any more. Links for others are made with Share.',
    );
  }
  const { source, sound } = draft;
  const whole = { ...source, draft: id };
  const first = { ...whole, xml: sound ?? source.xml };
  const runs = source.strange ? await studio.runStrange(first) : studio.runModel(first, false);
  if (runs && sound !== undefined) studio.runText(source.xml, true);
  hint('Your edits are back.');
}

/** Runs what the address of the page asks for; false where it asks for nothing. @param {Studio} studio */
export async function openLocation(studio) {
  const id = draftIn(location.hash);
  if (id) {
    await openDraft(studio, id);
    return true;
  }
  const task = taskIn(location.hash);
  if (task) {
    await runTask(studio, task);
    return true;
  }
  const control = controlIn(location.hash);
  if (control) {
    await runControl(studio, control);
    return true;
  }
  const shared = readAddress(location);
  if (!shared) return false;
  await openShared(studio, shared);
  return true;
}
