// Functions that tests of batches run in workers.

/** @typedef {import('limber').Simulation} Simulation */
/** @typedef {{ index: number, step: number, argument: unknown }} Context */

/** @param {Simulation} simulation @param {Context} context */
export function sine({ data }, { index, step, argument }) {
  const { steps } = /** @type {{ steps: number }} */ (argument);
  data.ctrl[0] = Math.sin(index * steps + step);
}

/** @param {Simulation} simulation @param {Context} context */
export const height = ({ data }, { argument }) => Number(argument) + data.qpos[2];

/** @param {Simulation} _ @param {Context} context */
export function fails(_, { index, argument, step }) {
  if (index === argument && step === 1) throw new Error('the policy is lost');
}

export const late = async () => {};

/** @param {Simulation} simulation */
export function hold({ data }) {
  data.ctrl[0] = 0.25;
}

/** Ends its worker when a simulation is where none should be. @param {Simulation} simulation */
export function die({ data }) {
  if (data.qpos[0] === 77) process.exit(1);
}
