// Environments in the threads of a batch: one step, one reset, and what follows from them, from rows to rows.
//
// Everything here depends on the rows of an environment, its number and the seed alone, so that threads and their order have no part
// in what comes out.
import { statuses } from '../batch/native.js';
import { errorText, MjError } from '../engine/error.js';
import { clock } from './layout.js';
import { compilePlan } from './plan.js';
import { applied, draw } from './distributions.js';
import { streams } from './random.js';
import { drawCommand, stepsUntil } from './start.js';
import { openFunctions } from './terms/compile.js';
import { World } from './world.js';

/** @typedef {import('../batch/kernel.js').Kernel} Kernel */
/** @typedef {import('../batch/rows.js').Rows} Rows */
/** @typedef {import('../batch/stepper.js').Stepper} Stepper */
/** @typedef {import('../batch/stepper.js').Failure} Failure */
/** @typedef {import('../batch/stepper.js').KernelJob} KernelJob */
/** @typedef {import('../batch/native.js').Row} Row */
/** @typedef {import('./plan.js').EnvData} EnvData */
/** @typedef {import('./plan.js').Plan} Plan */
/** @typedef {import('./world.js').TermWorld} TermWorld */

/** Works of the kernel. */
export const works = { step: 0, reset: 1, reseed: 2, observe: 3 };

/** @implements {Kernel} */
export class EnvKernel {
  #stepper;
  #world;
  /** Address of the batch whose rows are the simulations in memory. */
  #batch;
  #plan;
  #engine;
  /** @type {Rows} */
  #rows = /** @type {Rows} */ (/** @type {unknown} */ (null));
  /** Arrays of the own rows, in the order of the layout. @type {Row[]} */
  #own = [];
  /** Which of the own rows is at hand. */
  #at = 0;
  /** Which of the simulations in memory. */
  #staged = 0;
  #work = works.step;
  /** Fields of the batch where parameters are. @type {Int32Array} */
  #fields = new Int32Array();
  #fieldCount = -1;
  #status = 0;
  #body = () => this.#doWork();
  #giveUp = () => this.#end();
  #applied;

  /** @param {Stepper} stepper @param {TermWorld} world @param {Plan} plan */
  constructor(stepper, world, plan) {
    this.#stepper = stepper;
    this.#world = world;
    this.#batch = stepper.native.address;
    this.#plan = plan;
    this.#engine = world.engine;
    this.#applied = new Float64Array(plan.control.size);
    this.places = this.#places();
    this.fields = plan.rows.fields;
  }

  get plan() {
    return this.#plan;
  }

  get world() {
    return this.#world;
  }

  #places() {
    const { rows, rewards, ends, groups, commands } = this.#plan;
    return {
      action: rows.find('action'),
      lastAction: rows.find('lastAction'),
      givenAction: rows.find('givenAction'),
      actions: rows.find('actions'),
      reward: rows.find('reward'),
      terminated: rows.find('terminated'),
      truncated: rows.find('truncated'),
      diverged: rows.find('diverged'),
      ended: rows.find('ended'),
      return: rows.find('return'),
      failed: rows.find('failed'),
      length: rows.find('length'),
      endLength: rows.find('endLength'),
      episodeReturn: rows.find('episodeReturn'),
      commands: commands.map(({ name }) => rows.find(`command:${name}`)),
      memory: rows.find('memory'),
      clock: rows.find('clock'),
      rewards: rewards.map(({ name }) => rows.find(`reward:${name}`)),
      ends: ends.map(({ name }) => rows.find(`end:${name}`)),
      observations: groups.map(({ name }) => rows.find(`observation:${name}`)),
      finals: groups.map(({ name }) => rows.find(`final:${name}`)),
      kept: groups.map(({ name }) => rows.find(`kept:${name}`)),
    };
  }

  /** @param {Rows} rows @param {Rows} own */
  #begin(rows, own) {
    this.#rows = rows;
    this.#own = own.arrays;
    this.#first = own.first;
    if (rows.fields.length === this.#fieldCount) return;
    this.#fieldCount = rows.fields.length;
    this.#fields = Int32Array.from(this.#plan.parameters, ({ field }) => rows.find(field));
    this.#status = rows.find('status');
  }

  /**
   * @param {Rows} rows
   * @param {Rows} own
   * @param {number} first
   * @param {number} count
   * @param {KernelJob} job
   * @param {Uint8Array | null} mask
   */
  work(rows, own, first, count, job, mask) {
    const stepper = this.#stepper;
    /** @type {Failure[]} */
    const failures = [];
    this.#begin(rows, own);
    for (let at = first; at < first + count; at += stepper.chunk) {
      const size = Math.min(stepper.chunk, first + count - at);
      stepper.stage(rows, at, size, true);
      let from = 0;
      try {
        for (let i = 0; i < size; i++) {
          if (mask && mask[at + i - rows.first] === 0) continue;
          const text = this.#run(i, at + i, job);
          if (text === null) continue;
          failures.push({ index: at + i, text });
          rows.arrays[this.#status][at + i - rows.first] = statuses.failed;
          if (i > from) stepper.unstage(rows, at + from, i - from, from);
          from = i + 1;
        }
      } finally {
        stepper.native.restore();
      }
      if (size > from) stepper.unstage(rows, at + from, size - from, from);
    }
    return failures;
  }

  #first = 0;

  /** @param {number} staged @param {number} index @param {KernelJob} job */
  #run(staged, index, { call, seed }) {
    const world = this.#world;
    this.#staged = staged;
    this.#at = index - this.#first;
    this.#work = call;
    world.index = index + this.#plan.data.first;
    world.seed = seed;
    world.where = 'the simulation';
    try {
      this.#engine.guard(this.#body);
      return null;
    } catch (error) {
      const text = `${world.where}: ${errorText(error).replace(/^MuJoCo Error: /, '')}`;
      if (this.#plan.data.problems !== 'mark' || call !== works.step) return text;
      try {
        this.#engine.guard(this.#giveUp);
        return null;
      } catch {
        return text;
      }
    }
  }

  /** Ends an episode in which something failed. */
  #end() {
    const { places } = this;
    const own = this.#own;
    const at = this.#at;
    this.#clearResults();
    own[places.failed][at] = 1;
    own[places.terminated][at] = 1;
    const { width } = this.fields[places.clock];
    this.#finish(own[places.clock], at * width);
  }

  #doWork() {
    const { clock: row } = this.places;
    const times = this.#own[row];
    const from = this.#at * this.fields[row].width;
    if (this.#work === works.step) {
      // what a step that failed has left is half of the old and half of the new
      if (times[from + clock.busy]) this.#resumeAfterFailure(times, from);
      else this.#step(times, from);
      return;
    }
    if (this.#work === works.reseed) times[from + clock.episode] = 0;
    else times[from + clock.episode]++;
    this.#clearResults();
    this.#own[this.places.ended][this.#at] = 0;
    this.#reset(times, from);
  }

  #clearResults() {
    const { places } = this;
    const own = this.#own;
    const at = this.#at;
    own[places.reward][at] = 0;
    own[places.terminated][at] = 0;
    own[places.truncated][at] = 0;
    own[places.diverged][at] = 0;
    own[places.ended][at] = 0;
    own[places.failed][at] = 0;
    for (const place of places.rewards) own[place][at] = 0;
    for (const place of places.ends) own[place][at] = 0;
  }

  /** @param {Row} times @param {number} from */
  #resumeAfterFailure(times, from) {
    this.#clearResults();
    this.#own[this.places.truncated][this.#at] = 1;
    times[from + clock.episode]++;
    this.#reset(times, from);
  }

  // --- steps

  /** @param {Row} times @param {number} from */
  #step(times, from) {
    const { data } = this.#plan;
    this.#clearResults();
    if (times[from + clock.over]) {
      if (data.autoreset === 'off') return;
      times[from + clock.episode]++;
      this.#reset(times, from);
      return;
    }
    times[from + clock.busy] = 1;
    this.#load(times, from);
    this.#act(times, from);
    this.#advance(times, from);
    this.#world.store(this.#batch, this.#staged);
    const diverged = this.#stepper.views()[this.#status][this.#staged] === statuses.diverged;
    this.#world.step = ++times[from + clock.step];
    this.#own[this.places.length][this.#at] = this.#world.step;
    if (diverged) this.#diverge();
    else this.#judge();
    this.#conclude(times, from, diverged);
    times[from + clock.busy] = 0;
  }

  /** The simulation and what terms see of the environment. @param {Row} times @param {number} from */
  #load(times, from) {
    const world = this.#world;
    const { places } = this;
    this.#world.load(this.#batch, this.#staged);
    world.touch();
    world.step = times[from + clock.step];
    world.episode = times[from + clock.episode];
    this.#loadCommands();
    copyFrom(this.#own[places.memory], this.#at, world.memory);
  }

  #loadCommands() {
    const { commands } = this.#plan;
    const { command } = this.#world;
    for (let k = 0; k < commands.length; k++) {
      const rows = this.#own[this.places.commands[k]];
      const { at, size } = commands[k];
      for (let i = 0; i < size; i++) command[at + i] = rows[this.#at * size + i];
    }
  }

  #storeCommands() {
    const { commands } = this.#plan;
    const { command } = this.#world;
    for (let k = 0; k < commands.length; k++) {
      const rows = this.#own[this.places.commands[k]];
      const { at, size } = commands[k];
      for (let i = 0; i < size; i++) rows[this.#at * size + i] = command[at + i];
    }
  }

  /** Takes the action. @param {Row} times @param {number} from */
  #act(times, from) {
    const { control, data, delays } = this.#plan;
    const { places } = this;
    const world = this.#world;
    const own = this.#own;
    const { size } = control;
    const start = this.#at * size;
    const given = own[places.givenAction];
    const kept = own[places.action];
    world.where = 'the action';
    for (let i = 0; i < size; i++) {
      const value = given[start + i];
      if (!Number.isFinite(value)) throw new MjError(`it has ${value} for ${control.names[i]}`);
      const action = Math.max(control.low[i], Math.min(control.high[i], value));
      world.lastAction[i] = kept[start + i];
      own[places.lastAction][start + i] = kept[start + i];
      kept[start + i] = action;
      world.action[i] = kept[start + i];
      this.#applied[i] = world.action[i];
    }
    const most = data.actionDelay[1];
    if (most === 0) return;
    // the actions of the last steps, in turn
    const ring = own[places.actions];
    const slots = most + 1;
    const base = this.#at * slots * size;
    const now = world.step % slots;
    const then = (world.step + slots - times[from + delays]) % slots;
    for (let i = 0; i < size; i++) {
      ring[base + now * size + i] = world.action[i];
      this.#applied[i] = ring[base + then * size + i];
    }
  }

  /** Steps the simulation. @param {Row} times @param {number} from */
  #advance(times, from) {
    const { control, data, events, eventDues, eventsOn } = this.#plan;
    const world = this.#world;
    for (let k = 0; k < events.length; k++) {
      const event = events[k];
      if (times[from + eventsOn + k]) {
        event.end();
        times[from + eventsOn + k] = 0;
      }
      if (world.step < times[from + eventDues + k]) continue;
      world.where = 'an event';
      const random = this.#random(streams.events + 16 * (k + 1));
      event.begin(random);
      times[from + eventsOn + k] = 1;
      times[from + eventDues + k] = world.step + stepsUntil(world, event.every, random);
    }
    world.where = 'the control';
    control.begin(this.#applied);
    const { apply } = control;
    if (apply) {
      for (let k = 0; k < data.decimation; k++) {
        apply(this.#applied);
        world.advance(1);
      }
    } else {
      world.advance(data.decimation);
    }
    world.touch();
  }

  /** @param {number} stream */
  #random(stream) {
    const { random, seed, index, episode, step } = this.#world;
    return random.begin(seed, index, episode, step, stream);
  }

  #diverge() {
    const own = this.#own;
    own[this.places.diverged][this.#at] = 1;
    own[this.places.terminated][this.#at] = 1;
  }

  /** Rewards, and whether the episode ends. */
  #judge() {
    const { rewards, ends, data, needs: wanted, updates } = this.#plan;
    const { places } = this;
    const world = this.#world;
    const own = this.#own;
    const at = this.#at;
    if (data.contactForces) world.rnePostConstraint();
    world.refresh(wanted);
    world.where = 'an update of a term';
    for (let k = 0; k < updates.length; k++) updates[k]();
    let total = 0;
    for (let k = 0; k < rewards.length; k++) {
      const { name, term, weight } = rewards[k];
      world.where = name;
      term.write(number, 0);
      const value = weight * number[0];
      if (!Number.isFinite(value)) throw new MjError(`this term of the reward gave ${value}`);
      own[places.rewards[k]][at] = value;
      total += value;
    }
    own[places.reward][at] = total;
    for (let k = 0; k < ends.length; k++) {
      world.where = ends[k].name;
      ends[k].term.write(number, 0);
      if (number[0] === 0) continue;
      if (Number.isNaN(number[0])) throw new MjError('this cause of an end gave NaN');
      own[places.ends[k]][at] = 1;
      own[places.terminated][at] = 1;
    }
    if (data.limit > 0 && world.step >= data.limit && !own[places.terminated][at])
      own[places.truncated][at] = 1;
  }

  /**
   * What follows when rewards are known: the next command, the observation, the next episode.
   * @param {Row} times
   * @param {number} from
   * @param {boolean} diverged
   */
  #conclude(times, from, diverged) {
    const { places } = this;
    const own = this.#own;
    const at = this.#at;
    own[places.episodeReturn][at] += own[places.reward][at];
    const over = own[places.terminated][at] || own[places.truncated][at];
    if (!diverged) {
      this.#command(times, from);
      this.#observe(times, from, false);
    }
    copyTo(this.#world.memory, own[places.memory], at);
    if (over) this.#finish(times, from);
  }

  /** The end of an episode. @param {Row} times @param {number} from */
  #finish(times, from) {
    const { data } = this.#plan;
    const { places } = this;
    const own = this.#own;
    const at = this.#at;
    own[places.ended][at] = 1;
    own[places.return][at] = own[places.episodeReturn][at];
    own[places.endLength][at] = own[places.length][at];
    if (data.autoreset !== 'same-step') {
      times[from + clock.over] = 1;
      times[from + clock.busy] = 0;
      return;
    }
    for (let k = 0; k < places.finals.length; k++) {
      const { width } = this.fields[places.finals[k]];
      const final = own[places.finals[k]];
      const last = own[places.observations[k]];
      for (let i = at * width; i < (at + 1) * width; i++) final[i] = last[i];
    }
    times[from + clock.episode]++;
    this.#reset(times, from);
  }

  /** Commands that are due are drawn anew. @param {Row} times @param {number} from */
  #command(times, from) {
    const { commands, dues, held } = this.#plan;
    const world = this.#world;
    for (let k = 0; k < commands.length; k++) {
      if (world.step < times[from + dues + k] || times[from + held + k]) continue;
      const { data, at } = commands[k];
      const random = this.#random(streams.commands + 16 * (k + 1));
      drawCommand(data, random, world.command, at);
      times[from + dues + k] = world.step + stepsUntil(world, data.every, random);
    }
    this.#storeCommands();
  }

  /** @param {Row} times @param {number} from @param {boolean} begins */
  #observe(times, from, begins) {
    const { groups, delays } = this.#plan;
    const { places } = this;
    const own = this.#own;
    for (let k = 0; k < groups.length; k++) {
      const group = groups[k];
      const kept = this.fields[places.kept[k]].width;
      group.write(
        own[places.observations[k]],
        this.#at * group.size,
        kept > 0 ? own[places.kept[k]] : null,
        this.#at * kept,
        times[from + delays + 1 + k],
        begins,
      );
    }
  }

  // --- resets

  /** A new episode. @param {Row} times @param {number} from */
  #reset(times, from) {
    const { data, start, control } = this.#plan;
    const { places } = this;
    const world = this.#world;
    const own = this.#own;
    const at = this.#at;
    times[from + clock.busy] = 1;
    world.step = times[from + clock.step] = 0;
    world.episode = times[from + clock.episode];
    times[from + clock.over] = 0;
    own[places.episodeReturn][at] = 0;
    own[places.length][at] = 0;
    this.#randomize();
    this.#world.load(this.#batch, this.#staged);
    const { keys } = start;
    const random = this.#random(streams.start);
    const which = keys.length > 1 ? random.integer(0, keys.length - 1) : 0;
    world.restart(keys.length > 0 ? keys[which] : -1);
    world.touch();
    const { size } = control;
    for (const place of [places.action, places.lastAction])
      own[place].fill(0, at * size, (at + 1) * size);
    const { width } = this.fields[places.actions];
    own[places.actions].fill(0, at * width, (at + 1) * width);
    world.action.fill(0);
    world.lastAction.fill(0);
    world.memory.fill(0);
    world.where = 'start';
    for (const action of start.actions) action(random);
    this.#drawSchedule(times, from);
    world.normalize();
    world.forward();
    if (data.contactForces) world.rnePostConstraint();
    for (const begin of this.#plan.begins) begin();
    this.#observe(times, from, true);
    copyTo(world.memory, own[places.memory], at);
    this.#world.store(this.#batch, this.#staged);
    times[from + clock.busy] = 0;
  }

  /** Parameters of the new episode. */
  #randomize() {
    const { parameters } = this.#plan;
    if (parameters.length === 0) return;
    const views = this.#stepper.views();
    const random = this.#random(streams.parameters);
    for (let k = 0; k < parameters.length; k++) {
      const { items, base, distribution } = parameters[k];
      const field = this.#fields[k];
      const { width } = this.#rows.fields[field];
      const row = this.#staged * width;
      let drawn = 0;
      for (let t = 0; t < items.length; t++) {
        if (t === 0 || distribution.each) drawn = draw(random, distribution);
        for (let i = 0; i < items[t].length; i++)
          views[field][row + items[t][i]] = applied(base[t][i], drawn, distribution);
      }
      // parameters are not among what a chunk gives back
      const array = this.#rows.arrays[field];
      const into = (this.#at + this.#first - this.#rows.first) * width;
      for (let i = 0; i < width; i++) array[into + i] = views[field][row + i];
    }
  }

  /** Delays, commands and events of the new episode. @param {Row} times @param {number} from */
  #drawSchedule(times, from) {
    const { data, groups, commands, events, delays, dues, held, eventDues, eventsOn } = this.#plan;
    const world = this.#world;
    const random = this.#random(streams.delay);
    times[from + delays] = random.integer(...data.actionDelay);
    for (let k = 0; k < groups.length; k++)
      times[from + delays + 1 + k] = random.integer(...groups[k].delay);
    this.#loadCommands();
    for (let k = 0; k < commands.length; k++) {
      const command = commands[k];
      const own = this.#random(streams.commands + 16 * (k + 1));
      if (!times[from + held + k]) drawCommand(command.data, own, world.command, command.at);
      times[from + dues + k] = stepsUntil(world, command.data.every, own);
    }
    this.#storeCommands();
    for (let k = 0; k < events.length; k++) {
      const own = this.#random(streams.events + 16 * (k + 1));
      times[from + eventDues + k] = stepsUntil(world, events[k].every, own);
      times[from + eventsOn + k] = 0;
    }
  }
}

/** Where terms of one number are written. */
const number = new Float64Array(1);

/** @param {Row} rows @param {number} at which row @param {Float64Array} into */
function copyFrom(rows, at, into) {
  const from = at * into.length;
  for (let i = 0; i < into.length; i++) into[i] = rows[from + i];
}

/** @param {Float64Array} values @param {Row} rows @param {number} at which row */
function copyTo(values, rows, at) {
  const from = at * values.length;
  for (let i = 0; i < values.length; i++) rows[from + i] = values[i];
}

/**
 * Makes the kernel of a thread.
 * @param {Stepper} stepper
 * @param {unknown} argument
 */
export async function makeKernel(stepper, argument) {
  const data = /** @type {EnvData} */ (argument);
  const world = /** @type {TermWorld} */ (new World(stepper.simulation, data.decimation));
  world.functions = await openFunctions(data);
  return new EnvKernel(stepper, world, compilePlan(world, data));
}
