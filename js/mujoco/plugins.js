// Plugins written in JavaScript: actuators, sensors, passive forces and signed distance shapes that models name in <plugin>.
//
// A plugin is registered once per engine and stays. The engine makes an instance for every <instance> or <plugin> with its own
// configuration, and for every MjData; what a plugin keeps for an instance is whatever its init returns. What a function of a
// plugin throws ends the call that it was made from.
import { MjError, demand, show } from '../engine/error.js';
import { Handle } from '../engine/handle.js';

/** @typedef {import('../engine/module.js').Engine} Engine */
/** @typedef {import('./hooks.js').HandleAt} HandleAt */

/** @typedef {import('../mujoco.js').Plugin<unknown>} Plugin */
/** @typedef {import('../mujoco.js').PluginInstance<unknown>} PluginInstance */
/** @typedef {import('../mujoco.js').MjModel} MjModel */
/** @typedef {import('../mujoco.js').MjData} MjData */
/** @typedef {import('../mujoco.js').MjvScene} MjvScene */
/** @typedef {import('../mujoco.js').PluginCapability} Capability */
/** @typedef {import('../mujoco.js').PluginConfig} Config */
/** @typedef {import('../mujoco.js').PluginNumbers} Numbers */
/** @typedef {import('../mujoco.js').SdfFunctions} SdfFunctions */

/** Bits of mjtPluginCapabilityBit. @type {Record<Capability, number>} */
const bits = { actuator: 1, sensor: 2, passive: 4, sdf: 8 };
const stages = { position: 1, velocity: 2, acceleration: 3 };
const capabilities = /** @type {Capability[]} */ (Object.keys(bits));
const firstCall = 16;
const optional = /** @type {const} */ (['advance', 'visualize', 'actDot']);

/** @param {unknown} value */
export const isCount = (value) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 31;
/** @param {unknown} value */
const isText = (value) => typeof value === 'string' && value !== '';
/** @param {unknown} value */
const isFunction = (value) => typeof value === 'function';
/** @param {unknown} value */
const isCountOrFunction = (value) => isCount(value) || isFunction(value);
/** @param {object} table @returns {(value: unknown) => boolean} */
const isIn = (table) => (value) => typeof value === 'string' && Object.hasOwn(table, value);
/** @param {(value: unknown) => boolean} test @returns {(value: unknown) => boolean} */
const isListOf = (test) => (value) => Array.isArray(value) && value.every(test);
const words = (/** @type {object} */ table) => `of '${Object.keys(table).join("', '")}'`;
const count = 'a whole number from 0 up or a function of one';

/** What fields of a plugin hold where they are there. @type {[string, (value: unknown) => boolean, string][]} */
const fields = [
  ['capabilities', isListOf(isIn(bits)), `an array ${words(bits)}`],
  ['attributes', isListOf(isText), 'an array of names'],
  ['stage', isIn(stages), `one ${words(stages)}`],
  ['nstate', isCountOrFunction, count],
  ['nsensordata', isCountOrFunction, count],
];
for (const name of ['init', 'reset', 'compute', 'copy', 'destroy', ...optional])
  fields.push([name, isFunction, 'a function']);

/** @param {unknown} value @returns {string} */
function quote(value) {
  if (Array.isArray(value)) return `[${value.map(quote)}]`;
  return isText(value) ? `'${value}'` : show(value);
}

/** @param {unknown} plugin @returns {asserts plugin is Plugin} */
function check(plugin) {
  const p = /** @type {Plugin & Record<string, unknown>} */ (plugin);
  const demand = (/** @type {unknown} */ isGood, /** @type {string} */ text) => {
    if (!isGood) throw new TypeError(`registerPlugin: ${text}`);
  };
  demand(typeof p === 'object' && p, `expected an object, got ${quote(p)}`);
  demand(isText(p.name), `the plugin has no name, a text: got ${quote(p.name)}`);
  const need = (/** @type {unknown} */ isGood, /** @type {string} */ text) =>
    demand(isGood, `plugin '${p.name}' ${text}`);
  for (const [name, isGood, expected] of fields) {
    const value = p[name];
    need(
      value === undefined || isGood(value),
      `has a wrong ${name}: expected ${expected}, got ${quote(value)}`,
    );
  }
  const can = new Set(p.capabilities);
  need(can.size, `has no capabilities, an array ${words(bits)}`);
  need(!can.has('sensor') || p.nsensordata !== undefined, `needs nsensordata, ${count}`);
  const isShape = can.delete('sdf');
  need(!can.size || p.compute, 'needs compute, a function that writes forces or readings');
  for (const name of /** @type {const} */ (['init', 'reset', 'compute', 'advance']))
    need(
      !/^Async/.test(p[name]?.constructor.name ?? ''),
      `has an async ${name}: it must be done when it returns`,
    );
  need(
    !isShape || (isFunction(p.sdf?.distance) && isFunction(p.sdf?.aabb)),
    'needs sdf.distance and sdf.aabb, functions',
  );
  // the engine tells shapes apart by their attributes
  need(!isShape || p.attributes?.length, 'is a shape and needs at least one attribute');
}

/**
 * Checks what a function of a plugin returned.
 * @template T
 * @param {T} value
 * @param {boolean} isGood
 * @param {Plugin} plugin
 * @param {string} where
 * @param {string} expected
 * @returns {T}
 */
function returned(value, isGood, plugin, where, expected) {
  if (!isGood)
    throw new TypeError(
      `plugin '${plugin.name}': ${where} returned ${quote(value)}, expected ${expected}`,
    );
  return value;
}

/** @param {Plugin} plugin @param {Config} config */
function numbersOf(plugin, config) {
  /** @type {Numbers} */
  const numbers = {};
  for (const name of plugin.attributes ?? []) {
    const value = Number(config[name]);
    demand(
      config[name].trim() !== '' && Number.isFinite(value),
      `plugin '${plugin.name}': attribute '${name}' must be a number`,
      quote(config[name]),
      { attribute: name, expected: 'a number' },
    );
    numbers[name] = value;
  }
  return numbers;
}

/** @param {Int32Array} ids @param {number} id */
const usersOf = (ids, id) => Array.from(ids.keys()).filter((i) => ids[i] === id);

/**
 * What the engine's calls find by number.
 * @typedef {PluginInstance & { plugin: Plugin & { sdf: SdfFunctions }, numbers: Numbers }} Instance
 */

/**
 * @param {Plugins} plugins
 * @param {Plugin} plugin
 * @param {number} modelAt
 * @param {number} dataAt
 * @param {number} id
 * @returns {Instance}
 */
function makeInstance(plugins, plugin, modelAt, dataAt, id) {
  const model = plugins.modelAt(modelAt);
  const config = plugins.configOf(plugin, modelAt, id);
  const stateAdr = model.plugin_stateadr[id];
  const stateEnd = stateAdr + model.plugin_statenum[id];
  const instance = {
    id,
    config,
    own: undefined,
    actuators: usersOf(model.actuator_plugin, id),
    sensors: usersOf(model.sensor_plugin, id),
    bodies: usersOf(model.body_plugin, id),
    geoms: usersOf(model.geom_plugin, id),
    numbers: plugin.sdf ? numbersOf(plugin, config) : {},
  };
  // found anew in every call: an instance keeps neither model nor data alive
  const data = () => plugins.dataAt(modelAt, dataAt);
  Object.defineProperties(instance, {
    plugin: { value: plugin },
    model: { get: () => plugins.modelAt(modelAt) },
    data: { get: data },
    state: { get: () => data().plugin_state.subarray(stateAdr, stateEnd) },
  });
  return /** @type {Instance} */ (/** @type {unknown} */ (instance));
}

class Plugins {
  /**
   * @param {Engine} engine
   * @param {HandleAt} handleAt
   */
  constructor(engine, handleAt) {
    this.engine = engine;
    this.handleAt = handleAt;
    /** @type {Map<number, Plugin>} */
    this.bySlot = new Map();
    /** @type {Map<number, Instance>} */
    this.instances = new Map();
    this.count = 0;
  }

  /** @param {number} pointer @returns {MjModel} */
  modelAt(pointer) {
    return /** @type {MjModel & Handle} */ (this.handleAt(pointer, 'mjModel', null));
  }

  /** @param {number} modelAt @param {number} pointer @returns {MjData} */
  dataAt(modelAt, pointer) {
    const model = this.handleAt(modelAt, 'mjModel', null);
    return /** @type {MjData & Handle} */ (
      this.handleAt(pointer, 'mjData', Handle.stateOf(model).resource)
    );
  }

  /**
   * The configuration of an instance.
   * @param {Plugin} plugin
   * @param {number} modelAt
   * @param {number} id
   */
  configOf(plugin, modelAt, id) {
    const { engine } = this;
    /** @type {Config} */
    const config = {};
    for (const name of plugin.attributes ?? []) {
      const stack = engine.exports.emscripten_stack_get_current();
      config[name] = engine.string(
        engine.exports.mj_getPluginConfig(modelAt, id, engine.pushString(name)),
      );
      engine.exports._emscripten_stack_restore(stack);
    }
    return config;
  }

  /** @param {Plugin} plugin */
  register(plugin) {
    check(plugin);
    for (const [slot, known] of this.bySlot) if (known === plugin) return slot;
    const { engine } = this;
    const names = plugin.attributes ?? [];
    const slot = engine.guard(() => {
      if (engine.exports.lb_pluginSlot(engine.pushString(plugin.name)) >= 0)
        throw new MjError(`registerPlugin: plugin '${plugin.name}' is already registered`);
      return engine.exports.lb_registerScriptPlugin(
        engine.pushString(plugin.name),
        engine.pushString(names.map((name) => `${name}\0`).join('')),
        names.length,
        plugin.capabilities.reduce((sum, word) => sum | bits[word], 0),
        stages[plugin.stage ?? 'acceleration'],
        optional.reduce((sum, name, i) => sum | (plugin[name] ? 1 << i : 0), 0),
      );
    });
    this.bySlot.set(slot, plugin);
    return slot;
  }

  /** @param {number} at @param {number} count */
  view(at, count) {
    return this.engine.f64.subarray(at >> 3, (at >> 3) + count);
  }

  /**
   * The numbers that the engine keeps of a shape, by name.
   * @param {Plugin} plugin
   * @param {number} at
   */
  shapeNumbers(plugin, at) {
    /** @type {Numbers} */
    const numbers = {};
    const values = this.view(at, plugin.attributes?.length ?? 0);
    plugin.attributes?.forEach((name, i) => (numbers[name] = values[i]));
    return numbers;
  }

  /**
   * @param {Plugin & { sdf: SdfFunctions }} plugin
   * @param {Float64Array} point
   * @param {Numbers} numbers
   */
  distance(plugin, point, numbers) {
    const value = plugin.sdf.distance(point, numbers);
    return returned(value, typeof value === 'number', plugin, 'sdf.distance', 'a number');
  }

  /**
   * Central differences where a shape has no gradient.
   * @param {Plugin & { sdf: SdfFunctions }} plugin
   * @param {Float64Array} point
   * @param {Numbers} numbers
   */
  gradient(plugin, point, numbers) {
    if (plugin.sdf.gradient) {
      const value = plugin.sdf.gradient(point, numbers);
      return returned(value, value?.length === 3, plugin, 'sdf.gradient', '3 numbers');
    }
    const h = 1e-6;
    return [0, 1, 2].map((k) => {
      const high = Float64Array.from(point);
      const low = Float64Array.from(point);
      high[k] += h;
      low[k] -= h;
      return (this.distance(plugin, high, numbers) - this.distance(plugin, low, numbers)) / (2 * h);
    });
  }

  /** @param {number} number @returns {Instance} */
  instance(number) {
    return /** @type {Instance} */ (this.instances.get(number));
  }

  /** Puts numbers where the engine wants them. @param {number} at @param {ArrayLike<number>} numbers @param {number} count */
  write(at, numbers, count) {
    for (let k = 0; k < count; k++) this.engine.f64[(at >> 3) + k] = numbers[k];
  }

  /** @param {number} packed */
  pluginOf(packed) {
    return this.known(packed >> 16);
  }

  /** The plugin in a slot; that it has a shape where one is asked for was checked. @param {number} slot */
  known(slot) {
    const plugin = this.bySlot.get(slot);
    demand(plugin, 'no plugin is registered in this slot', slot);
    return /** @type {Plugin & { sdf: SdfFunctions }} */ (plugin);
  }
}

/**
 * An answer to the engine: addresses p and q, numbers a and b, as wasm/plugin.c passes them.
 * @typedef {(plugins: Plugins, p: number, q: number, a: number, b: number) => number | void} Answer
 */

/** Asks a plugin for a count. @param {'nstate' | 'nsensordata'} name @returns {Answer} */
const counter = (name) => (plugins, modelAt, _q, packed, sensor) => {
  const plugin = plugins.pluginOf(packed);
  const count = plugin[name] ?? 0;
  if (typeof count !== 'function') return count;
  const config = plugins.configOf(plugin, modelAt, packed & 0xffff);
  const value = count(config, plugins.modelAt(modelAt), sensor);
  return returned(value, isCount(value), plugin, name, 'a whole number from 0 up');
};

/** Gives the number of a new instance. @type {Answer} */
function init(plugins, modelAt, dataAt, packed) {
  const plugin = plugins.pluginOf(packed);
  const instance = makeInstance(plugins, plugin, modelAt, dataAt, packed & 0xffff);
  instance.own = plugin.init?.(instance);
  plugins.instances.set(++plugins.count, instance);
  return plugins.count;
}

/** @type {Answer} */
function destroy(plugins, _p, _q, _packed, number) {
  const { own, config, plugin } = plugins.instance(number);
  plugins.instances.delete(number);
  plugin.destroy?.({ own, config });
}

/** @type {Answer} */
function copy(plugins, _p, _q, target, source) {
  const to = plugins.instance(target);
  to.plugin.copy?.(to, plugins.instance(source));
}

/** @type {Answer} */
function reset(plugins, _m, _state, _packed, number) {
  const instance = plugins.instance(number);
  instance.plugin.reset?.(instance);
}

/** @type {Answer} */
function compute(plugins, _m, _d, number, bit) {
  const instance = plugins.instance(number);
  instance.plugin.compute?.(instance, capabilities[Math.log2(bit)]);
}

/** Calls what a plugin has of this name. @param {'advance' | 'actDot'} name @returns {Answer} */
const caller = (name) => (plugins, _m, _d, number) => {
  const instance = plugins.instance(number);
  instance.plugin[name]?.(instance);
};

/** @type {Answer} */
function visualize(plugins, sceneAt, _d, number) {
  const instance = plugins.instance(number);
  const scene = plugins.handleAt(sceneAt, 'mjvScene', null);
  instance.plugin.visualize?.(instance, /** @type {MjvScene & Handle} */ (scene));
}

/** @type {Answer} */
function distance(plugins, pointAt, _q, number) {
  const { plugin, numbers } = plugins.instance(number);
  return plugins.distance(plugin, plugins.view(pointAt, 3), numbers);
}

/** @type {Answer} */
function gradient(plugins, pointAt, resultAt, number) {
  const { plugin, numbers } = plugins.instance(number);
  plugins.write(resultAt, plugins.gradient(plugin, plugins.view(pointAt, 3), numbers), 3);
}

/** The distance of a shape that has no instance yet. @type {Answer} */
function staticDistance(plugins, pointAt, attributesAt, slot) {
  const plugin = plugins.known(slot);
  const numbers = plugins.shapeNumbers(plugin, attributesAt);
  return plugins.distance(plugin, plugins.view(pointAt, 3), numbers);
}

/** @type {Answer} */
function readAttributes(plugins, valuesAt, attributesAt, slot) {
  const { engine } = plugins;
  const plugin = plugins.known(slot);
  const names = plugin.attributes ?? [];
  const config = Object.fromEntries(
    names.map((name, i) => [name, engine.string(engine.u32[(valuesAt >> 2) + i])]),
  );
  const numbers = numbersOf(plugin, config);
  const values = names.map((name) => numbers[name]);
  plugins.write(attributesAt, values, names.length);
}

/** @type {Answer} */
function bounds(plugins, attributesAt, boundsAt, slot) {
  const plugin = plugins.known(slot);
  const value = plugin.sdf.aabb(plugins.shapeNumbers(plugin, attributesAt));
  returned(value, value?.length === 6, plugin, 'sdf.aabb', '6 numbers, centre and half sizes');
  plugins.write(boundsAt, value, 6);
}

/** In the order of the enum in wasm/plugin.c. */
const answers = [
  counter('nstate'),
  counter('nsensordata'),
  init,
  destroy,
  copy,
  reset,
  compute,
  caller('advance'),
  visualize,
  caller('actDot'),
  distance,
  gradient,
  staticDistance,
  readAttributes,
  bounds,
];

/**
 * Makes registerPlugin of an engine; calls of plugins come through engine.onCallback like those of hooks.
 * @param {Engine} engine
 * @param {HandleAt} handleAt
 */
export function makePlugins(engine, handleAt) {
  const plugins = new Plugins(engine, handleAt);
  const hooks = engine.onCallback;
  engine.onCallback = (which, model, data, a, b) =>
    which < firstCall
      ? hooks(which, model, data, a, b)
      : Number(answers[which - firstCall](plugins, model, data, a, b) ?? 0);
  return {
    /** @param {Plugin} plugin */
    registerPlugin: (plugin) => plugins.register(plugin),
    /** Names of the plugins of JavaScript in the order of their slots, and whether a model uses them. @param {MjModel} model */
    list: (model) =>
      Array.from(plugins.bySlot, ([slot, { name }]) => ({
        name,
        used: model.nplugin > 0 && model.plugin.includes(slot),
      })),
    /** Instances that are alive, for tests. */
    liveInstances: () => plugins.instances.size,
  };
}
