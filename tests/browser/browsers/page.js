// What every browser has to show, in a page of the package's own modules: the bits of the examples, a picture of the viewer, and the
// studio. The address says which examples; what came of it goes to the server.
import { loadMujoco } from 'limber';
import 'limber/viewer';
import { traceOf } from '/tests/determinism/trace.mjs';

/** Waits for something that comes true in time. @param {() => unknown} condition @param {string} what */
async function until(condition, what) {
  for (let i = 0; i < 1200; i++) {
    if (condition()) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`waited for ${what}`);
}

/** How many colours a canvas shows. @param {CanvasImageSource} source */
function colorsOf(source) {
  const canvas = document.createElement('canvas');
  canvas.width = 64;
  canvas.height = 48;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.drawImage(source, 0, 0, 64, 48);
  const { data } = context.getImageData(0, 0, 64, 48);
  const colors = new Set();
  for (let i = 0; i < data.length; i += 4)
    colors.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
  return colors.size;
}

/** @param {string[]} names @param {{ steps: number, every: number }} run */
async function traces(names, run) {
  const mujoco = await loadMujoco({ print() {}, printErr() {} });
  /** @type {Record<string, string[]>} */
  const result = {};
  for (const name of names) {
    const bytes = new Uint8Array(await (await fetch(`/models/${name}`)).arrayBuffer());
    result[name] = traceOf(mujoco, bytes, run);
  }
  return result;
}

async function viewer() {
  const shown = document.createElement('limber-viewer');
  shown.style.cssText = 'display: block; width: 160px; height: 120px';
  document.body.append(shown);
  await shown.load('/examples/humanoid.xml');
  shown.paused = false;
  await until(() => Number(shown.simulation?.time) > 0.05, 'the viewer to step');
  let colors = 0;
  // what was drawn is there until the frame ends
  await new Promise((done) => {
    shown.addEventListener(
      'frame',
      () => {
        const canvas = shown.shadowRoot?.querySelector('canvas');
        if (canvas) colors = colorsOf(canvas);
        done(undefined);
      },
      { once: true },
    );
  });
  shown.remove();
  return { colors };
}

async function studio() {
  const frame = document.createElement('iframe');
  frame.style.cssText = 'width: 900px; height: 600px';
  frame.src = '/dist/studio/index.html?src=/examples/hopper.xml';
  document.body.append(frame);
  const page = () => frame.contentDocument;
  await until(() => Number(page()?.querySelector('canvas')?.width) > 0, "the studio's canvas");
  await until(() => /hopper/.test(page()?.body.innerText ?? ''), 'the studio to show the model');
  frame.remove();
  return true;
}

/** Steps a second here, and those of the peer. @param {string} name of a model */
async function speeds(name) {
  const bytes = new Uint8Array(await (await fetch(`/models/${name}`)).arrayBuffer());
  const xml = await (await fetch(`/examples/${name}`)).text();
  const address = '/node_modules/@mujoco/mujoco/mujoco.js';
  const peer = await (await import(address)).default({ print() {}, printErr() {} });
  const own = await loadMujoco({ print() {}, printErr() {} });
  /** @param {Mujoco} mujoco @param {MjModel} model @returns {() => number} steps a second of the next ones */
  const runner = (mujoco, model) => {
    const data = new mujoco.MjData(model);
    for (let i = 0; i < 1000; i++) mujoco.mj_step(model, data);
    return () => {
      const start = performance.now();
      for (let i = 0; i < 250; i++) mujoco.mj_step(model, data);
      return 250_000 / (performance.now() - start);
    };
  };
  const ours = runner(own, own.MjModel.from_binary_buffer(bytes));
  const theirs = runner(peer, peer.MjModel.from_xml_string(xml));
  // in turns, so that other programs slow both; the middle one of many says what it is
  const rounds = Array.from({ length: 15 }, () => ({ limber: ours(), peer: theirs() }));
  const middle = (/** @type {number[]} */ values) => values.sort((x, y) => x - y)[7];
  return {
    limber: middle(rounds.map(({ limber }) => limber)),
    ratio: middle(rounds.map(({ limber, peer: other }) => limber / other)),
  };
}

async function run() {
  const wanted = new URLSearchParams(location.search);
  const names = wanted.getAll('model');
  const plan = { steps: Number(wanted.get('steps')), every: 10 };
  return {
    agent: navigator.userAgent,
    traces: await traces(names, plan),
    viewer: await viewer(),
    studio: wanted.has('studio') ? await studio() : null,
    speeds: wanted.has('speed') ? await speeds('humanoid.xml') : null,
  };
}

run()
  .catch((error) => ({ error: String(error?.stack ?? error) }))
  .then((result) => fetch('/report', { method: 'POST', body: JSON.stringify(result) }));
