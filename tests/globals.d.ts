// Names of types that many tests use.
import type { MjData as Data, MjModel as Model, MujocoModule } from '../js/mujoco.js';
import type { Page as BrowserPage } from 'playwright-core';

declare global {
  type Mujoco = MujocoModule;
  type MjModel = Model;
  type MjData = Data;
  type Page = BrowserPage;
}
