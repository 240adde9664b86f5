// Entry 'limber/viewer': <limber-viewer>, a simulation as an element of a page.
//
//   <script type="module">import 'limber/viewer';</script>
//   <limber-viewer src="robot/scene.xml" keyframe="home" camera="track" controls></limber-viewer>
//
// Importing this module defines the element, the one import in the package that does something. Around it: snapshots of what a
// viewer shows, and pages that carry a model with the viewer.
import { LimberViewer } from './viewer.js';

/** @typedef {import('./tag.js').ViewerTag} ViewerTag */
/** @typedef {import('./tag.js').ViewerEvents} ViewerEvents */
/** @typedef {import('./page.js').Carried} Carried */
/** @typedef {import('./program/program.js').ProgramParameter} ProgramParameter */
/** @typedef {import('./steering.js').Axis} Axis */
/** @typedef {import('./snapshot.js').Snapshot} Snapshot */
/** @typedef {import('./snapshot.js').Values} Values */

if (globalThis.customElements && !customElements.get('limber-viewer'))
  customElements.define('limber-viewer', LimberViewer);

export * from './tools.js';
export { LimberViewer };
