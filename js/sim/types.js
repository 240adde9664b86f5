// Types of the pleasant API that JSDoc of other modules refers to; there is no code here.

/** @typedef {import('./simulation.js').Simulation} Simulation */
/** @typedef {import('./body_motion.js').PushOptions} PushOptions */
/** @typedef {import('./collection.js').Column} Column */

/**
 * Fields of model and data of one object; as JSON they are plain numbers and lists.
 * @template M
 * @template [D={}]
 * @typedef {M & D & { toJSON(): Record<string, unknown> }} Joined
 */

/** Positions that are given: as many numbers as there are. @typedef {number | ArrayLike<number>} Given */

/** @typedef {Joined<import('../mujoco.js').MjModelBodyFields, import('../mujoco.js').MjDataBodyFields>} BodyFields */
/**
 * position and quaternion (w x y z) of the body's frame in the world, velocity (m/s) of its origin and angular velocity (rad/s)
 * there: they can be set where the body has a free joint, the pose of mocap bodies too.
 * @typedef {BodyFields & {
 *   get position(): Float64Array, set position(value: ArrayLike<number>),
 *   get quaternion(): Float64Array, set quaternion(value: ArrayLike<number>),
 *   get velocity(): Float64Array, set velocity(value: ArrayLike<number>),
 *   get angularVelocity(): Float64Array, set angularVelocity(value: ArrayLike<number>),
 *   applyForce(force: ArrayLike<number>, options?: PushOptions): void,
 *   applyImpulse(impulse: ArrayLike<number>, options?: PushOptions): void,
 *   readonly parent: Body | null, readonly children: Body[], readonly joints: Joint[], readonly geoms: Geom[],
 *   readonly sites: Site[], readonly cameras: Camera[], readonly lights: Light[] }} Body
 */
/**
 * @typedef {Joined<import('../mujoco.js').MjModelGeomFields, import('../mujoco.js').MjDataGeomFields> &
 *   { readonly body: Body, readonly material: Material | null, readonly mesh: Mesh | null }} Geom
 */
/** @typedef {Joined<import('../mujoco.js').MjModelSiteFields, import('../mujoco.js').MjDataSiteFields> & { readonly body: Body }} Site */
/** @typedef {Joined<import('../mujoco.js').MjModelCameraFields, import('../mujoco.js').MjDataCameraFields> & { readonly body: Body }} Camera */
/** @typedef {Joined<import('../mujoco.js').MjModelLightFields, import('../mujoco.js').MjDataLightFields> & { readonly body: Body }} Light */
/** @typedef {Joined<import('../mujoco.js').MjModelActuatorFields, import('../mujoco.js').MjDataActuatorFields> & { readonly joint: Joint | null }} Actuator */
/** @typedef {Joined<import('../mujoco.js').MjModelTendonFields, import('../mujoco.js').MjDataTendonFields>} Tendon */
/** @typedef {Joined<import('../mujoco.js').MjModelMaterialFields>} Material */
/** @typedef {Joined<import('../mujoco.js').MjModelMeshFields>} Mesh */
/**
 * value: the position, velocity: its rate of change; numbers where the joint has one.
 * @template {number | Float64Array} [V=number | Float64Array]
 * @typedef {Joined<import('../mujoco.js').MjModelJointFields, import('../mujoco.js').MjDataJointFields> &
 *   { get value(): V, set value(value: Given), get velocity(): V, set velocity(value: Given), readonly body: Body }} Joint
 */
/**
 * value: the readings, a number where there is one.
 * @template {number | Float64Array} [V=number | Float64Array]
 * @typedef {Joined<import('../mujoco.js').MjModelSensorFields, import('../mujoco.js').MjDataSensorFields> &
 *   { readonly dimension: number, readonly value: V }} Sensor
 */
/** @typedef {Joined<import('../mujoco.js').MjModelEqualityFields> & { active: boolean }} Equality */

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
 * @property {Joined<import('../mujoco.js').MjModelKeyframeFields>} key
 * @property {Material} material
 * @property {Joined<import('../mujoco.js').MjModelTextureFields>} texture
 * @property {Mesh} mesh
 * @property {Joined<import('../mujoco.js').MjModelHfieldFields>} hfield
 * @property {Joined<import('../mujoco.js').MjModelSkinFields>} skin
 * @property {Joined<import('../mujoco.js').MjModelPairFields>} pair
 * @property {Joined<import('../mujoco.js').MjModelNumericFields>} numeric
 * @property {Joined<import('../mujoco.js').MjModelTupleFields>} tuple
 *
 * @typedef {keyof HandleTypes} Kind
 */

/**
 * Names of a model's objects by kind, as `limber types` writes them, with what values of joints and sensors are; any text where
 * nothing is known of the model.
 * @typedef {{ [K in Kind]: string } & { values?: { joint?: object, sensor?: object } }} ModelNames
 */

/**
 * What the value of a joint or sensor of a name is.
 * @template N
 * @template {'joint' | 'sensor'} K
 * @template O
 * @typedef {N extends { values: { [P in K]: infer V } } ? O extends keyof V ? V[O] extends number | Float64Array ? V[O] :
 *   number | Float64Array : number | Float64Array : number | Float64Array} ValueOf
 */

/**
 * The handle of a name.
 * @template N
 * @template {Kind} K
 * @template O
 * @typedef {K extends 'joint' ? Joint<ValueOf<N, 'joint', O>> : K extends 'sensor' ? Sensor<ValueOf<N, 'sensor', O>> :
 *   HandleTypes[K]} HandleOf
 */

/**
 * Fields of a kind that are numbers or lists of numbers.
 * @template H
 * @typedef {{ [F in keyof H]: H[F] extends number | boolean | ArrayLike<number> ? F extends 'id' ? never : F : never }[keyof H]} NumberFields
 */

/**
 * Objects of a kind in the order of their ids. Called with a pattern it gives those whose names fit. A field of the kind is the
 * field of all of them, end to end: read and written through to the simulation.
 * @template {Kind} K
 * @template {string} [Name=string]
 * @typedef {import('./collection.js').Collection<HandleTypes[K], Name> &
 *   ((pattern?: import('./collection.js').Pattern) => CollectionOf<K, Name>) &
 *   { readonly [index: number]: HandleTypes[K] | undefined } &
 *   { [F in NumberFields<HandleTypes[K]>]: Column }} CollectionOf
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
