// Work that a signal ends, also while it waits for something that knows nothing of signals.

/**
 * @template T
 * @param {Promise<T>} work
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<T>} rejects with the signal's reason when it comes first
 */
export async function untilAborted(work, signal) {
  if (!signal) return work;
  /** @type {() => void} */
  let end = () => {};
  const aborted = new Promise((_, reject) => {
    end = () => reject(signal.reason);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
  try {
    return await /** @type {Promise<T>} */ (Promise.race([work, aborted]));
  } finally {
    signal.removeEventListener('abort', end);
  }
}
