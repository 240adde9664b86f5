// Bundles of the package in one file: how they are made, and the viewer's for any place. The site's build uses this too.
import fs from 'node:fs';
import path from 'node:path';
import { lessThree, withPlainShaders } from '../web/three_plugin.js';
import { root } from './run.mjs';

/** What stays a file of its own, by the ends of the names that modules import it by. */
const apart = {
  '/inlined.js': 'js/engine/inlined.js',
  '/generated/threads.js': 'js/engine/generated/threads.js',
  '/nice_look.js': 'js/three/nice_look.js',
};

/**
 * Addresses relative to modules of js/, as they hold from where the result lies; the module's copy, what its threads are made of and the
 * look 'nice' stay files of their own, fetched when they are needed.
 * @param {(file: string) => string} addressOf of a file of the project
 */
const withAddresses = (addressOf) => ({
  name: 'addresses',
  /** @param {import('esbuild').PluginBuild} build */
  setup(build) {
    for (const [end, file] of Object.entries(apart))
      build.onResolve({ filter: new RegExp(`${end}$`) }, () => ({
        path: addressOf(file),
        external: true,
      }));
    build.onLoad(
      { filter: /js\/(engine\/(module|crew)|batch\/crew|remote\/simulation)\.js$/ },
      (file) => {
        const folder = path.relative(root, path.dirname(file.path)).replaceAll(path.sep, '/');
        const text = fs.readFileSync(file.path, 'utf8');
        return {
          contents: text.replace(
            /new URL\('\.\/([\w.-]+)'/g,
            (_, name) => `new URL('${addressOf(`${folder}/${name}`)}'`,
          ),
          loader: 'js',
        };
      },
    );
  },
});

/** @type {import("esbuild").Plugin} */
const plainShaders = {
  name: 'shaders',
  setup(build) {
    build.onLoad({ filter: /js\/three\/\w+\.js$/ }, (file) => ({
      contents: withPlainShaders(fs.readFileSync(file.path, 'utf8')),
      loader: 'js',
    }));
  },
};

/** three without what nothing in the bundle uses, as the site has it. @type {import("esbuild").Plugin} */
const usedParts = {
  name: 'used-parts',
  setup(build) {
    build.onLoad({ filter: /three\/build\/three\.(module|core)\.js$/ }, async (file) => {
      const files = await lessThree();
      const name = /** @type {keyof typeof files} */ (path.basename(file.path));
      return { contents: files[name], loader: 'js' };
    });
  },
};

/** Bundles in one file have no batches on a GPU: that code is as large as all the rest. @type {import("esbuild").Plugin} */
const withoutGpu = {
  name: 'without-gpu',
  setup(build) {
    build.onResolve({ filter: /\/gpu\/make\.js$/ }, () => ({
      path: path.join(root, 'web/src/no_gpu.js'),
    }));
  },
};

/**
 * @param {(file: string) => string} addressOf
 * @returns {import("esbuild").BuildOptions}
 */
export const bundleOptions = (addressOf) => ({
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  legalComments: 'none',
  charset: 'utf8',
  banner: {
    js: '/* limber, Apache-2.0. viewer.js contains three.js (MIT). */',
  },
  plugins: [withoutGpu, withAddresses(addressOf), plainShaders, usedParts],
  logLevel: 'warning',
});

/** The code of dist/viewer.js for another place. @param {(file: string) => string} addressOf */
export async function viewerCode(addressOf) {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    ...bundleOptions(addressOf),
    entryPoints: [path.join(root, 'js/standalone.js')],
    write: false,
  });
  return /** @type {import('esbuild').OutputFile[]} */ (outputFiles)[0].text;
}
