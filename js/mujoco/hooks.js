// Hooks: functions of JavaScript that the engine calls while it simulates (mjcb_control, mjcb_sensor, ...).
//
// A hook is called with the program's own MjModel and MjData; where the engine works on data of its own (while it compiles a
// model), with handles that are valid during the call. What a hook throws ends the call that it was made from.
import { demandHook } from '../engine/error.js';
import { Handle, Resource } from '../engine/handle.js';
import { addCollisions } from './collisions.js';

/** @typedef {import('../engine/module.js').Engine} Engine */
/** @typedef {(...args: unknown[]) => unknown} Hook */

/** Hooks in the order of wasm/module.c. */
export const hookNames = 'passive control contactfilter sensor time act_dyn act_gain act_bias'
  .split(' ')
  .map((name) => `mjcb_${name}`);
const extraArguments = [0, 0, 2, 1, 0, 1, 1, 1];
const TIME = hookNames.indexOf('mjcb_time');
const COLLISION = hookNames.length;

/**
 * Finds the program's own handle of an address, or makes one that is valid during a call.
 * @typedef {(pointer: number, struct: string, base: Resource | null) => Handle} HandleAt
 * @param {Engine} engine
 * @param {import('./library.js').StructLibrary} library
 * @returns {HandleAt}
 */
export function makeHandleAt(engine, library) {
  const known = engine.handles;
  return (pointer, struct, base) => {
    const type = library.classOf(struct);
    const handle = known.get(pointer)?.deref();
    if (handle instanceof type && !handle.isDeleted()) return handle;
    return Reflect.construct(Handle, [new Resource(engine, pointer, () => {}, base)], type);
  };
}

/**
 * Gives `target` a property for every hook: assign a function to install it, null to remove it.
 * @param {Engine} engine
 * @param {object} target
 * @param {HandleAt} handleAt
 */
export function addHooks(engine, target, handleAt) {
  /** @type {(Hook | null)[]} */
  const hooks = hookNames.map(() => null);
  const collide = addCollisions(engine, target, handleAt);
  engine.onCallback = (which, model, data, a, b) => {
    if (which === COLLISION) return collide(model, data, a);
    const hook = hooks[which];
    if (!hook) return 0;
    if (which === TIME) return Number(hook());
    const m = handleAt(model, 'mjModel', null);
    const d = handleAt(data, 'mjData', Handle.stateOf(m).resource);
    const count = extraArguments[which];
    const result = count === 0 ? hook(m, d) : count === 1 ? hook(m, d, a) : hook(m, d, a, b);
    return Number(result ?? 0);
  };

  hookNames.forEach((name, which) => {
    Object.defineProperty(target, name, {
      enumerable: true,
      get: () => hooks[which],
      set(hook) {
        demandHook(name, hook);
        hooks[which] = hook ?? null;
        engine.guard(() => engine.exports.lb_setHook(which, hook ? 1 : 0));
      },
    });
  });

  return () => {
    hooks.fill(null);
    engine.guard(() => engine.exports.mj_resetCallbacks());
  };
}
