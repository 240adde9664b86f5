// A policy that drives a simulation which is shown: what an environment does in the threads of a batch, step by step and by hand.
//
//   const driver = await drive(viewer.simulation, await loadPolicy('policy.onnx'));
//   viewer.beforeStep = () => driver.beforeStep();
//   driver.setCommand('velocity', [1, 0, 0]);
import { errorText, MjError, demand } from '../engine/error.js';
import { describe } from './describe.js';
import { makeContract } from './contract.js';
import { needs, World } from './world.js';
import { compilePlan } from './plan.js';
import { openFunctions } from './functions.js';
import { loadTask, taskNames } from './tasks/list.js';

/** @typedef {import('../sim/simulation.js').Simulation} Simulation */
/** @typedef {import('./policy/policy.js').Policy} Policy */
/** @typedef {import('./types.js').EnvOptions} EnvOptions */
/** @typedef {import('./world.js').TermWorld} TermWorld */

/** A term as an inspector shows it. @typedef {{ kind: 'observation' | 'reward', group: string, name: string, names: readonly string[], units: readonly string[], values: Float64Array }} SeenTerm */

export class Driver {
  #world;
  #plan;
  #applied;
  #observations;
  #kept;
  #end = new Float64Array(1);
  #body = () => this.#decide();
  #count = 0;
  /** Counts episodes: an answer for an earlier one is late. */
  #episode = 0;
  #waiting = false;
  #begins = true;

  /** @param {TermWorld} world @param {ReturnType<typeof compilePlan>} plan @param {Policy} policy */
  constructor(world, plan, policy) {
    this.#world = world;
    this.#plan = plan;
    this.policy = policy;
    /** The simulation that is driven. */
    this.simulation = world.simulation;
    this.#applied = new Float64Array(plan.control.size);
    this.#observations = Object.fromEntries(
      plan.groups.map(({ name, size }) => [name, new Float32Array(size)]),
    );
    this.#kept = plan.groups.map(({ kept, frameSize }) => new Float32Array(kept * frameSize));
    /** What it is asked to do, by name. @type {{ name: string, names: readonly string[], units: readonly string[], low: number[], high: number[], values: Float64Array }[]} */
    this.commands = plan.commands.map(({ name, at, size, names, units, data }) => ({
      name,
      names,
      units,
      low: data.draws.map(({ low }) => low),
      high: data.draws.map(({ high }) => high),
      values: world.command.subarray(at, at + size),
    }));
    /** What it sees and how it does, as of its last action. @type {SeenTerm[]} */
    this.terms = [
      ...plan.groups.flatMap((group) =>
        group.terms.map((term) => seen('observation', group.name, term)),
      ),
      ...plan.rewards.map(({ name, term }) => ({ ...seen('reward', '', term), name })),
    ];
    /** Whether its task would be over, as of its last action: it fell, or what else ends an episode. */
    this.ended = false;
    /** Names of the numbers of an action. @type {readonly string[]} */
    this.actionNames = plan.control.names;
  }

  /** The last action, each number between the bounds of the control. @returns {Float64Array} */
  get action() {
    return this.#world.action;
  }

  /** Seconds between two actions. */
  get period() {
    return this.#world.period;
  }

  /**
   * Says what it shall do.
   * @param {string} name of a command
   * @param {ArrayLike<number>} values in the units of the command
   */
  setCommand(name, values) {
    const command = this.commands.find((one) => one.name === name);
    if (!command) {
      const names = this.commands.map((one) => one.name).join(', ') || 'none';
      throw new MjError(`driver.setCommand: there is no command '${name}', there are: ${names}`);
    }
    const { length } = command.values;
    demand(
      values.length === length,
      `driver.setCommand: ${name} has ${length} numbers`,
      values.length,
    );
    command.values.set(values);
  }

  /** Before each step of the simulation: acts when it is time, and keeps the controls in between. */
  beforeStep() {
    const world = this.#world;
    world.touch();
    if (this.#count % world.decimation === 0) {
      try {
        world.engine.guard(this.#body);
      } catch (error) {
        throw new MjError(`the policy: ${world.where}: ${errorText(error)}`, { cause: error });
      }
    }
    this.#count++;
    this.#plan.control.apply?.(this.#applied);
  }

  /** The simulation starts again: nothing is remembered. */
  reset() {
    const world = this.#world;
    this.#count = 0;
    this.#episode++;
    this.#begins = true;
    this.#waiting = false;
    this.ended = false;
    world.step = 0;
    for (const numbers of [world.action, world.lastAction, world.memory, this.#applied])
      numbers.fill(0);
    this.policy.reset();
  }

  #decide() {
    const world = this.#world;
    const { groups, updates, needs: wanted } = this.#plan;
    world.refresh(wanted === needs.nothing ? needs.frames : wanted);
    if (!this.#begins) for (const update of updates) update();
    groups.forEach((group, k) => {
      const row = this.#observations[group.name];
      group.write(row, 0, group.kept > 0 ? this.#kept[k] : null, 0, 0, this.#begins);
    });
    this.#look();
    this.#begins = false;
    // an answer that takes longer than a step finds the action of before in place
    if (!this.#waiting) this.#ask();
    world.step++;
    this.#plan.control.begin(this.#applied);
  }

  #ask() {
    const world = this.#world;
    world.where = 'its action';
    const answer = this.policy.act(this.#observations);
    if (ArrayBuffer.isView(answer)) {
      this.#take(answer);
      return;
    }
    this.#waiting = true;
    const episode = this.#episode;
    answer.then(
      (action) => {
        if (episode !== this.#episode) return;
        this.#waiting = false;
        this.#take(action);
      },
      (error) => {
        this.#waiting = false;
        this.failed = error;
      },
    );
  }

  /** What an answer that came late failed with. @type {unknown} */
  failed = null;

  /** @param {Float32Array} given */
  #take(given) {
    const world = this.#world;
    const { low, high, names } = this.#plan.control;
    for (let i = 0; i < names.length; i++) {
      if (!Number.isFinite(given[i])) throw new MjError(`it has ${given[i]} for ${names[i]}`);
      world.lastAction[i] = world.action[i];
      world.action[i] = Math.fround(Math.max(low[i], Math.min(high[i], given[i])));
      this.#applied[i] = world.action[i];
    }
  }

  /** Terms one by one, for those who look. */
  #look() {
    const { groups, rewards, ends } = this.#plan;
    let k = 0;
    for (const group of groups)
      for (let i = 0; i < group.terms.length; i++) {
        const { values } = this.terms[k++];
        for (let j = 0; j < values.length; j++) values[j] = group.frame[group.starts[i] + j];
      }
    for (const { term, weight } of rewards) {
      const { values } = this.terms[k++];
      term.write(values, 0);
      values[0] *= weight;
    }
    this.ended = ends.some(({ term }) => {
      term.write(this.#end, 0);
      return this.#end[0] !== 0;
    });
  }

  /** Frees what the policy holds. */
  dispose() {
    this.policy.dispose();
  }
}

/** @param {SeenTerm['kind']} kind @param {string} group @param {import('./terms/compile.js').Compiled} term @returns {SeenTerm} */
const seen = (kind, group, { name, names, units, size }) => ({
  kind,
  group,
  name,
  names,
  units,
  values: new Float64Array(size),
});

/**
 * Lets a policy drive a simulation. What does not fit is an error that names it.
 * @param {Simulation} simulation
 * @param {Policy} policy
 * @param {Partial<EnvOptions> & { hints?: import('./policy/metadata.js').EnvironmentHints }} [options] how the policy's environment was made: those of
 *   its task, or what the policy tells itself, when left out
 * @returns {Promise<Driver>}
 */
export async function drive(simulation, policy, { hints = {}, ...options } = {}) {
  const { timestep } = simulation.model.opt;
  let told = /** @type {EnvOptions} */ (options);
  if (options.control === undefined) {
    const own =
      policy.task !== undefined && taskNames.includes(policy.task)
        ? (await loadTask(policy.task)).options
        : policy.environment({ timestep, ...hints });
    told = { ...own, ...options };
  }
  const { data } = describe(told, timestep);
  // what is shown is neither disturbed nor delayed
  const calm = {
    ...data,
    actionDelay: /** @type {[number, number]} */ ([0, 0]),
    randomize: {},
    events: {},
  };
  calm.observe = Object.fromEntries(
    Object.entries(data.observe).map(([name, group]) => [
      name,
      { ...group, noise: {}, delay: [0, 0] },
    ]),
  );
  const world = /** @type {TermWorld} */ (new World(simulation, calm.decimation));
  world.functions = await openFunctions(calm);
  const plan = compilePlan(world, calm);
  policy.check({ contract: makeContract({ plan, world }) });
  return new Driver(world, plan, policy);
}
