// What is under a point of the picture: the engine's mjv_select, without what the view hides. The model is only read.
//
// The engine finds flexes of hidden groups too. Where a model has such, it looks into a copy of the model in which they have no
// parts: the copy costs as much memory as the model for the time of one call.

/** @typedef {import('../mujoco.js').MjModel} MjModel */
/** @typedef {{ body: number, point: Float64Array, geom: number, flex: number, skin: number }} Hit body -1: nothing; point: in the world;
 *   geom, flex, skin: -1 for none */

const GROUPS = 6; // mjNGROUP
const partCounts = /** @type {const} */ ([
  'flex_vertnum',
  'flex_edgenum',
  'flex_elemnum',
  'flex_shellnum',
  'flex_evpairnum',
  'flex_bvhnum',
]);

/** Flexes of groups that are hidden. @param {MjModel} model @param {ArrayLike<number>} groups which are shown */
function hiddenFlexes(model, groups) {
  const ids = Array.from({ length: model.nflex }, (_, id) => id);
  return ids.filter((id) => !groups[Math.min(Math.max(model.flex_group[id], 0), GROUPS - 1)]);
}

/**
 * Calls back with the model, or with a copy without the flexes that are hidden.
 * @template T
 * @param {import('./view_context.js').Simulated} simulated
 * @param {ArrayLike<number>} groups of flexes that are shown
 * @param {(visible: MjModel) => T} look
 * @returns {T}
 */
function withoutHidden({ mujoco, model }, groups, look) {
  const hidden = hiddenFlexes(model, groups);
  if (hidden.length === 0) return look(model);
  const copy = new mujoco.MjModel(model);
  try {
    for (const id of hidden) {
      for (const count of partCounts) copy[count][id] = 0;
      copy.flex_bvhadr[id] = -1;
    }
    return look(copy);
  } finally {
    copy.delete();
  }
}

/**
 * What is under a point of the picture that the camera of the abstract scene sees.
 * @param {import('./view_context.js').Simulated} simulated
 * @param {import('./scene_memory.js').SceneMemory} memory
 * @param {number} x from 0 at the left to 1
 * @param {number} y from 0 at the lower edge to 1
 * @param {number} aspect width by height
 * @returns {Hit}
 */
export function pick(simulated, memory, x, y, aspect) {
  const { mujoco, data } = simulated;
  const { option, scene } = memory;
  const point = new Float64Array(3);
  const [geom, flex, skin] = [new Int32Array(1), new Int32Array(1), new Int32Array(1)];
  const body = withoutHidden(simulated, option.flexgroup, (visible) =>
    mujoco.mjv_select(visible, data, option, aspect, x, y, scene, point, geom, flex, skin),
  );
  return { body, point, geom: geom[0], flex: flex[0], skin: skin[0] };
}
