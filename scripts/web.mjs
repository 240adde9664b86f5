// npm run build:web: the site, in web/dist/: the studio, and the documentation under docs/.
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { buildDocs } from './docs.mjs';
import { packageProgram, run, runMain } from './run.mjs';

export async function buildWeb() {
  await run(packageProgram('vite'), ['build', 'web', '--logLevel', 'warn']);
  await buildDocs('web/dist/docs');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runMain(buildWeb);
