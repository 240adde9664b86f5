// How benchmarks take times: all that is compared takes turns, and the best of several runs counts, since a machine with other work to do
// shows its speed only now and then.

/**
 * Milliseconds of the best run of each, in turns.
 * @param {number} repeats
 * @param {(() => unknown)[]} bodies
 */
export async function best(repeats, bodies) {
  const least = bodies.map(() => Infinity);
  for (let i = 0; i < repeats; i++)
    for (const [k, body] of bodies.entries()) {
      const start = performance.now();
      await body();
      least[k] = Math.min(least[k], performance.now() - start);
    }
  return least;
}
