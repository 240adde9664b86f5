// Steering: what a visitor wants a robot to do, from the keyboard, a gamepad or a stick on the screen, as numbers between -1 and 1.
//
//   const steering = new Steering({ axes: ['forward', 'turn'] });
//   viewer.beforeStep = (simulation) => {
//     steering.update(simulation.timestep);
//     walk(1.2 * steering.forward, 0.8 * steering.turn);
//   };
//
// Keys: W and S go forward and backward, A and D turn left and right, Q and E go sideways, R and F up and down. Gamepads: the left
// stick goes forward and turns, the right one goes up and sideways. Only the keys of the axes asked for are taken from the page, and
// none while somebody types.

const DEADZONE = 0.15; // of a stick, which never rests at zero exactly
const EASE = 0.3; // seconds from rest to the end of an axis
const STICK = 44; // pixels from the middle to the end

/** @typedef {'forward' | 'side' | 'turn' | 'up'} Axis */

/** What each axis listens to: keys (`KeyboardEvent.code`) for 1 and -1, and the axis of a gamepad, negated: up and left are negative there.
 * @type {Record<Axis, { plus: string, minus: string, stick: number, title: string }>} */
export const AXES = {
  forward: { plus: 'KeyW', minus: 'KeyS', stick: 1, title: 'forward, backward' },
  turn: { plus: 'KeyA', minus: 'KeyD', stick: 0, title: 'turn left, right' },
  side: { plus: 'KeyQ', minus: 'KeyE', stick: 2, title: 'sideways' },
  up: { plus: 'KeyR', minus: 'KeyF', stick: 3, title: 'up, down' },
};

/** What a stick gives beyond its dead zone, from 0 at its edge to 1. @param {number} value @param {number} deadzone */
export function beyond(value, deadzone) {
  const size = Math.min(1, (Math.abs(value) - deadzone) / (1 - deadzone));
  return size > 0 ? Math.sign(value) * size : 0;
}

export class Steering {
  /**
   * @param {object} [options]
   * @param {Axis[]} [options.axes] those that are wanted
   * @param {EventTarget} [options.target] where keys are heard
   * @param {number} [options.deadzone] of a gamepad's sticks, from 0 to 1
   * @param {number} [options.ease] seconds from rest to the end of an axis
   */
  constructor({
    axes = ['forward', 'turn'],
    target = window,
    deadzone = DEADZONE,
    ease = EASE,
  } = {}) {
    for (const axis of axes)
      if (!Object.hasOwn(AXES, axis))
        throw new RangeError(
          `There is no axis '${axis}' to steer: these are ${Object.keys(AXES).join(', ')}.`,
        );
    this.axes = axes;
    this.deadzone = deadzone;
    this.ease = ease;
    /** Forward (1) and backward (-1), and so on. */
    this.forward = 0;
    this.side = 0;
    this.turn = 0;
    this.up = 0;
    /** Whether somebody steers or did. */
    this.isUsed = false;
    /** Keys that are down. @type {Set<string>} */
    this.down = new Set();
    /** Where the stick on the screen is. @type {Record<Axis, number>} */
    this.pad = { forward: 0, side: 0, turn: 0, up: 0 };
    /** @type {HTMLElement | null} */
    this.element = null;
    this.connection = new AbortController();
    const { signal } = this.connection;
    const options = { signal, capture: true };
    target.addEventListener(
      'keydown',
      (event) => this.press(/** @type {KeyboardEvent} */ (event)),
      options,
    );
    target.addEventListener(
      'keyup',
      (event) => this.down.delete(/** @type {KeyboardEvent} */ (event).code),
      options,
    );
    // a key that is let go in another window is not heard
    globalThis.addEventListener?.('blur', () => this.down.clear(), { signal });
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    if (!this.axes.some((axis) => [AXES[axis].plus, AXES[axis].minus].includes(event.code))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.down.add(event.code);
    this.isUsed = true;
  }

  /** What is asked for at this moment. @param {Axis} axis @returns {number} */
  asked(axis) {
    const { plus, minus, stick } = AXES[axis];
    const keys = Number(this.down.has(plus)) - Number(this.down.has(minus));
    let asked = keys || this.pad[axis];
    for (const gamepad of navigator.getGamepads?.() ?? []) {
      const value = gamepad?.connected ? -(gamepad.axes[stick] ?? 0) : 0;
      asked ||= beyond(value, this.deadzone);
    }
    if (asked !== 0) this.isUsed = true;
    return asked;
  }

  /** Follows what is asked for. @param {number} seconds that passed */
  update(seconds) {
    const most = seconds / this.ease;
    for (const axis of this.axes)
      this[axis] += Math.max(-most, Math.min(most, this.asked(axis) - this[axis]));
  }

  /** A stick for fingers, to be put into the page: forward and turn. */
  stick() {
    const knob = document.createElement('div');
    const element = document.createElement('div');
    knob.className = 'knob';
    element.className = 'stick';
    element.role = 'img';
    element.ariaLabel = 'Stick: drag to steer';
    element.append(knob);
    const move = (/** @type {number} */ x, /** @type {number} */ y) => {
      const far = Math.max(1, Math.hypot(x, y) / STICK);
      this.pad.forward = -y / far / STICK;
      this.pad.turn = -x / far / STICK;
      knob.style.transform = `translate(${x / far}px, ${y / far}px)`;
    };
    const { signal } = this.connection;
    element.style.touchAction = 'none';
    element.addEventListener(
      'pointerdown',
      ({ pointerId }) => element.setPointerCapture(pointerId),
      { signal },
    );
    element.addEventListener(
      'pointermove',
      ({ pointerId, clientX, clientY }) => {
        if (!element.hasPointerCapture(pointerId)) return;
        const { left, top, width, height } = element.getBoundingClientRect();
        move(clientX - left - width / 2, clientY - top - height / 2);
      },
      { signal },
    );
    element.addEventListener('lostpointercapture', () => move(0, 0), { signal });
    this.element = element;
    return element;
  }

  /** Hears nothing any more. */
  dispose() {
    this.connection.abort();
    this.element?.remove();
    this.down.clear();
  }
}

/** Whether a key goes into a text. @param {Event} event */
function isTyping(event) {
  const target = /** @type {HTMLElement | null} */ (event.target);
  return Boolean(
    target?.closest?.(
      'input:not([type=checkbox], [type=range]), textarea, select, dialog, [contenteditable=true]',
    ),
  );
}
