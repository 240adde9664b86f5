// Programs of examples: examples/NAME.js beside a model drives it; its parameters become sliders. What visitors write is the file
// program.js of a model (program/).

/** @typedef {Pick<import('limber').Simulation, 'mujoco' | 'model' | 'data'>} Driven */

/**
 * A parameter of a program; `steer` is the axis by which keys, gamepads and sticks change it.
 * @typedef {{ title: string, value: number, min: number, max: number, step?: number, steer?: import('limber/viewer').Axis }} Parameter
 */

/**
 * @typedef {object} Program
 * @property {Record<string, Parameter>} parameters
 * @property {(simulation: Driven, values: Record<string, number>) => () => void} controller
 */

/**
 * A program that goes with a model: whose it is, whether it runs, and its parameters.
 * @typedef {object} ProgramState
 * @property {string} example the example whose program it is; '' for the file program.js of the model
 * @property {boolean} on
 * @property {Record<string, number>} values what differs from the program's own, or all
 */

const programs = /** @type {Record<string, () => Promise<Program>>} */ (
  import.meta.glob('../../examples/*.js')
);

/** Those that were read. @type {Map<string, Program>} */
const known = new Map();

/** Reads the program of an example; undefined where it has none. @param {string} example */
export function programOf(example) {
  const read = programs[`../../examples/${example}.js`];
  if (!read) return undefined;
  return async () => {
    const program = await read();
    known.set(example, program);
    return program;
  };
}

/** The program of an example if it was read already. @param {string} example */
export const knownProgram = (example) => known.get(example);

/** The program that an example starts with; undefined where it has none. @param {string} example @returns {ProgramState | undefined} */
export const startOf = (example) =>
  programOf(example) ? { example, on: true, values: {} } : undefined;

/**
 * Values of the parameters: the program's own, or those that a link gives, within their bounds.
 * @param {Pick<Program, 'parameters'>} program
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
