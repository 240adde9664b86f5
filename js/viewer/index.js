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

export { AskedPace } from './program/asked_pace.js';
export { handleFields, handleKinds } from './program/exchange.js';
export { FRAME_SCRIPT } from './program/frame.js';
export { SandboxedProgram } from './program/program.js';
export { ProgramError } from './program/sandbox.js';
export { writeAttributes, writeCarried, writePage } from './page.js';
export {
  applySnapshot,
  checkSnapshot,
  readDisplay,
  readPhysics,
  takeSnapshot,
  writeDisplay,
} from './snapshot.js';
export { AXES, Steering } from './steering.js';
export { SteeredPolicy, steerPolicy } from './steered_policy.js';
export { LimberViewer };
