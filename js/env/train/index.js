// Entry 'limber/env/train': learners for environments. See docs/policies.md.
//
//   import { makeTask, writePolicy } from 'limber/env';
//   import { Training } from 'limber/env/train';
//   const env = await makeTask('cartpole', { count: 128 });
//   const training = new Training(env);
//   for (let i = 0; i < 100; i++) console.log(await training.next());
//   const text = writePolicy(training.policy());
export { Training } from './trainer.js';
export { evaluate } from './evaluate.js';
export { addCheck, chooseBest, runTraining } from './run.js';
export { recipeNames, recipeOf } from './recipes.js';
export { ppoDefaults } from './ppo.js';
export { evolutionDefaults } from './evolution.js';
export { Random } from './random.js';

/** @typedef {import('./trainer.js').TrainingOptions} TrainingOptions */
/** @typedef {import('./trainer.js').TrainingEnv} TrainingEnv */
/** @typedef {import('./trainer.js').Progress} Progress */
/** @typedef {import('./evaluate.js').Evaluation} Evaluation */
/** @typedef {import('./recipes.js').Recipe} Recipe */
