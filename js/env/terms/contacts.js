// Terms of contacts, as the last step of the simulation found them.
import { MjError } from '../../engine/error.js';
import { layoutOf } from '../../engine/schema.js';
import { list, matching } from '../world.js';

/** @typedef {import('../world.js').TermWorld} TermWorld */
/** @template Options @typedef {import('./compile.js').Build<Options>} Build */

/**
 * Geoms by name, of bodies by `body:name`.
 * @param {TermWorld} world
 * @param {string | string[]} patterns
 * @param {string} term
 * @returns {number[]}
 */
export function geomsOf({ simulation, model }, patterns, term) {
  const names = simulation.names('geom');
  const bodies = simulation.names('body');
  return [patterns].flat().flatMap((pattern) => {
    const ofBodies = pattern.startsWith('body:');
    const found = ofBodies
      ? matching(bodies, pattern.slice(5)).flatMap((body) =>
          Array.from({ length: model.body_geomnum[body] }, (_, i) => model.body_geomadr[body] + i),
        )
      : matching(names, pattern);
    if (found.length > 0) return found;
    const known = ofBodies ? `bodies ${list(bodies)}` : `geoms ${list(names)}`;
    throw new MjError(`${term}: '${pattern}' fits nothing, there are ${known}`);
  });
}

/**
 * Tells which of some geoms touch something.
 * @param {TermWorld} world
 * @param {number[]} geoms
 * @param {number[] | null} others what they are to touch; null: anything
 */
function watcher(world, geoms, others) {
  const { engine, model } = world;
  const contacts = layoutOf('mjData').byName.get('contact');
  const fields = layoutOf('mjContact');
  const geomAt = (fields.byName.get('geom')?.offset ?? 0) >> 2;
  const rowAt = (fields.byName.get('efc_address')?.offset ?? 0) >> 2;
  const size = fields.size >> 2;
  const countAt = (layoutOf('mjData').byName.get('ncon')?.offset ?? 0) >> 2;
  const data = world.dataAddress >> 2;
  const listAt = (contacts?.offset ?? 0) >> 2;
  const place = new Int32Array(model.ngeom).fill(-1);
  geoms.forEach((geom, k) => {
    place[geom] = k;
  });
  const isOther = new Uint8Array(model.ngeom).fill(others ? 0 : 1);
  others?.forEach((geom) => {
    isOther[geom] = 1;
  });
  const touching = new Uint8Array(geoms.length);
  return () => {
    const { i32 } = engine;
    touching.fill(0);
    let at = i32[data + listAt] >> 2;
    for (let left = i32[data + countAt]; left > 0; left--, at += size) {
      const a = i32[at + geomAt];
      const b = i32[at + geomAt + 1];
      if (a < 0 || b < 0 || i32[at + rowAt] < 0) continue;
      if (place[a] >= 0 && isOther[b]) touching[place[a]] = 1;
      if (place[b] >= 0 && isOther[a]) touching[place[b]] = 1;
    }
    return touching;
  };
}

/** @typedef {{ geoms: string | string[], others?: string | string[] }} Chosen */

/** @param {TermWorld} world @param {Chosen} chosen @param {string} term */
function watch(world, { geoms, others }, term) {
  const ids = geomsOf(world, geoms, term);
  const names = world.simulation.names('geom');
  const look = watcher(world, ids, others === undefined ? null : geomsOf(world, others, term));
  return { look, names: ids.map((id) => names[id] || `geom ${id}`), count: ids.length };
}

/** @type {Build<Chosen>} */
export function touching(world, chosen) {
  const { look, names, count } = watch(world, chosen, 'touching');
  return {
    size: count,
    names,
    units: new Array(count).fill('1'),
    write: (out, at) => out.set(look(), at),
  };
}

/** @type {Build<Chosen & { threshold: number }>} */
export function airTime(world, { threshold, ...chosen }) {
  const { look, names, count } = watch(world, chosen, 'airTime');
  const times = world.remember(count);
  const gains = world.remember(count);
  return {
    size: count,
    names,
    units: new Array(count).fill('s'),
    update() {
      const { memory, period } = world;
      const now = look();
      for (let i = 0; i < count; i++) {
        const before = memory[times + i];
        memory[gains + i] = now[i] && before > 0 ? before - threshold : 0;
        memory[times + i] = now[i] ? 0 : before + period;
      }
    },
    write(out, at) {
      for (let i = 0; i < count; i++) out[at + i] = world.memory[gains + i];
    },
  };
}
