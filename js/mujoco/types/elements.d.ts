// What elements of a spec can do beyond their fields, see js/mujoco/elements.js.
import type { ElementKinds, MjModel, MjSpec, MjsBody, MjsDefault, MjsFrame } from '../../mujoco.js';
import type { ElementOptions, MjVFS } from './base.js';

/** What all elements can do. */
export interface Editable<Element> {
  /** Assigns fields; a name that is no field is an error. */
  assign(options: ElementOptions<Element>): this;
  /** Takes the element out of the spec, with all that is inside it; its handles throw from now on. */
  remove(): void;
}

/** What elements with a name can do. */
export interface NamedElement {
  /** Name of the element, unique in its kind. */
  name: string;
  /** The body that holds it, null for what is in none. */
  readonly parent: MjsBody | null;
  /** The frame that it is in, null for none. */
  frame: MjsFrame | null;
}

/** What bodies, frames and sites can do. */
export interface AttachmentHost {
  /** Attaches a body, a frame or a whole spec, with all that belongs to it; a body takes frames and specs. Names become prefix + name + suffix. Returns what came of it. */
  attach(child: MjsBody | MjsFrame | MjSpec, prefix?: string, suffix?: string): MjsBody | MjsFrame;
}

/** What bodies can do. */
export interface BodyMethods {
  /** Elements of a kind in the body, and in the bodies inside it unless deep is false. */
  all<K extends keyof ElementKinds>(kind: K, deep?: boolean): ElementKinds[K][];
}

/** What specs can do. */
export interface SpecMethods {
  /** The body that holds all others. */
  readonly worldbody: MjsBody;
  /** All elements of a kind. */
  all<K extends keyof ElementKinds>(kind: K): ElementKinds[K][];
  /** A default class; the main one without a name. */
  default(name?: string): MjsDefault;
  /** Adds a default class below another, the main one unless told. */
  addDefault(name: string, parent?: string | MjsDefault): MjsDefault;
  /** A spec of its own with the same content. */
  copy(): MjSpec;
  /** Compiles what is there now. */
  compile(vfs?: MjVFS): MjModel;
  /** The spec as MJCF. */
  toXml(): string;
  /** Seconds that the parts of the last compilation took, by mjtCTimer (9). */
  readonly timer: Float64Array;
}
