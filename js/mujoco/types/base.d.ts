// Types of 'limber/mujoco' that do not follow from the C interface: errors, handles, lists, buffers, files, options of elements.
import type { MjsDefault, MjsFrame } from '../../mujoco.js';

/** Numbers that a call reads: an array, a typed array or a buffer. */
export type Numbers = ArrayLike<number> | DoubleBuffer | FloatBuffer | IntBuffer | Uint8Buffer;

/** Text or bytes in any of the forms that programs have them. */
export type Content = string | ArrayBuffer | ArrayBufferView | ArrayLike<number>;

/** An error that the engine raised, or a call that cannot be made. */
export class MjError extends Error {
  /** For programs that throw errors of the same kind. */
  constructor(
    text: string,
    options?: ErrorOptions &
      Partial<
        Pick<
          MjError,
          | 'file'
          | 'line'
          | 'column'
          | 'element'
          | 'elementName'
          | 'attribute'
          | 'expected'
          | 'missing'
        >
      >,
  );
  /** File in which the fault is, where it is known. */
  readonly file: string | undefined;
  /** Line in that file, counted from 1. */
  readonly line: number | undefined;
  /** Column in that line, counted from 1: where the attribute stands, else the element. */
  readonly column: number | undefined;
  /** XML element at fault, or the name of an element that was not read from XML. */
  readonly element: string | undefined;
  /** Name of that element in the model. */
  readonly elementName: string | undefined;
  /** Attribute at fault. */
  readonly attribute: string | undefined;
  /** What should be there instead. */
  readonly expected: string | undefined;
  /** Files that a model needs and that were not found. */
  readonly missing: string[];
}

/** How the engine is loaded. */
export interface EngineOptions {
  /** The module's bytes, or the module compiled already. */
  wasmBinary?: BufferSource | WebAssembly.Module;
  /** Gives the address of limber.wasm. */
  locateFile?: (name: string, prefix: string) => string;
  /** Receives messages. */
  print?: (text: string) => void;
  /** Receives warnings. */
  printErr?: (text: string) => void;
}

/** What all objects of the engine have. Forgotten objects are freed by the garbage collector. */
export interface ClassHandle {
  /** Whether both stand for the same object. */
  isAliasOf(other: unknown): boolean;
  /** Frees the object; using it afterwards throws. */
  delete(): void;
  /** Frees the object at the end of the present turn of the program. */
  deleteLater(): this;
  /** Whether it was freed. */
  isDeleted(): boolean;
  /** Another handle; the object lives until all are deleted. */
  clone(): this;
  /** Frees the object at the end of a block: `using`. */
  [Symbol.dispose](): void;
}

/** Where the type of an enum keeps the words for its values; no object has it. */
declare const words: unique symbol;

/** A value of an enum. */
export interface EnumValue<T extends number, Words extends string = never> {
  /** The number that structs hold. */
  readonly value: T;
  /** Words for values, for the compiler alone. */
  readonly [words]?: Words;
}

/** The values of an enum with the numbers T, one type for each. */
export type EnumValues<T extends number, Words extends string> = T extends number
  ? EnumValue<T, Words>
  : never;

/** Words for the values of an enum: 'box' for mjGEOM_BOX. */
export type EnumWord<Value> = Value extends EnumValue<number, infer Words> ? Words : never;

/** The values of an enum by name, and by number. */
export type EnumClass<Value, Numbers extends Record<string, number>> = {
  readonly [name in keyof Numbers]: EnumValue<Numbers[name]>;
} & {
  /** The values by number. */
  readonly values: Readonly<Record<number, Value>>;
};

/** A class whose objects the engine makes; to construct one is an error. */
export interface MadeClass<T> {
  /** Objects of the class are told by `instanceof`. */
  readonly prototype: T;
  /** For `instanceof` of the compiler. */
  [Symbol.hasInstance](value: unknown): value is T;
}

/** A list of values or structs. */
export interface MjVec<T> extends Iterable<T> {
  /** Number of items. */
  readonly length: number;
  /** Number of items. */
  size(): number;
  /** The item at an index, undefined beyond the end. */
  get(index: number): T | undefined;
  /** false when there is no such index. */
  set(index: number, value: T): boolean;
  /** Adds an item at the end. */
  push_back(value: T): void;
  /** Changes the number of items; new ones have the value. */
  resize(size: number, value: T): void;
  /** Whether both stand for the same list. */
  isAliasOf(other: unknown): boolean;
  /** Frees a list of the program's own; lists of the engine need it not. */
  delete(): void;
  /** Frees it at the end of the present turn of the program. */
  deleteLater(): this;
  /** Whether it was freed. */
  isDeleted(): boolean;
  /** Another handle of the list. */
  clone(): this;
  /** Frees it at the end of a block: `using`. */
  [Symbol.dispose](): void;
}

/** Numbers in the module's memory, for outputs of functions; typed arrays do as well. */
export interface WasmBuffer<T> extends ClassHandle {
  /** Address in the module's memory. */
  GetPointer(): number;
  /** Number of items. */
  GetElementCount(): number;
  /** The items; read it again after calls that may allocate. */
  GetView(): T;
  /** The same. */
  getView(): T;
}

/** Files by name, for models that are compiled. */
export interface MjVFS extends ClassHandle {
  /** Adds a file; its bytes are copied. */
  addBuffer(name: string, content: Content): void;
  /** Takes a file out. */
  deleteFile(name: string): void;
  /** Whether there is a file of this name. */
  has(name: string): boolean;
}

/** What a field of an element may be given as. */
export type FieldOption<T> = T extends ArrayBufferView
  ? ArrayLike<number> | number
  : T extends string | number | boolean | bigint
    ? T
    : T extends { readonly value: number }
      ? T | number | EnumWord<T>
      : T extends MjVec<infer Item>
        ? Iterable<Item>
        : T extends object
          ? T | { [K in keyof T]?: FieldOption<T[K]> }
          : T;

/** What of an element is no field, or is given in another way. */
type NotGiven =
  | keyof ClassHandle
  | 'element'
  | 'info'
  | 'name'
  | 'frame'
  | 'parent'
  | 'all'
  | 'assign'
  | 'attach'
  | 'remove'
  | `add${string}`;

/**
 * Fields of a new element. Enums may be named by the last part of their names: type: 'box'. Arrays may be shorter than the field.
 * class: a default class or its name; euler, axisangle, xyaxes and zaxis give the orientation where there is one.
 */
export type ElementOptions<T> = {
  /** Name of the element. */
  name?: string;
  /** Default class, or its name. */
  class?: MjsDefault | string;
  /** Frame that the element is put into. */
  frame?: MjsFrame;
} & {
  [K in Exclude<keyof T, NotGiven>]?: FieldOption<T[K]>;
} & (T extends { alt: unknown }
    ? {
        axisangle?: ArrayLike<number>;
        xyaxes?: ArrayLike<number>;
        zaxis?: ArrayLike<number>;
        euler?: ArrayLike<number>;
      }
    : unknown);

/** Files that the engine reads without a VFS, and writes. */
export interface FileSystem {
  /** With flags 'a' the content is added to what is there. */
  writeFile(path: string, content: Content, options?: { flags?: string }): void;
  /** The text of a file. */
  readFile(path: string, options: { encoding: 'utf8' }): string;
  /** The bytes of a file. */
  readFile(path: string, options?: { encoding?: 'binary' }): Uint8Array;
  /** Takes a file away. */
  unlink(path: string): void;
  /** A new file in a folder; null instead of a name: the first is the whole path. */
  createDataFile(
    parent: string,
    name: string | null,
    content: Content | null,
    ...rights: boolean[]
  ): void;
  /** Makes folders, one in the other, and gives the path of the last. */
  createPath(parent: string, path: string, ...rights: boolean[]): string;
  /** Makes a folder in one that is there. */
  mkdir(path: string): void;
  /** Makes a folder and those above it. */
  mkdirTree(path: string): void;
  /** Takes an empty folder away. */
  rmdir(path: string): void;
  /** Names in a folder, also . and .. */
  readdir(path: string): string[];
  /** Moves a file or a folder. */
  rename(from: string, to: string): void;
  /** Kind, and size in bytes. */
  stat(path: string): { mode: number; size: number };
  /** Whether the mode that stat gives is that of a folder. */
  isDir(mode: number): boolean;
  /** Whether the mode that stat gives is that of a file. */
  isFile(mode: number): boolean;
  /** Whether there is something at a path. */
  analyzePath(path: string): { exists: boolean; name: string; path: string; parentExists: boolean };
  /** The folder that relative paths begin at. */
  cwd(): string;
  /** Changes that folder. */
  chdir(path: string): void;
  /** Files are in memory anyway: mounting MEMFS asks for a folder that is there. */
  mount(type: object, options: object, path: string): void;
  /** The counterpart of mount. */
  unmount(path: string): void;
}

/** Numbers in the module's memory, 8 bytes each. */
export type DoubleBuffer = WasmBuffer<Float64Array>;
/** Numbers in the module's memory, 4 bytes each. */
export type FloatBuffer = WasmBuffer<Float32Array>;
/** Whole numbers in the module's memory, 4 bytes each. */
export type IntBuffer = WasmBuffer<Int32Array>;
/** Bytes in the module's memory. */
export type Uint8Buffer = WasmBuffer<Uint8Array>;
