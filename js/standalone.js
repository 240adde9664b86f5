// dist/viewer.js: engine, renderer, three and <limber-viewer> in one file, for pages without a bundler, and for the pages that
// `limber bundle` writes. A page may carry a model:
//
//   <script type="application/json" id="limber-bundle">{ "main": "scene.xml", "files": { "scene.xml": "..." }, "module": "..." }</script>
//   <limber-viewer></limber-viewer>
//
// where files and the engine's module are zlib's format in base64. `snapshot` may say what to show at first (viewer/snapshot.js), its
// state in base64 of the same kind.
import { unpackBytes } from './engine/packing.js';
import { load, loadMujoco, provideEngine } from './index.js';
import { LimberViewer } from './viewer/index.js';
import { checkSnapshot } from './viewer/snapshot.js';

export * from './index.js';
export * from './three/index.js';
export { default } from './notebook/widget.js';
export { LimberViewer };

/** @typedef {import('./viewer/page.js').Carried} Carried */

/**
 * Shows the model that the page carries.
 * @param {Carried} carried
 * @param {LimberViewer} viewer
 */
async function showCarried({ main, files, module, snapshot, program }, viewer) {
  try {
    if (module) provideEngine(loadMujoco({ wasmBinary: await unpackBytes(module) }));
    const contents = await Promise.all(
      Object.entries(files).map(
        async ([name, text]) =>
          /** @type {[string, Uint8Array]} */ ([name, await unpackBytes(text)]),
      ),
    );
    const simulation = await load(new Map(contents), { main });
    viewer.show(simulation);
    viewer.reset();
    if (snapshot) {
      const { state } = /** @type {{ state?: string }} */ (snapshot);
      viewer.apply(checkSnapshot(snapshot, state ? await unpackBytes(state) : undefined));
    }
    if (program) await viewer.runProgram(program.code, program.values);
    viewer.dispatchEvent(new CustomEvent('load', { detail: simulation }));
  } catch (error) {
    viewer.fail(error);
  }
}

const carried = globalThis.document?.getElementById('limber-bundle');
const place = globalThis.document?.querySelector('limber-viewer');
if (carried && place instanceof LimberViewer)
  showCarried(JSON.parse(carried.textContent ?? ''), place);
