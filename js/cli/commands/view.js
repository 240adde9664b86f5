// limber view: the studio in the browser, with a model from disk.
import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { MjError } from '../../engine/error.js';
import { UsageError } from '../arguments.js';
import { openModel } from '../model.js';
import { serveStudio } from '../local_server.js';

const studio = fileURLToPath(new URL('../../../dist/studio/', import.meta.url));

/** Opens an address with what the system opens addresses with. @param {string} url */
function openBrowser(url) {
  const [program, ...args] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', url]
        : ['xdg-open', url];
  const child = spawn(program, args, { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

/** Says what is wrong with a model where people look at first; the studio says it too. @param {string} name */
async function tellProblems(name) {
  try {
    (await openModel(name)).dispose();
  } catch (error) {
    if (!(error instanceof MjError)) throw error;
    process.stderr.write(`limber: ${error.message.replace(/^MuJoCo Error: /, '')}\n`);
  }
}

/** @type {import('../arguments.js').Command} */
export const command = {
  summary: 'Opens the studio in a browser, with a model',
  positionals: ['[MODEL]'],
  details:
    'The model is served to this machine alone, with the files below its folder, and loaded anew when one of them changes. Ctrl+C ends.',
  options: {
    port: {
      type: 'count',
      most: 65535,
      short: 'p',
      value: 'N',
      help: 'port; 0 for any that is free',
      default: 0,
    },
    root: {
      type: 'string',
      value: 'FOLDER',
      help: "folder to serve, when files lie above the model's",
    },
    'no-open': { type: 'boolean', help: 'only print the address', default: false },
  },
  async run({ positionals: [name], options }) {
    const isUrl = /^[a-z][\w+.-]+:/i.test(name ?? '');
    const file = name && !isUrl ? path.resolve(name) : null;
    if (file && (await fs.stat(file)).isDirectory())
      throw new UsageError(`view: '${name}' is a folder; name the model in it`);
    await fs.access(path.join(studio, 'index.html')).catch(() => {
      throw new MjError("dist/studio is missing: 'npm run build' makes it");
    });
    const folder = path.resolve(options.root ?? (file ? path.dirname(file) : '.'));
    const server = await serveStudio(folder, options.port);
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    const inside = file && path.relative(folder, file).split(path.sep).map(encodeURIComponent);
    const source = isUrl ? name : inside && `/model/${inside.join('/')}`;
    const live = inside ? '&live=1' : '';
    const query = source ? `?${new URLSearchParams({ src: source })}${live}` : '';
    const url = `http://127.0.0.1:${port}/${query}`;
    process.stdout.write(`${url}\n`);
    if (name) await tellProblems(name);
    if (!options['no-open']) openBrowser(url);
    await new Promise((resolve) => {
      process.once('SIGINT', resolve);
      process.once('SIGTERM', resolve);
    });
    server.closeAllConnections();
    server.close();
  },
};
