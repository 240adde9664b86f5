// The element <limber-viewer> in JSX: `import 'limber/react'` makes it known to TypeScript.
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { LimberViewer } from '../viewer/viewer.js';

/** Attributes of the element in JSX; `key` is React's own, so the keyframe is `keyframe`. */
export interface ViewerAttributes extends DetailedHTMLProps<
  HTMLAttributes<LimberViewer>,
  LimberViewer
> {
  /** Address or text of the model. */
  src?: string;
  /** Keyframe to start from, by name or number. */
  keyframe?: string | number;
  /** Camera of the model by name or number, or 'track'. */
  camera?: string | number;
  /** Whether there is a bar with run, step and restart. */
  controls?: boolean;
  /** Whether there is a button for a headset. */
  xr?: boolean;
  /** Whether it stands still. */
  paused?: boolean;
  /** Simulated seconds for a second of the clock. */
  speed?: number;
  /** 'lazy': the model is fetched when the element comes near the picture. */
  loading?: 'lazy' | 'eager';
  /** Address of a picture that is shown until the model is there. */
  poster?: string;
  /** Address of a policy that drives it. */
  policy?: string;
  /** How it is drawn: 'nice' has soft shadows and the light of the surroundings. */
  look?: 'reference' | 'nice';
  /** As in HTML. */
  class?: string;
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'limber-viewer': ViewerAttributes;
    }
  }
}
