// Names of types that many tests use, and what the pages of the tests hold.
import type {
  MjContact as Contact,
  MjData as Data,
  MjModel as Model,
  MjSpec as Spec,
  MujocoModule,
} from '../../js/mujoco.js';
import type { EditorView } from '@codemirror/view';
import type { Page as BrowserPage } from 'playwright-core';
import type { WebGLRenderer } from 'three';
import type { Simulation } from '../../js/index.js';
import type { OrbitCamera, SimulationView } from '../../js/three/index.js';
import type { LimberViewer } from '../../js/viewer/viewer.js';
import type { Commands } from '../../web/src/commands.js';
import type { EditorPane } from '../../web/src/parts/editor_pane.js';
import type { OwnProgram } from '../../web/src/program/own.js';
import type { Panel } from '../../web/src/panel.js';
import type { addControl } from '../../web/src/parts/control.js';
import type { addReach } from '../../web/src/parts/reach.js';
import type { addGizmos } from '../../web/src/parts/gizmo.js';
import type { Stage } from '../../web/src/stage.js';
import type { Studio } from '../../web/src/studio.js';
import type { run } from '../browser/apps/app.js';
import type { runWorkers } from '../browser/apps/workers.js';
import type { TestBrowser as PageOpener } from '../browser/browser.mjs';
import type { checkBits } from '../js/batch_program.mjs';
import type { Headset } from '../browser/pictures/xr_device.js';

/** What the app of the bundlers' test tells. */
type AppResult = Awaited<ReturnType<typeof run>> & { viewed?: boolean; onServer?: number };

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
  type ShownViewer = LimberViewer &
    Shown & { readonly shadowRoot: ShadowRoot; readonly renderer: WebGLRenderer };
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
    control: ReturnType<typeof addControl>;
    reaching: ReturnType<typeof addReach>;
    gizmos: ReturnType<typeof addGizmos>;
    editor: EditorPane & { program: OwnProgram };
    readonly simulation: Simulation;
    setRunning(on: boolean): void;
  }

  interface Window {
    limber: StudioPage;
    /** How the app of the bundlers' test went. */
    result?: AppResult | { error: string };
    runWorkers: typeof runWorkers;
    /** Of the page of workers: it is ready, and what it checks. */
    ready?: boolean;
    /** Of the page of tests/determinism: its engine. */
    engine?: MujocoModule;
    remote(shared: boolean): Promise<string[]>;
    rollout(): Promise<string[]>;
    /** Of the page of batches. */
    checkBits(
      models: Record<string, string>,
      options: Parameters<typeof checkBits>[2],
    ): Promise<string[]>;
    batches: typeof import('limber');
    /** Of the page of environments. */
    envBits(setting: Parameters<typeof import('../js/env_program.mjs').envBits>[1]): Promise<string[]>;
    /** Of the page of threads. */
    compare(threads: number): Promise<{ same: boolean; waiting: number; nisland: boolean }>;
    atOnce(): Promise<number>;
    errors(): Promise<string[]>;
    axe: typeof import('axe-core');
    headset: Headset;
    /** When a list was seen first. */
    seen?: number | null;
    /** What only a script of a stranger would set. */
    hacked?: number;
    recorded?: number[][];
    beat?: ReturnType<typeof setTimeout>;
    strange?: boolean;
    /** Draws before the picture is read, where a page does not draw by itself. */
    limberDraw?: () => void;
  }

  // The tests ask for what their pages hold: what is missing fails them with a TypeError.
  interface ParentNode {
    querySelector(selectors: 'limber-viewer'): ShownViewer;
    querySelector(selectors: '#gallery'): HTMLSelectElement;
    querySelector<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K];
    querySelector(selectors: string): HTMLElement;
    querySelectorAll<K extends keyof HTMLElementTagNameMap>(
      selectors: K,
    ): NodeListOf<HTMLElementTagNameMap[K]>;
    querySelectorAll(selectors: string): NodeListOf<HTMLElement>;
  }

  interface Document {
    createElement(tagName: 'limber-viewer'): ShownViewer;
    getElementById(elementId: 'viewer'): ShownViewer;
    getElementById(elementId: 'history'): HTMLInputElement;
    getElementById(elementId: string): HTMLElement;
  }

  /** Where CodeMirror keeps the editor: its element of the class cm-content. */
  interface HTMLElement {
    cmTile: { view: EditorView };
  }

  /** Of entries of the type layout-shift. */
  interface PerformanceEntry {
    hadRecentInput: boolean;
    value: number;
  }
}
