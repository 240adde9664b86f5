// Live samples of the documentation: a button under each, an element that shows what it does, and what it prints. Text of samples may be
// changed. The page's engine is that of ../viewer.js, fetched when the first one runs.

/**
 * @typedef {typeof import('../../js/standalone.js')} Limber
 * @typedef {import('../../js/index.js').Simulation} Simulation
 * @typedef {import('../../js/viewer/index.js').LimberViewer} Viewer
 */

/** The model that samples call robot.xml. */
const robot = 'robot.xml';
const AsyncFunction = /** @type {FunctionConstructor} */ (
  Object.getPrototypeOf(async () => {}).constructor
);

/** @type {Promise<{ limber: Limber, viewer: Viewer }> | undefined} */
let opened;

async function open() {
  const place = '../viewer.js';
  const limber = /** @type {Limber} */ (await import(place));
  const viewer = /** @type {Viewer} */ (document.createElement('limber-viewer'));
  viewer.setAttribute('controls', '');
  document.body.append(viewer);
  return { limber, viewer };
}

/** Numbers with the digits that matter. @param {unknown} value */
function show(value) {
  if (typeof value === 'string') return value;
  if (value instanceof Error) return String(value);
  const short = (/** @type {string} */ _, /** @type {unknown} */ item) => {
    if (typeof item === 'number') return Number(item.toPrecision(5));
    if (ArrayBuffer.isView(item)) return [.../** @type {Float64Array} */ (item)];
    return item;
  };
  return JSON.stringify(value, short) ?? String(value);
}

/** What a sample imports, as values that its function is given. @param {string} code */
const withoutImports = (code) => code.replace(/^import [^;]*;\n/gm, '');

/**
 * Runs a sample: `sim` is the robot, from its start, unless the sample loads a model of its own.
 * @param {string} code
 * @param {(text: string) => void} print
 */
async function run(code, print) {
  const { limber, viewer } = await (opened ??= open());
  const load = async (/** @type {string} */ source, /** @type {object} */ options) => {
    const simulation = await limber.load(
      source === robot ? new URL(robot, location.href) : source,
      options,
    );
    viewer.show(simulation);
    return simulation;
  };
  const log = (/** @type {unknown[]} */ ...items) => print(items.map(show).join(' '));
  const known = {
    ...limber,
    load,
    console: { ...console, log, warn: log, error: log },
    ...(/\bconst sim\b/.test(code) ? {} : { sim: await load(robot, {}) }),
  };
  const names = Object.keys(known).filter((name) => name !== 'default');
  const values = names.map((name) => known[/** @type {keyof typeof known} */ (name)]);
  await new AsyncFunction(...names, `'use strict';\n${withoutImports(code)}`)(...values);
  viewer.paused = false;
}

/** Puts a button and a place for the output under a sample. @param {HTMLElement} code */
function enliven(code) {
  const block = /** @type {HTMLElement} */ (code.parentElement);
  code.contentEditable = 'plaintext-only';
  code.spellcheck = false;
  code.setAttribute('role', 'textbox');
  code.setAttribute('aria-multiline', 'true');
  code.setAttribute('aria-label', 'Sample, may be changed');
  const button = document.createElement('button');
  button.textContent = 'Run';
  button.className = 'run';
  const output = document.createElement('output');
  output.className = 'printed';
  block.after(button, output);
  const print = (/** @type {string} */ text) => output.append(`${text}\n`);
  const start = async () => {
    button.disabled = true;
    output.textContent = '';
    output.classList.remove('wrong');
    try {
      await run(code.innerText, print);
      output.dataset.done = 'yes';
    } catch (error) {
      output.classList.add('wrong');
      print(String(error));
    } finally {
      button.disabled = false;
    }
  };
  button.addEventListener('click', start);
  code.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    start();
  });
}

for (const code of document.querySelectorAll('code.language-js'))
  enliven(/** @type {HTMLElement} */ (code));
