// Noise on the controls: a process with a memory (Ornstein-Uhlenbeck), added to what sliders and programs command.

/** A number from the standard normal distribution (Box and Muller, 1958). */
const normal = () =>
  Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());

export class ControlNoise {
  constructor() {
    /** Standard deviation as a part of half the control range. */
    this.std = 0;
    /** Time constant in seconds; 0: a new value in every step. */
    this.rate = 0;
    /** The process, what was commanded, and what was written. */
    this.process = new Float64Array(0);
    this.base = new Float64Array(0);
    this.written = new Float64Array(0);
  }

  /** Another model runs. */
  forget() {
    this.process = new Float64Array(0);
    this.base = new Float64Array(0);
    this.written = new Float64Array(0);
  }

  /** Before a step. @param {import('limber').Simulation} simulation */
  apply({ model, data }) {
    const { nu } = model;
    if (this.std === 0 && this.process.length === 0) return;
    if (this.process.length !== nu) {
      this.process = new Float64Array(nu);
      this.base = data.ctrl.slice();
      this.written = data.ctrl.slice();
    }
    const keep = Math.exp(-model.opt.timestep / Math.max(this.rate, 1e-10));
    const fresh = this.std * Math.sqrt(1 - keep * keep);
    for (let i = 0; i < nu; i++) {
      // somebody else moved the control: that is the new command
      if (data.ctrl[i] !== this.written[i]) this.base[i] = data.ctrl[i];
      this.process[i] = this.std === 0 ? 0 : keep * this.process[i] + fresh * normal();
      const [low, high] = model.actuator_ctrllimited[i]
        ? [model.actuator_ctrlrange[2 * i], model.actuator_ctrlrange[2 * i + 1]]
        : [-Infinity, Infinity];
      const half = Number.isFinite(low) ? (high - low) / 2 : 1;
      const value = Math.min(Math.max(this.base[i] + half * this.process[i], low), high);
      data.ctrl[i] = this.written[i] = this.process[i] === 0 ? this.base[i] : value;
    }
    if (this.std === 0) this.forget();
  }
}
