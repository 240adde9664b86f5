// What can be taken back: changes of parameters and of the state, newest first.

const DEPTH = 100;

export class Undo {
  constructor() {
    /** @type {{ title: string, back: () => void, lasts: boolean }[]} */
    this.steps = [];
  }

  /** @param {string} title what to tell when it is taken back @param {() => void} back @param {boolean} [lasts] also when the edited model runs */
  push(title, back, lasts = false) {
    this.steps.push({ title, back, lasts });
    if (this.steps.length > DEPTH) this.steps.shift();
  }

  /** Takes the newest change back and returns its title, or an empty text. */
  pop() {
    const step = this.steps.pop();
    step?.back();
    return step?.title ?? '';
  }

  /** Forgets what belongs to a model that is gone. @param {boolean} [kept] the same, edited: edits of its text are still there */
  clear(kept = false) {
    this.steps = kept ? this.steps.filter(({ lasts }) => lasts) : [];
  }
}
