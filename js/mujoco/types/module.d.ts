// What loadMujoco gives beyond the structs, enums and functions of the C interface.
import type { MjData, MjLROpt, MjModel, MjSpec, MjsElement, MjvScene } from '../../mujoco.js';
import type {
  Content,
  FileSystem,
  MjError,
  MjVFS,
  Uint8Buffer,
  DoubleBuffer,
  FloatBuffer,
  IntBuffer,
} from './base.js';
import type { CollisionFunction, Plugin } from './plugins.js';

/** A class of numbers in the module's memory. */
export interface BufferClass<Buffer> {
  /** Memory of the module: of a number of items, or with items. */
  new (content: number | ArrayLike<number>): Buffer;
  /** The same, with items. */
  FromArray(values: ArrayLike<number>): Buffer;
}

/** The part of the module that is written by hand. */
export interface ModuleBase {
  /** The class of errors. */
  MjError: typeof MjError;
  /** Files in memory. */
  FS: FileSystem;
  /** FS.createPath, as programs with files beside them call it. */
  FS_createPath: FileSystem['createPath'];
  /** FS.createDataFile, likewise. */
  FS_createDataFile: FileSystem['createDataFile'];
  /** FS.unlink, likewise. */
  FS_unlink: FileSystem['unlink'];
  /** What FS.mount takes. */
  MEMFS: object;
  /** Files for one model. */
  MjVFS: { new (): MjVFS };
  /** Compiled models. */
  MjModel: {
    /** A copy. */
    new (model: MjModel): MjModel;
    from_xml_string(xml: Content, vfs?: MjVFS | null): MjModel;
    from_xml_path(path: string, vfs?: MjVFS | null): MjModel;
    mj_loadXML(path: string, vfs?: MjVFS | null): MjModel;
    /** The name that from_xml_path has in older packages. */
    loadFromXML(path: string, vfs?: MjVFS | null): MjModel;
    from_binary_path(path: string, vfs?: MjVFS | null): MjModel;
    mj_loadModel(path: string, vfs?: MjVFS | null): MjModel;
    /** Loads an MJB file held in memory. */
    from_binary_buffer(content: Content): MjModel;
  };
  /** State of a model; with data: a copy of it. */
  MjData: { new (model: MjModel | null, data?: MjData): MjData };
  /** Editable models: an empty one, or a copy. */
  MjSpec: {
    /** A copy. */
    new (spec: MjSpec): MjSpec;
  };
  /** What there is to draw, of at most maxgeom geoms. */
  MjvScene: { new (): MjvScene; new (model: MjModel, maxgeom: number): MjvScene };
  /** Numbers of 8 bytes. */
  DoubleBuffer: BufferClass<DoubleBuffer>;
  /** Numbers of 4 bytes. */
  FloatBuffer: BufferClass<FloatBuffer>;
  /** Whole numbers of 4 bytes. */
  IntBuffer: BufferClass<IntBuffer>;
  /** Bytes. */
  Uint8Buffer: BufferClass<Uint8Buffer>;
  /** Called to add to qfrc_passive; null removes the hook. */
  mjcb_passive: ((model: MjModel, data: MjData) => void) | null;
  /** Called to write ctrl, qfrc_applied and xfrc_applied. */
  mjcb_control: ((model: MjModel, data: MjData) => void) | null;
  /** Nonzero discards the pair of geoms. */
  mjcb_contactfilter:
    ((model: MjModel, data: MjData, geom1: number, geom2: number) => number | boolean) | null;
  /** Called to fill the user sensors of a stage. */
  mjcb_sensor: ((model: MjModel, data: MjData, stage: number) => void) | null;
  /** The time in milliseconds, for timers. */
  mjcb_time: (() => number) | null;
  /** Time derivative of a user actuator's activation. */
  mjcb_act_dyn: ((model: MjModel, data: MjData, id: number) => number) | null;
  /** Gain of a user actuator. */
  mjcb_act_gain: ((model: MjModel, data: MjData, id: number) => number) | null;
  /** Bias of a user actuator. */
  mjcb_act_bias: ((model: MjModel, data: MjData, id: number) => number) | null;
  /** Functions that find the contacts of geoms of two types (mjtGeom), the smaller one first; null gives a pair back to the engine. */
  readonly mjCOLLISIONFUNC: readonly Record<number, CollisionFunction | null>[];
  /** Throws an MjError. */
  error(message: string): never;
  /** Reads MJCF or URDF text into an editable model. */
  parseXMLString(xml: Content, vfs?: MjVFS | null): MjSpec;
  /** Reads an MJCF or URDF file into an editable model. */
  mj_parseXML(path: string, vfs?: MjVFS | null): MjSpec;
  /** Compiles MJCF or URDF text. */
  from_xml_string(xml: Content, vfs?: MjVFS | null): MjModel;
  /** Compiles an editable model. */
  mj_compile(spec: MjSpec, vfs?: MjVFS | null): MjModel;
  /** Compiles into a model and data that are there and keeps the state. */
  mj_recompile(spec: MjSpec, vfs: MjVFS | null, model: MjModel, data: MjData): number;
  /** Deletes an element and what is inside it; handles of what is gone throw from now on. */
  mjs_delete(spec: MjSpec, element: MjsElement): number;
  /** The editable model as MJCF text. */
  mj_saveXMLString(spec: MjSpec): string;
  /** Writes the editable model as MJCF to a file of FS. */
  mj_saveXML(spec: MjSpec, filename: string): number;
  /** Writes the model that was loaded from XML last to a file of FS. */
  mj_saveLastXML(filename: string, model: MjModel): number;
  /** Writes a binary model to a file of FS or into a buffer of mj_sizeModel bytes. */
  mj_saveModel(
    model: MjModel,
    filename: string | null,
    buffer: Uint8Array | Uint8Buffer | null,
  ): void;
  /** Finds the length range of an actuator by simulation. */
  mj_setLengthRange(model: MjModel, data: MjData, index: number, options: MjLROpt | null): number;
  /** The values of a sensor at a time, delays included. */
  mj_readSensor(
    model: MjModel,
    data: MjData,
    id: number,
    time: number,
    interp?: number,
  ): Float64Array;
  /** Copies data into data of the same model. */
  mj_copyData(target: MjData, model: MjModel, source: MjData): MjData;
  /** Removes every hook. */
  mj_resetCallbacks(): void;
  /** Makes a plugin written in JavaScript known to the engine, for models loaded from then on; returns its slot. */
  registerPlugin<Own>(plugin: Plugin<Own>): number;
}
