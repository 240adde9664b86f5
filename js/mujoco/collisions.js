// Collision functions: what JavaScript puts at mjCOLLISIONFUNC[type1][type2] finds the contacts of geoms of these types.
import { demandHook } from '../engine/error.js';
import { Handle } from '../engine/handle.js';

/** @typedef {import('../mujoco.js').CollisionFunction} CollisionFunction */
/** @typedef {import('../mujoco.js').MjModel} MjModel */
/** @typedef {import('../mujoco.js').MjData} MjData */
/** @typedef {Record<number, CollisionFunction | null>} Row */

const TYPES = 9; // mjNGEOMTYPES
const MOST = 50; // mjMAXCONPAIR
const NUMBERS = 10; // of mjPreContact

/**
 * Gives `target` the table, and returns what the engine calls: with margin and geoms where the contacts are written.
 * @param {import('../engine/module.js').Engine} engine
 * @param {object} target
 * @param {import('./hooks.js').HandleAt} handleAt
 */
export function addCollisions(engine, target, handleAt) {
  /** @type {(CollisionFunction | null)[]} */
  const functions = Array(TYPES * TYPES).fill(null);
  const table = Array.from({ length: TYPES }, (_, type1) => {
    /** @type {Row} */
    const row = {};
    for (let type2 = type1; type2 < TYPES; type2++) {
      const name = `mjCOLLISIONFUNC[${type1}][${type2}]`;
      Object.defineProperty(row, type2, {
        enumerable: true,
        get: () => functions[type1 * TYPES + type2],
        set(value = null) {
          demandHook(name, value);
          functions[type1 * TYPES + type2] = value;
          engine.guard(() => engine.exports.lb_setCollision(type1, type2, value ? 1 : 0));
        },
      });
    }
    return Object.freeze(row);
  });
  Object.defineProperty(target, 'mjCOLLISIONFUNC', { value: Object.freeze(table) });

  return (
    /** @type {number} */ model,
    /** @type {number} */ data,
    /** @type {number} */ address,
  ) => {
    const at = address >> 3;
    const [margin, geom1, geom2] = engine.f64.subarray(at, at + 3);
    const m = handleAt(model, 'mjModel', null);
    const d = handleAt(data, 'mjData', Handle.stateOf(m).resource);
    const typed = /** @type {MjModel} */ (/** @type {unknown} */ (m));
    const { geom_type: type } = typed;
    const collide = /** @type {CollisionFunction} */ (functions[type[geom1] * TYPES + type[geom2]]);
    const contacts = collide(typed, /** @type {MjData} */ (d), geom1, geom2, margin) ?? [];
    const numbers = [...contacts].map(({ dist, pos = [], normal = [], tangent = [0, 0, 0] }) => {
      const all = [dist, ...pos, ...normal, ...tangent];
      const isUnit = Math.abs(Math.hypot(...normal) - 1) < 1e-6;
      return all.length === NUMBERS && all.every(Number.isFinite) && isUnit ? all : [];
    });
    if (numbers.length > MOST || numbers.some((all) => all.length === 0))
      throw new TypeError(
        `a collision function returns at most ${MOST} contacts with dist, pos and unit normal`,
      );
    engine.f64.set(numbers.flat(), at);
    return numbers.length;
  };
}
