// FS: the files that the engine reads without a VFS and writes (mj_saveModel, mj_printData, ...), as the calls of Emscripten's FS
// that programs for the peer use. Files live in the module's memory; folders are names that this side keeps.
import { toBytes } from '../engine/module.js';
import { pathParts } from '../engine/paths.js';

/** @typedef {import('../engine/module.js').Engine} Engine */

const reasons = {
  ENOENT: [44, 'No such file or directory'],
  EEXIST: [20, 'File exists'],
  ENOTEMPTY: [55, 'Directory not empty'],
  EISDIR: [31, 'Is a directory'],
  ENOTDIR: [54, 'Not a directory'],
  ENODEV: [43, 'No such device'],
};

/** The only kind of file system there is, for programs that mount it. */
export const MEMFS = Object.freeze({ name: 'MEMFS' });

/** An error of FS. */
export class ErrnoError extends Error {
  /**
   * @param {keyof typeof reasons} code
   * @param {string} path
   */
  constructor(code, path) {
    super(`${reasons[code][1]}: '${path}'`);
    this.name = 'ErrnoError';
    this.code = code;
    this.errno = Number(reasons[code][0]);
  }
}

/** Drops '.', '..' and repeated slashes. @param {string} path */
const normalise = (path) => `/${pathParts(path, true).join('/')}`;

const parentOf = (/** @type {string} */ path) => path.slice(0, path.lastIndexOf('/')) || '/';
const baseOf = (/** @type {string} */ path) => path.slice(path.lastIndexOf('/') + 1);

/**
 * The file system of one engine.
 * @param {Engine} engine
 */
export function makeFiles(engine) {
  const { exports } = engine;
  const folders = new Set(['/', '/tmp', '/home']);
  /** paths of the files that are there @type {Set<string>} */
  const written = new Set();
  let folder = '/';
  const resolve = (/** @type {string} */ path) =>
    normalise(path.startsWith('/') ? path : `${folder}/${path}`);

  /** @param {string} path @returns {Uint8Array | null} */
  const find = (path) =>
    engine.guard(() => {
      const count = engine.push(16);
      const address = exports.lb_findFile(engine.pushString(path.slice(1)), count);
      return address ? engine.u8.slice(address, address + engine.u32[count >> 2]) : null;
    });

  /** @param {string} path */
  const remove = (path) =>
    engine.guard(() => exports.lb_removeFile(engine.pushString(path.slice(1))));

  const exists = (/** @type {string} */ path) => folders.has(path) || find(path) !== null;

  /** The whole path of a folder that must be there. @param {string} path */
  const needFolder = (path) => {
    const target = resolve(path);
    if (!folders.has(target)) throw new ErrnoError(find(target) ? 'ENOTDIR' : 'ENOENT', path);
    return target;
  };

  /** The content of a file that must be there. @param {string} path */
  const needFile = (path) => {
    const target = resolve(path);
    const bytes = find(target);
    if (!bytes) throw new ErrnoError(folders.has(target) ? 'EISDIR' : 'ENOENT', path);
    return bytes;
  };

  const FS = {
    /**
     * @param {string} path
     * @param {import('../engine/module.js').Content} content
     * @param {{ flags?: string }} [options] flags: 'a' appends
     */
    writeFile(path, content, options) {
      const target = resolve(path);
      if (!folders.has(parentOf(target))) throw new ErrnoError('ENOENT', path);
      if (folders.has(target)) throw new ErrnoError('EISDIR', path);
      const before = options?.flags?.[0] === 'a' ? find(target) : null;
      const added = toBytes(content);
      const bytes = before ? Uint8Array.of(...before, ...added) : added;
      engine.withBytes(bytes, (block) =>
        engine.guard(() => exports.lb_putFile(engine.pushString(target), block, bytes.length)),
      );
      written.add(target);
    },

    /**
     * @param {string} path
     * @param {{ encoding?: 'utf8' | 'binary' }} [options]
     * @returns {Uint8Array | string}
     */
    readFile(path, { encoding = 'binary' } = {}) {
      const bytes = needFile(path);
      if (encoding === 'utf8') return new TextDecoder().decode(bytes);
      if (encoding === 'binary') return bytes;
      throw new Error(`Invalid encoding type "${encoding}"`);
    },

    /** @param {string} path */
    unlink(path) {
      needFile(path);
      const target = resolve(path);
      remove(target);
      written.delete(target);
    },

    /** @param {string} path */
    mkdir(path) {
      const target = resolve(path);
      if (exists(target)) throw new ErrnoError('EEXIST', path);
      if (!folders.has(parentOf(target))) throw new ErrnoError('ENOENT', path);
      folders.add(target);
    },

    /** @param {string} path */
    mkdirTree(path) {
      const target = resolve(path);
      if (folders.has(target)) return;
      FS.mkdirTree(parentOf(target));
      folders.add(target);
    },

    /** @param {string} path */
    rmdir(path) {
      const target = needFolder(path);
      if (FS.readdir(target).length > 2) throw new ErrnoError('ENOTEMPTY', path);
      folders.delete(target);
    },

    /** @param {string} path @returns {string[]} */
    readdir(path) {
      const target = needFolder(path);
      const names = [...folders, ...written].filter(
        (name) => name !== '/' && parentOf(name) === target,
      );
      return ['.', '..', ...names.map(baseOf)];
    },

    /** @param {string} path */
    stat(path) {
      const target = resolve(path);
      const isFolder = folders.has(target);
      const now = new Date(0);
      const mode = isFolder ? 0o40777 : 0o100666;
      return {
        dev: 1,
        ino: 0,
        mode,
        nlink: 1,
        uid: 0,
        gid: 0,
        rdev: 0,
        size: isFolder ? 4096 : needFile(path).length,
        atime: now,
        mtime: now,
        ctime: now,
        blksize: 4096,
        blocks: 1,
      };
    },

    /** @param {number} mode */
    isDir: (mode) => (mode & 0o170000) === 0o40000,

    /** @param {number} mode */
    isFile: (mode) => (mode & 0o170000) === 0o100000,

    /** @param {string} path */
    analyzePath(path) {
      const target = resolve(path);
      const found = exists(target);
      const parent = parentOf(target);
      return {
        isRoot: target === '/',
        exists: found,
        error: found ? 0 : 44,
        name: baseOf(target) || '/',
        path: target,
        object: null,
        parentExists: folders.has(parent),
        parentPath: parent,
        parentObject: null,
      };
    },

    /** @param {string} from @param {string} to */
    rename(from, to) {
      const [source, target] = [resolve(from), resolve(to)];
      if (!folders.has(source)) {
        FS.writeFile(target, needFile(from));
        if (source !== target) FS.unlink(source);
        return;
      }
      if (!folders.has(parentOf(target))) throw new ErrnoError('ENOENT', to);
      const isInside = (/** @type {string} */ name) => `${name}/`.startsWith(`${source}/`);
      const moved = (/** @type {string} */ name) => target + name.slice(source.length);
      for (const name of [...folders].filter(isInside)) {
        folders.delete(name);
        folders.add(moved(name));
      }
      for (const name of [...written].filter(isInside)) FS.rename(name, moved(name));
      if (isInside(folder)) folder = moved(folder);
    },

    cwd: () => folder,

    /** @param {string} path */
    chdir(path) {
      folder = needFolder(path);
    },

    /** Files are in memory anyway: mounting asks for a folder that is there. @param {unknown} type @param {unknown} _options @param {string} path */
    mount(type, _options, path) {
      if (type !== MEMFS) throw new ErrnoError('ENODEV', path);
      needFolder(path);
    },

    /** @param {string} path */
    unmount(path) {
      needFolder(path);
    },

    /** A file that the engine wrote, known to readdir from now on. @param {string} path */
    noteWritten(path) {
      written.add(resolve(path));
    },
  };
  return FS;
}

/** @typedef {ReturnType<typeof makeFiles>} Files */
