// The engine and the picture of the first scene are asked for by the page itself: the engine is more than half of what a visit loads, and
// the program that needs it comes later.

/** @returns {import('vite').Plugin} */
export function preloadEngine() {
  return {
    name: 'limber-preload-engine',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { path, bundle }) {
        if (!bundle || !/\/(index|embed)\.html$/.test(path)) return [];
        const engine = Object.values(bundle).find(
          (one) =>
            one.type === 'asset' &&
            one.originalFileNames.some((name) => name.endsWith('js/engine/limber.wasm')),
        );
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
        return links.map((one) => ({ tag: 'link', attrs: one, injectTo: 'head-prepend' }));
      },
    },
  };
}
