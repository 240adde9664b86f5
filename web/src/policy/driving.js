// A policy drives the model that it came with, and sets it on its feet when it lies.
import { steerPolicy } from 'limber/viewer';
import { openPolicy, policyAmong } from './choose.js';

/** @typedef {import('limber/viewer').SteeredPolicy} SteeredPolicy */
/** @typedef {import('limber').Simulation} Simulation */

const PATIENCE = 2; // seconds that a robot may lie
/** What tasks do until somebody steers. @type {Record<string, [command: string, values: number[]]>} */
const strolls = { quadruped: ['velocity', [0.5, 0, 0.15]] };

export class Driving {
  /** @param {import('../studio.js').Studio} studio */
  constructor(studio) {
    this.studio = studio;
    /** @type {SteeredPolicy | null} */
    this.run = null;
    /** The file of the policy. */
    this.name = '';
    this.on = true;
    /** When it was last seen on its feet, seconds. */
    this.upright = 0;
    /** What opens at present. @type {Promise<void>} */
    this.ready = Promise.resolve();
    studio.beforeStep.add((simulation) => {
      if (this.on && this.run) this.act(this.run, simulation);
    });
    studio.on('reset', () => this.restart());
    studio.on('model', () => (this.ready = this.open()));
  }

  /** Another model runs. */
  async open() {
    const { studio } = this;
    const { simulation, source } = studio;
    if (this.run && this.run.driver.simulation === simulation) return;
    this.close();
    // links, drafts and archives carry it among the files
    const name = source.policy ?? policyAmong(source.files);
    const bytes = name === undefined ? undefined : source.files.get(name);
    if (!bytes || !simulation) return;
    studio.holds.add(this);
    await studio.attempt(async () => {
      const run = await steerPolicy(simulation, await openPolicy(bytes), window);
      if (studio.simulation !== simulation) {
        run.dispose();
        return;
      }
      this.run = run;
      this.name = String(name);
      this.restart();
      const stroll = source.task === undefined ? undefined : strolls[source.task];
      if (stroll) run.driver.setCommand(...stroll);
    });
    if (studio.simulation !== simulation) return;
    studio.holds.delete(this);
    studio.pace.restart();
  }

  close() {
    this.studio.holds.delete(this);
    this.run?.dispose();
    this.run = null;
    this.on = true;
  }

  restart() {
    this.run?.reset();
    this.upright = this.studio.simulation?.data.time ?? 0;
  }

  /** @param {SteeredPolicy} run @param {Simulation} simulation */
  act(run, simulation) {
    run.beforeStep();
    const { time } = simulation.data;
    if (!run.driver.ended || time < this.upright) this.upright = time;
    // what is recorded stays as it is
    if (time - this.upright < PATIENCE || this.studio.tape) return;
    setOnFeet(simulation, this.studio.key);
    this.restart();
  }
}

/**
 * Brings a model back to a keyframe, where it is and with the heading that it has.
 * @param {Simulation} simulation
 * @param {number} key -1 for the reference state
 */
function setOnFeet({ model, data, mujoco }, key) {
  const { qpos } = data;
  const start = key < 0 ? model.qpos0 : model.key_qpos.subarray(key * model.nq);
  const [x, y, , qw, qx, qy, qz] = qpos;
  qpos.set(start.subarray(0, model.nq));
  data.qvel.fill(0);
  if (key >= 0) data.ctrl.set(model.key_ctrl.subarray(key * model.nu, (key + 1) * model.nu));
  if (model.njnt === 0 || model.jnt_type[0] !== mujoco.mjtJoint.mjJNT_FREE.value) return;
  const heading = Math.atan2(2 * (qw * qz + qx * qy), 1 - 2 * (qy * qy + qz * qz));
  qpos.set([x, y], 0);
  qpos.set([Math.cos(heading / 2), 0, 0, Math.sin(heading / 2)], 3);
}
