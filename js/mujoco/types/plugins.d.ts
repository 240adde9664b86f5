// Types of plugins written in JavaScript.
import type { MjData, MjModel, MjvScene } from '../../mujoco.js';

/** A contact that a collision function found. */
export interface FoundContact {
  /** Distance of the surfaces, m; negative: they overlap. */
  dist: number;
  /** Point between the surfaces, m, world. */
  pos: ArrayLike<number> & Iterable<number>;
  /** From the first geom to the second, unit vector, world. */
  normal: ArrayLike<number> & Iterable<number>;
  /** First tangent, world; absent: one that fits. */
  tangent?: ArrayLike<number> & Iterable<number>;
}
/** Finds the contacts of two geoms that are nearer than margin, at most 50. */
export type CollisionFunction = (
  /** The model. */
  model: MjModel,
  /** The state that is computed. */
  data: MjData,
  /** The geom of the smaller type. */
  geom1: number,
  /** The other one. */
  geom2: number,
  /** Distance up to which contacts count, m. */
  margin: number,
) => FoundContact[];
/** Values of a plugin's configuration attributes, '' where not given. */
export type PluginConfig = Record<string, string>;
/** The same as numbers, 0 where not given. */
export type PluginNumbers = Record<string, number>;
/** What a plugin can do. */
export type PluginCapability = 'actuator' | 'sensor' | 'passive' | 'sdf';

/** One instance of a plugin in one MjData. */
export interface PluginInstance<Own = unknown> {
  /** Index of the instance in the model. */
  readonly id: number;
  /** Configuration in the model. */
  readonly config: PluginConfig;
  /** The model that has the instance. */
  readonly model: MjModel;
  /** The data that the instance belongs to. */
  readonly data: MjData;
  /** The instance's numbers of data.plugin_state (nstate). */
  readonly state: Float64Array;
  /** What init returned. */
  own: Own;
  /** Ids of the actuators that use the instance. */
  readonly actuators: readonly number[];
  /** Ids of the sensors that use it. */
  readonly sensors: readonly number[];
  /** Ids of the bodies that use it. */
  readonly bodies: readonly number[];
  /** Ids of the geoms that use it. */
  readonly geoms: readonly number[];
}

/** A shape: negative inside. Points are in the frame of the shape. */
export interface SdfFunctions {
  /** Signed distance of a point (3) to the surface, m. */
  distance(point: Float64Array, numbers: PluginNumbers): number;
  /** Gradient of the distance (3), by differences when left out. */
  gradient?(point: Float64Array, numbers: PluginNumbers): ArrayLike<number>;
  /** Centre and half sizes of a box around the shape, 6 numbers. */
  aabb(numbers: PluginNumbers): ArrayLike<number>;
}

/** A plugin written in JavaScript; Own is what its init returns. */
export interface Plugin<Own = unknown> {
  /** Unique, such as 'example.spring'. */
  name: string;
  /** What it can do, at least one. */
  capabilities: readonly PluginCapability[];
  /** Names of configuration attributes. */
  attributes?: readonly string[];
  /** Of sensors: what must be computed before; default 'acceleration'. */
  stage?: 'position' | 'velocity' | 'acceleration';
  /** Numbers of state, default 0. */
  nstate?: number | ((config: PluginConfig) => number);
  /** Readings of a sensor; needed by sensors. */
  nsensordata?: number | ((config: PluginConfig, model: MjModel, sensor: number) => number);
  /** Called when data is made; what it returns becomes instance.own. */
  init?(instance: Omit<PluginInstance, 'own'>): Own;
  /** Sets the state of an instance, which is zero before. */
  reset?(instance: PluginInstance<Own>): void;
  /** Writes actuator_force or sensordata, or adds to qfrc_passive. */
  compute?(instance: PluginInstance<Own>, capability: PluginCapability): void;
  /** Writes act_dot of the actuators. */
  actDot?(instance: PluginInstance<Own>): void;
  /** Advances the state at the end of a step. */
  advance?(instance: PluginInstance<Own>): void;
  /** Changes the scene. */
  visualize?(instance: PluginInstance<Own>, scene: MjvScene): void;
  /** Copies what instance.own holds; the state is copied already. */
  copy?(target: PluginInstance<Own>, source: PluginInstance<Own>): void;
  /** Called when data is deleted. */
  destroy?(instance: { own: Own; config: PluginConfig }): void;
  /** Of shapes. */
  sdf?: SdfFunctions;
}
