// The element's tag, for querySelector and createElement, and its events.
import type { Simulation } from '../index.js';
import type { XrSession } from '../three/index.js';
import type { LimberViewer } from './viewer.js';

/** Events of the element, by name. */
export interface ViewerEvents {
  /** Another model runs. */
  load: CustomEvent<Simulation>;
  /** A model cannot be loaded, or a step failed. */
  error: CustomEvent<unknown>;
  /** The state was set anew. */
  reset: CustomEvent<null>;
  /** A picture was drawn. */
  frame: CustomEvent<null>;
  /** A headset was put on, or taken off: null. */
  headset: CustomEvent<XrSession | null>;
}

/** All events of the element, those of elements of pages too. */
export interface ViewerEventMap
  extends Omit<HTMLElementEventMap, keyof ViewerEvents>, ViewerEvents {}

declare module './viewer.js' {
  interface LimberViewer {
    addEventListener<K extends keyof ViewerEventMap>(
      type: K,
      listener: (this: LimberViewer, event: ViewerEventMap[K]) => unknown,
      options?: boolean | AddEventListenerOptions,
    ): void;
    addEventListener(
      type: string,
      listener: EventListenerOrEventListenerObject,
      options?: boolean | AddEventListenerOptions,
    ): void;
    removeEventListener<K extends keyof ViewerEventMap>(
      type: K,
      listener: (this: LimberViewer, event: ViewerEventMap[K]) => unknown,
      options?: boolean | EventListenerOptions,
    ): void;
    removeEventListener(
      type: string,
      listener: EventListenerOrEventListenerObject,
      options?: boolean | EventListenerOptions,
    ): void;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'limber-viewer': LimberViewer;
  }
}

/** Name of the element. */
export type ViewerTag = 'limber-viewer';
