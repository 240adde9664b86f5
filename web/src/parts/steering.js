// Robots that are steered: parameters of a program that name an axis follow keys, gamepads and, where there are fingers, a stick on
// the picture.
import { AXES, Steering } from 'limber/viewer';
import { element } from '../dom.js';

/** @typedef {import('../programs.js').Program} Program */
/** @typedef {import('limber/viewer').Axis} Axis */

/** The letter of a key. @param {string} code */
const letter = (code) => code.replace('Key', '');

/** What the axes of a gamepad are called. */
const STICKS = ['left stick ↔', 'left stick ↕', 'right stick ↔', 'right stick ↕'];

const hasGamepad = () => Boolean(navigator.getGamepads?.().some((gamepad) => gamepad?.connected));

/**
 * What a visitor is told, "W S forward, backward", and which stick of a gamepad does it while one is there; a stick for fingers.
 * @param {import('limber/viewer').Steering} steering
 */
export function steeringNote(steering) {
  const { axes, connection } = steering;
  const pads = axes.map((axis) =>
    element('span', { className: 'pad', textContent: `, ${STICKS[AXES[axis].stick]}` }),
  );
  const lines = axes.map((axis, k) => {
    const { plus, minus, title } = AXES[axis];
    const keys = [plus, minus].map((code) => element('kbd', { textContent: letter(code) }));
    return element('span', {}, ...keys, ` ${title}`, pads[k]);
  });
  const content = navigator.maxTouchPoints > 0 ? [steering.stick()] : lines;
  const look = () => {
    for (const pad of pads) pad.hidden = !hasGamepad();
  };
  look();
  const { signal } = connection;
  for (const type of ['gamepadconnected', 'gamepaddisconnected'])
    addEventListener(type, look, { signal });
  return element('div', { className: 'steering' }, ...content);
}

export class Steered {
  /**
   * @param {Pick<Program, 'parameters'>} program
   * @param {Record<string, number>} values those of the program, changed in place
   * @param {HTMLElement} parent the picture
   * @param {() => void} onChange called after they changed
   */
  constructor({ parameters }, values, parent, onChange) {
    /** Names of parameters with their axes. @type {[string, Axis][]} */
    this.steered = Object.entries(parameters).flatMap(([name, { steer }]) =>
      steer ? [[name, steer]] : [],
    );
    this.parameters = parameters;
    this.values = values;
    this.onChange = onChange;
    const axes = this.steered.map(([, axis]) => axis);
    this.steering = new Steering({ axes });
    this.note = steeringNote(this.steering);
    parent.append(this.note);
  }

  /** Before a step. @param {number} seconds that it lasts */
  update(seconds) {
    const { steering, values, parameters } = this;
    steering.update(seconds);
    // as long as nobody steers, the sliders hold
    if (!steering.isUsed) return;
    let changed = false;
    for (const [name, axis] of this.steered) {
      const { min, max } = parameters[name];
      const value = steering[axis] * (steering[axis] < 0 ? -min : max);
      changed ||= value !== values[name];
      values[name] = value;
    }
    if (changed) this.onChange();
  }

  dispose() {
    this.steering.dispose();
    this.note.remove();
  }
}

/** Whether there is something to steer. @param {Pick<Program, 'parameters'>} program */
export const isSteered = ({ parameters }) =>
  Object.values(parameters).some(({ steer }) => steer !== undefined);
