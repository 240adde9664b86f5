// Where an element is, and to which body it belongs.

/** Elements with a place: the type's name in mjtObj, where it is (field of the data), its body (field of the model, '' for bodies). */
const places = /** @type {const} */ ({
  mjOBJ_BODY: ['xpos', ''],
  mjOBJ_XBODY: ['xpos', ''],
  mjOBJ_GEOM: ['geom_xpos', 'geom_bodyid'],
  mjOBJ_SITE: ['site_xpos', 'site_bodyid'],
  mjOBJ_JOINT: ['xanchor', 'jnt_bodyid'],
  mjOBJ_CAMERA: ['cam_xpos', 'cam_bodyid'],
  mjOBJ_LIGHT: ['light_xpos', 'light_bodyid'],
});

/**
 * @param {Pick<import('limber').SimulationReader, 'mujoco' | 'model' | 'data'>} simulated
 * @param {{ type: number, id: number }} element
 * @returns {{ place: () => ArrayLike<number>, body: number, name: string } | null} null for what has no place
 */
export function placeOf({ mujoco, model, data }, { type, id }) {
  const names = /** @type {(keyof typeof places)[]} */ (Object.keys(places));
  const kind = names.find((name) => mujoco.mjtObj[name].value === type);
  if (!kind) return null;
  const [field, body] = places[kind];
  return {
    place: () => data[field].subarray(3 * id, 3 * id + 3),
    body: body ? model[body][id] : id,
    name:
      mujoco.mj_id2name(model, type, id) || `${kind.slice('mjOBJ_'.length).toLowerCase()} ${id}`,
  };
}
