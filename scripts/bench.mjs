// npm run bench: set-up, build, then every table of tests/bench. --access: single reads and calls only. Other arguments are handed on.
import process from 'node:process';
import { CommandFailed, exists, run, runMain } from './run.mjs';
import { buildModule } from './build.mjs';
import { setUp } from './setup.mjs';

await runMain(async () => {
  await setUp();
  await buildModule();
  if (!exists('tests/bench/bench.mjs')) throw new CommandFailed('tests/bench/bench.mjs is missing');
  const args = process.argv.slice(2);
  await run(process.execPath, ['tests/bench/access.mjs']);
  if (!args.includes('--access')) await run(process.execPath, ['tests/bench/bench.mjs', ...args]);
});
