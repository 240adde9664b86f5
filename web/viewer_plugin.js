// viewer.js beside the pages: <limber-viewer> in one file, for code that other pages copy, and for the export as one file.
import { viewerCode } from '../scripts/viewer_code.mjs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const NAME = 'viewer.js';

/**
 * What a bundler tells of an emitted file.
 * @typedef {{ fileName: string, facadeModuleId?: string | null, originalFileNames?: string[] }} Emitted
 */

/** The emitted file of a source. @param {Record<string, Emitted>} bundle @param {string} file */
function emitted(bundle, file) {
  const found = Object.values(bundle).find(
    (one) =>
      one.facadeModuleId?.endsWith(file) ||
      one.originalFileNames?.some((name) => name.endsWith(file)),
  );
  return found ? `./${found.fileName}` : `./${file}`;
}

/** @returns {import('vite').Plugin} */
export function viewerScript() {
  return {
    name: 'limber-viewer-script',
    configureServer(server) {
      /** @type {Promise<string> | undefined} */
      let code;
      server.middlewares.use(`/${NAME}`, async (_request, response) => {
        code ??= viewerCode((file) => `/@fs${root}${file}`);
        response.setHeader('content-type', 'text/javascript');
        response.setHeader('access-control-allow-origin', '*');
        response.end(await code);
      });
    },
    async generateBundle(_options, bundle) {
      const source = await viewerCode((file) => emitted(bundle, file));
      this.emitFile({ type: 'asset', fileName: NAME, source });
    },
  };
}
