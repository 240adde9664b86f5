// A model served by `limber view`: run anew, with state and camera kept, whenever its files change on disk.

/** @param {import('../studio.js').Studio} studio */
export function followChanges(studio) {
  if (!new URLSearchParams(location.search).has('live')) return;
  const changes = new EventSource('/changes');
  changes.onmessage = () => {
    const { address } = studio.source;
    if (address) studio.runAddress(address, { keep: true });
  };
}
