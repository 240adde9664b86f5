// Chunks of the site: what the first scene needs comes in few files, since on a slow network each one costs, however small it is.
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = (/** @type {string} */ file) => fileURLToPath(new URL(file, import.meta.url));

/** The page, and what it loads while the engine is on its way. */
const FIRST = ['src/main.js', '../js/env/shown.js', '../js/env/tasks/quadruped.js'].map(here);
/** Pages without a simulation have a few small files in common with it. */
const LIGHT = ['src/gallery.js', 'src/welcome.js'].map(here);

/** @typedef {{ importedIds: string[], code: string | null } | null} Imports */
/** @typedef {(id: string) => Imports} InfoOf */

/**
 * What a module that only hands on the exports of others hands on: names, and the module that has them; null for other modules.
 * @param {string} id
 * @param {string} code
 */
function handedOn(id, code) {
  const pattern = /export\s*\{([^}]*)\}\s*from\s*['"](\.[^'"]*)['"];?/g;
  if (
    code
      .replace(/\/\*[^]*?\*\/|\/\/.*/g, '')
      .replace(pattern, '')
      .trim()
  )
    return null;
  return Array.from(code.matchAll(pattern), ([, names, file]) => ({
    names: names.split(',').map((name) => name.trim().split(' ').at(-1) ?? ''),
    from: path.resolve(path.dirname(id), file),
  }));
}

/**
 * Modules and all that they import, but for what comes later and what they leave of modules that only hand on.
 * @param {string[]} ids
 * @param {InfoOf} infoOf
 */
export function reachedFrom(ids, infoOf) {
  /** @type {Set<string>} */
  const reached = new Set();
  /** @param {string} id @param {string} [wanted] the code that imports it; all of it is wanted when left out */
  const follow = (id, wanted) => {
    const { code, importedIds } = infoOf(id) ?? { code: '', importedIds: [] };
    const others = handedOn(id, code ?? '');
    if (others?.length) {
      for (const { names, from } of others)
        if (!wanted || names.some((name) => new RegExp(`\\b${name}\\b`).test(wanted)))
          follow(from, wanted);
    } else if (!reached.has(id)) {
      reached.add(id);
      for (const one of importedIds) follow(one, code ?? '');
    }
  };
  for (const id of ids) follow(id);
  return reached;
}

/** Which chunk a module of the first scene belongs to. @param {string} id @param {Set<string>} light */
function nameOf(id, light) {
  if (light.has(id) || id.includes('vite/preload-helper')) return 'common';
  return id.includes('/web/src/') ? 'page' : 'first';
}

/** Groups of modules, as the bundler takes them; it decides on all others. */
export function firstChunks() {
  /** @type {Map<string, string> | null} */
  let names = null;
  /** @param {string} id @param {{ getModuleInfo: InfoOf }} context */
  const nameIn = (id, context) => {
    if (!names) {
      const infoOf = (/** @type {string} */ one) => context.getModuleInfo(one);
      const light = reachedFrom(LIGHT, infoOf);
      const first = reachedFrom(FIRST, infoOf);
      // what starts a page stays with it
      first.delete(FIRST[0]);
      names = new Map([...first].map((one) => [one, nameOf(one, light)]));
    }
    return names.get(id) ?? null;
  };
  /** @type {typeof nameIn} */
  const common = (id, context) => (nameIn(id, context) === 'common' ? 'common' : null);
  // what light pages have is taken first, so that nothing else takes it along
  return [{ name: common, priority: 1 }, { name: nameIn }];
}
