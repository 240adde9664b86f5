// A batch in a three.js scene: hundreds of simulations of one model as instances, side by side in a grid or all in one place.
//
//   const view = new BatchView(batch);
//   scene.add(view);
//   ...each frame: view.update(camera) after stepping, then renderer.render(scene, camera)
import { SceneMemory } from './scene_memory.js';
import { SimulationView } from './simulation_view.js';

/** @typedef {import('../batch/batch.js').Batch} Batch */
/** @typedef {import('../sim/simulation.js').Simulation} Simulation */

/**
 * @typedef {object} BatchViewOptions
 * @property {readonly number[]} [indices] simulations that are drawn, all when left out; the first of them brings what does not move,
 *   and its decorations
 * @property {number} [spacing] metres from one to the next in the grid, 0: all in one place; by the size of the model when left out
 * @property {number} [columns] of the grid along x; as many as rows when left out
 * @property {number} [opacity] of all but the first (1)
 */

/** Room between two simulations, in sizes of what moves. */
const roomBetween = 1.3;
/** Geoms that the first simulation may have beyond those of the model. */
const decorations = 20_000;

/**
 * Twice the largest distance that a moving geom reaches from the origin of the grid cell, along x or y.
 * @param {Simulation} simulation
 */
function sizeOf({ model, data }) {
  let low = [Infinity, Infinity];
  let high = [-Infinity, -Infinity];
  for (let g = 0; g < model.ngeom; g++) {
    if (model.body_weldid[model.geom_bodyid[g]] === 0) continue;
    const r = model.geom_rbound[g];
    const at = [data.geom_xpos[3 * g], data.geom_xpos[3 * g + 1]];
    low = low.map((value, k) => Math.min(value, at[k] - r));
    high = high.map((value, k) => Math.max(value, at[k] + r));
  }
  const size = Math.max(high[0] - low[0], high[1] - low[1]);
  return Number.isFinite(size) ? size : 1;
}

/** The abstract scene with the geoms of all simulations. */
class BatchMemory extends SceneMemory {
  /**
   * @param {Batch} batch
   * @param {Simulation} simulation of its model
   * @param {BatchViewOptions} options
   */
  constructor(batch, simulation, { indices, spacing, columns, opacity = 1 }) {
    const shown = indices ? [...indices] : Array.from({ length: batch.count }, (_, i) => i);
    const { model, mujoco } = simulation;
    const each = model.ngeom + model.nsite + model.nwrap + model.ntendon;
    super(mujoco, model, decorations + shown.length * each);
    this.batch = batch;
    this.indices = shown;
    this.spacing = spacing ?? roomBetween * sizeOf(simulation);
    this.columns = columns ?? Math.ceil(Math.sqrt(shown.length));
    this.opacity = opacity;
    this.moving = mujoco.mjtCatBit.mjCAT_DYNAMIC.value;
    this.nothing = new mujoco.MjvPerturb();
    mujoco.mjv_defaultPerturb(this.nothing);
  }

  /** Where a simulation is in the grid: metres along x and y. @param {number} place */
  offset(place) {
    const { spacing, columns } = this;
    const rows = Math.ceil(this.indices.length / columns);
    return [
      spacing * ((place % columns) - (columns - 1) / 2),
      spacing * (Math.floor(place / columns) - (rows - 1) / 2),
    ];
  }

  /** Takes over where the simulations are. */
  update() {
    const { mujoco, batch, option, scene } = this;
    let place = 0;
    batch.visit((simulation) => {
      const { model, data } = simulation;
      mujoco.mj_fwdKinematics(model, data);
      const first = place === 0 ? 0 : this.count;
      if (place === 0) super.update(data);
      else mujoco.mjv_addGeoms(model, data, option, this.nothing, this.moving, scene);
      this.#count();
      this.#move(first, place++);
    }, this.indices);
  }

  #count() {
    const words = this.engine.i32;
    const base = this.address >> 2;
    this.count = words[base + this.at.ngeom];
    this.first = words[base + this.at.geoms] >> 2;
  }

  /** Moves the geoms of a simulation to its place. @param {number} first @param {number} place */
  #move(first, place) {
    const { at, opacity } = this;
    const { i32, f32 } = this.engine;
    const [x, y] = this.offset(place);
    for (let i = first; i < this.count; i++) {
      const g = this.geom(i);
      if (i32[g + at.category] !== this.moving) continue;
      f32[g + at.pos] += x;
      f32[g + at.pos + 1] += y;
      if (place > 0) f32[g + at.rgba + 3] *= opacity;
    }
  }
}

/**
 * Many simulations in one scene: what moves is drawn for each, what does not move once. Flexes and skins are those of the first. It has
 * all that `SimulationView` has.
 */
export class BatchView extends SimulationView {
  #simulation;

  /**
   * @param {Batch} batch
   * @param {BatchViewOptions} [options]
   */
  constructor(batch, options = {}) {
    const simulation = batch.simulation(options.indices?.[0] ?? 0);
    const memory = new BatchMemory(batch, simulation, options);
    super(simulation, memory);
    this.#simulation = simulation;
    this.grid = memory;
  }

  /** Simulations that are drawn, by their numbers. */
  get indices() {
    return this.grid.indices;
  }

  /** Where a simulation is drawn: metres along x and y from where it is. @param {number} index */
  offsetOf(index) {
    const [x, y] = this.grid.offset(this.grid.indices.indexOf(index));
    return { x, y };
  }

  dispose() {
    super.dispose();
    this.grid.nothing.delete();
    this.#simulation.dispose();
  }
}
