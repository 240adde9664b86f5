// Terms made from others; as ../terms/arithmetic.js.
import { number } from './block.js';

/** @typedef {import('./block.js').Block} Block */
/** @typedef {import('../terms/compile.js').TermInput} TermInput */
/** @template Options @typedef {import('./terms.js').Build<Options>} Build */
/** @typedef {{ of: TermInput, scale: number, value: number, low: number, high: number, margin: number, edge: number }} Options */

/** Expressions joined by a sign. @param {string[]} items @param {string} sign @param {string} none */
const joined = (items, sign, none) => (items.length > 0 ? items.join(sign) : none);

/** @param {string[]} values */
const squares = (values) =>
  joined(
    values.map((v) => `${v} * ${v}`),
    ' + ',
    '0.0f',
  );

/** A term that makes one number of another. @param {(values: string[], data: Options, block: Block) => string} body @returns {Build<Options>} */
const reducer = (body) => (terms, data) => {
  const inner = terms.compile(data.of);
  return { size: 1, write: (b) => [b.let(body(inner.write(b), data, b))] };
};

export const squared = reducer((values) => squares(values));
export const norm = reducer((values) => `sqrt(${squares(values)})`);
export const exp = reducer((values, { scale }) => `exp(-(${squares(values)}) / ${number(scale)})`);
export const absolute = reducer((values) =>
  joined(
    values.map((v) => `abs(${v})`),
    ' + ',
    '0.0f',
  ),
);
export const sum = reducer((values) => joined(values, ' + ', '0.0f'));
export const positive = reducer((values) =>
  joined(
    values.map((v) => `max(0.0f, ${v})`),
    ' + ',
    '0.0f',
  ),
);
export const largest = reducer((values) =>
  values.reduce((all, v) => (all ? `max(${all}, ${v})` : v), ''),
);

/** @param {string} sign @returns {Build<Options>} */
const compared = (sign) =>
  reducer(
    (values, { value }) =>
      `select(0.0f, 1.0f, ${joined(
        values.map((v) => `${v} ${sign} ${number(value)}`),
        ' || ',
        'false',
      )})`,
  );
export const below = compared('<');
export const above = compared('>');

export const tolerance = reducer((values, { low, high, margin, edge }, b) => {
  const factors = values.map((v) => {
    const away = b.let(`max(max(${number(low)} - ${v}, ${v} - ${number(high)}), 0.0f)`);
    if (margin === 0) return `select(0.0f, 1.0f, ${away} == 0.0f)`;
    const steps = b.let(`${away} / ${number(margin)}`);
    return `exp(${number(Math.log(edge))} * ${steps} * ${steps})`;
  });
  return joined(factors, ' * ', '1.0f');
});

/** A term that changes each number of another. @param {(value: string, data: Options & { factor: number }) => string} body @returns {Build<Options & { factor: number }>} */
const mapper = (body) => (terms, data) => {
  const inner = terms.compile(data.of);
  return { size: inner.size, write: (b) => inner.write(b).map((v) => b.let(body(v, data))) };
};
export const times = mapper((v, { factor }) => `${v} * ${number(factor)}`);
export const clipped = mapper((v, { low, high }) => `clamp(${v}, ${number(low)}, ${number(high)})`);
export const not = mapper((v) => `select(0.0f, 1.0f, ${v} == 0.0f)`);

/** @type {Build<{ of: TermInput, first: number, count: number }>} */
export function part(terms, { of, first, count }) {
  const inner = terms.compile(of);
  return { size: count, write: (b) => inner.write(b).slice(first, first + count) };
}

/** A term of several, number by number; one number goes with all of the others. @param {(a: string, b: string) => string} body @returns {Build<{ terms: TermInput[] }>} */
const joiner =
  (body) =>
  (terms, { terms: inputs }) => {
    const inner = inputs.map((input) => terms.compile(input));
    const size = Math.max(...inner.map((term) => term.size));
    return {
      size,
      write(b) {
        const rows = inner.map((term) => term.write(b));
        return Array.from({ length: size }, (_, i) =>
          b.let(rows.map((row) => row[Math.min(i, row.length - 1)]).reduce(body)),
        );
      },
    };
  };
export const product = joiner((a, b) => `${a} * ${b}`);
export const plus = joiner((a, b) => `${a} + ${b}`);
export const minus = joiner((a, b) => `${a} - ${b}`);
export const any = joiner((a, b) => `select(0.0f, 1.0f, ${a} != 0.0f || ${b} != 0.0f)`);
export const all = joiner((a, b) => `select(0.0f, 1.0f, ${a} != 0.0f && ${b} != 0.0f)`);

/** @type {Build<{ of: TermInput }>} */
export function rate(terms, { of }) {
  const inner = terms.compile(of);
  const before = terms.remember(inner.size);
  const rates = terms.remember(inner.size);
  const period = number(terms.world.period);
  return {
    size: inner.size,
    begin(b) {
      inner.write(b).forEach((v, i) => b.add(`st(own_memory + ${before + i}, ${v});`));
    },
    update(b) {
      inner.write(b).forEach((v, i) => {
        b.add(
          `st(own_memory + ${rates + i}, (${v} - ${terms.memory(before + i)}) / ${period});`,
          `st(own_memory + ${before + i}, ${v});`,
        );
      });
    },
    write: (b) => Array.from({ length: inner.size }, (_, i) => b.let(terms.memory(rates + i))),
  };
}
