// Finds a Chromium on this machine and starts it without a window.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { MjError } from '../engine/error.js';

/** Where browsers lie that can draw for us, by system. @type {Record<string, string[]>} */
const places = {
  linux: [
    'google-chrome',
    'google-chrome-stable',
    'chromium',
    'chromium-browser',
    'microsoft-edge',
  ].flatMap((name) => ['/usr/bin', '/usr/local/bin', '/snap/bin'].map((at) => `${at}/${name}`)),
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap((name) =>
    ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'].map(
      (file) => path.join(process.env[name] ?? 'C:\\', file),
    ),
  ),
};

/**
 * The program of a Chromium, Chrome or Edge.
 * @param {string} [given] path of the program; the variable CHROMIUM and the usual places when left out
 */
export function findBrowser(given) {
  const named = given ?? process.env.CHROMIUM;
  if (named) {
    if (fs.existsSync(named)) return named;
    throw new MjError(`render: there is no browser '${named}'`);
  }
  const found = (places[process.platform] ?? places.linux).find((file) => fs.existsSync(file));
  if (found) return found;
  throw new MjError(
    'render: pictures are drawn by Chrome, Chromium or Edge, and none is in the usual places: ' +
      'install one, or name its program with the variable CHROMIUM',
  );
}

const flags = [
  '--headless=new',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-extensions',
  '--disable-sync',
  '--hide-scrollbars',
  '--mute-audio',
  // drawing in software where there is no graphics processor
  '--enable-unsafe-swiftshader',
];

/**
 * Opens an address in a browser of its own, with a profile that goes with it.
 * @param {string} program
 * @param {string} url
 * @param {(error: Error) => void} onEnd called when it ends by itself
 */
export function startBrowser(program, url, onEnd) {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'limber-render-'));
  // its sandbox does not work for the user root, who has none in containers
  const own = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const child = spawn(program, [...flags, ...own, `--user-data-dir=${profile}`, url], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => (said = `${said}${chunk}`.slice(-2000)));
  let closing = false;
  const ended = new Promise((resolve) => {
    child.on('error', (error) => {
      if (!closing) onEnd(new MjError(`render: '${program}' did not start: ${error.message}`));
      resolve(undefined);
    });
    child.on('exit', (code) => {
      if (!closing) onEnd(new MjError(`render: the browser ended (${code})\n${said.trim()}`));
      resolve(undefined);
    });
  });
  // nothing of it stays behind when the program ends
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  return {
    async close() {
      closing = true;
      process.off('exit', kill);
      kill();
      await ended;
      // processes that it started may write for a moment longer; what then stays is in the system's folder for such things
      const patience = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 };
      await fs.promises.rm(profile, patience).catch(() => {});
    },
  };
}
