// The element of the text that an element of the compiled model came from. Names lead there, else the order within the body or the
// section. What other elements made (replicate, attach, include, composite ...) has no place of its own: null.
import { rowsIn } from '../fields.js';

/** @typedef {import('./text.js').TextElement} TextElement */
/** @typedef {import('limber').Simulation} Simulation */

/** What bodies hold: tags, and the field of the model that names the body. @type {Record<string, { tags: string[], body: string }>} */
const inBodies = {
  joint: { tags: ['joint', 'freejoint'], body: 'jnt_bodyid' },
  geom: { tags: ['geom'], body: 'geom_bodyid' },
  site: { tags: ['site'], body: 'site_bodyid' },
  camera: { tags: ['camera'], body: 'cam_bodyid' },
  light: { tags: ['light'], body: 'light_bodyid' },
};
/** Sections of other elements, in the words of the text. @type {Record<string, string>} */
const sections = {
  actuator: 'actuator',
  sensor: 'sensor',
  tendon: 'tendon',
  equality: 'equality',
  keyframe: 'keyframe',
  numeric: 'custom',
  text: 'custom',
  mesh: 'asset',
  hfield: 'asset',
  texture: 'asset',
  material: 'asset',
  pair: 'contact',
  exclude: 'contact',
};
/** Sections whose elements have other tags than their kind. */
const anyTag = ['actuator', 'sensor', 'tendon', 'equality', 'keyframe'];

/** Children of a body, also those in frames. @param {TextElement} body @param {string[]} tags @returns {TextElement[]} */
const heldBy = (body, tags) =>
  body.children.flatMap((child) =>
    tags.includes(child.tag) ? [child] : child.tag === 'frame' ? heldBy(child, tags) : [],
  );

/** The one among equals: with the name, or in the order, if the text has as many. @param {TextElement[]} among @param {number} index @param {number} count @param {string} name */
function oneOf(among, index, count, name) {
  if (name) {
    const named = among.filter((one) => one.value('name') === name);
    return named.length === 1 ? named[0] : null;
  }
  return among.length === count ? among[index] : null;
}

/** The elements that hold bodies: of all sections "worldbody". @param {TextElement} root */
const worldsOf = (root) =>
  root.find(({ tag, parent }) => tag === 'worldbody' && parent?.tag === 'mujoco');

/**
 * @param {TextElement} root of the text
 * @param {Simulation} simulation
 * @param {string} kind as the tree of the model calls it
 * @param {number} id
 * @returns {TextElement | null}
 */
export function locate(root, simulation, kind, id) {
  const { model, mujoco } = simulation;
  if (kind === 'body') return locateBody(root, simulation, id);
  const name = (/** @type {number} */ type) => mujoco.mj_id2name(model, type, id) ?? '';
  if (kind in inBodies) {
    const { tags, body } = inBodies[kind];
    const owners = Array.from(rowsIn(model)[body], Number);
    const owner = owners[id];
    const own = owners.flatMap((one, k) => (one === owner ? [k] : []));
    const places = owner === 0 ? worldsOf(root) : [locateBody(root, simulation, owner)];
    const among = places.flatMap((place) => (place ? heldBy(place, tags) : []));
    const type = { joint: 'JOINT', geom: 'GEOM', site: 'SITE', camera: 'CAMERA', light: 'LIGHT' }[
      kind
    ];
    const found = name(mujoco.mjtObj[/** @type {'mjOBJ_GEOM'} */ (`mjOBJ_${type}`)].value);
    return oneOf(among, own.indexOf(id), own.length, found);
  }
  const section = sections[kind];
  if (!section) return null;
  const among = root
    .find(({ tag, parent }) => tag === section && parent?.tag === 'mujoco')
    .flatMap(({ children }) => children)
    .filter(({ tag }) => anyTag.includes(kind) || tag === kind);
  return among[id] && among.length > id ? among[id] : null;
}

/** @param {TextElement} root @param {Simulation} simulation @param {number} id @returns {TextElement | null} */
function locateBody(root, simulation, id) {
  const { model, mujoco } = simulation;
  if (id === 0) return worldsOf(root)[0] ?? null;
  const name = mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_BODY.value, id) ?? '';
  const parent = model.body_parentid[id];
  if (name) {
    const all = worldsOf(root).flatMap((world) => world.find(({ tag }) => tag === 'body'));
    return oneOf(all, 0, 0, name);
  }
  const siblings = Array.from(model.body_parentid, Number).flatMap((one, k) =>
    one === parent && k > 0 ? [k] : [],
  );
  const places = parent === 0 ? worldsOf(root) : [locateBody(root, simulation, parent)];
  const among = places.flatMap((place) => (place ? heldBy(place, ['body']) : []));
  return oneOf(among, siblings.indexOf(id), siblings.length, '');
}
