// Set-up: everything a fresh clone needs, each step only when its result is not there.
//
//   1. system packages (apt, as root or through sudo)
//   2. node_modules (npm ci)
//   3. third_party/: C sources
//   4. .toolchain/: emcc
//
// usage: npm run setup; npm start and npm test call it first.
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { CommandFailed, commandExists, root, run, runMain, say } from './run.mjs';

const MINIMUM_NODE = 20;

/**
 * @typedef {{ name: string, command: string, file?: undefined } | { name: string, file: string, command?: undefined }} SystemPackage
 */

// A package is needed when its command or file is missing.
/** @type {SystemPackage[]} */
const SYSTEM_PACKAGES = [
  { name: 'clang-19', command: 'clang-19' },
  { name: 'lld-19', command: 'wasm-ld-19' },
  { name: 'llvm-19', command: 'llvm-ar-19' },
  { name: 'libclang-rt-19-dev', file: '/usr/lib/llvm-19/lib/clang/19/lib/linux' },
  { name: 'clang-format-19', command: 'clang-format-19' },
  { name: 'cmake', command: 'cmake' },
  { name: 'ninja-build', command: 'ninja' },
  { name: 'ccache', command: 'ccache' },
  { name: 'libcmocka-dev', file: '/usr/include/cmocka.h' },
  { name: 'libc6-dev', file: '/usr/include/stdio.h' },
  { name: 'libstdc++-12-dev', file: '/usr/include/c++' },
  { name: 'pkgconf', command: 'pkg-config' },
  { name: 'python3', command: 'python3' },
  { name: 'valgrind', command: 'valgrind' },
  { name: 'dpkg-dev', command: 'dpkg-source' },
  { name: 'xz-utils', command: 'xz' },
  { name: 'ca-certificates', file: '/etc/ssl/certs/ca-certificates.crt' },
  { name: 'chromium', command: 'chromium' },
  { name: 'firefox-esr', command: 'firefox-esr' },
  { name: 'webkit2gtk-driver', command: 'WebKitWebDriver' },
  { name: 'xvfb', command: 'xvfb-run' },
  { name: 'libgl1-mesa-dri', file: '/usr/share/doc/libgl1-mesa-dri' },
  { name: 'dbus', command: 'dbus-run-session' },
  { name: 'redis-server', command: 'redis-server' },
  { name: 'libvulkan1', file: '/usr/share/doc/libvulkan1' },
];

/** @param {SystemPackage} needed */
function isMissing({ command, file }) {
  return command === undefined ? !fs.existsSync(file) : !commandExists(command);
}

async function installSystemPackages() {
  const missing = SYSTEM_PACKAGES.filter(isMissing).map(({ name }) => name);
  if (missing.length === 0) {
    say('setup', 'system packages: ready');
    return;
  }
  const list = missing.join(' ');
  if (!commandExists('apt-get')) {
    throw new CommandFailed(`missing on this machine, and there is no apt-get: ${list}`);
  }
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && !commandExists('sudo')) {
    throw new CommandFailed(`missing on this machine; as root: apt-get install ${list}`);
  }
  say('setup', `system packages: installing ${list}`);
  const prefix = isRoot ? [] : ['sudo'];
  const apt = async (/** @type {string[]} */ ...args) => {
    const options = ['-qq', '-o', 'Acquire::Retries=3'];
    const line = [
      ...prefix,
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      ...options,
      ...args,
    ];
    await run(line[0], line.slice(1));
  };
  // One archive of many that does not answer is no reason to stop: installing tells what is missing.
  await apt('update').catch(() => {
    say('setup', 'system packages: not all package lists could be read anew');
  });
  await apt('-y', 'install', '--no-install-recommends', ...missing);
}

// node_modules is made anew when the lock file is not the one it was made from.
async function installNodePackages() {
  const modules = path.join(root, 'node_modules');
  const stamp = path.join(modules, '.limber-lock');
  const lock = fs.readFileSync(path.join(root, 'package-lock.json'));
  const wanted = crypto.createHash('sha256').update(lock).digest('hex');
  if (fs.existsSync(modules) && fs.lstatSync(modules).isSymbolicLink()) {
    say('setup', 'node packages: node_modules is a link, taken as it is');
    return;
  }
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === wanted) {
    say('setup', 'node packages: ready');
    return;
  }
  say('setup', 'node packages: npm ci');
  await run('npm', ['ci', '--no-audit', '--no-fund']);
  fs.writeFileSync(stamp, wanted);
}

export async function setUp() {
  const version = Number(process.versions.node.split('.')[0]);
  if (version < MINIMUM_NODE) {
    throw new CommandFailed(`Node ${MINIMUM_NODE} or newer is needed, this is ${process.version}`);
  }
  await installSystemPackages();
  await installNodePackages();
  await run('bash', ['scripts/setup/third_party.sh']);
  await run('bash', ['scripts/setup/toolchain.sh']);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runMain(setUp);
}
