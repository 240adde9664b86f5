// Which viewers of a page have a picture that moves. A browser lets a page draw in 3D in some places at a time only (often 16, on
// phones 8) and takes the oldest away without asking. So that this never happens, viewers share a smaller number: one that is seen
// gets the place of one that is not; the others keep the picture that they had.

/**
 * What holds a place. `isSeen`: it is in sight; `isBusy`: nothing may take its place; `letGo` gives the place up.
 * @typedef {{ readonly isSeen: boolean, readonly isBusy: boolean, letGo: () => void, takeUp: () => void }} Holder
 */

const MOST = 8;

export class Contexts {
  constructor(most = MOST) {
    this.most = most;
    /** The one that waits longest for its next turn first. @type {Set<Holder>} */
    this.holders = new Set();
    /** Those that want a place. @type {Set<Holder>} */
    this.waiting = new Set();
  }

  /**
   * A place for a picture, if there is one.
   * @param {Holder} holder
   * @param {boolean} [insists] takes it from one that is in sight too
   * @returns {boolean} whether it has one
   */
  take(holder, insists = false) {
    this.waiting.delete(holder);
    const isNew = !this.holders.delete(holder);
    if (isNew && this.holders.size >= this.most) {
      const others = [...this.holders].filter(({ isBusy }) => !isBusy);
      const given = others.find(({ isSeen }) => !isSeen) ?? (insists ? others[0] : undefined);
      if (!given) {
        this.waiting.add(holder);
        return false;
      }
      this.holders.delete(given);
      given.letGo();
    }
    this.holders.add(holder);
    return true;
  }

  /** It needs no place any more. @param {Holder} holder */
  leave(holder) {
    this.waiting.delete(holder);
    if (this.holders.delete(holder)) this.next();
  }

  /** One went out of sight: its place may be given to one that waits in sight. */
  next() {
    const next = [...this.waiting].find(({ isSeen }) => isSeen);
    const isFree =
      this.holders.size < this.most ||
      [...this.holders].some(({ isSeen, isBusy }) => !isSeen && !isBusy);
    if (next && isFree) next.takeUp();
  }

  /** The browser took a place away: it has fewer than was thought. @param {Holder} holder */
  lost(holder) {
    this.holders.delete(holder);
    this.most = Math.max(1, Math.min(this.most, this.holders.size));
  }
}

/** Those of the page. */
export const contexts = new Contexts();
