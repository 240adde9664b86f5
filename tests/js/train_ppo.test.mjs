// PPO by its formulas: generalised advantages, episodes that were cut off, a learning rate that follows the divergence.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Ppo, ppoDefaults } from '../../js/env/train/ppo.js';
import { Random } from '../../js/env/train/random.js';

const [count, observations, actions, steps] = [3, 4, 2, 12];

/** An environment of noise: row 0 terminates in step 4, row 1 is cut off in the last step, row 2 goes on. @param {Random} random */
function noise(random) {
  const rows = () => Float32Array.from({ length: count * observations }, () => random.normal());
  const final = rows();
  /** @type {number[]} */
  const rewards = [];
  let t = 0;
  const trainee = {
    reset: async () => rows(),
    restart: async () => rows(),
    async step() {
      const reward = Float64Array.from({ length: count }, () => random.normal());
      rewards.push(...reward);
      const terminated = Uint8Array.of(Number(t % steps === 4), 0, 0);
      const truncated = Uint8Array.of(0, Number(t % steps === steps - 1), 0);
      t++;
      return { observation: rows(), final, reward, terminated, truncated };
    },
  };
  return { trainee, rewards, final };
}

/** @param {Partial<import('../../js/env/train/ppo.js').PpoOptions>} [options] */
const makePpo = (options) =>
  new Ppo(
    { count, observations, actions, seed: 3 },
    { ...ppoDefaults, hidden: [8], steps, ...options },
  );

test('advantages are sums of discounted surprises up to the end of an episode; what was cut off goes on in its value', async () => {
  const ppo = makePpo({ discount: 0.9, lambda: 0.8 });
  const { trainee, rewards, final } = noise(new Random(5));
  const [mean, deviations] = [[...ppo.moments.mean], [...ppo.moments.deviations()]];
  // the first iteration changes no weights: values are those that advantages were made of
  await ppo.iterate(trainee);
  const { samples, networks, next, width } = ppo;
  const { scale } = ppo.rewardScale;
  const last = new Float32Array(count);
  networks.run('critic', next, count, last);
  const seen = new Float32Array(count * width);
  for (let i = 0; i < count; i++)
    for (let j = 0; j < observations; j++)
      seen[i * width + j] = (final[i * observations + j] - mean[j]) / deviations[j];
  const beyond = new Float32Array(count);
  networks.run('critic', seen, count, beyond);

  const hasEnded = (/** @type {number} */ t, /** @type {number} */ i) =>
    (i === 0 && t === 4) || (i === 1 && t === steps - 1);
  const surprise = (/** @type {number} */ t, /** @type {number} */ i) => {
    const after = t + 1 < steps ? samples.values[(t + 1) * count + i] : last[i];
    const future = i === 1 && t === steps - 1 ? beyond[i] : hasEnded(t, i) ? 0 : after;
    return rewards[t * count + i] / scale + 0.9 * future - samples.values[t * count + i];
  };
  const wanted = [];
  for (let k = 0; k < steps * count; k++) {
    const [first, i] = [Math.floor(k / count), k % count];
    let sum = 0;
    for (let t = first; t < steps; t++) {
      sum += (0.9 * 0.8) ** (t - first) * surprise(t, i);
      if (hasEnded(t, i)) break;
    }
    wanted.push(sum);
    const given = samples.returns[k] - samples.values[k];
    assert.ok(Math.abs(given - sum) < 1e-4, `${first} ${i}: ${given} ${sum}`);
  }
  // learning takes them without mean and spread
  const middle = wanted.reduce((sum, value) => sum + value, 0) / wanted.length;
  const spread = Math.sqrt(
    wanted.reduce((sum, value) => sum + (value - middle) ** 2, 0) / wanted.length,
  );
  wanted.forEach((value, k) =>
    assert.ok(Math.abs(samples.advantages[k] - (value - middle) / spread) < 1e-3),
  );
});

test('the learning rate falls where the policy changes too fast, and rises where it hardly does', async () => {
  /** @param {Partial<import('../../js/env/train/ppo.js').PpoOptions>} options */
  const rateAfter = async (options) => {
    const ppo = makePpo(options);
    const { trainee } = noise(new Random(5));
    for (let k = 0; k < 3; k++) await ppo.iterate(trainee);
    return ppo.rate;
  };
  assert.ok((await rateAfter({ rate: 1e-3, divergence: 1e-7 })) < 1e-3);
  assert.ok((await rateAfter({ rate: 1e-4, divergence: 10 })) > 1e-4);
  assert.equal(await rateAfter({ rate: 1e-3, divergence: 0 }), 1e-3);
});
