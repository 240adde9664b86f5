// npm run build:web: the site, in web/dist/: studio, gallery and embedded page, and the documentation under docs/.
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { buildDocs } from './docs.mjs';
import { packageProgram, root, run, runMain } from './run.mjs';

export async function buildWeb(folder = 'web/dist') {
  const output = path.resolve(root, folder);
  const options = ['--outDir', output, '--emptyOutDir', '--logLevel', 'error'];
  await run(packageProgram('vite'), ['build', 'web', ...options], {
    // pages name the documentation where there is one
    env: { LIMBER_DOCS: 'yes' },
  });
  await buildDocs(path.join(output, 'docs'));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runMain(() => buildWeb());
