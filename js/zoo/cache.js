// Keeps what was fetched: addresses of a pinned state never change, so that a model comes from the network once. In pages with the Cache
// API, in Node in a folder of the user's; without either it is fetched each time.

/** @typedef {{ get(url: string): Promise<Uint8Array<ArrayBuffer> | null>, put(url: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> }} Store */

const name = 'limber-models';

/** @returns {Promise<Store>} */
async function pageStore() {
  const cache = await caches.open(name);
  return {
    async get(url) {
      const kept = await cache.match(url);
      return kept ? new Uint8Array(await kept.arrayBuffer()) : null;
    },
    put: (url, bytes) => cache.put(url, new Response(bytes)),
  };
}

/** The folder of the user's caches. @param {typeof import('node:os')} os */
function cacheFolder({ homedir }) {
  const { LIMBER_CACHE, XDG_CACHE_HOME, LOCALAPPDATA } = globalThis.process.env;
  return LIMBER_CACHE ?? `${XDG_CACHE_HOME ?? LOCALAPPDATA ?? `${homedir()}/.cache`}/limber`;
}

/** @returns {Promise<Store>} */
async function diskStore() {
  // names in variables keep bundlers from looking for them
  const names = ['node:fs/promises', 'node:os', 'node:path'];
  const [fs, os, path] = await Promise.all(
    names.map(
      (one) => import(/* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ one),
    ),
  );
  const folder = cacheFolder(os);
  const fileOf = (/** @type {string} */ url) =>
    path.join(folder, ...new URL(url).pathname.split('/').filter((part) => part && part !== '..'));
  return {
    get: (url) =>
      fs.readFile(fileOf(url)).then(
        (/** @type {Uint8Array} */ bytes) => new Uint8Array(bytes),
        () => null,
      ),
    async put(url, bytes) {
      const file = fileOf(url);
      await fs.mkdir(path.dirname(file), { recursive: true });
      // whole or not at all, also when two programs do it
      const part = `${file}.${globalThis.process.pid}.${Math.random().toString(36).slice(2)}`;
      await fs.writeFile(part, bytes);
      await fs.rename(part, file);
    },
  };
}

/** @type {Store} */
const nothing = { get: async () => null, put: async () => {} };

/** What keeps files here. @returns {Promise<Store>} */
export function openStore() {
  const isNode = Boolean(globalThis.process?.versions?.node);
  const made = isNode ? diskStore() : typeof caches === 'undefined' ? nothing : pageStore();
  return Promise.resolve(made).catch(() => nothing);
}
