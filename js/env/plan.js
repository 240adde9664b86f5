// What an environment is made of, for the model of a thread: terms, controls and events that are ready to run, and the rows they need.
import { MjError } from '../engine/error.js';
import { compileControl } from './control.js';
import { Layout, clock } from './layout.js';
import { Group } from './observe.js';
import { compileEvents, compileParameters, compileStart } from './start.js';
import { compileTerm } from './terms/compile.js';

/** @typedef {import('./distributions.js').Distribution} Distribution */
/** @typedef {import('./start.js').CommandData} CommandData */
/** @typedef {import('./start.js').EventData} EventData */
/** @typedef {import('./terms/compile.js').TermInput} TermInput */
/** @typedef {import('./world.js').TermWorld} TermWorld */

/**
 * An environment as messages carry it.
 * @typedef {object} EnvData
 * @property {number} first number of the first environment
 * @property {number} decimation
 * @property {number} limit steps of an episode, 0: no limit
 * @property {'same-step' | 'next-step' | 'off'} autoreset
 * @property {boolean} fresh
 * @property {boolean} contactForces
 * @property {'throw' | 'mark'} problems
 * @property {import('./control.js').ControlData} control
 * @property {[number, number]} actionDelay steps
 * @property {Record<string, GroupData>} observe
 * @property {Record<string, [number, TermInput]>} reward
 * @property {Record<string, TermInput>} terminate
 * @property {Record<string, CommandData>} commands
 * @property {import('./start.js').StartData} start
 * @property {Record<string, Distribution>} randomize
 * @property {Record<string, EventData>} events
 *
 * @typedef {object} GroupData
 * @property {TermInput[]} terms
 * @property {Record<string, Distribution>} noise by the names of terms
 * @property {[number, number]} delay
 * @property {number} history
 * @property {'frames' | 'terms'} order
 */

/** @typedef {ReturnType<typeof compilePlan>} Plan */

/** @param {TermWorld} world @param {string} name @param {number} number @param {GroupData} data */
function compileGroup(world, name, number, data) {
  const terms = data.terms.map((term, k) => compileTerm(world, term, `observe: ${name}[${k}]`));
  const unknown = Object.keys(data.noise).find((key) => !terms.some((term) => term.name === key));
  if (unknown !== undefined) {
    const names = terms.map((term) => term.name).join(', ');
    throw new MjError(`noise: the group '${name}' has no term '${unknown}', it has ${names}`);
  }
  const noise = terms.map((term) => data.noise[term.name] ?? null);
  return new Group(world, name, number, terms, { ...data, noise });
}

/** @param {TermWorld} world @param {EnvData} data */
function compileCommands(world, data) {
  let at = 0;
  const commands = Object.entries(data.commands).map(([name, command]) => {
    const { names, units } = command;
    const place = { name, at, size: names.length, names, units };
    world.commands.set(name, place);
    at += names.length;
    return { ...place, data: command };
  });
  world.command = new Float64Array(at);
  return commands;
}

/** Terms that give one number. @param {TermWorld} world @param {[string, TermInput][]} entries @param {string} what */
const compileScalars = (world, entries, what) =>
  entries.map(([name, input]) => {
    const term = compileTerm(world, input, `${what}: ${name}`);
    if (term.size === 1) return { name, term };
    throw new MjError(
      `${what}: ${name} has ${term.size} numbers (${term.names.join(', ')}): make one of them with squared(), exp(), norm(), sum() ...`,
    );
  });

/**
 * @param {TermWorld} world
 * @param {EnvData} data
 */
export function compilePlan(world, data) {
  const control = compileControl(world, data.control);
  world.action = new Float64Array(control.size);
  world.lastAction = new Float64Array(control.size);
  world.actionNames = control.names;
  const commands = compileCommands(world, data);
  const groups = Object.entries(data.observe).map(([name, group], k) =>
    compileGroup(world, name, k, group),
  );
  const rewards = compileScalars(
    world,
    Object.entries(data.reward).map(([name, [, term]]) => [name, term]),
    'reward',
  ).map((entry) => ({ ...entry, weight: data.reward[entry.name][0] }));
  const ends = compileScalars(world, Object.entries(data.terminate), 'terminate');
  const terms = [
    ...groups.flatMap((group) => group.terms),
    ...rewards.map(({ term }) => term),
    ...ends.map(({ term }) => term),
  ];
  const plan = {
    data,
    control,
    commands,
    groups,
    rewards,
    ends,
    needs: data.fresh ? terms.reduce((all, term) => all | term.needs, 0) : 0,
    updates: terms.flatMap(({ updates }) => updates),
    begins: terms.flatMap(({ begins }) => begins),
    start: compileStart(world, data.start),
    parameters: compileParameters(world, data.randomize),
    events: compileEvents(world, data.events),
  };
  world.memory = new Float64Array(world.memorySize);
  return { ...plan, ...layOut(world, plan) };
}

/** Rows, and where the numbers of the clock are. @param {TermWorld} world @param {{ data: EnvData, control: { size: number }, groups: Group[], rewards: { name: string }[], ends: { name: string }[], commands: { name: string, size: number }[], events: object[] }} plan */
function layOut(world, { data, control, groups, rewards, ends, commands, events }) {
  const rows = new Layout();
  rows.add('action', 'f32', control.size);
  rows.add('lastAction', 'f32', control.size);
  rows.add('givenAction', 'f32', control.size);
  rows.add(
    'actions',
    'f32',
    data.actionDelay[1] > 0 ? control.size * (data.actionDelay[1] + 1) : 0,
  );
  rows.add('reward', 'f64', 1);
  rows.add('terminated', 'u8', 1);
  rows.add('truncated', 'u8', 1);
  rows.add('diverged', 'u8', 1);
  rows.add('ended', 'u8', 1);
  rows.add('failed', 'u8', 1);
  rows.add('return', 'f64', 1);
  rows.add('length', 'i32', 1);
  rows.add('endLength', 'i32', 1);
  rows.add('episodeReturn', 'f64', 1);
  for (const { name, size } of commands) rows.add(`command:${name}`, 'f64', size);
  rows.add('memory', 'f64', world.memorySize);
  for (const { name } of rewards) rows.add(`reward:${name}`, 'f64', 1);
  for (const { name } of ends) rows.add(`end:${name}`, 'u8', 1);
  for (const group of groups) {
    rows.add(`observation:${group.name}`, 'f32', group.size);
    rows.add(`final:${group.name}`, 'f32', data.autoreset === 'same-step' ? group.size : 0);
    rows.add(`kept:${group.name}`, 'f32', group.kept * group.frameSize);
  }
  const delays = clock.first;
  const dues = delays + 1 + groups.length;
  const held = dues + commands.length;
  const eventDues = held + commands.length;
  const eventsOn = eventDues + events.length;
  rows.add('clock', 'i32', eventsOn + events.length);
  return { rows, delays, dues, held, eventDues, eventsOn };
}
