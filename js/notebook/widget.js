// Entry 'limber/notebook': a widget for notebooks (Jupyter, marimo, Colab) by the convention of anywidget, an object with render(). The
// same object is the default export of dist/viewer.js, one file with everything. Traits, all of them optional but the model:
//
//   model      text of MJCF or URDF, or an address
//   qpos       positions: written by Python they are shown, while it runs the page writes them
//   ctrl       controls: written by Python they act
//   time       of the simulation in seconds, written by the page
//   paused, speed, keyframe, camera   as in <limber-viewer>
//   height     of the picture in pixels (400)
//   wasm       bytes of limber.wasm, where the page cannot fetch them
import { loadMujoco, provideEngine } from '../index.js';
import '../viewer/index.js';

/** What is used of the model of an anywidget. @typedef {object} Traits
 * @property {(name: string) => unknown} get
 * @property {(name: string, value: unknown) => void} set
 * @property {() => void} save_changes
 * @property {(event: string, listener: () => void) => void} on
 * @property {(event: string, listener: () => void) => void} off
 */
/** @typedef {import('../viewer/index.js').LimberViewer} LimberViewer */

/** Milliseconds between two messages to Python. */
const interval = 100;
const settings = /** @type {const} */ (['paused', 'speed', 'keyframe', 'camera']);

/** A message under the picture. @param {HTMLElement} element @param {unknown} error */
function tell(element, error) {
  element.textContent = error instanceof Error ? error.message : String(error ?? '');
  element.hidden = !error;
}

/** Numbers of a trait, null where there are none. @param {unknown} value */
function numbersOf(value) {
  const list = Array.from(/** @type {ArrayLike<number>} */ (value ?? []), Number);
  return list.length ? list : null;
}

/**
 * What Python wrote, into the simulation.
 * @param {LimberViewer} viewer
 * @param {'qpos' | 'ctrl'} field
 * @param {unknown} value
 */
function write(viewer, field, value) {
  const values = numbersOf(value);
  const { simulation } = viewer;
  if (!values || !simulation) return;
  simulation.data[field] = values;
  if (field === 'qpos') simulation.forward();
}

/**
 * Shows a viewer in a cell.
 * @param {{ model: Traits, el: HTMLElement }} context
 * @returns {() => void} takes it away
 */
function render({ model: traits, el }) {
  const wasm = traits.get('wasm');
  if (ArrayBuffer.isView(wasm) && wasm.byteLength) {
    const { buffer, byteOffset, byteLength } = wasm;
    const wasmBinary = new Uint8Array(buffer, byteOffset, byteLength).slice();
    provideEngine(loadMujoco({ wasmBinary }));
  }
  const viewer = document.createElement('limber-viewer');
  viewer.controls = true;
  viewer.style.cssText = `display: block; width: 100%; height: ${Number(traits.get('height') ?? 400)}px`;
  const message = document.createElement('pre');
  message.setAttribute('role', 'alert');
  tell(message, '');
  el.append(viewer, message);

  /** What the page wrote last, which Python sends back. @type {string} */
  let sent = '';
  let last = 0;
  /** @type {[event: string, listener: () => void][]} */
  const listeners = [];
  const on = (/** @type {string} */ name, /** @type {() => void} */ listener) => {
    traits.on(`change:${name}`, listener);
    listeners.push([`change:${name}`, listener]);
  };
  const open = () => {
    const source = traits.get('model');
    if (source) viewer.load(String(source));
  };
  const apply = (/** @type {typeof settings[number]} */ name) => {
    const value = traits.get(name);
    if (value !== undefined && value !== null && value !== '')
      Object.assign(viewer, { [name]: value });
  };
  on('model', open);
  for (const name of settings) {
    on(name, () => apply(name));
    apply(name);
  }
  on('qpos', () => {
    const text = JSON.stringify(numbersOf(traits.get('qpos')));
    if (text !== sent) write(viewer, 'qpos', traits.get('qpos'));
  });
  on('ctrl', () => write(viewer, 'ctrl', traits.get('ctrl')));
  viewer.addEventListener('load', () => {
    tell(message, '');
    write(viewer, 'qpos', traits.get('qpos'));
    write(viewer, 'ctrl', traits.get('ctrl'));
  });
  viewer.addEventListener('error', ({ detail }) => tell(message, detail));
  viewer.addEventListener('frame', () => {
    const { simulation } = viewer;
    if (!simulation || performance.now() - last < interval) return;
    last = performance.now();
    const qpos = Array.from(simulation.data.qpos);
    const text = JSON.stringify(qpos);
    if (text === sent) return;
    sent = text;
    traits.set('qpos', qpos);
    traits.set('time', simulation.time);
    traits.save_changes();
  });
  open();
  return () => {
    for (const [event, listener] of listeners) traits.off(event, listener);
    viewer.remove();
    message.remove();
  };
}

export default { render };
