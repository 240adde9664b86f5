// The page that trains: choose a task, watch curve and robots, pause, save, share.
//
// A link is train.html#p=TEXT: a policy's JSON, deflated, as base64url.
import { loadPolicy, readPolicy, taskNames, writeOnnx, writePolicy } from 'limber/env';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { byId } from '../dom.js';
import { deflate, fromUrlText, inflate, toUrlText } from '../share/bytes.js';
import { Robots } from './robots.js';

/** @typedef {import('./worker.js').News} News */

const MOST_TEXT = 4e6;
const state = byId('state', HTMLOutputElement);
const task = byId('task', HTMLSelectElement);
const seed = byId('seed', HTMLInputElement);
const pause = byId('pause', HTMLButtonElement);
const robots = new Robots(byId('picture', HTMLCanvasElement));

/** @param {string} id @param {() => void} body */
function button(id, body) {
  const element = byId(id, HTMLButtonElement);
  element.addEventListener('click', body);
  return element;
}

/** What the page knows of the training. */
const present = {
  /** @type {Worker | null} */
  worker: null,
  policy: '',
  samples: 0,
  isPaused: false,
};

/** @type {[number[], (number | null)[]]} */
const points = [[], []];
const axis = { stroke: '#9aa7b6', grid: { stroke: '#2b333d' }, ticks: { stroke: '#2b333d' } };
const chart = new uPlot(
  {
    width: 390,
    height: 150,
    legend: { show: false },
    scales: { x: { time: false } },
    axes: [
      { ...axis, values: (_, values) => values.map((value) => `${(value / 1e6).toFixed(2)} M`) },
      { ...axis, size: 48 },
    ],
    series: [{}, { stroke: '#6db3ff', width: 2 }],
  },
  points,
  byId('curve', HTMLDivElement),
);

const makers = ['json', 'onnx', 'link'].map((id) => byId(id, HTMLButtonElement));

/** A policy that can be shown and saved. @param {string} text */
async function take(text) {
  present.policy = text;
  for (const element of makers) element.disabled = false;
  await robots.follow(text);
}

/** @param {unknown} error */
function tell(error) {
  state.value = String(error instanceof Error ? error.message : error).replace(
    /^MuJoCo Error: /,
    '',
  );
}

/** @param {Extract<News, { kind: 'progress' }>} news */
function showProgress({ progress, policy }) {
  const rate = Math.round(progress.samples / (progress.collecting + progress.learning));
  const share = Math.min(100, Math.round((100 * progress.total) / present.samples));
  const mean = progress.episodes > 0 ? progress.return.toFixed(2) : 'none yet';
  state.value = `${share}% of ${present.samples / 1e6} M steps, ${rate} steps a second
return ${mean}, iteration ${progress.iteration}`;
  points[0].push(progress.total);
  points[1].push(progress.episodes > 0 ? progress.return : null);
  chart.setData(points);
  if (policy) take(policy).catch(tell);
}

/** @param {News} news */
function hear(news) {
  if (news.kind === 'ready') {
    present.samples = news.samples;
    state.value = `${news.count} robots, ${news.workers} workers`;
  } else if (news.kind === 'progress') showProgress(news);
  else if (news.kind === 'checkpoint') download(`${task.value}.training`, news.text);
  else {
    if (news.kind === 'failed') tell(news.message);
    else {
      take(news.policy).catch(tell);
      state.value += '\ndone';
    }
    stop();
  }
}

/** @param {string} name @param {string | Uint8Array<ArrayBuffer>} content */
function download(name, content) {
  const address = URL.createObjectURL(new Blob([content]));
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

function stop() {
  present.worker?.terminate();
  present.worker = null;
  pause.disabled = true;
  byId('save', HTMLButtonElement).disabled = true;
}

/** @param {string} [checkpoint] */
function start(checkpoint) {
  stop();
  points[0].length = points[1].length = 0;
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }) => {
    if (present.worker === worker) hear(data);
  });
  worker.addEventListener('error', (event) => tell(event.message || 'the worker could not start'));
  Object.assign(present, { worker, isPaused: false });
  Object.assign(pause, { disabled: false, textContent: 'Pause' });
  byId('save', HTMLButtonElement).disabled = false;
  state.value = 'starting';
  worker.postMessage({
    kind: 'start',
    task: task.value,
    seed: Number(seed.value) || 0,
    checkpoint,
  });
}

pause.addEventListener('click', () => {
  present.isPaused = !present.isPaused;
  present.worker?.postMessage({ kind: present.isPaused ? 'pause' : 'resume' });
  pause.textContent = present.isPaused ? 'Resume' : 'Pause';
});
byId('plan', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  start();
});
task.addEventListener('change', () => {
  stop();
  robots.show(task.value).catch(tell);
});
button('json', () => download(`${task.value}.json`, present.policy));
button('onnx', () =>
  download(`${task.value}.onnx`, writeOnnx(readPolicy(JSON.parse(present.policy)))),
);
button('save', () => present.worker?.postMessage({ kind: 'checkpoint' }));
button('link', () => {
  const half = writePolicy(readPolicy(JSON.parse(present.policy)), { precision: 'float16' });
  const text = toUrlText(deflate(new TextEncoder().encode(half)));
  history.replaceState(null, '', `#p=${text}`);
  navigator.clipboard
    ?.writeText(location.href)
    .then(() => (state.value = 'the link is in the clipboard'))
    .catch(() => (state.value = 'the link is in the address bar'));
});
byId('open', HTMLInputElement).addEventListener('change', async ({ target }) => {
  const file = /** @type {HTMLInputElement} */ (target).files?.[0];
  if (!file) return;
  try {
    const text = await file.text();
    const { format, options } = JSON.parse(text);
    if (format !== 'limber-training') return await showPolicy(text);
    await choose(options.task);
    seed.value = String(options.seed);
    start(text);
  } catch (error) {
    tell(error);
  }
});

/** @param {string} name */
async function choose(name) {
  if (!taskNames.includes(name)) throw new Error(`there is no task '${name}'`);
  task.value = name;
  await robots.show(name);
}

/** Shows robots that act by a policy. @param {string} text */
async function showPolicy(text) {
  const policy = await loadPolicy(text);
  await choose(policy.task ?? task.value);
  await take(text);
  const { seed: used, return: mean } = policy.training;
  state.value = `a policy for ${task.value}: seed ${used}, return ${Number(mean).toFixed(2)}`;
}

task.append(...taskNames.map((name) => new Option(name)));
const [, packed] = /^#p=([\w-]+)$/.exec(location.hash) ?? [];
const begun = packed
  ? Promise.resolve().then(() =>
      showPolicy(new TextDecoder().decode(inflate(fromUrlText(packed), MOST_TEXT))),
    )
  : robots.show(task.value);
begun.catch(tell);

/** For tests: what is drawn, and how far it is. */
Object.assign(window, { limberTrain: { robots, points, present } });
