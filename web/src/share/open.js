// Opens what the address of the page asks for: #m=..., ?src=ADDRESS, #NAME of an example.
import { element, hint } from '../dom.js';
import { exampleNames, exampleSource, followTraveller, titleOf } from '../examples.js';
import { applySnapshot } from 'limber/viewer';
import { limitModel } from '../guard/limits.js';
import { checkAddress, placeName } from './address.js';
import { mayFetch } from './ask.js';
import { readLink } from './link.js';
import { pageOfOrigin } from './origin.js';
import './share.css';

/**
 * What an address of a page asks for; null when it asks for nothing known.
 * @param {{ hash: string, search: string }} location
 * @returns {import('./link.js').Shared | null}
 */
export function readAddress({ hash, search }) {
  const shared = readLink(hash);
  if (shared) return shared;
  const query = new URLSearchParams(search);
  const address = query.get('src');
  if (address) return { model: { address: checkAddress(address) }, snapshot: {} };
  const example = [hash.slice(1), query.get('example') ?? ''].find((name) =>
    exampleNames.includes(name),
  );
  return example ? { model: { example }, snapshot: {} } : null;
}

/** Where a model comes from, when that is not this site. @param {import('./link.js').Shared['model']} model */
export function originOf(model) {
  if ('address' in model) return `Model from ${placeName(model.address)}`;
  return 'xml' in model ? 'This model came with the link.' : '';
}

/**
 * A line over the picture, until it is closed: where the model comes from, or what it asks for in vain.
 * @param {HTMLElement} parent
 * @param {string} text '' for none
 * @param {'origin' | 'limits'} [kind]
 * @param {import('./origin.js').Origin} [base] what the model is based on
 */
export function showOrigin(parent, text, kind = 'origin', base = undefined) {
  let notes = parent.querySelector('.notes');
  notes?.querySelector(`.${kind}`)?.remove();
  if (!text) return;
  if (!notes) {
    notes = element('div', { className: 'notes' });
    parent.append(notes);
  }
  const box = element('div', { className: kind, role: 'note' }, element('span', {}, text));
  if (base) box.append(element('span', {}, ' Based on ', nameOf(base), '.'));
  box.append(
    element('button', {
      textContent: '×',
      title: 'Close',
      'aria-label': 'Close this note',
      onclick: () => box.remove(),
    }),
  );
  notes.append(box);
}

/** The name of what a model is based on; it leads there where that is known. @param {import('./origin.js').Origin} base */
export function nameOf(base) {
  const href = pageOfOrigin(base);
  const textContent = base.kind === 'example' ? titleOf(base.name) : base.name;
  return element(href ? 'a' : 'span', href ? { href, textContent } : { textContent });
}

/**
 * Runs what a link carries in the studio.
 * @param {import('../studio.js').Studio} studio
 * @param {import('./link.js').Shared} shared
 */
export async function openShared(studio, { model, snapshot, program, origin }) {
  const parent = /** @type {HTMLElement} */ (studio.stage.canvas.parentElement);
  showOrigin(parent, originOf(model));
  // no step before the state is in place
  const { running } = studio;
  studio.setRunning(false);
  if (
    !(await studio.attempt(() => runShared(studio, model, program, origin))) ||
    !studio.simulation
  ) {
    // the model before goes on; the message says where the other was to come from
    showOrigin(parent, '');
    studio.setRunning(running);
    return;
  }
  const { simulation, stage } = studio;
  const { view, camera } = stage;
  if (!view || !camera) return;
  showOrigin(parent, originOf(model), 'origin', origin);
  const notes = applySnapshot({ simulation, view, camera }, snapshot);
  if (snapshot.key !== undefined && snapshot.key < simulation.model.nkey) studio.key = snapshot.key;
  const limits = limitModel(simulation.model);
  if (limits) showOrigin(parent, limits, 'limits');
  studio.history?.clear();
  studio.history?.note();
  if (!snapshot.camera && 'example' in model) followTraveller(stage, model.example);
  stage.resize();
  studio.emit('settings');
  studio.changed('reset');
  if (snapshot.speed !== undefined) studio.setSpeed(snapshot.speed);
  studio.setRunning(!snapshot.paused);
  if (notes.length > 0) hint(notes.join(' '));
}

/**
 * @param {import('../studio.js').Studio} studio
 * @param {import('./link.js').Shared['model']} model
 * @param {import('./link.js').ProgramState} [program]
 * @param {import('./origin.js').Origin} [origin]
 */
async function runShared(studio, model, program, origin) {
  const link = location.hash.startsWith('#m=') ? location.hash : undefined;
  if ('address' in model) {
    if (!(await mayFetch(model.address)))
      throw new Error(`Nothing was fetched from ${placeName(model.address)}.`);
    return studio.runAddress(model.address, { limited: true, link });
  }
  if ('xml' in model) return studio.runStrange({ ...model, program, link, origin });
  const isLast = studio.opening();
  const source = await exampleSource(model.example);
  const own = program ?? source.program;
  // what a link says beside the name of the example is part of the address
  return isLast() && studio.runModel({ ...source, program: own, link }, false);
}
