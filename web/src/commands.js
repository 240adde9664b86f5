// What the visitor can do, by name: the keyboard, the help overlay and buttons all take their actions from here.

/**
 * @typedef {object} Command
 * @property {string} id
 * @property {string} title what it does, for the help overlay
 * @property {string} group heading in the help overlay
 * @property {string} [key] `KeyboardEvent.key`, with `Ctrl+`, `Shift+` or `Alt+` before it
 * @property {string} [windowKey] another, where the studio has a window of its own (installed) and no browser needs the key
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
  get(id) {
    const command = this.all.get(id);
    if (!command) throw new Error(`There is no command '${id}'.`);
    return command;
  }

  /** @param {string} id */
  run(id) {
    this.get(id).run();
  }

  /** @param {string} key */
  byWindowKey(key) {
    if (!matchMedia('(display-mode: standalone), (display-mode: fullscreen)').matches)
      return undefined;
    return [...this.all.values()].find(({ windowKey }) => windowKey === key);
  }

  /** Runs the command of a key; typing into fields is left alone. @param {KeyboardEvent} event */
  handle(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const key = keyName(event);
    if (blocks(target, key)) return;
    const command = this.byKey.get(key) ?? this.byWindowKey(key);
    if (!command) return;
    event.preventDefault();
    command.run();
  }
}

/** Whether the element with the focus needs the key itself. @param {HTMLElement} target @param {string} key */
function blocks(target, key) {
  if (target.closest?.('.cm-editor, dialog, [popover]')) return !/^F\d+$/.test(key);
  if (/^F\d+$/.test(key)) return false;
  if (target.closest?.('button, [role=slider], [role=treeitem]'))
    return [' ', 'Enter', 'Backspace'].includes(key) || key.startsWith('Arrow');
  return Boolean(target.closest?.('input:not([type=checkbox]), select, textarea'));
}

/** "Ctrl+Shift+z" for an event. @param {KeyboardEvent} event */
export function keyName(event) {
  const digit = event.shiftKey && event.code?.match(/^Digit(\d)$/)?.[1];
  if (digit) return `Shift+${digit}`;
  const letter = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  // a sign that needs Shift on some keyboards is known by itself
  const shift = event.shiftKey && (event.key.length > 1 || /[a-z]/i.test(event.key));
  return `${event.ctrlKey || event.metaKey ? 'Ctrl+' : ''}${event.altKey ? 'Alt+' : ''}${shift ? 'Shift+' : ''}${letter}`;
}
