// A page that is nothing but a viewer. It opens the studio's links (#m=..., #NAME of an example) and addresses that are written by
// hand: embed.html?src=ADDRESS&key=NAME&camera=NAME&speed=FACTOR&paused. It stands still while it cannot be seen.
import { LimberViewer } from 'limber/viewer';
import { byId, element } from './dom.js';
import { exampleNames, exampleText } from './examples.js';
import { programOf, valuesOf } from './programs.js';
import { boundedFetch } from './share/address.js';
import { originOf, readAddress, showOrigin } from './share/open.js';

const viewer = byId('viewer', LimberViewer);

/** Starts the loading that a link asks for. @param {import('./share/link.js').Shared['model']} model */
async function run(model) {
  if ('address' in model) return viewer.load(model.address, { fetch: boundedFetch() });
  if ('example' in model) return viewer.load(await exampleText(model.example));
  const { name, xml, files } = model;
  const text = new TextEncoder().encode(xml);
  return viewer.load(new Map([...files, [name, text]]), { main: name });
}

/**
 * The program of an example drives it here too.
 * @param {string} example
 * @param {import('./programs.js').ProgramState} [given]
 */
async function drive(example, given) {
  const read = programOf(example);
  if (!read || given?.on === false) return;
  const program = await read();
  const values = valuesOf(program, given);
  const restart = () => {
    const { simulation } = viewer;
    if (!simulation) return;
    viewer.beforeStep = program.controller(simulation, values);
  };
  restart();
  viewer.addEventListener('reset', restart);
}

async function open() {
  const query = new URLSearchParams(location.search);
  for (const name of ['key', 'camera', 'speed', 'paused']) {
    const value = query.get(name);
    if (value !== null) viewer.setAttribute(name, value);
  }
  const shared = readAddress(location) ?? { model: { example: exampleNames[0] }, snapshot: {} };
  showOrigin(document.body, originOf(shared.model));
  if (!(await run(shared.model))) return;
  // an address by hand says what to show in its query
  if (location.hash.startsWith('#m=')) {
    const notes = viewer.apply(shared.snapshot);
    if (notes.length > 0) viewer.fail(new Error(notes.join(' ')));
  }
  if ('example' in shared.model) await drive(shared.model.example, shared.program);
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
open().catch((error) => viewer.fail(error));
