// three without the shaders that no page uses. They are a quarter of what a first visit loads of three, and since the renderer looks them up
// by name no bundler can leave them out. Surfaces have a material of their own (js/three/display_material.js); of three's materials the
// pages use the one without light, for meshes and lines.
import fs from 'node:fs';

const USED = ['meshbasic_vert', 'meshbasic_frag'];
/** What is behind switches that no page turns on. */
const OFF =
  /^(uv|map|alphamap|alphahash|aomap|lightmap|envmap|specularmap|morph|skin|batching|clipping_planes|logdepthbuf|dithering|tonemapping_pars)/;

/** What the groups of each match hold. @param {string} text @param {RegExp} pattern */
const groupsOf = (text, pattern) => Array.from(text.matchAll(pattern), (match) => match.slice(1));

/**
 * The text of three's renderer with the unused shaders empty.
 * @param {string} code
 * @param {string[]} [used] names of shaders
 */
export function withoutUnused(code, used = USED) {
  const [[table] = ['']] = groupsOf(code, /const ShaderChunk = \{([^}]*)\}/g);
  /** Names of the constants by names of shaders. */
  const constants = new Map(
    groupsOf(table, /(\w+): ([\w$]+)/g).map(([name, constant]) => [name, constant]),
  );
  const texts = new Map(
    groupsOf(code, /^(?:var|const) ([\w$]+) = "((?:[^"\\\n]|\\.)*)";$/gm).map(([name, text]) => [
      name,
      text,
    ]),
  );
  if (!used.every((name) => texts.has(constants.get(name) ?? '')))
    throw new Error(
      `three has no shaders ${used.join(', ')}: web/three_plugin.js reads it wrongly`,
    );
  // the renderer puts some before every shader
  const names = [...used, ...groupsOf(code, /ShaderChunk\[ ?'(\w+)' ?\]/g).map(([name]) => name)];
  /** @type {Set<string>} */
  const kept = new Set();
  for (const name of names) {
    const constant = constants.get(name) ?? '';
    if (kept.has(constant) || OFF.test(name)) continue;
    kept.add(constant);
    names.push(...groupsOf(texts.get(constant) ?? '', /#include <(\w+)>/g).map(([one]) => one));
  }
  const chunks = new Set(constants.values());
  return code.replace(
    /^((?:var|const) ([\w$]+) = )"(?:[^"\\\n]|\\.)*";$/gm,
    (line, start, constant) => (chunks.has(constant) && !kept.has(constant) ? `${start}"";` : line),
  );
}

/** Shaders are strings to a bundler: their comments, indents and spaces are for readers of the source. @param {string} code */
export const withPlainShaders = (code) =>
  code.replace(/\/\* glsl \*\/ `[^`]*`/g, (shader) =>
    shader
      .replace(/[ \t]*\/\/.*$/gm, '')
      .replace(/\n\s+/g, '\n')
      .replace(/^(?!#).*$/gm, (line) => line.replace(/ ?([,;=*(){}]) ?/g, '$1')),
  );

const here = (/** @type {string} */ file) => new URL(file, import.meta.url);

/** All that uses three. */
function users() {
  const folders = ['../js/three/', '../js/viewer/', './src/'].map(here);
  return folders
    .flatMap((folder) =>
      fs
        .readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.js'))
        .map((name) => fs.readFileSync(new URL(name, folder), 'utf8')),
    )
    .join('\n');
}

async function makeLess() {
  // (it needs a package, and this file is read before packages are installed)
  const { withoutParts } = await import('./three_parts.js');
  const build = here('../node_modules/three/build/');
  const read = (/** @type {string} */ file) => fs.readFileSync(new URL(file, build), 'utf8');
  const files = {
    'three.module.js': withoutUnused(read('three.module.js')),
    'three.core.js': read('three.core.js'),
  };
  return withoutParts(files, users());
}

/** @type {ReturnType<typeof makeLess> | null} */
let less = null;
/** Files of three without what no page uses, made once for all bundles. */
export const lessThree = () => (less ??= makeLess());

/** What comes later of three (three_apart.js). */
const LATER = 'three-headset';

/** Files of three as pages have them, with what comes later. */
async function pagesThree() {
  const { takeApart } = await import('./three_apart.js');
  const files = await lessThree();
  const { code, later } = takeApart(files['three.module.js'], {
    later: LATER,
    itself: 'three',
    core: here('../node_modules/three/build/three.core.js').pathname,
    standIn: here('./later_xr.js').pathname,
  });
  return { ...files, 'three.module.js': code, later };
}

/** @returns {import('vite').Plugin} */
export function usedShaders() {
  /** @type {ReturnType<typeof pagesThree> | null} */
  let three = null;
  return {
    name: 'limber-used-shaders',
    apply: 'build',
    resolveId: (id) => (id === LATER ? `\0${LATER}` : null),
    load: async (id) => (id === `\0${LATER}` ? (await (three ??= pagesThree())).later : null),
    async transform(code, id) {
      const [, file] = /\/three\/build\/(three\.(?:module|core)\.js)$/.exec(id) ?? [];
      if (file) {
        three ??= pagesThree();
        const files = await three;
        return {
          code: files[/** @type {'three.module.js' | 'three.core.js'} */ (file)],
          map: null,
        };
      }
      const isOurs = /\/js\/three\/\w+\.js$/.test(id);
      return isOurs ? { code: withPlainShaders(code), map: null } : null;
    },
  };
}
