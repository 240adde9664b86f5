// Lets the site work without a net after the first visit: once the visitor stays, what it is made of is kept (worker.js).

const LATER = 4000; // milliseconds after the first model: the visitor comes first

/** @param {import('../studio.js').Studio} studio */
export function keepForLater(studio) {
  // `limber view` serves from disk, and the development server changes all the time
  if (!import.meta.env.PROD || import.meta.env.MODE === 'package') return;
  const { connection, serviceWorker } =
    /** @type {Navigator & { connection?: { saveData?: boolean } }} */ (navigator);
  if (!serviceWorker || connection?.saveData) return;
  const keep = async () => {
    await serviceWorker.register('./offline.js');
    (await serviceWorker.ready).active?.postMessage('keep');
  };
  // a browser may forbid it: the site works all the same
  const later = () =>
    setTimeout(() => keep().catch((error) => console.info(`Not kept: ${error.message}`)), LATER);
  studio.addEventListener('model', later, { once: true });
}
