import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { firstChunks } from './first_plugin.js';
import { commonHead } from './head_plugin.js';
import { modelPages } from './model_pages_plugin.js';
import { offlineWorker } from './offline_plugin.js';
import { preloadEngine } from './preload_plugin.js';
import { mjcfSchema } from './schema_plugin.js';
import { usedShaders } from './three_plugin.js';
import { viewerScript } from './viewer_plugin.js';
import { welcomePage } from './welcome_plugin.js';

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));

// What the package carries for `limber view`: the studio and what it embeds. The site has the rest.
const pages = { studio: here('index.html'), embed: here('embed.html') };
const further = {
  gallery: here('gallery.html'),
  herd: here('herd.html'),
  train: here('train.html'),
  welcome: here('welcome.html'),
};
/** Without what leads to pages that are not there, and without the picture of the first scene. */
const withoutLinks = {
  name: 'without-links',
  transformIndexHtml: (/** @type {string} */ html) =>
    html
      .replace(/ *<a class="link"[^>]*gallery\.html[^>]*>.*?<\/a>\n/, '')
      .replace(/ *<img id="poster"[^>]*>\n/, '')
      .replace(/ *<script defer fetchpriority="high" src="\.\/poster\.js"><\/script>\n/, ''),
};

/**
 * Pages get what they use of an entry: of 'limber/env' what shows policies, but for the page that trains, since what is for one page alone
 * is put into its program, which would run in the others too; of 'limber/viewer' the element only where one is shown; of 'limber/three'
 * the picture of the first scene before the rest.
 * @type {import('vite').Plugin}
 */
const usedParts = {
  name: 'used-parts',
  enforce: 'pre',
  resolveId(source, importer = '') {
    if (source === here('../js/env/index.js') && !importer.includes('/src/train/'))
      return here('../js/env/shown.js');
    if (
      source === here('../js/viewer/index.js') &&
      !/\/src\/(embed|welcome_live)\.js$/.test(importer)
    )
      return here('../js/viewer/tools.js');
    if (source === here('../js/three/index.js') && importer.endsWith('/web/src/stage.js'))
      return here('../js/three/stage.js');
    return undefined;
  },
};

export default defineConfig(({ mode }) => ({
  root: here('.'),
  base: './',
  plugins: [
    usedParts,
    usedShaders(),
    mjcfSchema(),
    commonHead(),
    viewerScript(),
    ...(mode === 'package'
      ? [withoutLinks]
      : [preloadEngine(), modelPages(), welcomePage(), offlineWorker()]),
  ],
  resolve: {
    alias: [
      { find: /^limber$/, replacement: here('../js/index.js') },
      { find: /^limber\/limber\.wasm/, replacement: here('../js/engine/limber.wasm') },
      { find: /^limber\/control$/, replacement: here('../js/control/index.js') },
      { find: /^limber\/control\/handles$/, replacement: here('../js/control/handles.js') },
      { find: /^limber\/control\/tasks$/, replacement: here('../js/control/tasks/index.js') },
      { find: /^limber\/fields$/, replacement: here('../js/fields.js') },
      { find: /^limber\/data$/, replacement: here('../js/data/index.js') },
      { find: /^limber\/env$/, replacement: here('../js/env/index.js') },
      { find: /^limber\/env\/train$/, replacement: here('../js/env/train/index.js') },
      { find: /^.*\/gpu\/make\.js$/, replacement: here('src/no_gpu.js') },
      // too large to be part of the site; files that are plain perceptrons run without it
      { find: 'onnxruntime-web', replacement: here('src/policy/no_runtime.js') },
      { find: 'limber/mujoco', replacement: here('../js/mujoco.js') },
      { find: 'limber/three', replacement: here('../js/three/index.js') },
      { find: 'limber/viewer', replacement: here('../js/viewer/index.js') },
    ],
  },
  server: { fs: { allow: [here('..')] }, host: '127.0.0.1' },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
    // every browser that runs the module knows how to preload scripts
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: mode === 'package' ? pages : { ...pages, ...further },
      output: { codeSplitting: { groups: firstChunks() } },
    },
  },
  worker: { format: 'es' },
}));
