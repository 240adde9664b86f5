// The engine and the picture of the first scene are asked for by the page itself: the engine is more than half of what a visit loads, and
// the program that needs it comes later. The policy of that scene is asked for by public/poster.js, where the scene is wanted; here it gets
// the address.

/** The task of the first scene (src/first.js). */
const firstTask = 'quadruped';

/** @returns {import('vite').Plugin} */
export function preloadEngine() {
  return {
    name: 'limber-preload-engine',
    transformIndexHtml: {
      order: 'post',
      handler(html, { path, bundle }) {
        if (!bundle || !/\/(index|embed)\.html$/.test(path)) return [];
        const assetOf = (/** @type {string} */ file) =>
          Object.values(bundle).find(
            (one) =>
              one.type === 'asset' && one.originalFileNames.some((name) => name.endsWith(file)),
          );
        const engine = assetOf('js/engine/limber.wasm');
        if (!engine) return [];
        const attrs = {
          rel: 'preload',
          as: 'fetch',
          type: 'application/wasm',
          crossorigin: true,
          href: `./${engine.fileName}`,
        };
        const picture = {
          rel: 'preload',
          as: 'image',
          fetchpriority: 'high',
          href: './poster.webp',
        };
        const links = path.endsWith('/index.html') ? [picture, attrs] : [attrs];
        // before the programs: hosts that answer few requests at a time would keep them waiting for all of those
        const tags = links.map((one) => ({
          tag: 'link',
          attrs: one,
          injectTo: /** @type {const} */ ('head-prepend'),
        }));
        const policy = assetOf(`js/env/policies/${firstTask}.json`);
        const data = policy ? ` data-policy="./${policy.fileName}"` : '';
        return { html: html.replace('<img id="poster"', `$&${data}`), tags };
      },
    },
  };
}
