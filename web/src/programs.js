// Programs of examples: examples/NAME.js beside a model drives it; its parameters become sliders.

/** @typedef {Pick<import('limber').Simulation, 'mujoco' | 'model' | 'data'>} Driven */

/**
 * @typedef {object} Program
 * @property {Record<string, { title: string, value: number, min: number, max: number, step?: number }>} parameters
 * @property {(simulation: Driven, values: Record<string, number>) => () => void} controller
 */

/** Whether a program runs, and its parameters. @typedef {{ on: boolean, values: Record<string, number> }} ProgramState */

const programs = /** @type {Record<string, () => Promise<Program>>} */ (
  import.meta.glob('../../examples/*.js')
);

/** Reads the program of an example; undefined where it has none. @param {string} example */
export const programOf = (example) => programs[`../../examples/${example}.js`];

/**
 * Values of the parameters: the program's own, or those that a link gives, within their bounds.
 * @param {Program} program
 * @param {ProgramState} [given]
 * @returns {Record<string, number>}
 */
export const valuesOf = ({ parameters }, given) =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, { value, min, max }]) => {
      const wanted = given && Object.hasOwn(given.values, name) ? given.values[name] : value;
      return [name, Math.min(max, Math.max(min, wanted))];
    }),
  );
