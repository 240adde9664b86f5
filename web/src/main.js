// The studio: wires the page to the simulation.
import loadMujoco from 'limber/mujoco';
import { exampleNames, exampleText, titleOf } from './examples.js';
import { chooseModel, filesOfDrop, filesOfInput, packModel, unpackModel } from './files.js';
import { Panel } from './panel.js';
import { Simulation } from './simulation.js';
import { Stage } from './stage.js';

/** @template {HTMLElement} T @param {string} id @returns {T} */
const byId = (id) => /** @type {T} */ (document.getElementById(id));

const FRAME_BUDGET = 24; // milliseconds of stepping per frame
const speeds = [0.1, 0.25, 0.5, 1, 2, 5, 10];
const icons = {
  play: '<svg viewBox="0 0 24 24"><path class="fill" d="M8 5v14l11-7z"/></svg>',
  pause:
    '<svg viewBox="0 0 24 24"><path class="fill" d="M7 5h3.5v14H7zM13.5 5H17v14h-3.5z"/></svg>',
};

const stage = openStage();
const panel = new Panel(byId('panel'));
/** @type {any} */
let mujoco;
/** @type {Simulation | null} */
let simulation = null;
/** @type {import('./editor.js').Editor | null} */
let editor = null;
/** @type {import('./plot.js').EnergyPlot | null} */
let plot = null;
let source = { xml: '', name: 'model.xml', files: new Map() };
let running = true;
let lastFrame = 0;

/** The picture; where the browser cannot draw in 3D, a message instead. */
function openStage() {
  try {
    return new Stage(byId('canvas'), byId('labels'));
  } catch (error) {
    const box = byId('message');
    box.textContent =
      'This page needs WebGL 2, which this browser does not offer or has turned off.';
    box.hidden = false;
    throw error;
  }
}

//------------------------------------ models -------------------------------------------------------

/**
 * Runs a model; an error leaves the old one running.
 * @param {{ xml: string, name: string, files: Map<string, Uint8Array> }} next
 * @param {boolean} keep keep state and camera: the same model, edited
 */
function runModel(next, keep) {
  let made;
  try {
    made = new Simulation(mujoco, next.xml, next.files, next.name);
  } catch (error) {
    source = next;
    showError(error);
    return false;
  }
  const old = simulation;
  if (old && keep) made.adoptState(old);
  made.speed = Number(byId('speed').value);
  simulation = made;
  source = next;
  hideError();
  stage.show(made, keep);
  panel.build(made, stage, { plot: byId('plot') });
  old?.dispose();
  fillKeyframes();
  plot?.clear();
  if (editor && !keep) editor.text = next.xml;
  editor?.showError(null);
  document.documentElement.dataset.model = next.name;
  return true;
}

/** @param {unknown} error */
function showError(error) {
  const { message, line, file } = /** @type {{ message: string, line?: number, file?: string }} */ (
    error
  );
  const text = message.replace(/^MuJoCo Error: (Loading error: )?/, '');
  const box = byId('message');
  box.replaceChildren();
  const title = document.createElement('b');
  title.textContent = `${file || source.name}${line ? `, line ${line}` : ''}`;
  const detail = document.createElement('pre');
  detail.textContent = text;
  box.append(title, detail);
  const add = (/** @type {string} */ label, /** @type {() => void} */ action) => {
    const button = document.createElement('button');
    button.textContent = label;
    button.onclick = action;
    box.append(button);
  };
  if (line && !file)
    add('Show the line', async () => {
      await toggleEditor(true);
      editor?.goToLine(line);
    });
  add('Close', hideError);
  box.hidden = false;
  editor?.showError({ message: text, line: file ? undefined : line });
}

function hideError() {
  byId('message').hidden = true;
}

/** @param {Map<string, Uint8Array>} files */
function runFiles(files) {
  try {
    const { name, text } = chooseModel(files);
    runModel({ xml: text, name, files }, false);
    byId('gallery').value = '';
  } catch (error) {
    showError(error);
  }
}

/** @param {string} name */
async function runExample(name) {
  try {
    const xml = await exampleText(name);
    if (runModel({ xml, name: `${name}.xml`, files: new Map() }, false))
      history.replaceState(null, '', name === exampleNames[0] ? location.pathname : `#${name}`);
    byId('gallery').value = name;
  } catch (error) {
    showError(error);
  }
}

/**
 * Fetches a model with the files that it names: a URL, or github:owner/repo/path.
 * @param {string} address
 */
async function runAddress(address) {
  hint(`Loading ${address} ...`);
  try {
    const { load } = await import('limber');
    const loaded = await load(address, { mujoco });
    const { name, text } = chooseModel(loaded.files);
    const files = new Map(loaded.files);
    loaded.dispose();
    runModel({ xml: text, name, files }, false);
    byId('gallery').value = '';
  } catch (error) {
    showError(error);
  }
}

//------------------------------------ page ---------------------------------------------------------

function fillKeyframes() {
  const select = byId('keyframe');
  const { model } = /** @type {Simulation} */ (simulation);
  select.replaceChildren(new Option('Start', '-1'));
  for (let i = 0; i < model.nkey; i++)
    select.append(new Option(simulation?.nameOf(24, i, 'keyframe'), String(i)));
  select.value = String(simulation?.key ?? -1);
  select.hidden = model.nkey === 0;
}

/** @param {boolean} on */
function setRunning(on) {
  running = on;
  byId('play').innerHTML = on ? icons.pause : icons.play;
  byId('play').setAttribute('aria-pressed', String(on));
  simulation?.restartClock();
}

function stepOnce() {
  setRunning(false);
  stage.view?.applyPerturb(false);
  simulation?.step();
  stage.dirty = true;
}

function restart() {
  simulation?.reset(Number(byId('keyframe').value));
  plot?.clear();
  panel.refresh();
  stage.dirty = true;
}

/** @param {boolean} [on] */
async function toggleEditor(on) {
  const box = byId('editor');
  box.hidden = !(on ?? box.hidden);
  byId('toggle-editor').setAttribute('aria-pressed', String(!box.hidden));
  if (!box.hidden && !editor) {
    const { Editor } = await import('./editor.js');
    editor = new Editor(box, (text) => runModel({ ...source, xml: text }, true));
    editor.text = source.xml;
  }
  stage.resize();
}

function togglePanel() {
  const box = byId('panel');
  box.hidden = !box.hidden;
  byId('toggle-panel').setAttribute('aria-pressed', String(!box.hidden));
  stage.resize();
}

/** @param {string} text */
function hint(text) {
  const box = byId('hint');
  box.textContent = text;
  box.hidden = !text;
  clearTimeout(hintTimer);
  hintTimer = window.setTimeout(() => (box.hidden = true), 3200);
}
let hintTimer = 0;

async function share() {
  const link = new URL(location.href);
  link.hash = `m=${packModel(editor?.text ?? source.xml)}`;
  history.replaceState(null, '', link);
  try {
    await navigator.clipboard.writeText(link.href);
    hint(
      source.files.size > 1
        ? 'Link copied; it holds the model text, not its other files.'
        : 'Link copied.',
    );
  } catch {
    hint('The link is in the address bar.');
  }
}

/** @param {string} name */
function setTheme(name) {
  document.documentElement.dataset.theme = name;
  localStorage.setItem('theme', name);
}

const keys = new Map(
  /** @type {[string, () => void][]} */ ([
    [' ', () => setRunning(!running)],
    ['ArrowRight', stepOnce],
    ['Backspace', restart],
    ['e', () => toggleEditor()],
    ['c', togglePanel],
    [
      'Escape',
      () => {
        stage.view?.select({ body: 0, point: new Float64Array(3), flex: -1, skin: -1 });
        stage.dirty = true;
      },
    ],
  ]),
);

function wire() {
  const gallery = byId('gallery');
  gallery.append(...exampleNames.map((name) => new Option(titleOf(name), name)));
  gallery.onchange = () => runExample(gallery.value);
  const speed = byId('speed');
  speed.append(
    ...speeds.map((value) => new Option(`${value}×`, String(value), value === 1, value === 1)),
  );
  speed.onchange = () => {
    if (simulation) simulation.speed = Number(speed.value);
  };
  byId('play').onclick = () => setRunning(!running);
  byId('step').onclick = stepOnce;
  byId('reset').onclick = restart;
  byId('keyframe').onchange = restart;
  byId('toggle-editor').onclick = () => toggleEditor();
  byId('toggle-panel').onclick = togglePanel;
  byId('share').onclick = share;
  byId('theme').onclick = () =>
    setTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');
  const input = byId('files');
  byId('open').onclick = () => input.click();
  input.onchange = async () => {
    if (input.files?.length) runFiles(await filesOfInput(input.files));
    input.value = '';
  };
  addEventListener('keydown', (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      target.closest('input, select, textarea, button, .cm-editor')
    )
      return;
    const action = keys.get(event.key);
    if (!action) return;
    event.preventDefault();
    action();
  });
  wireDrops();
  stage.onSelect = (body) => {
    if (body > 0 && simulation) hint(simulation.nameOf(1, body, 'body'));
  };
}

function wireDrops() {
  const shade = byId('drop');
  addEventListener('dragover', (event) => {
    event.preventDefault();
    shade.hidden = false;
  });
  addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) shade.hidden = true;
  });
  addEventListener('drop', async (event) => {
    event.preventDefault();
    shade.hidden = true;
    if (!event.dataTransfer) return;
    try {
      runFiles(await filesOfDrop(event.dataTransfer));
    } catch (error) {
      showError(error);
    }
  });
}

//------------------------------------ frames -------------------------------------------------------

/** @param {number} now */
function frame(now) {
  requestAnimationFrame(frame);
  const elapsed = Math.min((now - lastFrame) / 1000, 0.25);
  lastFrame = now;
  if (!simulation || !stage.view) return;
  try {
    if (running) {
      simulation.advance(elapsed, FRAME_BUDGET, () => stage.view?.applyPerturb(false));
    } else if (stage.view.perturb.active && stage.view.perturb.select > 0) {
      stage.view.applyPerturb(true);
      simulation.forward();
    }
  } catch (error) {
    setRunning(false);
    showError(error);
  }
  if (running || stage.dirty) {
    stage.draw();
    plot?.add(simulation.data);
    showClock();
  }
}

function showClock() {
  if (!simulation) return;
  byId('clock').textContent = `${simulation.data.time.toFixed(2)} s`;
  byId('factor').textContent = running ? `${simulation.factor.toFixed(2)}×` : 'paused';
}

async function start() {
  setTheme(
    localStorage.getItem('theme') ??
      (matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'),
  );
  if (matchMedia('(max-width: 760px)').matches) togglePanel();
  wire();
  setRunning(true);
  try {
    mujoco = await loadMujoco({ print: () => {}, printErr: (text) => console.info(text) });
  } catch (error) {
    showError(error);
    return;
  }
  const shared = location.hash.match(/^#m=(.+)$/);
  const example = decodeURIComponent(location.hash.slice(1));
  const address = new URLSearchParams(location.search).get('src');
  if (address) await runAddress(address);
  else if (shared)
    runModel({ xml: unpackModel(shared[1]), name: 'shared.xml', files: new Map() }, false);
  else await runExample(exampleNames.includes(example) ? example : exampleNames[0]);
  requestAnimationFrame(frame);
  const { EnergyPlot } = await import('./plot.js');
  plot = new EnergyPlot(byId('plot'));
  // for tests and for the curious
  Object.assign(window, {
    limber: {
      get simulation() {
        return simulation;
      },
      stage,
      setRunning,
    },
  });
}

start();
