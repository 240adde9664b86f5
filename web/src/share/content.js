// What the studio shares: the model as it is cheapest to carry, and what is seen of it.
import { takeSnapshot, writeAttributes, writeCarried, writePage } from 'limber/viewer';
import { zlibSync } from 'fflate';
import { PROGRAM, programIn } from '../program/file.js';
import { RUN, withoutRun } from '../runs/files.js';
import { toBase64 } from './bytes.js';
import { LONGEST_LINK, writeLink } from './link.js';
import { originFor } from './origin.js';

/** @typedef {import('./link.js').Shared} Shared */
/** What goes along; `replay` is the run that was recorded. @typedef {{ state: boolean, camera: boolean, run: boolean, replay?: boolean }} Choice */

/** @param {Uint8Array} bytes */
const pack = (bytes) => toBase64(zlibSync(bytes, { level: 9 }));

/**
 * @param {import('../studio.js').Studio} studio
 * @param {object} from
 * @param {string} from.text the model as it stands in the editor
 * @param {string} from.original the text as it was loaded
 * @param {import('limber/viewer').Values} [from.physics] options as they were loaded
 * @param {Choice} choice
 * @returns {Shared}
 */
export function collect(studio, { text, original, physics }, choice) {
  const { source, simulation, stage } = studio;
  const { view, camera } = stage;
  const untouched = text === original && !source.files.has(PROGRAM);
  /** @type {Shared['model']} */
  let model = { name: source.name, xml: text, files: withoutRun(source.files) };
  const run = choice.replay && studio.runs?.run ? studio.runs : undefined;
  // a run is replayed on the very model that it was recorded on
  if (run) model.files = run.files;
  else if (untouched && source.example) model = { example: source.example };
  else if (untouched && source.address) model = { address: source.address };
  /** @type {import('./link.js').Snapshot} */
  let snapshot = {};
  if (simulation && view && camera) {
    const state = choice.state && !run;
    snapshot = takeSnapshot({ simulation, view, camera }, { ...choice, state, physics });
  }
  if (!choice.run) snapshot.paused = true;
  if (studio.speed !== 1) snapshot.speed = studio.speed;
  const origin =
    'xml' in model && !run
      ? originFor({ ...source, link: source.link && text !== original ? source.link : undefined })
      : undefined;
  return { model, snapshot, program: studio.experiment() ?? source.program, origin };
}

/** The page whose preview on other sites shows the model: the built site has one for each of the gallery. @param {Shared} shared */
export const pageOf = ({ model }) =>
  import.meta.env.MODE === 'production' && 'example' in model
    ? `./models/${model.example}.html`
    : './';

/**
 * The link, or why there is none.
 * @param {Shared} shared
 * @param {string} page address of the page that opens it
 * @returns {{ href: string, problem: string }}
 */
export function makeLink(shared, page) {
  if ('xml' in shared.model && /\.mjb$/i.test(shared.model.name))
    return {
      href: '',
      problem:
        'Links carry the text of a model, and this one is binary (MJB). Open it from a host, or export it as one file.',
    };
  const url = new URL(page, document.baseURI);
  url.hash = writeLink(shared);
  if (url.href.length <= LONGEST_LINK) return { href: url.href, problem: '' };
  const size = (url.href.length / 1e6).toFixed(1);
  const most = (LONGEST_LINK / 1e6).toFixed(1);
  return {
    href: '',
    problem: `The model with its files${'xml' in shared.model && shared.model.files.has(RUN) ? ' and the run' : ''} is too large for a link (${size} MB of at most ${most} MB). Put it on GitHub or another host and open it from there, or export it as one file.`,
  };
}

/** How a frame looks. @typedef {{ width: string, height: string, title: string }} Frame */

/** A frame for any page. @param {string} href of the link to embed.html @param {Frame} frame */
export const frameSnippet = (href, { width, height, title }) =>
  `<iframe${writeAttributes({ src: href, title, width, height, loading: 'lazy', allowfullscreen: true })} style="border: 0${width.endsWith('%') ? '; max-width: 100%' : ''}"></iframe>`;

/**
 * The viewer's element, for a page that runs the script itself.
 * @param {import('../studio.js').Studio} studio
 * @param {Shared} shared
 * @param {string} text of the model
 * @param {Frame} frame
 */
export async function elementSnippet(studio, shared, text, { height, title }) {
  const script = `<script type="module" src="${new URL('viewer.js', document.baseURI).href}"></script>`;
  const style = `height: ${height}px`;
  const attributes = { title, controls: true, paused: shared.snapshot.paused, style };
  if ('address' in shared.model)
    return `${script}\n<limber-viewer${writeAttributes({ src: shared.model.address, ...attributes })}></limber-viewer>`;
  const carried = await carry(studio, shared, text);
  return `<limber-viewer${writeAttributes(attributes)}></limber-viewer>\n${writeCarried(carried)}\n${script}`;
}

/**
 * The model as a page carries it.
 * @param {import('../studio.js').Studio} studio
 * @param {Shared} shared
 * @param {string} text of the model
 * @returns {Promise<import('limber/viewer').Carried>}
 */
async function carry({ source }, { snapshot, program }, text) {
  const main = source.binary ?? new TextEncoder().encode(text);
  const files = new Map([...source.files, [source.name, main]]);
  const { state, ...rest } = snapshot;
  return {
    main: source.name,
    files: Object.fromEntries([...files].map(([name, bytes]) => [name, pack(bytes)])),
    snapshot: { ...rest, state: state && pack(state) },
    program: await carriedProgram(source.files, program),
  };
}

/**
 * The program of a model, for a page that runs it.
 * @param {import('../studio.js').Files} files
 * @param {import('../programs.js').ProgramState} [program]
 */
async function carriedProgram(files, program) {
  const text = programIn(files);
  if (text === undefined || !program?.on) return undefined;
  const { prepare } = await import('../program/prepare.js');
  return { code: prepare(text), values: program.values };
}

/**
 * One HTML file that holds everything.
 * @param {import('../studio.js').Studio} studio
 * @param {Shared} shared
 * @param {string} text of the model
 */
export async function exportPage(studio, shared, text) {
  if (!globalThis.crypto?.subtle)
    throw new Error('The export needs a page from https, or from this machine.');
  const { default: address } = await import('limber/limber.wasm?url');
  const [viewer, module] = await Promise.all([
    read(new URL('viewer.js', document.baseURI)),
    read(address),
  ]);
  return writePage({
    title: titleOf(studio),
    attributes: { controls: true, paused: shared.snapshot.paused },
    viewer: new TextDecoder().decode(viewer),
    carried: { ...(await carry(studio, shared, text)), module: pack(module) },
  });
}

/** @param {import('../studio.js').Studio} studio */
export const titleOf = ({ source: { name } }) =>
  name.slice(name.lastIndexOf('/') + 1).replace(/\.\w+$/, '');

/** @param {string | URL} address */
async function read(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`'${address}' does not come: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
