// What can be taken back: changes of parameters and of the state, newest first.

const DEPTH = 100;

export class Undo {
  constructor() {
    /** @type {{ title: string, back: () => void }[]} */
    this.steps = [];
  }

  /** @param {string} title what to tell when it is taken back @param {() => void} back */
  push(title, back) {
    this.steps.push({ title, back });
    if (this.steps.length > DEPTH) this.steps.shift();
  }

  /** Takes the newest change back and returns its title, or an empty text. */
  pop() {
    const step = this.steps.pop();
    step?.back();
    return step?.title ?? '';
  }

  /** Forgets all: they belong to a model that is gone. */
  clear() {
    this.steps.length = 0;
  }
}
