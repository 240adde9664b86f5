// Terms made from others.
import { log, exp as power } from '../math.js';

/** @template Options @typedef {import('./compile.js').Build<Options>} Build */
/** @typedef {import('./compile.js').TermInput} TermInput */
/** @typedef {import('./compile.js').Compiled} Compiled */

/**
 * A term that makes one number of another.
 * @param {string} word
 * @param {(values: Float64Array, size: number, data: Record<string, number>) => number} body
 * @param {string} [units]
 * @param {(data: Record<string, number>) => Record<string, number>} [prepare] what the body is given, from what the term was given
 */
const reducer = (word, body, units = '', prepare = (data) => data) => {
  /** @type {Build<{ of: TermInput }>} */
  const build = (_world, data, compile) => {
    const inner = compile(data.of);
    const values = new Float64Array(inner.size);
    const numbers = prepare(/** @type {Record<string, number>} */ (/** @type {unknown} */ (data)));
    return {
      name: `${word} ${inner.name}`,
      size: 1,
      names: [`${word} ${inner.name}`],
      units: [units],
      needs: inner.needs,
      write(out, at) {
        inner.write(values, 0);
        out[at] = body(values, values.length, numbers);
      },
    };
  };
  return build;
};

/** @param {Float64Array} values */
function sumOfSquares(values) {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] * values[i];
  return sum;
}

export const squared = reducer('squared', sumOfSquares);
export const norm = reducer('norm', (values) => Math.sqrt(sumOfSquares(values)));
export const exp = reducer(
  'exp',
  (values, _, { scale }) => power(-sumOfSquares(values) / scale),
  '1',
);
export const absolute = reducer('absolute', (values) => {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += Math.abs(values[i]);
  return sum;
});
export const sum = reducer('sum', (values) => {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i];
  return total;
});
export const positive = reducer('positive', (values) => {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += Math.max(0, values[i]);
  return total;
});
export const largest = reducer('largest', (values) => {
  let most = -Infinity;
  for (let i = 0; i < values.length; i++) most = Math.max(most, values[i]);
  return most;
});
export const below = reducer(
  'below',
  (values, size, { value }) => {
    for (let i = 0; i < size; i++) if (values[i] < value) return 1;
    return 0;
  },
  '1',
);
export const above = reducer(
  'above',
  (values, size, { value }) => {
    for (let i = 0; i < size; i++) if (values[i] > value) return 1;
    return 0;
  },
  '1',
);
export const tolerance = reducer(
  'tolerance',
  (values, size, { low, high, margin, fall }) => {
    // 1 inside of the bounds, `edge` a margin away from them, a bell in between and beyond
    let product = 1;
    for (let i = 0; i < size; i++) {
      const away = Math.max(low - values[i], values[i] - high, 0);
      if (away === 0) continue;
      if (margin === 0) return 0;
      const steps = away / margin;
      product *= power(fall * steps * steps);
    }
    return product;
  },
  '1',
  (data) => ({ ...data, fall: log(data.edge) }),
);

/**
 * A term that changes each number of another.
 * @param {(value: number, data: Record<string, number>) => number} body
 */
const mapper = (body) => {
  /** @type {Build<{ of: TermInput }>} */
  const build = (_world, data, compile) => {
    const inner = compile(data.of);
    const numbers = /** @type {Record<string, number>} */ (/** @type {unknown} */ (data));
    return {
      ...inner,
      write(out, at) {
        inner.write(out, at);
        for (let i = at; i < at + inner.size; i++) out[i] = body(out[i], numbers);
      },
    };
  };
  return build;
};

/** @type {Build<{ of: TermInput, factor: number }>} */
export function times(_world, { of, factor }, compile) {
  const inner = compile(of);
  return {
    ...inner,
    write(out, at) {
      inner.write(out, at);
      for (let i = at; i < at + inner.size; i++) out[i] *= factor;
    },
  };
}

export const clipped = mapper((value, { low, high }) => Math.max(low, Math.min(high, value)));
export const not = mapper((value) => (value === 0 ? 1 : 0));

/** @type {Build<{ of: TermInput, first: number, count: number }>} */
export function part(_world, { of, first, count }, compile) {
  const inner = compile(of);
  const values = new Float64Array(inner.size);
  return {
    ...inner,
    size: count,
    names: inner.names.slice(first, first + count),
    units: inner.units.slice(first, first + count),
    write(out, at) {
      inner.write(values, 0);
      for (let i = 0; i < count; i++) out[at + i] = values[first + i];
    },
  };
}

/**
 * A term of several, number by number; one number goes with all of the others.
 * @param {string} word
 * @param {(a: number, b: number) => number} body
 */
const joiner = (word, body) => {
  /** @type {Build<{ terms: TermInput[] }>} */
  const build = (_world, { terms }, compile) => {
    const inner = terms.map((term) => compile(term));
    const size = Math.max(...inner.map((term) => term.size));
    const buffers = inner.map((term) => new Float64Array(term.size));
    const widest = /** @type {Compiled} */ (inner.find((term) => term.size === size));
    return {
      name: inner.map(({ name }) => name).join(` ${word} `),
      size,
      names: widest.names,
      units: widest.units,
      needs: inner.reduce((all, term) => all | term.needs, 0),
      write(out, at) {
        inner.forEach((term, k) => term.write(buffers[k], 0));
        for (let i = 0; i < size; i++) {
          let value = buffers[0][Math.min(i, buffers[0].length - 1)];
          for (let k = 1; k < buffers.length; k++)
            value = body(value, buffers[k][Math.min(i, buffers[k].length - 1)]);
          out[at + i] = value;
        }
      },
    };
  };
  return build;
};

export const product = joiner('times', (a, b) => a * b);
export const plus = joiner('plus', (a, b) => a + b);
export const minus = joiner('minus', (a, b) => a - b);
export const any = joiner('or', (a, b) => (a !== 0 || b !== 0 ? 1 : 0));
export const all = joiner('and', (a, b) => (a !== 0 && b !== 0 ? 1 : 0));

/** @type {Build<{ of: TermInput }>} */
export function rate(world, { of }, compile) {
  const inner = compile(of);
  const before = world.remember(inner.size);
  const rates = world.remember(inner.size);
  const now = new Float64Array(inner.size);
  return {
    ...inner,
    name: `rate ${inner.name}`,
    units: inner.units.map((unit) => `${unit}/s`),
    begin() {
      inner.write(now, 0);
      for (let i = 0; i < now.length; i++) world.memory[before + i] = now[i];
    },
    update() {
      const { memory, period } = world;
      inner.write(now, 0);
      for (let i = 0; i < now.length; i++) {
        memory[rates + i] = (now[i] - memory[before + i]) / period;
        memory[before + i] = now[i];
      }
    },
    write(out, at) {
      for (let i = 0; i < now.length; i++) out[at + i] = world.memory[rates + i];
    },
  };
}
