// npm start: set-up, build, then the studio on a local address with live reload.
import { CommandFailed, exists, packageProgram, run, runMain, say } from './run.mjs';
import process from 'node:process';
import { buildModule } from './build.mjs';
import { setUp } from './setup.mjs';

await runMain(async () => {
  await setUp();
  await buildModule();
  if (!exists('web/index.html')) throw new CommandFailed('web/index.html is missing');
  say('start', 'serving the studio; Ctrl+C ends it');
  await run(packageProgram('vite'), ['web', ...process.argv.slice(2)]);
});
