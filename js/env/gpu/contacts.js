// Terms of contacts, as the last step of the simulation found them; as ../terms/contacts.js.
import { geomsOf } from '../terms/contacts.js';
import { number } from './block.js';

/** @typedef {import('./terms.js').Terms} Terms */
/** @template Options @typedef {import('./terms.js').Build<Options>} Build */
/** @typedef {{ geoms: string | string[], others?: string | string[] }} Chosen */

/**
 * A function that tells which of some geoms touch something: its name, and how many they are.
 * @param {Terms} terms @param {Chosen} chosen @param {string} word
 */
function watcher(terms, { geoms, others }, word) {
  const ids = geomsOf(terms.world, geoms, word);
  const rest = others === undefined ? null : geomsOf(terms.world, others, word);
  terms.dynamics = true;
  const name = `watch_${terms.functions.size}`;
  const cases = ids.map((id, k) => `case ${id}: { return ${k}; }`).join(' ');
  const set = rest
    ? `switch (g) { case ${rest.join(', ')}: { return true; } default: { return false; } }`
    : 'return true;';
  terms.functions.set(
    name,
    `fn ${name}_place(g: i32) -> i32 { switch (g) { ${cases} default: { return -1; } } }
fn ${name}_other(g: i32) -> bool { ${set} }
fn ${name}() -> array<f32, ${ids.length}> {
  var touching: array<f32, ${ids.length}>;
  for (var c = 0; c < min(ldi(d_ncon), NCONMAX); c++) {
    if (ldi(d_con_int + 4 * c + 3) < 0) { continue; }
    let a = ldi(d_con_int + 4 * c);
    let b = ldi(d_con_int + 4 * c + 1);
    if (${name}_place(a) >= 0 && ${name}_other(b)) { touching[${name}_place(a)] = 1; }
    if (${name}_place(b) >= 0 && ${name}_other(a)) { touching[${name}_place(b)] = 1; }
  }
  return touching;
}
`,
  );
  return { name, count: ids.length };
}

/** @type {Build<Chosen>} */
export function touching(terms, chosen) {
  const { name, count } = watcher(terms, chosen, 'touching');
  return {
    size: count,
    write(b) {
      const found = b.let(`${name}()`);
      return Array.from({ length: count }, (_, i) => `${found}[${i}]`);
    },
  };
}

/** @type {Build<Chosen & { threshold: number }>} */
export function airTime(terms, { threshold, ...chosen }) {
  const { name, count } = watcher(terms, chosen, 'airTime');
  const times = terms.remember(count);
  const gains = terms.remember(count);
  const period = number(terms.world.period);
  return {
    size: count,
    update(b) {
      const now = b.let(`${name}()`);
      for (let i = 0; i < count; i++) {
        const before = b.let(terms.memory(times + i));
        const down = b.let(`${now}[${i}] != 0`);
        b.add(
          `st(own_memory + ${gains + i}, select(0.0f, ${before} - ${number(threshold)}, ${down} && ${before} > 0));`,
          `st(own_memory + ${times + i}, select(${before} + ${period}, 0.0f, ${down}));`,
        );
      }
    },
    write: (b) => Array.from({ length: count }, (_, i) => b.let(terms.memory(gains + i))),
  };
}
