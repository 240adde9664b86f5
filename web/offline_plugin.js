// offline.js of the site: the service worker with the list of what the studio and embedded pages are made of.
import { createHash } from 'node:crypto';
import fs from 'node:fs';

const NAME = 'offline.js';
const text = new URL('./src/offline/worker.js', import.meta.url);

/** Files that a visit without a net can do without: pictures of the gallery, pages of their own, maps. @param {string} name */
const isNeeded = (name) =>
  name === 'poster.webp' ||
  !/\.(webp|png|jpg|mp4|webm|map)$|^models\/|(^|\/)(gallery|herd|train|welcome\w*)[.-]/.test(name);

/** @returns {import('vite').Plugin} */
export function offlineWorker() {
  return {
    name: 'limber-offline',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const own = ['embed.html', 'icon.svg', 'poster.js', 'poster.webp'];
        const files = [...new Set([...Object.keys(bundle), ...own])]
          .filter((name) => isNeeded(name) && name !== NAME && name !== 'index.html')
          .sort();
        const version = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 12);
        const source = `self.limberSite = ${JSON.stringify({ version, files })};\n${fs.readFileSync(text, 'utf8')}`;
        this.emitFile({ type: 'asset', fileName: NAME, source });
      },
    },
  };
}
