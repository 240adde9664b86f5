// Entry 'limber/viewer': <limber-viewer>, a simulation as an element of a page.
//
//   <script type="module">import 'limber/viewer';</script>
//   <limber-viewer src="robot/scene.xml" key="home" camera="track" controls></limber-viewer>
//
// Importing this module defines the element, the one import in the package that does something.
import { LimberViewer } from './viewer.js';

/** @typedef {import('./tag.js').ViewerTag} ViewerTag */

if (globalThis.customElements && !customElements.get('limber-viewer'))
  customElements.define('limber-viewer', LimberViewer);

export { LimberViewer };
