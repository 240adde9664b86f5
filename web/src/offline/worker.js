// The site without a net, after the first visit: a service worker that keeps what the studio is made of. The build puts the list of files
// and their version before this text (offline_plugin.js).
//
// Files with a hash in their name never change: once kept they are not asked for again. Of all others the net has the say, and what is
// kept answers where there is none. Only this site's own files are kept, never models from elsewhere.

/** @typedef {Event & { waitUntil(work: Promise<unknown>): void }} Lasting */
/** @typedef {Lasting & { request: Request, respondWith(answer: Promise<Response>): void }} Asked */
/** @typedef {{ version: string, files: string[] }} Site */
/**
 * @typedef {object} Scope
 * @property {Site} limberSite
 * @property {() => Promise<void>} skipWaiting
 * @property {{ claim: () => Promise<void> }} clients
 * @property {{ scope: string }} registration
 */

const worker = /** @type {EventTarget & Scope} */ (/** @type {unknown} */ (self));
const { version, files } = worker.limberSite;
const NAME = `limber-site-${version}`;

/** @param {string} type @param {(event: Asked) => void} action */
const on = (type, action) =>
  worker.addEventListener(type, (event) => action(/** @type {Asked} */ (event)));

/** Keeps what is not there yet. */
async function keepAll() {
  const cache = await caches.open(NAME);
  for (const file of ['./', ...files]) {
    const address = new URL(file, worker.registration.scope).href;
    if (await cache.match(address)) continue;
    // what the page has just loaded need not come twice
    const response = await fetch(address, {
      cache: file.startsWith('assets/') ? 'force-cache' : 'default',
    });
    if (response.ok) await cache.put(address, response);
  }
}

/** What is kept of an address; for a page, whatever it is asked to show. @param {Request} request */
async function kept(request) {
  const address = new URL(request.url);
  address.hash = '';
  if (request.mode === 'navigate') {
    address.search = '';
    address.pathname = address.pathname.replace(/\/index\.html$/, '/');
  }
  return (await caches.open(NAME)).match(address.href);
}

/** @param {Request} request */
async function answer(request) {
  const isFixed = request.url.startsWith(`${worker.registration.scope}assets/`);
  const found = isFixed ? await kept(request) : undefined;
  if (found) return found;
  try {
    return await fetch(request);
  } catch (error) {
    const earlier = await kept(request);
    if (earlier) return earlier;
    throw error;
  }
}

on('install', (event) => event.waitUntil(worker.skipWaiting()));
on('activate', (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names
            .filter((name) => name.startsWith('limber-site-') && name !== NAME)
            .map((name) => caches.delete(name)),
        ),
      )
      .then(() => worker.clients.claim()),
  ),
);
on('message', (event) => event.waitUntil(keepAll().catch(() => {})));
on('fetch', (event) => {
  const { request } = event;
  const isOwn = request.url.startsWith(worker.registration.scope);
  if (request.method === 'GET' && isOwn && !request.headers.has('range'))
    event.respondWith(answer(request));
});
