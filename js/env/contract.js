// What an environment gives and takes, by name, for a policy to compare with what it expects.

/** @typedef {import('./kernel.js').EnvKernel} EnvKernel */
/** @typedef {import('./types.js').Contract} Contract */

/** @param {Pick<EnvKernel, 'plan' | 'world'>} kernel @returns {Contract} */
export function makeContract({ plan, world }) {
  const { control, groups, commands, data } = plan;
  const { names, size, joints, kp, kd, scale } = control;
  return {
    observation: Object.fromEntries(
      groups.map((group) => [
        group.name,
        group.terms.map((term, k) => {
          const input = data.observe[group.name].terms[k];
          const options = typeof input === 'number' ? { term: 'constant', value: input } : input;
          return {
            name: term.name,
            term: options.term,
            size: term.size,
            names: term.names,
            units: term.units,
            options,
          };
        }),
      ]),
    ),
    history: Object.fromEntries(
      groups.map(({ name, history, order }) => [name, { length: history, order }]),
    ),
    action: {
      names,
      size,
      kind: data.control.kind,
      joints,
      kp,
      kd,
      scale,
      default: control.default,
    },
    commands: commands.map((command) => ({
      name: command.name,
      size: command.size,
      names: command.names,
      units: command.units,
      low: command.data.draws.map(({ low }) => low),
      high: command.data.draws.map(({ high }) => high),
    })),
    period: world.period,
  };
}
