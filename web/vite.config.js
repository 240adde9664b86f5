import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { commonHead } from './head_plugin.js';
import { mjcfSchema } from './schema_plugin.js';
import { viewerScript } from './viewer_plugin.js';

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('.'),
  base: './',
  plugins: [mjcfSchema(), commonHead(), viewerScript()],
  resolve: {
    alias: [
      { find: /^limber$/, replacement: here('../js/index.js') },
      { find: /^limber\/limber\.wasm/, replacement: here('../js/engine/limber.wasm') },
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
    rollupOptions: {
      input: {
        studio: here('index.html'),
        embed: here('embed.html'),
        gallery: here('gallery.html'),
        herd: here('herd.html'),
      },
    },
  },
  worker: { format: 'es' },
});
