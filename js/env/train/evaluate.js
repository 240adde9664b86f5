// How good a policy is: episodes without noise on its actions.

/** @typedef {import('../policy/policy.js').Policy} Policy */
/** @typedef {import('./trainer.js').TrainingEnv} TrainingEnv */

/**
 * @typedef {object} Evaluation
 * @property {number} return mean of the episodes
 * @property {number} deviation of the returns
 * @property {number} least return
 * @property {number} length mean steps of the episodes
 * @property {number} episodes number of episodes
 */

/**
 * Runs one episode in each environment with a policy.
 * @param {TrainingEnv} env with an end to its episodes
 * @param {Policy} policy
 * @param {{ seed?: number, steps?: number, signal?: AbortSignal }} [options] steps: most steps, after which an episode counts as it is
 * @returns {Promise<Evaluation>}
 */
export async function evaluate(env, policy, { seed = 0, steps = 10000, signal } = {}) {
  policy.check(env);
  let { observation } = await env.reset({ seed });
  policy.reset();
  const returns = new Float64Array(env.count);
  const lengths = new Float64Array(env.count);
  const isOver = new Uint8Array(env.count);
  for (let t = 0; t < steps && isOver.includes(0); t++) {
    signal?.throwIfAborted();
    const result = await env.step(await policy.act(observation));
    for (let i = 0; i < env.count; i++) {
      if (isOver[i]) continue;
      returns[i] += result.reward[i];
      lengths[i]++;
      isOver[i] = Number(result.terminated[i] || result.truncated[i]);
    }
    policy.reset(result.info.ended);
    ({ observation } = result);
  }
  const mean = returns.reduce((sum, value) => sum + value, 0) / env.count;
  const square = returns.reduce((sum, value) => sum + (value - mean) ** 2, 0) / env.count;
  return {
    return: mean,
    deviation: Math.sqrt(square),
    least: returns.reduce((least, value) => Math.min(least, value), Infinity),
    length: lengths.reduce((sum, value) => sum + value, 0) / env.count,
    episodes: env.count,
  };
}
