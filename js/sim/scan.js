// The files that a model names, found by a light reading of its text: nothing is compiled, unknown elements are passed over.
//
// Names are resolved as the compiler will: includes against the folder of the main file and then of the file that includes;
// meshes, height fields, skins and flexes against meshdir; textures against texturedir; attached models against the folder of the
// main file, each with folders of its own.

/**
 * @typedef {object} Reference
 * @property {'include' | 'model' | 'mesh' | 'texture'} kind what the file is: another part of this model, a model to attach, or
 *   an asset of one of the two folders
 * @property {string} file the name as it is written
 * @property {import('../engine/error.js').Fault} place where that is
 *
 * @typedef {object} Scan
 * @property {string} root name of the root element, '' when there is none
 * @property {Reference[]} references
 * @property {{ meshdir?: string, texturedir?: string, assetdir?: string, strippath?: boolean }} compiler
 */

const tokens =
  /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>|<([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*\/?>/g;
const attributes = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
/** @type {Record<string, string>} */
const entities = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** @type {Record<string, Reference['kind']>} */
const kinds = {
  include: 'include',
  model: 'model',
  mesh: 'mesh',
  hfield: 'mesh',
  skin: 'mesh',
  flexcomp: 'mesh',
  texture: 'texture',
};

/**
 * The value of an attribute.
 * @param {string} text
 */
const unescape = (text) => text.replace(/&(\w+);/g, (whole, name) => entities[name] ?? whole);

/**
 * Reads the text of a model or of a part of one.
 * @param {string} text
 * @param {string} [path] the text's own
 * @returns {Scan}
 */
export function scanModel(text, path = '') {
  /** @type {Scan} */
  const scan = { root: '', references: [], compiler: {} };
  for (const { 1: element, 2: list, index } of text.matchAll(tokens)) {
    if (!element) continue;
    if (!scan.root) scan.root = element;
    /** @type {Record<string, string>} */
    const values = {};
    for (const [, name, double, single] of list.matchAll(attributes))
      values[name] = unescape(double ?? single);
    if (element === 'compiler') readCompiler(values, scan.compiler);
    else if (kinds[element]) {
      const head = text.slice(0, index);
      const column = index - head.lastIndexOf('\n');
      const place = { element, line: head.split('\n').length, column, file: path };
      readReferences(element, values, scan, place);
    }
  }
  return scan;
}

/**
 * @param {Record<string, string>} values
 * @param {Scan['compiler']} compiler
 */
function readCompiler(values, compiler) {
  if ('meshdir' in values) compiler.meshdir = values.meshdir;
  if ('texturedir' in values) compiler.texturedir = values.texturedir;
  if ('assetdir' in values) compiler.assetdir = values.assetdir;
  if ('strippath' in values) compiler.strippath = values.strippath === 'true';
}

/**
 * @param {string} element
 * @param {Record<string, string>} values
 * @param {Scan} scan
 * @param {Reference['place']} place
 */
function readReferences(element, values, scan, place) {
  for (const [name, value] of Object.entries(values)) {
    const isFile = name === 'file' || (element === 'texture' && name.startsWith('file'));
    // URDF names meshes by `filename`
    const isUrdf = element === 'mesh' && name === 'filename';
    if ((isFile || isUrdf) && value)
      scan.references.push({ kind: kinds[element], file: value, place });
  }
}

/**
 * Joins and normalises; an absolute name drops the folder.
 * @param {string} folder
 * @param {string} name
 */
export function joinPath(folder, name) {
  const whole = /^([a-z]:)?[/\\]/i.test(name) || !folder ? name : `${folder}/${name}`;
  /** @type {string[]} */
  const parts = [];
  for (const part of whole.replaceAll('\\', '/').split('/')) {
    if (part === '..' && parts.length > 0 && parts[parts.length - 1] !== '..') parts.pop();
    else if (part && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** Folder of a path, without the last slash. @param {string} path */
export const folderOf = (path) => path.slice(0, Math.max(path.lastIndexOf('/'), 0));

/** Last part of a path. @param {string} path */
export const baseName = (path) => path.slice(path.replaceAll('\\', '/').lastIndexOf('/') + 1);

/**
 * Path of an asset, given the folder of its model's main file and what the model's compiler elements say together.
 * @param {Reference} reference
 * @param {string} folder
 * @param {Scan['compiler']} compiler
 */
export function assetPath(reference, folder, compiler) {
  const urdf = reference.file.replace(/^(package|model|file):\/\//, '');
  const name = compiler.strippath ? baseName(urdf) : urdf;
  const own = reference.kind === 'texture' ? compiler.texturedir : compiler.meshdir;
  return joinPath(joinPath(folder, own ?? compiler.assetdir ?? ''), name);
}

/**
 * Where the file of an asset may be: URDF names files of a package, whose folder is one of those around the model.
 * @param {Reference} reference
 * @param {string} folder
 * @param {string} place where the compiler looks
 */
export function packagePlaces({ file }, folder, place) {
  const [, name, rest] = /^package:\/\/([^/]+)\/(.+)$/.exec(file) ?? [];
  if (!name) return [place];
  const at = `/${folder}/`.lastIndexOf(`/${name}/`);
  if (at >= 0) return [joinPath(folder.slice(0, at + name.length), rest), place];
  return [place, joinPath(folder, `${name}/${rest}`), joinPath(folder, `../${rest}`)];
}
