// How much a picture costs follows what the machine can: what is fine in the look 'nice', then resolution, shadows and reflections are
// taken back while frames come too slowly because of the drawing, and given again while there is time left. What is saved or shared has all of it.

/** From all to little; `ratio` is of the pixels along an edge. @type {import('./stage.js').Stage['effort'][]} */
export const LEVELS = [
  { ratio: 1, shadowSize: Infinity, reflections: true, fine: true, round: true },
  { ratio: 1, shadowSize: 2048, reflections: true, fine: false, round: true },
  { ratio: 0.75, shadowSize: 1024, reflections: true, fine: false, round: true },
  { ratio: 0.6, shadowSize: 1024, reflections: false, fine: false, round: true },
  { ratio: 0.5, shadowSize: 512, reflections: false, fine: false, round: false },
  { ratio: 0.35, shadowSize: 512, reflections: false, fine: false, round: false },
  { ratio: 0.25, shadowSize: 0, reflections: false, fine: false, round: false },
];
/** Where a machine that draws in software begins. */
const SOFTWARE_LEVEL = 3;
const FRAMES = 12; // that are looked at together
const LONG = 1.5; // seconds of fewer frames that tell enough
const SLOW = 1 / 45; // seconds: below 60 frames a second by more than a hiccup
const FAST = 1 / 58;
const PATIENCE = 4; // seconds of fast frames before more is tried; doubled where it was too much
const LONGEST = 120;
const FINER = 2; // pixels along an edge in place of several samples in each
const PAUSE = 1; // seconds without a frame, after quick ones: the page was not seen
const QUICK = 0.3; // seconds

export class Quality {
  /** @param {import('./stage.js').Stage} stage */
  constructor(stage) {
    this.stage = stage;
    /** Whether it follows the machine. */
    this.automatic = true;
    /** Whether all is drawn whatever it costs: a film is recorded. */
    this.held = false;
    /** Whether a picture to keep is drawn. */
    this.kept = false;
    this.level = 0;
    this.patience = PATIENCE;
    this.calm = 0;
    // frames that were looked at
    this.count = 0;
    this.time = 0;
    this.drawing = 0;
    /** Seconds of the last one. */
    this.last = 0;
  }

  /** Begins lower where the browser draws in software: its stage has no samples within pixels. */
  begin() {
    if (!this.stage.antialias) this.use(SOFTWARE_LEVEL);
  }

  forget() {
    this.count = 0;
    this.time = 0;
    this.drawing = 0;
  }

  /** @param {number} level */
  use(level) {
    this.level = Math.min(Math.max(level, 0), LEVELS.length - 1);
    this.apply();
    this.forget();
    this.calm = 0;
  }

  apply() {
    const { stage, held, kept } = this;
    const level = LEVELS[held || kept ? 0 : this.level];
    // a film in software is slow enough
    const smooth = stage.antialias || level !== LEVELS[0] || (held && !kept);
    stage.setEffort(smooth ? level : { ...level, ratio: FINER });
  }

  /** Follows the machine, or draws all there is. @param {boolean} automatic */
  setAutomatic(automatic) {
    this.automatic = automatic;
    this.patience = PATIENCE;
    if (!automatic) this.use(0);
  }

  /** Draws all there is until told otherwise: a film has one size, and it is the best. @param {boolean} held */
  hold(held) {
    this.held = held;
    this.apply();
  }

  /** Draws with all there is while an action runs: pictures to keep. @template T @param {() => T} action @returns {T} */
  withAll(action) {
    this.kept = true;
    this.apply();
    try {
      return action();
    } finally {
      this.kept = false;
      this.apply();
    }
  }

  /**
   * After a frame.
   * @param {number} elapsed seconds since the one before
   * @param {number} physics seconds of it that the steps took
   */
  frame(elapsed, physics) {
    if (!this.automatic || this.held || this.stage.headset) return;
    const wasSeen = elapsed < PAUSE || this.last > QUICK;
    this.last = elapsed;
    if (!wasSeen) {
      this.forget();
      return;
    }
    this.count++;
    this.time += elapsed;
    this.drawing += Math.max(elapsed - physics, 0);
    if (this.count < FRAMES && this.time < LONG) return;
    const mean = this.time / this.count;
    const drawing = this.drawing / this.count;
    const { time } = this;
    this.forget();
    if (mean > SLOW) {
      // steps that take long do not get shorter by it
      if (drawing < mean / 2 || this.level === LEVELS.length - 1) return;
      if (this.calm < 0) this.patience = Math.min(2 * this.patience, LONGEST);
      this.use(this.level + (drawing > 3 * SLOW ? 2 : 1));
      return;
    }
    this.calm = mean < FAST ? this.calm + time : Math.min(this.calm, 0);
    if (this.calm < this.patience || this.level === 0) return;
    this.use(this.level - 1);
    // a slow frame soon after says that it was too much
    this.calm = -PATIENCE;
  }
}
