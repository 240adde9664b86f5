// Random numbers of environments in WGSL: the same sequences as ../random.js, in 32 bits.
import { number } from './block.js';

/** @typedef {import('../distributions.js').Distribution} Distribution */
/** @typedef {import('./block.js').Block} Block */

export const randomText = /* wgsl */ `
var<private> random_counter: vec4u;
var<private> random_words: vec4u;
var<private> random_used: i32;
var<private> random_spare: vec2f;

fn random_begin(world: i32, episode: i32, step: i32, stream: i32) {
  random_counter = vec4u(u32(world), u32(episode), u32(step), u32(stream) << 20u);
  random_used = 4;
  random_spare = vec2f(0);
}
fn random_uniform() -> f32 {
  if (random_used == 4) {
    random_words = philox(random_counter);
    random_counter.w += 1u;
    random_used = 0;
  }
  let word = random_words[random_used];
  random_used++;
  return (f32(word) + 0.5) * 2.3283064365386963e-10;
}
fn random_between(low: f32, high: f32) -> f32 { return low + (high - low) * random_uniform(); }
fn random_normal() -> f32 {
  if (random_spare.y != 0) {
    random_spare.y = 0;
    return random_spare.x;
  }
  let radius = sqrt(-2 * log(random_uniform()));
  let pair = sine_cosine(2 * PI * random_uniform());
  random_spare = vec2f(radius * pair.x, 1);
  return radius * pair.y;
}
fn random_integer(low: i32, high: i32) -> i32 {
  return min(high, low + i32(floor(random_uniform() * f32(high - low + 1))));
}
`;

/** Names what is drawn. @param {Block} b @param {Distribution} distribution */
export function drawn(b, { draw, low, high, values }) {
  if (draw === 'uniform') return b.let(`random_between(${number(low)}, ${number(high)})`);
  if (draw === 'normal') return b.let(`${number(low)} + ${number(high)} * random_normal()`);
  if (draw === 'logarithmic')
    return b.let(`exp(random_between(${number(Math.log(low))}, ${number(Math.log(high))}))`);
  const list = /** @type {readonly number[]} */ (values);
  const all = list.map(number).join(', ');
  const which = b.let(`random_integer(0, ${list.length - 1})`);
  const table = b.let(`array<f32, ${list.length}>(${all})`);
  return b.let(`${table}[${which}]`);
}

/** What becomes of a number. @param {string} before @param {string} value @param {Distribution} distribution */
export const changed = (before, value, { as }) =>
  as === 'set' ? value : as === 'add' ? `${before} + ${value}` : `${before} * ${value}`;
