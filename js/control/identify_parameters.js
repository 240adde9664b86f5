// What is identified: parameters of models by name, inertias, delays; how they stand in the rows of a batch.
import { MjError, demand } from '../engine/error.js';
import { resolveParameter } from '../batch/names.js';
import {
  fromParameters,
  fromPseudoInertia,
  inertiaNames,
  pseudoInertia,
  toParameters,
} from './inertia.js';

/** @typedef {import('../index.js').Simulation} Simulation */

/**
 * A number that is to be found, or the ten of an inertia.
 * @typedef {object} IdentifyParameter
 * @property {string | readonly string[]} [of] what it is in the model, as resolveParameter takes it ('joint:elbow.damping'); several share
 *   its value, with `-` in front those that are its negative
 * @property {string} [inertia] a body whose mass, centre and moments are found together, physically consistent by construction
 * @property {boolean} [delay] true: seconds by which controls come late, those of all actuators
 * @property {string} [name] (what it is)
 * @property {number} [low] least value; of a factor where `relative`
 * @property {number} [high] greatest value
 * @property {number} [start] where the search begins (the model's value)
 * @property {boolean} [relative] true: a factor of the model's values
 * @property {{ mean: number, deviation: number }} [prior] what is known before
 */

/** Numbers that stand somewhere in a field. @typedef {{ field: string, items: number[], sign: number }} Place */

/**
 * A number of the search.
 * @typedef {object} Unknown
 * @property {string} name
 * @property {number} low
 * @property {number} high
 * @property {number} start
 * @property {number} scale typical size of a change
 * @property {{ mean: number, deviation: number } | null} prior
 * @property {Place[]} places
 * @property {boolean} relative
 * @property {boolean} delay
 * @property {{ body: number, index: number } | null} inertia
 */

/** Values of a field of the model. @param {Simulation} simulation @param {string} field */
export function modelValues(simulation, field) {
  const values = field.startsWith('opt.')
    ? Reflect.get(simulation.model.opt, field.slice(4))
    : Reflect.get(simulation.model, field);
  return typeof values === 'number' ? Float64Array.of(values) : Float64Array.from(values);
}

/** @param {Simulation} simulation @param {string} text @returns {Place[]} */
function placesOf(simulation, text) {
  const isNegative = text.startsWith('-');
  const { field, targets } = resolveParameter(simulation, isNegative ? text.slice(1) : text);
  return [{ field, items: targets.flatMap(({ items }) => items), sign: isNegative ? -1 : 1 }];
}

/** @param {Simulation} simulation @param {IdentifyParameter} given @returns {Unknown[]} */
function readInertia(simulation, given) {
  const body = simulation.body(/** @type {string} */ (given.inertia)).id;
  const start = toParameters(pseudoInertia(bodyInertia(simulation, body)));
  if (!start)
    throw new MjError(
      `identify: body '${given.inertia}' has no mass or a flat inertia to begin with`,
    );
  return inertiaNames.map((name, index) => ({
    name: `${given.name ?? given.inertia}.${name}`,
    low: -Infinity,
    high: Infinity,
    start: start[index],
    scale: index < 4 ? 0.1 : 0.05,
    prior: given.prior ? { mean: start[index], deviation: given.prior.deviation } : null,
    places: [],
    relative: false,
    delay: false,
    inertia: { body, index },
  }));
}

/** @param {Simulation} simulation @param {number} id */
function bodyInertia({ model }, id) {
  return {
    mass: model.body_mass[id],
    ipos: model.body_ipos.slice(3 * id, 3 * id + 3),
    iquat: model.body_iquat.slice(4 * id, 4 * id + 4),
    inertia: model.body_inertia.slice(3 * id, 3 * id + 3),
  };
}

/**
 * @param {Simulation} simulation
 * @param {readonly IdentifyParameter[]} parameters
 * @returns {Unknown[]}
 */
export function readParameters(simulation, parameters) {
  demand(
    Array.isArray(parameters) && parameters.length > 0,
    'identify: parameters are a list of { of, low, high }',
    parameters,
  );
  return parameters.flatMap((given, i) => {
    if (given?.inertia !== undefined) return readInertia(simulation, given);
    const texts = given?.of === undefined ? [] : [given.of].flat();
    const {
      low = given.delay ? 0 : -Infinity,
      high = Infinity,
      relative = false,
      prior = null,
    } = given;
    const name = given.name ?? (given.delay ? 'delay' : String(texts[0]));
    if (texts.length === 0 && !given.delay)
      throw new MjError(
        `identify: parameter ${i} says neither what it is of, nor inertia, nor delay`,
      );
    const places = texts.flatMap((text) => placesOf(simulation, text));
    const [first] = places;
    const value = first ? first.sign * modelValues(simulation, first.field)[first.items[0]] : 0;
    const start = given.start ?? (relative ? 1 : value);
    if (!(low < high))
      throw new MjError(`identify: '${name}': low ${low} is not below high ${high}`);
    if (!(start >= low && start <= high))
      throw new MjError(
        `identify: '${name}' starts at ${start}, which is not in ${low} to ${high}`,
      );
    if (prior && !(prior.deviation > 0))
      throw new MjError(
        `identify: '${name}': the deviation of a prior is above 0, got ${prior.deviation}`,
      );
    const range = high - low;
    const scale = Number.isFinite(range) ? range / 4 : Math.max(Math.abs(start), 0.1);
    return [
      {
        name,
        low,
        high,
        start,
        scale,
        prior,
        places,
        relative,
        delay: !!given.delay,
        inertia: null,
      },
    ];
  });
}

/** What a batch varies for unknowns. @param {readonly Unknown[]} unknowns */
export function variedFields(unknowns) {
  const fields = unknowns.flatMap(({ places }) => places.map(({ field }) => field));
  if (unknowns.some(({ inertia }) => inertia))
    fields.push('body_mass', 'body_ipos', 'body_iquat', 'body_inertia');
  return [...new Set(fields)];
}

/**
 * Writes values into rows.
 * @param {readonly Unknown[]} unknowns
 * @param {ArrayLike<number>} values
 * @param {(field: string) => { row: Float64Array | Float32Array | Int32Array | Uint8Array, original: Float64Array }} rowOf
 */
export function writeValues(unknowns, values, rowOf) {
  /** @type {Map<number, Float64Array>} */
  const inertias = new Map();
  unknowns.forEach(({ places, relative, inertia }, k) => {
    for (const { field, items, sign } of places) {
      const { row, original } = rowOf(field);
      for (const item of items)
        row[item] = relative ? original[item] * values[k] : sign * values[k];
    }
    if (!inertia) return;
    const all = inertias.get(inertia.body) ?? new Float64Array(10);
    all[inertia.index] = values[k];
    inertias.set(inertia.body, all);
  });
  for (const [body, all] of inertias) {
    const { mass, ipos, iquat, inertia } = fromPseudoInertia(fromParameters(all));
    rowOf('body_mass').row[body] = mass;
    rowOf('body_ipos').row.set(Float64Array.from(ipos), 3 * body);
    rowOf('body_iquat').row.set(Float64Array.from(iquat), 4 * body);
    rowOf('body_inertia').row.set(Float64Array.from(inertia), 3 * body);
  }
}
