// The pace of a simulation whose steps wait for a program: it also says when a picture is due. A picture keeps answers waiting, and each
// waits for the one before: while steps of a frame are to come, there is none, for a while.

/** @typedef {import('../../sim/simulation.js').Simulation} Simulation */

const LONGEST = 60; // milliseconds that a picture waits for steps

export class AskedPace {
  /** @param {import('../../sim/pace.js').Pace} pace */
  constructor(pace) {
    this.pace = pace;
    this.isPending = false;
    /** Who is asked before the next step: steps that wait for a slow machine go on for many frames. @type {() => Promise<unknown>} */
    this.ready = async () => {};
    /** Seconds of frames without a picture. */
    this.elapsed = 0;
    /** When the picture began to wait. @type {number | null} */
    this.since = null;
  }

  /**
   * Steps for a time that passed; returns whether a picture is due.
   * @param {Simulation} simulation
   * @param {number} elapsed seconds of the clock
   * @param {() => Promise<unknown>} ready asked before each step
   * @param {(error: unknown) => void} onError
   */
  advance(simulation, elapsed, ready, onError) {
    this.elapsed += elapsed;
    this.ready = ready;
    if (this.isPending) {
      const now = performance.now();
      this.since ??= now;
      if (now - this.since < LONGEST) return false;
    }
    const isFirst = !this.isPending;
    this.isPending = true;
    this.pace
      .advanceAfter(simulation, this.elapsed, () => this.ready())
      .catch(onError)
      .finally(() => {
        if (isFirst) this.isPending = false;
      });
    this.elapsed = 0;
    this.since = null;
    return true;
  }
}
