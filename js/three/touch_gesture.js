// What one finger means on a view: a drag turns the camera, a tap selects, and a finger that was held still for a moment, or that
// comes down again right after a tap, takes hold of what is under it.
const HOLD_TIME = 400; // milliseconds
const AGAIN_TIME = 320;
const SLOP = 10; // pixels in which a finger that stands still may wander
const AGAIN_SLOP = 30;

/** @typedef {{ x: number, y: number, time: number }} Touch */

/** @param {PointerEvent} event @returns {Touch} */
const touchOf = (event) => ({ x: event.clientX, y: event.clientY, time: event.timeStamp });

/** @param {Touch} a @param {Touch} b */
const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

export class TouchGesture {
  /**
   * @param {(event: PointerEvent) => void} tap
   * @param {(event: PointerEvent) => void} hold
   */
  constructor(tap, hold) {
    this.tap = tap;
    this.hold = hold;
    /** Where the finger came down; null when there is none, or no longer one alone. @type {Touch | null} */
    this.start = null;
    /** @type {Touch | null} */
    this.lastTap = null;
    /** Whether the finger has not gone anywhere yet. */
    this.still = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** @param {PointerEvent} event */
  down(event) {
    const touch = touchOf(event);
    const { lastTap } = this;
    this.cancel();
    if (
      lastTap &&
      touch.time - lastTap.time < AGAIN_TIME &&
      distance(touch, lastTap) < AGAIN_SLOP
    ) {
      this.hold(event);
      return;
    }
    this.start = touch;
    this.still = true;
    this.timer = setTimeout(() => {
      this.cancel();
      this.hold(event);
    }, HOLD_TIME);
  }

  /** Whether the motion of the finger is a drag. @param {PointerEvent} event */
  moved(event) {
    if (this.still && this.start && distance(touchOf(event), this.start) < SLOP) return false;
    this.cancel();
    return true;
  }

  /** @param {PointerEvent} event */
  up(event) {
    const isTap = this.still;
    this.cancel();
    if (!isTap || event.type === 'pointercancel') return;
    this.lastTap = touchOf(event);
    this.tap(event);
  }

  /** It is neither a tap nor held still. */
  cancel() {
    clearTimeout(this.timer);
    this.start = null;
    this.lastTap = null;
    this.still = false;
  }
}
