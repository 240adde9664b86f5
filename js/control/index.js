// Entry 'limber/control': planning, control laws, inverse kinematics, identification and optimisation, on simulations and batches.

export { applyTorque, holdingTorque, stand } from './actuation.js';
export { Ik, createIk, solveIk } from './ik.js';
export { Identification, identify } from './identify.js';
export { computedTorque, energyShaping, operationalSpace, scheduledPd } from './laws.js';
export { Planner, createPlanner, plannerMethods } from './planner.js';
export { Reach } from './reach.js';
export { recordingFromCsv, recordingFromNpz } from './recordings.js';
export { Regulator, linearize, lqr } from './lqr.js';
export { Optimizer, createOptimizer, optimize } from './optimize.js';

/** @typedef {import('./space.js').Space} Space */
/** @typedef {import('./space.js').Dimension} Dimension */
/** @typedef {import('./space.js').Point} Point */
/** @typedef {import('./optimize.js').OptimizerOptions} OptimizerOptions */
/** @typedef {import('./optimize.js').OptimizeOptions} OptimizeOptions */
/** @typedef {import('./optimize.js').Optimum} Optimum */
/** @typedef {import('./lqr.js').LinearModel} LinearModel */
/** @typedef {import('./laws.js').Course} Course */
/** @typedef {import('./laws.js').GainRow} GainRow */
/** @typedef {import('./reach.js').ReachOptions} ReachOptions */
/** @typedef {import('./ik.js').IkOptions} IkOptions */
/** @typedef {import('./ik.js').IkResult} IkResult */
/** @typedef {import('./ik_problem.js').IkTask} IkTask */
/** @typedef {import('./ik_problem.js').Apart} Apart */
/** @typedef {import('./planner.js').Task} Task */
/** @typedef {import('./planner.js').PlannerOptions} PlannerOptions */
/** @typedef {import('./planner.js').Timing} PlannerTiming */
/** @typedef {import('./residual.js').Term} Term */
/** @typedef {import('./identify.js').IdentifyOptions} IdentifyOptions */
/** @typedef {import('./identify_parameters.js').IdentifyParameter} IdentifyParameter */
/** @typedef {import('./identify.js').Estimate} Estimate */
/** @typedef {import('./recordings.js').Recording} Recording */
