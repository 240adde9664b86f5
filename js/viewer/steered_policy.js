// A policy that runs in a picture: it drives the simulation, and visitors tell it where to go.
import { drive } from '../env/drive.js';
import { NetworkPolicy } from '../env/policy/network_policy.js';
import { readPolicy } from '../env/policy/policy_data.js';
import { Steering } from './steering.js';

/** @typedef {import('../env/drive.js').Driver} Driver */
/** @typedef {import('../env/policy/policy.js').Policy} Policy */
/** @typedef {import('./steering.js').Axis} Axis */

/** Axes by the names that numbers of commands have. @type {[RegExp, Axis][]} */
const AXES_OF = [
  [/^(vx|forward|lin_vel_x|x)\b/i, 'forward'],
  [/^(vy|left|lin_vel_y|y)\b/i, 'side'],
  [/^(wz|yaw|turn|ang_vel_z|heading)/i, 'turn'],
  [/^(vz|up|height|z)\b/i, 'up'],
];

/** @param {string} name of a number of a command @returns {Axis | undefined} */
const axisOf = (name) => AXES_OF.find(([pattern]) => pattern.test(name))?.[1];

/** A policy with what steers it. */
export class SteeredPolicy {
  /**
   * @param {Driver} driver
   * @param {EventTarget} target where keys are heard
   */
  constructor(driver, target) {
    this.driver = driver;
    /** Numbers of commands that are steered. @type {{ values: Float64Array, k: number, low: number, high: number, axis: Axis }[]} */
    this.steered = driver.commands.flatMap(({ names, low, high, values }) =>
      names.flatMap((name, k) => {
        const axis = axisOf(name);
        return axis ? [{ values, k, low: low[k], high: high[k], axis }] : [];
      }),
    );
    const axes = [...new Set(this.steered.map(({ axis }) => axis))];
    this.steering = axes.length > 0 ? new Steering({ axes, target }) : null;
  }

  /** Before a step of the simulation. */
  beforeStep() {
    const { steering, driver } = this;
    if (driver.failed) throw driver.failed;
    if (steering) {
      steering.update(driver.simulation.model.opt.timestep);
      if (steering.isUsed)
        for (const { values, k, low, high, axis } of this.steered)
          values[k] = steering[axis] * (steering[axis] < 0 ? -low : high);
    }
    driver.beforeStep();
  }

  /** The simulation starts again. */
  reset() {
    this.driver.reset();
  }

  dispose() {
    this.steering?.dispose();
    this.driver.dispose();
  }
}

/**
 * A policy of our JSON at an address.
 * @param {string} address
 * @returns {Promise<Policy>}
 */
export async function fetchPolicy(address) {
  const response = await fetch(address);
  if (!response.ok)
    throw new Error(`The policy ${address} cannot be fetched: status ${response.status}.`);
  const text = await response.text();
  if (!/^\s*\{/.test(text))
    throw new Error(
      `${address} is no JSON policy. ONNX files run after 'LimberViewer.loadPolicy = loadPolicy' with loadPolicy of 'limber/env'.`,
    );
  return new NetworkPolicy(readPolicy(JSON.parse(text)));
}

/**
 * Lets a policy drive what is shown.
 * @param {import('../index.js').Simulation} simulation
 * @param {Policy} policy
 * @param {EventTarget} target where keys are heard
 */
export const steerPolicy = async (simulation, policy, target) =>
  new SteeredPolicy(await drive(simulation, policy), target);
