// Entry 'limber/env': environments for learning, one or many. See docs/environments.md.
//
//   import { makeEnv, torque, jointPositions, jointVelocities, squared } from 'limber/env';
//   const env = await makeEnv('pendulum.xml', {
//     count: 64,
//     control: torque(),
//     observe: [jointPositions(), jointVelocities()],
//     reward: { still: [-1, squared(jointPositions())] },
//     timeLimit: 10,
//   });
//   let { observation } = await env.reset({ seed: 1 });
export * from './shown.js';
export { Environment } from './environment.js';
export { gymnasium, gymnasiumNames } from './gymnasium.js';
export { makeEnv } from './make.js';
export { pixels } from './pixels.js';
export { EnvRecorder } from './record.js';
export { makeTask } from './tasks/index.js';
export * from './terms.js';
export {
  asked,
  control,
  effect,
  every,
  impulse,
  muscle,
  pd,
  position,
  torque,
  velocityCommand,
} from './controls.js';
export { added, choice, normal, scaled, scaledByRatio, uniform } from './distributions.js';
export * as math from './math.js';
export { makePolicyEnv } from './policy/environment.js';
export { PolicyMismatch } from './policy/contract.js';
export { writeOnnx } from './policy/onnx_writer.js';

/** @typedef {import('./policy/policy.js').Policy} Policy */
/** @typedef {import('./policy/policy_data.js').PolicyData} PolicyData */
/** @typedef {import('./types.js').Contract} Contract */
/** @typedef {import('./types.js').EnvOptions} EnvOptions */
/** @typedef {import('./types.js').Observation} Observation */
/** @typedef {import('./types.js').Space} Space */
/** @typedef {import('./types.js').StepInfo} StepInfo */
/** @typedef {import('./types.js').StepResult} StepResult */
/** @typedef {import('./types.js').TermContract} TermContract */
/** @typedef {import('./tasks/task.js').Task} Task */
/** @typedef {import('./terms/compile.js').TermData} TermData */
/** @typedef {import('./world.js').TermWorld} TermWorld */
