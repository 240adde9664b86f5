// Plugins written in JavaScript: actuators, sensors, passive forces and signed distance shapes that models name in <plugin>.
//
// A plugin is registered once per engine and stays. The engine makes an instance for every <instance> or <plugin> with its own
// configuration, and for every MjData; what a plugin keeps for an instance is whatever its init returns. What a function of a
// plugin throws ends the call that it was made from.
import { MjError, demand } from '../engine/error.js';
import { Handle } from '../engine/handle.js';

/** @typedef {import('../engine/module.js').Engine} Engine */
/** @typedef {import('./hooks.js').HandleAt} HandleAt */

/** @typedef {import('../mujoco.js').Plugin<any>} Plugin */
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

/** @param {unknown} plugin @returns {asserts plugin is Plugin} */
function check(plugin) {
  const p = /** @type {Plugin} */ (plugin);
  const fail = (/** @type {string} */ text) => {
    throw new TypeError(`registerPlugin: ${text}`);
  };
  if (typeof p !== 'object' || p === null) fail('expected an object');
  if (typeof p.name !== 'string' || p.name === '') fail('the plugin has no name');
  if (!Array.isArray(p.capabilities) || p.capabilities.length === 0)
    fail(`plugin '${p.name}' has no capabilities`);
  for (const word of p.capabilities)
    if (!(word in bits)) fail(`plugin '${p.name}' has the unknown capability '${word}'`);
  for (const name of p.attributes ?? [])
    if (typeof name !== 'string' || name === '')
      fail(`plugin '${p.name}' has an attribute without name`);
  if (p.stage !== undefined && !(p.stage in stages))
    fail(`plugin '${p.name}' has the unknown stage '${p.stage}'`);
  if (p.capabilities.includes('sensor') && p.nsensordata === undefined)
    fail(`sensor plugin '${p.name}' needs nsensordata`);
  if (p.capabilities.some((word) => word !== 'sdf') && typeof p.compute !== 'function')
    fail(`plugin '${p.name}' needs compute`);
  if (p.capabilities.includes('sdf')) {
    if (typeof p.sdf?.distance !== 'function' || typeof p.sdf?.aabb !== 'function')
      fail(`plugin '${p.name}' needs sdf.distance and sdf.aabb`);
    // the engine tells shapes apart by their attributes
    if (!p.attributes?.length) fail(`shape '${p.name}' needs at least one attribute`);
  }
}

/** @param {Config} config @param {readonly string[]} names */
function numbersOf(config, names) {
  /** @type {Numbers} */
  const numbers = {};
  for (const name of names) {
    const value = Number(config[name]);
    demand(Number.isFinite(value), `attribute '${name}' must be a number`, config[name], {
      attribute: name,
    });
    numbers[name] = value;
  }
  return numbers;
}

/** @param {Int32Array} ids @param {number} id */
const usersOf = (ids, id) => Array.from(ids.keys()).filter((i) => ids[i] === id);

/** What the engine's calls find by number. */
class Instance {
  /** @type {number} */ id;
  /** @type {Config} */ config;
  /** @type {any} */ own;

  /**
   * @param {Plugins} plugins
   * @param {Plugin} plugin
   * @param {number} modelAt
   * @param {number} dataAt
   * @param {number} id
   */
  constructor(plugins, plugin, modelAt, dataAt, id) {
    this.id = id;
    this.config = plugins.configOf(plugin, modelAt, id);
    const { model } = plugins.handles(modelAt, 0);
    this.actuators = usersOf(model.actuator_plugin, id);
    this.sensors = usersOf(model.sensor_plugin, id);
    this.bodies = usersOf(model.body_plugin, id);
    this.geoms = usersOf(model.geom_plugin, id);
    /** @type {Numbers} */
    this.numbers = plugin.sdf ? numbersOf(this.config, plugin.attributes ?? []) : {};
    const stateAdr = model.plugin_stateadr[id];
    const stateEnd = stateAdr + model.plugin_statenum[id];
    // found anew in every call: an instance keeps neither model nor data alive
    Object.defineProperties(this, {
      plugin: { value: plugin },
      dataAt: { value: dataAt },
      model: { get: () => plugins.handles(modelAt, 0).model },
      data: { get: () => plugins.handles(modelAt, dataAt).data },
      state: {
        get: () => plugins.handles(modelAt, dataAt).data.plugin_state.subarray(stateAdr, stateEnd),
      },
    });
  }
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
    /** @type {Map<number, any>} */
    this.instances = new Map();
    this.count = 0;
  }

  /**
   * @param {number} modelAt
   * @param {number} dataAt
   * @returns {{ model: any, data: any }}
   */
  handles(modelAt, dataAt) {
    const model = this.handleAt(modelAt, 'mjModel', null);
    const base = Handle.stateOf(model).resource;
    return { model, data: dataAt ? this.handleAt(dataAt, 'mjData', base) : null };
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
        throw new MjError(`registerPlugin: another plugin is registered as '${plugin.name}'`);
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
   * Central differences where a shape has no gradient.
   * @param {SdfFunctions} sdf
   * @param {Float64Array} point
   * @param {Numbers} numbers
   */
  gradient(sdf, point, numbers) {
    if (sdf.gradient) return sdf.gradient(point, numbers);
    const h = 1e-6;
    return [0, 1, 2].map((k) => {
      const high = Float64Array.from(point);
      const low = Float64Array.from(point);
      high[k] += h;
      low[k] -= h;
      return (sdf.distance(high, numbers) - sdf.distance(low, numbers)) / (2 * h);
    });
  }

  /**
   * The engine's calls, in the order of wasm/plugin.c.
   * @type {((p: number, q: number, a: number, b: number) => unknown)[]}
   */
  calls = [
    (modelAt, _q, packed) => {
      const plugin = this.pluginOf(packed);
      const { nstate = 0 } = plugin;
      return typeof nstate === 'function'
        ? nstate(this.configOf(plugin, modelAt, packed & 0xffff))
        : nstate;
    },
    (modelAt, _q, packed, sensor) => {
      const plugin = this.pluginOf(packed);
      const { nsensordata = 0 } = plugin;
      if (typeof nsensordata !== 'function') return nsensordata;
      const config = this.configOf(plugin, modelAt, packed & 0xffff);
      return nsensordata(config, this.handles(modelAt, 0).model, sensor);
    },
    (modelAt, dataAt, packed) => {
      const plugin = this.pluginOf(packed);
      const instance = /** @type {any} */ (
        new Instance(this, plugin, modelAt, dataAt, packed & 0xffff)
      );
      instance.own = plugin.init?.(instance);
      this.instances.set(++this.count, instance);
      return this.count;
    },
    (_p, _q, _packed, number) => {
      const instance = this.instances.get(number);
      this.instances.delete(number);
      const { own, config } = instance;
      return instance.plugin.destroy?.({ own, config });
    },
    (_dest, _src, target, source) => {
      const to = this.instances.get(target);
      return to.plugin.copy?.(to, this.instances.get(source));
    },
    (_m, _state, _packed, number) => this.call('reset', number),
    (_m, _d, number, bit) => this.call('compute', number, capabilities[Math.log2(bit)]),
    (_m, _d, number) => this.call('advance', number),
    (sceneAt, _d, number) =>
      this.call('visualize', number, this.handleAt(sceneAt, 'mjvScene', null)),
    (_m, _d, number) => this.call('actDot', number),
    (pointAt, _q, number) => {
      const { plugin, numbers } = this.instances.get(number);
      return plugin.sdf.distance(this.view(pointAt, 3), numbers);
    },
    (pointAt, resultAt, number) => {
      const { plugin, numbers } = this.instances.get(number);
      const result = this.gradient(plugin.sdf, this.view(pointAt, 3), numbers);
      for (let k = 0; k < 3; k++) this.engine.f64[(resultAt >> 3) + k] = result[k];
    },
    (pointAt, attributesAt, slot) => {
      const plugin = this.known(slot);
      return plugin.sdf.distance(this.view(pointAt, 3), this.shapeNumbers(plugin, attributesAt));
    },
    (valuesAt, attributesAt, slot) => {
      const names = this.known(slot).attributes ?? [];
      const config = Object.fromEntries(
        names.map((name, i) => [name, this.engine.string(this.engine.u32[(valuesAt >> 2) + i])]),
      );
      const numbers = numbersOf(config, names);
      names.forEach((name, i) => (this.engine.f64[(attributesAt >> 3) + i] = numbers[name]));
    },
    (attributesAt, boundsAt, slot) => {
      const plugin = this.known(slot);
      const box = plugin.sdf.aabb(this.shapeNumbers(plugin, attributesAt));
      for (let k = 0; k < 6; k++) this.engine.f64[(boundsAt >> 3) + k] = box[k];
    },
  ];

  /** @param {'reset' | 'compute' | 'advance' | 'visualize' | 'actDot'} name @param {number} number @param {unknown} [more] */
  call(name, number, more) {
    const instance = this.instances.get(number);
    return instance.plugin[name]?.(instance, more);
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
      : Number(plugins.calls[which - firstCall](model, data, a, b) ?? 0);
  return {
    /** @param {Plugin} plugin */
    registerPlugin: (plugin) => plugins.register(plugin),
    /** Names of the plugins of JavaScript in the order of their slots, and whether a model uses them. @param {any} model */
    list: (model) =>
      Array.from(plugins.bySlot, ([slot, { name }]) => ({
        name,
        used: model.nplugin > 0 && model.plugin.includes(slot),
      })),
    /** Instances that are alive, for tests. */
    liveInstances: () => plugins.instances.size,
  };
}
