// Parameters of a program: sliders in the panel, which keys, gamepads and sticks move along where the program can be steered.
import { byId } from '../dom.js';
import { Steered, isSteered } from './steering.js';

/** @typedef {import('../programs.js').Program['parameters']} Parameters */
/** @typedef {import('../panel.js').Panel} Panel */

export class ParameterSliders {
  /** Keys and sticks that change values. @type {Steered | null} */
  #steered = null;
  /** What shows the values. @type {{ updateDisplay: () => unknown }[]} */
  #sliders = [];
  #moved = false;

  /** @param {import('../studio.js').Studio} studio */
  constructor(studio) {
    this.studio = studio;
    studio.beforeStep.add(({ model }) => this.#steered?.update(model.opt.timestep));
    studio.on('frame', () => {
      if (!this.#moved) return;
      this.#moved = false;
      for (const slider of this.#sliders) slider.updateDisplay();
    });
  }

  /**
   * Shows them, first in the panel.
   * @param {ReturnType<Panel['folder']>} folder
   * @param {Parameters} parameters
   * @param {Record<string, number>} values changed in place
   */
  show(folder, parameters, values) {
    this.#sliders = Object.entries(parameters).map(([name, { title, min, max, step }]) =>
      folder
        .add(values, name, min, max, step ?? (max - min) / 200)
        .name(title)
        .onFinishChange(() => this.studio.emit('program')),
    );
    folder.domElement.parentElement?.prepend(folder.domElement);
    folder.open();
  }

  /**
   * Lets the visitor steer, where the program can be.
   * @param {Parameters | null} parameters null: nothing runs that could be
   * @param {Record<string, number>} values changed in place
   */
  steer(parameters, values) {
    this.#steered?.dispose();
    this.#steered = null;
    if (!parameters || !isSteered({ parameters })) return;
    const parent = /** @type {HTMLElement} */ (byId('canvas').parentElement);
    this.#steered = new Steered({ parameters }, values, parent, () => (this.#moved = true));
  }
}
