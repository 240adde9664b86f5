// Residuals of tasks: expressions over sensors and state, compiled to functions, and norms of them.
//
//   sensor.tip - goal          readings of a sensor less a parameter
//   cos(qpos.pole) - 1         of a joint's position; qvel, ctrl, act likewise
//   zaxis.torso[2] - 1         axes of bodies; xpos, com (of the subtree), site, geom: points
//   qvel('a name with / or -') for names that are no words
//
// Vectors go term by term, a number with each of a vector. This file imports nothing but what workers have as well.
import { MjError } from '../engine/error.js';

/** @typedef {import('../sim/reader.js').SimulationReader} SimulationReader */
/** @typedef {import('../mujoco.js').MjData} MjData */

/** What an expression reads: arrays of the data, and parameters. @typedef {{ arrays: Float64Array[], parameters: Float64Array, time: number }} Values */
/** A number of an expression. @typedef {(values: Values) => number} Scalar */

/**
 * @typedef {'quadratic' | 'l2' | 'abs' | 'cosh' | 'positive'} NormName
 *
 * @typedef {object} Term
 * @property {string} [name] of the term (its expression)
 * @property {string | readonly string[]} of expressions of the residual
 * @property {NormName} [norm] quadratic: half the squared sum (the default); l2: its root, smooth below `size`; abs: sum of sizes, smooth
 *   below `size`; cosh: quadratic near zero, growing fast beyond `size`; positive: quadratic where above zero
 * @property {number} [size] where a norm bends, units of the residual (0.1)
 * @property {number} [weight] (1)
 * @property {number} [final] factor of the weight at the horizon's end (1)
 */

/** Arrays of the data by what expressions call them, with the kind of the object, numbers of each, and offset. */
const points = /** @type {const} */ ({
  xpos: ['body', 'xpos', 3],
  com: ['body', 'subtree_com', 3],
  site: ['site', 'site_xpos', 3],
  geom: ['geom', 'geom_xpos', 3],
  xquat: ['body', 'xquat', 4],
  ctrl: ['actuator', 'ctrl', 1],
  force: ['actuator', 'actuator_force', 1],
});
const axes = ['xaxis', 'yaxis', 'zaxis'];
/** Whole arrays, by their names alone. */
const wholes = /** @type {const} */ ([
  'qpos',
  'qvel',
  'ctrl',
  'act',
  'sensordata',
  'qfrc_actuator',
]);

/** @type {Record<string, (...numbers: number[]) => number>} */
const functions = {
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  exp: Math.exp,
  log: Math.log,
  sqrt: Math.sqrt,
  abs: Math.abs,
  sign: Math.sign,
  atan2: Math.atan2,
  min: Math.min,
  max: Math.max,
};

const token = /\s*(?:(\d+\.?\d*(?:e[-+]?\d+)?|\.\d+)|([A-Za-z_]\w*)|'([^']*)'|([-+*/^(),.[\]]))/y;

/** Reads expressions of one task. */
class Reader {
  /** @type {string[]} */
  arrays = [];
  /** Whether something depends on forces or accelerations. */
  readsForces = false;
  #text = '';
  /** @type {{ number?: number, word?: string, quoted?: string, sign?: string }[]} */
  #tokens = [];
  #at = 0;

  /** @param {SimulationReader} simulation @param {Map<string, { at: number, length: number }>} parameters @param {string} owner */
  constructor(simulation, parameters, owner) {
    this.simulation = simulation;
    this.parameters = parameters;
    this.owner = owner;
  }

  /** @param {string} why @returns {never} */
  fail(why) {
    throw new MjError(`${this.owner}: '${this.#text}': ${why}`);
  }

  /** @param {string} text @returns {Scalar[]} */
  read(text) {
    this.#text = text;
    this.#tokens = [];
    this.#at = 0;
    token.lastIndex = 0;
    const whole = text.trimEnd();
    while (token.lastIndex < whole.length) {
      const from = token.lastIndex;
      const match = token.exec(whole);
      if (!match) this.fail(`cannot be read from '${whole.slice(from).trim()}' on`);
      const [, number, word, quoted, sign] = /** @type {RegExpExecArray} */ (match);
      this.#tokens.push(number !== undefined ? { number: Number(number) } : { word, quoted, sign });
    }
    const found = this.#sum();
    if (this.#at < this.#tokens.length) this.fail('has something left at its end');
    return found;
  }

  /** @param {string} sign */
  #accept(sign) {
    if (this.#tokens[this.#at]?.sign !== sign) return false;
    this.#at++;
    return true;
  }

  /** @param {string} sign */
  #expect(sign) {
    if (!this.#accept(sign)) this.fail(`'${sign}' is missing`);
  }

  /** @returns {Scalar[]} */
  #sum() {
    let left = this.#product();
    for (;;) {
      if (this.#accept('+')) left = this.#both(left, this.#product(), (a, b) => (v) => a(v) + b(v));
      else if (this.#accept('-'))
        left = this.#both(left, this.#product(), (a, b) => (v) => a(v) - b(v));
      else return left;
    }
  }

  /** @returns {Scalar[]} */
  #product() {
    let left = this.#power();
    for (;;) {
      if (this.#accept('*')) left = this.#both(left, this.#power(), (a, b) => (v) => a(v) * b(v));
      else if (this.#accept('/'))
        left = this.#both(left, this.#power(), (a, b) => (v) => a(v) / b(v));
      else return left;
    }
  }

  /** @returns {Scalar[]} */
  #power() {
    if (this.#accept('-')) return this.#power().map((a) => (v) => -a(v));
    const base = this.#element();
    if (!this.#accept('^')) return base;
    return this.#both(base, this.#power(), (a, b) => (v) => a(v) ** b(v));
  }

  /** @param {Scalar[]} a @param {Scalar[]} b @param {(a: Scalar, b: Scalar) => Scalar} join @returns {Scalar[]} */
  #both(a, b, join) {
    if (a.length === b.length) return a.map((one, i) => join(one, b[i]));
    if (b.length === 1) return a.map((one) => join(one, b[0]));
    if (a.length === 1) return b.map((one) => join(a[0], one));
    return this.fail(`${a.length} numbers with ${b.length}`);
  }

  /** @returns {Scalar[]} */
  #element() {
    const next = this.#tokens[this.#at++];
    if (next?.number !== undefined) {
      const { number } = next;
      return [() => number];
    }
    if (next?.sign === '(') {
      const inner = this.#sum();
      this.#expect(')');
      return this.#item(inner);
    }
    if (next?.word === undefined) return this.fail('a number, a name or ( is missing');
    return this.#item(this.#named(next.word));
  }

  /** [index] behind a vector. @param {Scalar[]} list */
  #item(list) {
    if (!this.#accept('[')) return list;
    const index = this.#tokens[this.#at++]?.number;
    this.#expect(']');
    if (index === undefined || !(index < list.length))
      return this.fail(`an index of at most ${list.length - 1} is missing`);
    return [list[index]];
  }

  /** @param {string} word @returns {Scalar[]} */
  #named(word) {
    const known = ['sensor', 'qpos', 'qvel', 'act', ...Object.keys(points), ...axes];
    if (known.includes(word)) {
      const name = this.#objectName();
      if (name !== null) return this.#object(word, name);
    }
    if (this.#accept('(')) return this.#call(word);
    const parameter = this.parameters.get(word);
    if (parameter)
      return Array.from({ length: parameter.length }, (_, i) => {
        const at = parameter.at + i;
        return (/** @type {Values} */ { parameters }) => parameters[at];
      });
    if (word === 'pi') return [() => Math.PI];
    if (word === 'time') return [({ time }) => time];
    if (/** @type {readonly string[]} */ (wholes).includes(word)) {
      const { length } = /** @type {Float64Array} */ (Reflect.get(this.simulation.data, word));
      return this.#view(word, 0, length);
    }
    const names = [...this.parameters.keys()].join(', ') || 'none';
    return this.fail(
      `there is no '${word}': there are ${known.join(', ')}, ${wholes.join(', ')}, time, pi, and the parameters: ${names}`,
    );
  }

  /** `.name` or `('name')` behind a word; null where there is neither. */
  #objectName() {
    const [sign, word, quoted] = this.#tokens.slice(this.#at);
    if (sign?.sign === '.' && word?.word) {
      this.#at += 2;
      return word.word;
    }
    if (sign?.sign === '(' && word?.quoted !== undefined && quoted?.sign === ')') {
      this.#at += 3;
      return word.quoted;
    }
    return null;
  }

  /** @param {string} name of an array of the data @param {number} start @param {number} length @returns {Scalar[]} */
  #view(name, start, length) {
    const { model, mujoco } = this.simulation;
    const last = mujoco.mjtStage.mjSTAGE_ACC.value;
    this.readsForces ||=
      name === 'actuator_force' ||
      name === 'qfrc_actuator' ||
      (name === 'sensordata' &&
        model.sensor_needstage.some(
          (stage, id) =>
            stage === last &&
            model.sensor_adr[id] < start + length &&
            model.sensor_adr[id] + model.sensor_dim[id] > start,
        ));
    let index = this.arrays.indexOf(name);
    if (index < 0) index = this.arrays.push(name) - 1;
    return Array.from({ length }, (_, i) => {
      const at = start + i;
      return (/** @type {Values} */ { arrays }) => arrays[index][at];
    });
  }

  /** @param {import('../sim/types.js').Kind} kind @param {string} name */
  #id(kind, name) {
    const names = this.simulation.names(kind);
    const id = names.indexOf(name);
    if (id >= 0) return id;
    const there = names.filter(Boolean).join(', ') || 'none with a name';
    return this.fail(`there is no ${kind} '${name}': there are ${there}`);
  }

  /** @param {string} word @param {string} name */
  #object(word, name) {
    const { model, mujoco } = this.simulation;
    if (word === 'sensor') {
      const id = this.#id('sensor', name);
      return this.#view('sensordata', model.sensor_adr[id], model.sensor_dim[id]);
    }
    if (word === 'qpos' || word === 'qvel') {
      const id = this.#id('joint', name);
      const { mjJNT_FREE, mjJNT_BALL } = mujoco.mjtJoint;
      const type = model.jnt_type[id];
      const [q, v] = (type === mjJNT_FREE.value && [7, 6]) ||
        (type === mjJNT_BALL.value && [4, 3]) || [1, 1];
      if (word === 'qpos') return this.#view('qpos', model.jnt_qposadr[id], q);
      return this.#view('qvel', model.jnt_dofadr[id], v);
    }
    if (word === 'act') {
      const id = this.#id('actuator', name);
      return this.#view('act', model.actuator_actadr[id], model.actuator_actnum[id]);
    }
    if (axes.includes(word)) {
      const start = 9 * this.#id('body', name) + axes.indexOf(word);
      return [0, 3, 6].flatMap((row) => this.#view('xmat', start + row, 1));
    }
    const [kind, array, width] = points[/** @type {keyof typeof points} */ (word)];
    return this.#view(array, width * this.#id(kind, name), width);
  }

  /** @param {string} word @returns {Scalar[]} */
  #call(word) {
    /** @type {Scalar[][]} */
    const given = [];
    do given.push(this.#sum());
    while (this.#accept(','));
    this.#expect(')');
    const [a, b] = given;
    if (word === 'norm' || word === 'sum') {
      const list = given.flat();
      const square = word === 'norm';
      return [
        (v) => {
          let sum = 0;
          for (const one of list) {
            const value = one(v);
            sum += square ? value * value : value;
          }
          return square ? Math.sqrt(sum) : sum;
        },
      ];
    }
    if (word === 'dot' && given.length === 2) {
      const parts = this.#both(a, b, (x, y) => (v) => x(v) * y(v));
      return [(v) => parts.reduce((sum, part) => sum + part(v), 0)];
    }
    if (!Object.hasOwn(functions, word))
      return this.fail(
        `there is no function '${word}': there are ${Object.keys(functions).join(', ')}, norm, dot, sum`,
      );
    const f = functions[word];
    const count = f.length;
    if (given.length !== count) this.fail(`${word} takes ${count}, got ${given.length}`);
    return count === 1
      ? a.map((one) => (v) => f(one(v)))
      : this.#both(a, b, (one, two) => (v) => f(one(v), two(v)));
  }
}

/** What parameters are called and where they stand. @param {Record<string, number | ArrayLike<number>>} parameters */
export function parameterPlaces(parameters) {
  /** @type {Map<string, { at: number, length: number }>} */
  const places = new Map();
  let at = 0;
  for (const [name, value] of Object.entries(parameters)) {
    const length = typeof value === 'number' ? 1 : value.length;
    places.set(name, { at, length });
    at += length;
  }
  return places;
}

/** Parameters as one array. @param {Record<string, number | ArrayLike<number>>} parameters */
export const parameterValues = (parameters) =>
  Float64Array.from(
    Object.values(parameters).flatMap((value) =>
      typeof value === 'number' ? [value] : Array.from(value),
    ),
  );

/** Arrays that a step changes at its end; others are those of its beginning. */
const moved = ['qpos', 'qvel', 'act'];

const norms = ['quadratic', 'l2', 'abs', 'cosh', 'positive'];

/**
 * Slope and curvature of a norm, the diagonal alone; for l2 one that stays positive.
 * @param {NormName} norm
 * @param {number} p size
 * @param {Float64Array} r residual
 * @param {number} from
 * @param {number} to
 * @param {Float64Array} slope of the residual's length
 * @param {Float64Array} curvature of its length
 */
function normSlopes(norm, p, r, from, to, slope, curvature) {
  let square = p * p;
  for (let i = from; i < to; i++) square += r[i] * r[i];
  const length = Math.sqrt(square);
  for (let i = from; i < to; i++) {
    const x = r[i];
    slope[i] = x;
    curvature[i] = 1;
    if (norm === 'l2') {
      slope[i] = x / length;
      curvature[i] = 1 / length;
    } else if (norm === 'abs') {
      const root = Math.sqrt(x * x + p * p);
      slope[i] = x / root;
      curvature[i] = (p * p) / (root * root * root);
    } else if (norm === 'cosh') {
      const y = Math.max(-30, Math.min(30, x / p));
      slope[i] = p * Math.sinh(y);
      curvature[i] = Math.cosh(y);
    } else if (norm === 'positive' && x <= 0) {
      slope[i] = 0;
      curvature[i] = 0;
    }
  }
}

/** The value of a norm. @param {NormName} norm @param {number} p @param {Float64Array} r @param {number} from @param {number} to */
function normValue(norm, p, r, from, to) {
  let value = 0;
  switch (norm) {
    case 'l2':
      for (let i = from; i < to; i++) value += r[i] * r[i];
      return Math.sqrt(value + p * p) - p;
    case 'abs':
      for (let i = from; i < to; i++) value += Math.sqrt(r[i] * r[i] + p * p) - p;
      return value;
    case 'cosh':
      for (let i = from; i < to; i++)
        value += p * p * (Math.cosh(Math.max(-30, Math.min(30, r[i] / p))) - 1);
      return value;
    case 'positive':
      for (let i = from; i < to; i++) if (r[i] > 0) value += 0.5 * r[i] * r[i];
      return value;
    default:
      for (let i = from; i < to; i++) value += 0.5 * r[i] * r[i];
      return value;
  }
}

/** The cost of a task, compiled for a model. */
export class Residual {
  #arrays;
  /** @type {Scalar[]} */
  #scalars = [];
  /** @type {{ from: Float64Array, to: Float64Array }[]} */
  #kept = [];
  /** @type {Values} */
  #values;

  /**
   * @param {SimulationReader} simulation
   * @param {readonly Term[]} terms
   * @param {Record<string, number | ArrayLike<number>>} parameters
   * @param {string} owner for errors
   */
  constructor(simulation, terms, parameters, owner) {
    if (!Array.isArray(terms) || terms.length === 0)
      throw new MjError(`${owner}: terms are a list of { of, norm, weight }`);
    const reader = new Reader(simulation, parameterPlaces(parameters), owner);
    /** Where the residuals of each term begin, and the end. @type {number[]} */
    this.starts = [0];
    /** @type {{ name: string, norm: NormName, size: number, final: number }[]} */
    this.terms = terms.map(
      ({ name, of, norm = 'quadratic', size = 0.1, weight = 1, final = 1 }) => {
        const list = typeof of === 'string' ? [of] : of;
        const what = name ?? String(list);
        if (!Array.isArray(list) || list.length === 0)
          throw new MjError(
            `${owner}: term '${what}' has no expression: { of: 'sensor.tip - goal' }`,
          );
        if (!norms.includes(norm))
          throw new MjError(
            `${owner}: term '${what}': there is no norm '${norm}': norms are ${norms.join(', ')}`,
          );
        for (const [word, number] of Object.entries({ size, weight, final }))
          if (!(number >= 0 && number < Infinity) || (word === 'size' && number === 0))
            throw new MjError(
              `${owner}: term '${what}': its ${word} is a positive number, got ${number}`,
            );
        for (const text of list) this.#scalars.push(...reader.read(text));
        this.starts.push(this.#scalars.length);
        return { name: what, norm, size, final };
      },
    );
    this.#arrays = reader.arrays;
    /** Whether one depends on forces or accelerations. */
    this.readsForces = reader.readsForces;
    /** Whether residuals read nothing but the state and controls. */
    this.isOfState = reader.arrays.every((name) => name === 'ctrl' || moved.includes(name));
    this.#values = { arrays: [], parameters: new Float64Array(), time: 0 };
    /** Residuals of the last look. */
    this.values = new Float64Array(this.#scalars.length);
  }

  /**
   * Takes the arrays that residuals read; they hold until the module's memory grows.
   * @param {MjData} data
   * @param {Float64Array} parameters
   * @param {boolean} [isKept] whether they read the state of the last `keep`, whatever has become of it
   */
  bind(data, parameters, isKept = false) {
    const given = this.#values;
    given.parameters = parameters;
    this.#kept.length = 0;
    for (let i = 0; i < this.#arrays.length; i++) {
      const name = this.#arrays[i];
      const array = /** @type {Float64Array} */ (Reflect.get(data, name));
      given.arrays[i] = array;
      if (!isKept || !moved.includes(name)) continue;
      given.arrays[i] = new Float64Array(array.length);
      this.#kept.push({ from: array, to: given.arrays[i] });
    }
  }

  /** Keeps the state, for residuals that are bound to it. */
  keep() {
    for (const { from, to } of this.#kept) for (let i = 0; i < to.length; i++) to[i] = from[i];
  }

  /** Computes the residuals of the present state. @param {MjData} data @param {Float64Array} parameters */
  look(data, parameters) {
    this.bind(data, parameters);
    return this.read(data.time);
  }

  /** Computes the residuals from what was bound. @param {number} time */
  read(time) {
    const given = this.#values;
    given.time = time;
    const { values } = this;
    for (let i = 0; i < values.length; i++) values[i] = this.#scalars[i](given);
    return values;
  }

  /**
   * Cost of the residuals of the last look.
   * @param {ArrayLike<number>} weights of terms
   * @param {boolean} isFinal
   * @param {Float64Array | null} [costs] of each term, added to
   * @param {number} [factor] of what is added
   */
  cost(weights, isFinal, costs = null, factor = 1) {
    let sum = 0;
    for (let i = 0; i < this.terms.length; i++) {
      const { norm, size, final } = this.terms[i];
      const weight = isFinal ? weights[i] * final : weights[i];
      if (weight === 0) continue;
      const value = weight * normValue(norm, size, this.values, this.starts[i], this.starts[i + 1]);
      sum += value;
      if (costs) costs[i] += factor * value;
    }
    return sum;
  }

  /**
   * Slope and curvature of a norm at the residuals of the last look.
   * @param {NormName} norm
   * @param {number} size
   * @param {number} from
   * @param {number} to
   * @param {Float64Array} slopes
   * @param {Float64Array} curvatures
   */
  normSlopes(norm, size, from, to, slopes, curvatures) {
    normSlopes(norm, size, this.values, from, to, slopes, curvatures);
  }
}
