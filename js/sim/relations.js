// Relatives of an object: geom.body, body.children, body.joints, actuator.joint.
import { NamedHandle, countOf } from './named_handle.js';

/** @typedef {import('./reader.js').SimulationReader} Simulation */
/** @typedef {import('./types.js').Kind} Kind */

/** Lists of what lies in a body: property, kind, where the model says the body. @type {[string, Kind, string][]} */
const contents = [
  ['joints', 'joint', 'jnt_bodyid'],
  ['geoms', 'geom', 'geom_bodyid'],
  ['sites', 'site', 'site_bodyid'],
  ['cameras', 'camera', 'cam_bodyid'],
  ['lights', 'light', 'light_bodyid'],
];

/** An array of ids in the model. @param {Simulation} simulation @param {string} field */
const idsIn = ({ model }, field) =>
  /** @type {Record<string, Int32Array>} */ (/** @type {unknown} */ (model))[field];

/**
 * The objects of a kind whose entry of a field is an id.
 * @param {Simulation} simulation
 * @param {Kind} kind
 * @param {string} field
 * @param {number} owner
 */
function listOf(simulation, kind, field, owner) {
  const owners = idsIn(simulation, field);
  const found = [];
  for (let id = 0; id < countOf(simulation.model, kind); id++)
    if (owners[id] === owner) found.push(simulation.object(kind, id));
  return found;
}

/**
 * One object that a field of the model names, null where it is -1.
 * @param {Kind} kind
 * @param {(simulation: Simulation, id: number) => number} find
 * @returns {PropertyDescriptor & ThisType<NamedHandle>}
 */
const one = (kind, find) => ({
  get() {
    const simulation = NamedHandle.simulationOf(this);
    const id = find(simulation, this.id);
    return id < 0 ? null : simulation.object(kind, id);
  },
});

/** @param {string} field */
const body = (field) => ({ body: one('body', (simulation, id) => idsIn(simulation, field)[id]) });

const JOINT = 0; // mjTRN_JOINT
const JOINT_IN_PARENT = 1;
const MESH = 7; // mjGEOM_MESH
const SDF = 8;

/** @type {Record<string, PropertyDescriptorMap & ThisType<NamedHandle>>} */
const relations = {
  body: {
    parent: one('body', ({ model }, id) => (id === 0 ? -1 : model.body_parentid[id])),
    children: {
      get() {
        const { id } = this;
        const simulation = NamedHandle.simulationOf(this);
        // the world is its own parent
        return listOf(simulation, 'body', 'body_parentid', id).filter((child) => child.id !== 0);
      },
    },
    ...Object.fromEntries(
      contents.map(([name, kind, field]) => [
        name,
        {
          /** @this {NamedHandle} */
          get() {
            return listOf(NamedHandle.simulationOf(this), kind, field, this.id);
          },
        },
      ]),
    ),
  },
  geom: {
    ...body('geom_bodyid'),
    material: one('material', ({ model }, id) => model.geom_matid[id]),
    mesh: one('mesh', ({ model }, id) =>
      [MESH, SDF].includes(model.geom_type[id]) ? model.geom_dataid[id] : -1,
    ),
  },
  joint: body('jnt_bodyid'),
  site: body('site_bodyid'),
  camera: body('cam_bodyid'),
  light: body('light_bodyid'),
  actuator: {
    joint: one('joint', ({ model }, id) =>
      [JOINT, JOINT_IN_PARENT].includes(model.actuator_trntype[id])
        ? model.actuator_trnid[2 * id]
        : -1,
    ),
  },
};

/** What handles of a kind know of their relatives. @param {string} kind */
export const relationsOf = (kind) => relations[kind] ?? {};
