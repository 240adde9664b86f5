// Types of the pleasant API that JSDoc of other modules refers to; there is no code here.

/** @typedef {import('../mujoco.js').ClassHandle} ClassHandle */
/** @typedef {import('./simulation.js').Simulation} Simulation */

/**
 * Fields of model and data of one object, without the life cycle of their accessors.
 * @template M
 * @template [D={}]
 * @typedef {Omit<M & D, keyof ClassHandle>} Joined
 */

/** @typedef {Joined<import('../mujoco.js').MjModelBodyAccessor, import('../mujoco.js').MjDataBodyAccessor>} Body */
/** @typedef {Joined<import('../mujoco.js').MjModelGeomAccessor, import('../mujoco.js').MjDataGeomAccessor>} Geom */
/** @typedef {Joined<import('../mujoco.js').MjModelSiteAccessor, import('../mujoco.js').MjDataSiteAccessor>} Site */
/** @typedef {Joined<import('../mujoco.js').MjModelCameraAccessor, import('../mujoco.js').MjDataCameraAccessor>} Camera */
/** @typedef {Joined<import('../mujoco.js').MjModelLightAccessor, import('../mujoco.js').MjDataLightAccessor>} Light */
/** @typedef {Joined<import('../mujoco.js').MjModelActuatorAccessor, import('../mujoco.js').MjDataActuatorAccessor>} Actuator */
/** @typedef {Joined<import('../mujoco.js').MjModelTendonAccessor, import('../mujoco.js').MjDataTendonAccessor>} Tendon */
/**
 * value: the position, a number where the joint has one.
 * @typedef {Joined<import('../mujoco.js').MjModelJointAccessor, import('../mujoco.js').MjDataJointAccessor> &
 *   { value: number | Float64Array }} Joint
 */
/**
 * value: the readings, a number where there is one.
 * @typedef {Joined<import('../mujoco.js').MjModelSensorAccessor, import('../mujoco.js').MjDataSensorAccessor> &
 *   { readonly dimension: number, readonly value: number | Float64Array }} Sensor
 */
/** @typedef {Joined<import('../mujoco.js').MjModelEqualityAccessor> & { active: boolean }} Equality */

/**
 * @typedef {object} HandleTypes
 * @property {Body} body
 * @property {Joint} joint
 * @property {Geom} geom
 * @property {Site} site
 * @property {Camera} camera
 * @property {Light} light
 * @property {Actuator} actuator
 * @property {Sensor} sensor
 * @property {Tendon} tendon
 * @property {Equality} equality
 * @property {Joined<import('../mujoco.js').MjModelKeyframeAccessor>} key
 * @property {Joined<import('../mujoco.js').MjModelMaterialAccessor>} material
 * @property {Joined<import('../mujoco.js').MjModelTextureAccessor>} texture
 * @property {Joined<import('../mujoco.js').MjModelMeshAccessor>} mesh
 * @property {Joined<import('../mujoco.js').MjModelHfieldAccessor>} hfield
 * @property {Joined<import('../mujoco.js').MjModelSkinAccessor>} skin
 * @property {Joined<import('../mujoco.js').MjModelPairAccessor>} pair
 * @property {Joined<import('../mujoco.js').MjModelNumericAccessor>} numeric
 * @property {Joined<import('../mujoco.js').MjModelTupleAccessor>} tuple
 *
 * @typedef {keyof HandleTypes} Kind
 */

/**
 * Functions that the engine calls while a simulation steps.
 * @typedef {object} Callbacks
 * @property {(simulation: Simulation) => void} [control] writes controls and applied forces
 * @property {(simulation: Simulation) => void} [passive] adds to qfrc_passive
 * @property {(simulation: Simulation, geom1: number, geom2: number) => boolean | number} [contactFilter] true drops the pair
 * @property {(simulation: Simulation, stage: number) => void} [sensor] fills user sensors
 *
 * @typedef {object} RayHit
 * @property {number} distance along the ray, in metres
 * @property {number} geom id of the geom that was met
 * @property {Float64Array} point in the world
 * @property {Float64Array} normal of the surface
 */

export {};
