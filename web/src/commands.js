// What the visitor can do, by name: the keyboard, the help overlay and buttons all take their actions from here.

/**
 * @typedef {object} Command
 * @property {string} id
 * @property {string} title what it does, for the help overlay
 * @property {string} group heading in the help overlay
 * @property {string} [key] `KeyboardEvent.key`, with `Ctrl+`, `Shift+` or `Alt+` before it
 * @property {() => void} run
 */

export class Commands {
  constructor() {
    /** @type {Map<string, Command>} */
    this.all = new Map();
    /** @type {Map<string, Command>} */
    this.byKey = new Map();
  }

  /** @param {Command} command */
  add(command) {
    if (this.all.has(command.id)) throw new Error(`There are two commands '${command.id}'.`);
    this.all.set(command.id, command);
    if (command.key) {
      if (this.byKey.has(command.key)) throw new Error(`Two commands have the key ${command.key}.`);
      this.byKey.set(command.key, command);
    }
  }

  /** @param {string} id */
  run(id) {
    const command = this.all.get(id);
    if (!command) throw new Error(`There is no command '${id}'.`);
    command.run();
  }

  /** Runs the command of a key; typing into fields is left alone. @param {KeyboardEvent} event */
  handle(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest?.('input, select, textarea, button, .cm-editor, dialog')) return;
    const command = this.byKey.get(keyName(event));
    if (!command) return;
    event.preventDefault();
    command.run();
  }
}

/** "Ctrl+Shift+z" for an event. @param {KeyboardEvent} event */
export function keyName(event) {
  const letter = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  // a sign that needs Shift on some keyboards is known by itself
  const shift = event.shiftKey && (event.key.length > 1 || /[a-z]/i.test(event.key));
  return `${event.ctrlKey || event.metaKey ? 'Ctrl+' : ''}${event.altKey ? 'Alt+' : ''}${shift ? 'Shift+' : ''}${letter}`;
}
