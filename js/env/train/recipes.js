// How the tasks of the package are trained: numbers that were found by trying, on two cores. `limber train` and the page start from them.
import { loadTask, taskNames } from '../tasks/index.js';

/** @typedef {import('./trainer.js').TrainingOptions} TrainingOptions */

/**
 * @typedef {object} Recipe
 * @property {number} count number of environments
 * @property {number} samples number of steps of all environments, after which a training ends
 * @property {TrainingOptions} options of the learner
 */

/** For tasks without a recipe of their own. @type {Readonly<Recipe>} */
export const recipeDefaults = Object.freeze({ count: 256, samples: 5e6, options: {} });

/** Networks that fit in a few kilobytes. @type {TrainingOptions} */
const small = { hidden: [64, 64], steps: 24, entropy: 0, deviation: 0.7 };

/** @type {Record<string, Partial<Recipe>>} */
const recipes = {
  cartpole: {
    count: 128,
    samples: 1.2e6,
    options: { hidden: [64, 64], activation: 'tanh', steps: 32, entropy: 0, deviation: 0.7 },
  },
  quadruped: {
    count: 256,
    samples: 12e6,
    options: { hidden: [128, 128], steps: 24, entropy: 0, deviation: 0.7 },
  },
  acrobot: { samples: 1.5e6, options: { ...small, discount: 0.995, deviation: 1 } },
  reacher: { samples: 3e6, options: small },
  plate: { samples: 3e6, options: small },
  hopper: { samples: 6e6, options: small },
  cheetah: { samples: 3e6, options: small },
  walker: { samples: 1.3e6, options: small },
  drone: { samples: 8e6, options: small },
  arm: { samples: 4e6, options: { ...small, hidden: [128, 64], deviation: 0.5, discount: 0.98 } },
  // a gait of the fingers is nearly a line in the sine and cosine of the clock
  hand: {
    samples: 1.5e6,
    options: {
      method: 'es',
      hidden: [],
      episodes: 1,
      horizon: 60,
      noise: 0.1,
      rate: 0.06,
      decay: 0,
    },
  },
  humanoid: {
    samples: 9.44e6,
    options: { ...small, hidden: [128, 64], deviation: 0.4, discount: 0.98 },
  },
};

/** Names of tasks that have a recipe. */
export const recipeNames = Object.freeze(Object.keys(recipes));

/** @param {string} name of a task @returns {Recipe} */
export const recipeOf = (name) => ({
  ...recipeDefaults,
  ...(Object.hasOwn(recipes, name) ? recipes[name] : {}),
});

export { loadTask, taskNames };
