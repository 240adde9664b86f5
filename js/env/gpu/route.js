// Terms of a route; as ../terms/route.js.
import { frameOf } from '../objects.js';
import { number } from './block.js';
import { position, rotation } from './frames.js';

/** @typedef {import('./block.js').Block} Block */
/** @typedef {import('./terms.js').Terms} Terms */
/** @template Options @typedef {import('./terms.js').Build<Options>} Build */
/** @typedef {{ of: string, through: string[], radius: number }} Route */

/** @param {Terms} terms @param {Route} route */
function follow(terms, { of, through, radius }) {
  const key = JSON.stringify({ of, through, radius });
  const known = terms.shared.get(key);
  if (known) return /** @type {ReturnType<typeof start>} */ (known);
  const made = start(terms, { of, through, radius });
  terms.shared.set(key, made);
  return made;
}

/** @param {Terms} terms @param {Route} route */
function start(terms, { of, through, radius }) {
  const frame = frameOf(terms.world, of, 'route');
  const points = through.map((name) => frameOf(terms.world, name, 'route'));
  const [passed, distance, progress, gained] = [0, 1, 2, 3].map(() => terms.remember(1));
  const name = `route_${terms.functions.size}`;
  const cases = points.map((point, k) => `case ${k}: { return ${position(point)}; }`).join(' ');
  terms.functions.set(
    name,
    `fn ${name}(k: i32) -> vec3f { switch (k % ${points.length}) { ${cases} default: { return vec3f(0); } } }\n`,
  );
  const count = `i32(${terms.memory(passed)})`;
  const away = `distance(${position(frame)}, ${name}(${count}))`;
  return {
    frame,
    progress,
    gained,
    /** @param {number} ahead */
    next: (ahead) => `${name}(${count} + ${ahead})`,
    /** @param {Block} b */
    update(b) {
      const now = b.let(away);
      const last = b.let(terms.memory(distance));
      const got = b.let(`select(0.0f, 1.0f, ${now} < ${number(radius)})`);
      b.add(
        `st(own_memory + ${progress}, select(0.0f, ${last} - ${now}, world_step > 1));`,
        `st(own_memory + ${gained}, ${got});`,
        `add(own_memory + ${passed}, ${got});`,
        `st(own_memory + ${distance}, ${away});`,
      );
    },
  };
}

/** @type {Build<Route & { ahead: number }>} */
export function routeOffset(terms, { ahead, ...route }) {
  const { frame, next } = follow(terms, route);
  return {
    size: 3 * ahead,
    write: (b) =>
      Array.from({ length: ahead }, (_, k) => {
        const v = b.let(`(${next(k)} - ${position(frame)}) * ${rotation(frame)}`);
        return [`${v}.x`, `${v}.y`, `${v}.z`];
      }).flat(),
  };
}

/** @type {Build<Route>} */
export function routeProgress(terms, route) {
  const { progress, update } = follow(terms, route);
  return { size: 1, update, write: (b) => [b.let(terms.memory(progress))] };
}

/** @type {Build<Route>} */
export function routePassed(terms, route) {
  const { gained } = follow(terms, route);
  return { size: 1, write: (b) => [b.let(terms.memory(gained))] };
}
