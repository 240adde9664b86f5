// The element's tag, for querySelector and createElement.
import type { LimberViewer } from './viewer.js';

declare global {
  interface HTMLElementTagNameMap {
    'limber-viewer': LimberViewer;
  }
}

/** Name of the element. */
export type ViewerTag = 'limber-viewer';
