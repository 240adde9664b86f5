// Names of types that many tests use, and what the pages of the tests hold.
import type {
  MjContact as Contact,
  MjData as Data,
  MjModel as Model,
  MjSpec as Spec,
  MujocoModule,
} from '../../js/mujoco.js';
import type { Page as BrowserPage } from 'playwright-core';
import type { Simulation } from '../../js/index.js';
import type { OrbitCamera, SimulationView } from '../../js/three/index.js';
import type { LimberViewer } from '../../js/viewer/viewer.js';
import type { Commands } from '../../web/src/commands.js';
import type { Panel } from '../../web/src/panel.js';
import type { Stage } from '../../web/src/stage.js';
import type { Studio } from '../../web/src/studio.js';
import type { TestBrowser as PageOpener } from '../browser/browser.mjs';

/** What is there while a model is shown. */
interface Shown {
  simulation: Simulation;
  view: SimulationView;
  camera: OrbitCamera;
}

declare global {
  type Mujoco = MujocoModule;
  type MjContact = Contact;
  type MjData = Data;
  type MjModel = Model;
  type MjSpec = Spec;
  type Page = BrowserPage;
  type TestBrowser = PageOpener;

  /** The element of a page that shows a model. */
  type ShownViewer = LimberViewer & Shown & { readonly shadowRoot: ShadowRoot };
  /** The studio's picture while it shows a model. */
  type ShownStage = Stage & Pick<Shown, 'view' | 'camera'>;
  /** The studio while a model runs. */
  type RunningStudio = Studio & Pick<Shown, 'simulation'> & { stage: ShownStage };

  /** What web/src/main.js puts into its page. */
  interface StudioPage {
    studio: RunningStudio;
    commands: Commands;
    stage: ShownStage;
    panel: Panel;
    readonly simulation: Simulation;
    setRunning(on: boolean): void;
  }

  interface Window {
    limber: StudioPage;
    /** Draws before the picture is read, where a page does not draw by itself. */
    limberDraw?: () => void;
  }

  // The tests ask for what their pages hold: what is missing fails them with a TypeError.
  interface ParentNode {
    querySelector(selectors: 'limber-viewer'): ShownViewer;
    querySelector<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K];
    querySelector(selectors: string): HTMLElement;
    querySelectorAll<K extends keyof HTMLElementTagNameMap>(
      selectors: K,
    ): NodeListOf<HTMLElementTagNameMap[K]>;
    querySelectorAll(selectors: string): NodeListOf<HTMLElement>;
  }

  interface Document {
    createElement(tagName: 'limber-viewer'): ShownViewer;
    getElementById(elementId: string): HTMLElement;
  }
}
