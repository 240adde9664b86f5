// Trains a cart-pole to swing up and writes its policy: node examples/train/cartpole.mjs [--gpu]
import fs from 'node:fs';
import { makeTask, writeOnnx } from 'limber/env';
import { Training, recipeOf } from 'limber/env/train';

const backend = process.argv.includes('--gpu') ? 'gpu' : 'cpu';
const env = await makeTask('cartpole', { count: 128, backend });
const training = new Training(env, { ...recipeOf('cartpole').options, seed: 1 });
for (let i = 0; i < 300; i++) console.log(i, 'return', (await training.next()).return.toFixed(2));
fs.writeFileSync('cartpole.onnx', writeOnnx(training.policy()));
env.dispose();
