// Observations: terms, noise, delay and history; as ../observe.js.
import { streams } from '../random.js';
import { Block } from './block.js';
import { drawn } from './random.js';

/** @typedef {import('./kernels.js').Draft} Draft */

/** The present moment with noise, into `frame`. @param {Draft} draft @param {number} k which group */
function lookText({ plan, groups }, k) {
  const { noise, starts, hasNoise } = plan.groups[k];
  const b = new Block();
  groups[k].forEach((term, t) => {
    term.write(b).forEach((value, i) => b.add(`frame[${starts[t] + i}] = ${value};`));
  });
  b.add(
    `for (var i = 0; i < ${Math.max(0, plan.groups[k].frameSize)}; i++) { if (is_bad(frame[i])) { sti(own_failed, 1); } }`,
  );
  if (hasNoise) {
    b.add(`random_begin(world_index, world_episode, world_step, ${streams.noise + 16 * (k + 1)});`);
    groups[k].forEach((term, t) => {
      const distribution = noise[t];
      if (!distribution || term.size === 0) return;
      const inner = new Block();
      const value = drawn(inner, distribution);
      b.add(
        `for (var i = ${starts[t]}; i < ${starts[t] + term.size}; i++) {`,
        ...inner.lines,
        `frame[i] += ${value};`,
        '}',
      );
    });
  }
  return b.lines;
}

/** @param {Draft} draft @param {number} k */
function groupText(draft, k) {
  const { plan, fields } = draft;
  const { name, frameSize, kept, history, order, terms, starts } = plan.groups[k];
  const b = new Block();
  const into = `d_${fields.nameOf(`observation:${name}`)}`;
  b.add(`var frame: array<f32, ${Math.max(1, frameSize)}>;`, ...lookText(draft, k));
  if (kept === 0) {
    b.add(`for (var i = 0; i < ${frameSize}; i++) { st(${into} + i, frame[i]); }`);
    return b.function(`observe_${k}(begins: bool)`);
  }
  const ring = `d_${fields.nameOf(`kept:${name}`)}`;
  b.add(
    `let first = select(world_step % ${kept}, 0, begins);`,
    `let last = select(first, ${kept - 1}, begins);`,
    `for (var slot = first; slot <= last; slot++) { for (var i = 0; i < ${frameSize}; i++) { st(${ring} + slot * ${frameSize} + i, frame[i]); } }`,
    `for (var back = 0; back < ${history}; back++) {`,
    `let place = ${history - 1} - back;`,
    `let slot = (((world_step - ldi(DELAYS + ${k + 1}) - back) % ${kept}) + ${kept}) % ${kept};`,
    `let source = ${ring} + slot * ${frameSize};`,
  );
  if (order === 'frames')
    b.add(
      `for (var i = 0; i < ${frameSize}; i++) { st(${into} + place * ${frameSize} + i, ld(source + i)); }`,
    );
  else
    terms.forEach(({ size }, t) =>
      b.add(
        `for (var i = 0; i < ${size}; i++) { st(${into} + ${starts[t] * history} + place * ${size} + i, ld(source + ${starts[t]} + i)); }`,
      ),
    );
  b.add('}');
  return b.function(`observe_${k}(begins: bool)`);
}

/** @param {Draft} draft */
export function observeText(draft) {
  const all = draft.plan.groups.map((_, k) => groupText(draft, k));
  const b = new Block();
  draft.plan.groups.forEach((_, k) => b.add(`observe_${k}(begins);`));
  return `${all.join('')}${b.function('observe(begins: bool)')}`;
}
