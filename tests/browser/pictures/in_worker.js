// Draws a scene in a worker. Workers have no import map: the server's modules are loaded with their names resolved.
/** @param {string} name @returns {Promise<number[]>} */
export async function loadInWorker(name) {
  const worker = new Worker('/worker/tests/browser/pictures/worker.js', { type: 'module' });
  const answer = await new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => reject(new Error(event.message || 'the worker did not start'));
    worker.postMessage({ scenes: '/worker/tests/browser/pictures/scenes.js', name });
  });
  worker.terminate();
  if (answer.error) throw new Error(answer.error);
  return answer.bytes;
}
