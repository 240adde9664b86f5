// Watches how long the steps of a page take: physics that lets nothing else happen is stopped.

const LONG = 1500; // milliseconds of one frame's steps: the pace takes no more than one step when they are slow
const TIMES = 2; // in a row: once may be the machine

export class Watchdog {
  constructor() {
    this.count = 0;
  }

  /**
   * Runs the steps of a frame; throws when they take too long.
   * @param {() => void} steps
   */
  watch(steps) {
    const start = performance.now();
    steps();
    const took = performance.now() - start;
    this.count = took > LONG ? this.count + 1 : 0;
    if (this.count < TIMES) return;
    this.count = 0;
    throw new Error(
      `The simulation was paused: one step of this model takes ${(took / 1000).toFixed(1)} seconds.`,
    );
  }
}
