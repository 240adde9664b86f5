// FS: the files that the engine reads without a VFS and writes (mj_saveModel, mj_printData, ...), as the calls of Emscripten's FS
// that programs for the peer use. Files live in the module's memory; folders are names that this side keeps.
import { toBytes } from '../engine/module.js';
import { pathParts } from '../engine/paths.js';

/** @typedef {import('../engine/module.js').Engine} Engine */
/** @typedef {import('../engine/module.js').Content} Content */

const reasons = {
  ENOENT: [44, 'No such file or directory'],
  EEXIST: [20, 'File exists'],
  EBUSY: [10, 'Resource busy'],
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
 * Files and folders of one engine, by whole and tidy paths. Functions take paths as programs give them.
 * @typedef {object} Tree
 * @property {Engine} engine
 * @property {Set<string>} folders
 * @property {Set<string>} files those that are there
 * @property {string} folder where relative paths begin
 */

/** The whole path. @param {Tree} tree @param {string} path */
const resolve = (tree, path) => normalise(path.startsWith('/') ? path : `${tree.folder}/${path}`);

/** A copy of a file's content. @param {Tree} tree @param {string} target whole @returns {Uint8Array | null} */
const find = ({ engine }, target) =>
  engine.guard(() => {
    const count = engine.push(16);
    const address = engine.exports.lb_findFile(engine.pushString(target.slice(1)), count);
    return address ? engine.u8.slice(address, address + engine.u32[count >> 2]) : null;
  });

/** Whether there is a file or a folder. @param {Tree} tree @param {string} target whole */
const exists = (tree, target) => tree.folders.has(target) || !!find(tree, target);

/** The whole path of a folder that must be there. @param {Tree} tree @param {string} path */
function needFolder(tree, path) {
  const target = resolve(tree, path);
  if (!tree.folders.has(target))
    throw new ErrnoError(find(tree, target) ? 'ENOTDIR' : 'ENOENT', path);
  return target;
}

/** The whole path of what is to be in a folder that is there. @param {Tree} tree @param {string} path */
function needParent(tree, path) {
  const target = resolve(tree, path);
  if (!tree.folders.has(parentOf(target))) throw new ErrnoError('ENOENT', path);
  return target;
}

/** The whole path of a file that can be written. @param {Tree} tree @param {string} path */
function needPlace(tree, path) {
  const target = needParent(tree, path);
  if (tree.folders.has(target)) throw new ErrnoError('EISDIR', path);
  return target;
}

/** The content of a file that must be there. @param {Tree} tree @param {string} path */
function needFile(tree, path) {
  const target = resolve(tree, path);
  const bytes = find(tree, target);
  if (!bytes) throw new ErrnoError(tree.folders.has(target) ? 'EISDIR' : 'ENOENT', path);
  return bytes;
}

/** Takes a file away. @param {Tree} tree @param {string} target whole */
function remove({ engine, files }, target) {
  engine.guard(() => engine.exports.lb_removeFile(engine.pushString(target.slice(1))));
  files.delete(target);
}

/**
 * Writes a file into a folder that must be there.
 * @param {Tree} tree
 * @param {string} path
 * @param {Content} content
 * @param {boolean} [appends]
 */
function write(tree, path, content, appends) {
  const { engine } = tree;
  const target = needPlace(tree, path);
  const before = appends ? find(tree, target) : null;
  const added = toBytes(content);
  const bytes = before ? Uint8Array.of(...before, ...added) : added;
  engine.withBytes(bytes, (block) =>
    engine.guard(() => engine.exports.lb_putFile(engine.pushString(target), block, bytes.length)),
  );
  tree.files.add(target);
}

/** Moves a file. @param {Tree} tree @param {string} from @param {string} to */
function moveFile(tree, from, to) {
  const [source, target] = [resolve(tree, from), resolve(tree, to)];
  write(tree, target, needFile(tree, from));
  if (source !== target) remove(tree, source);
}

/** Calls that read and write files. @param {Tree} tree */
const fileCalls = (tree) => ({
  /**
   * @param {string} path
   * @param {Content} content
   * @param {{ flags?: string }} [options] flags: 'a' appends
   */
  writeFile(path, content, options) {
    write(tree, path, content, options?.flags?.[0] === 'a');
  },

  /**
   * @param {string} path
   * @param {{ encoding?: 'utf8' | 'binary' }} [options]
   * @returns {Uint8Array | string}
   */
  readFile(path, { encoding = 'binary' } = {}) {
    const bytes = needFile(tree, path);
    if (encoding === 'utf8') return new TextDecoder().decode(bytes);
    if (encoding === 'binary') return bytes;
    throw new Error(`Invalid encoding type "${encoding}"`);
  },

  /** @param {string} path */
  unlink(path) {
    needFile(tree, path);
    remove(tree, resolve(tree, path));
  },

  /** A new file. @param {string} parent @param {string | null} name @param {Content | null} content */
  createDataFile(parent, name, content) {
    const path = `${parent}/${name ?? ''}`;
    if (exists(tree, resolve(tree, path))) throw new ErrnoError('EEXIST', path);
    write(tree, path, content ?? '');
  },

  /**
   * The engine writes a file, known to readdir from now on.
   * @template T
   * @param {string} path '' and what is no path at all are the engine's business
   * @param {(target: string) => T} call takes the whole path
   */
  writing(path, call) {
    if (!path || typeof path !== 'string') return call(path);
    const target = needPlace(tree, path);
    const result = call(target);
    tree.files.add(target);
    return result;
  },
});

/** What a folder holds. @param {Tree} tree @param {string} folder */
const namesIn = (tree, folder) =>
  [...tree.folders, ...tree.files]
    .filter((name) => name !== '/' && parentOf(name) === folder)
    .map(baseOf);

/** Calls that make folders, go through them and take them away. @param {Tree} tree */
const folderCalls = (tree) => ({
  /** @param {string} path */
  mkdir(path) {
    const target = resolve(tree, path);
    if (exists(tree, target)) throw new ErrnoError('EEXIST', path);
    needParent(tree, path);
    tree.folders.add(target);
  },

  /** @param {string} path */
  mkdirTree(path) {
    for (let at = resolve(tree, path); !tree.folders.has(at); at = parentOf(at))
      tree.folders.add(at);
  },

  /** Folders, one in the other; those that are there stay. @param {string} parent @param {string} path */
  createPath(parent, path) {
    const target = resolve(tree, `${parent}/${path}`);
    this.mkdirTree(target);
    return target;
  },

  /** @param {string} path */
  rmdir(path) {
    const target = needFolder(tree, path);
    if (target === '/') throw new ErrnoError('EBUSY', path);
    if (namesIn(tree, target).length > 0) throw new ErrnoError('ENOTEMPTY', path);
    tree.folders.delete(target);
  },

  /** @param {string} path @returns {string[]} */
  readdir(path) {
    return ['.', '..', ...namesIn(tree, needFolder(tree, path))];
  },

  cwd: () => tree.folder,

  /** @param {string} path */
  chdir(path) {
    tree.folder = needFolder(tree, path);
  },

  /** Files are in memory anyway: mounting asks for a folder that is there. @param {unknown} type @param {unknown} _options @param {string} path */
  mount(type, _options, path) {
    if (type !== MEMFS) throw new ErrnoError('ENODEV', path);
    needFolder(tree, path);
  },

  /** @param {string} path */
  unmount(path) {
    needFolder(tree, path);
  },
});

/** Calls that tell what is there. @param {Tree} tree */
const queryCalls = (tree) => ({
  /** @param {string} path */
  stat(path) {
    const isFolder = tree.folders.has(resolve(tree, path));
    const now = new Date(0);
    return {
      dev: 1,
      ino: 0,
      mode: isFolder ? 0o40777 : 0o100666,
      nlink: 1,
      uid: 0,
      gid: 0,
      rdev: 0,
      size: isFolder ? 4096 : needFile(tree, path).length,
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
    const target = resolve(tree, path);
    const found = exists(tree, target);
    const parent = parentOf(target);
    return {
      isRoot: target === '/',
      exists: found,
      error: found ? 0 : 44,
      name: baseOf(target) || '/',
      path: target,
      object: null,
      parentExists: tree.folders.has(parent),
      parentPath: parent,
      parentObject: null,
    };
  },
});

/** Moves a folder with all that is inside of it. @param {Tree} tree @param {string} source @param {string} target */
function moveFolder(tree, source, target) {
  const isInside = (/** @type {string} */ name) => `${name}/`.startsWith(`${source}/`);
  const moved = (/** @type {string} */ name) => target + name.slice(source.length);
  for (const name of [...tree.folders].filter(isInside)) {
    tree.folders.delete(name);
    tree.folders.add(moved(name));
  }
  for (const name of [...tree.files].filter(isInside)) moveFile(tree, name, moved(name));
  if (isInside(tree.folder)) tree.folder = moved(tree.folder);
}

/**
 * The file system of one engine.
 * @param {Engine} engine
 */
export function makeFiles(engine) {
  /** @type {Tree} */
  const tree = {
    engine,
    folders: new Set(['/', '/tmp', '/home']),
    files: new Set(),
    folder: '/',
  };
  return {
    ...fileCalls(tree),
    ...folderCalls(tree),
    ...queryCalls(tree),

    /** @param {string} from @param {string} to */
    rename(from, to) {
      const [source, target] = [resolve(tree, from), resolve(tree, to)];
      if (!tree.folders.has(source)) return moveFile(tree, from, target);
      needParent(tree, to);
      moveFolder(tree, source, target);
    },
  };
}

/** @typedef {ReturnType<typeof makeFiles>} Files */
