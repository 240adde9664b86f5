// Numbers that environments have beside those of their simulations, on the GPU: first those that a step gives back, then what is kept.
import { clock } from '../layout.js';

/** @typedef {import('../plan.js').Plan} Plan */
/** @typedef {{ name: string, width: number, kind: 'float' | 'int' }} Field */

/** What a step gives back. @param {string} name */
const isResult = (name) =>
  /^(reward|return|observation:.*|final:.*|reward:.*)$/.test(name) || name.startsWith('command:');

/**
 * Fields by the names of an environment's rows: a row is the field `own_` with its number.
 * @param {Plan} plan
 * @param {{ memory: number, target: number }} sizes numbers that terms keep, and targets of joints
 */
export function makeFields({ rows }, { memory, target }) {
  const all = rows.fields.map(({ name, type, width }, k) => ({
    row: name,
    name: `own_${k}`,
    width: name === 'memory' ? memory : width,
    kind: /** @type {'float' | 'int'} */ (type < 2 ? 'float' : 'int'),
  }));
  const floats = all.filter(({ kind }) => kind === 'float');
  const results = floats.filter(({ row }) => isResult(row));
  const rest = floats.filter(({ row }) => !isResult(row));
  const ints = all.filter(({ kind }) => kind === 'int');
  /** @type {Field[]} */
  const extra = [{ name: 'own_target', width: target, kind: 'float' }];
  const ends = (/** @type {{ name: string }[]} */ list) => [
    list[0].name,
    list[list.length - 1].name,
  ];
  return {
    fields: [...results, ...rest, ...extra, ...ints].map(({ name, width, kind }) => ({
      name,
      width,
      kind,
    })),
    spans: /** @type {[string, string, string][]} */ ([
      ['own_results', ...ends(results)],
      ['own_flags', ...ends(ints)],
    ]),
    results,
    ints,
    /** @param {string} row */
    nameOf: (row) => all.find((field) => field.row === row)?.name ?? '',
  };
}

/** @typedef {ReturnType<typeof makeFields>} EnvFields */

/** Constants of WGSL by the names of rows. @param {Plan} plan @param {EnvFields} fields */
export function constantsOf(plan, { nameOf }) {
  const plain = [
    ...['action', 'lastAction', 'givenAction', 'actions', 'reward', 'terminated', 'truncated'],
    ...['diverged', 'ended', 'failed', 'return', 'length', 'endLength', 'episodeReturn', 'memory'],
    'clock',
  ];
  const lines = plain.map((row) => `const own_${row}: i32 = d_${nameOf(row)};`);
  lines.push('const own_target: i32 = d_own_target;');
  if (plan.commands.length > 0)
    lines.push(`const own_commands: i32 = d_${nameOf(`command:${plan.commands[0].name}`)};`);
  const places = {
    STEP: clock.step,
    EPISODE: clock.episode,
    OVER: clock.over,
    DELAYS: plan.delays,
    DUES: plan.dues,
    HELD: plan.held,
    EVENT_DUES: plan.eventDues,
    EVENTS_ON: plan.eventsOn,
  };
  for (const [name, place] of Object.entries(places))
    lines.push(`const ${name}: i32 = own_clock + ${place};`);
  return `${lines.join('\n')}\n`;
}
