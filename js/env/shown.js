// What pages need that show a policy at work: tasks, policies, and driving a simulation; environments are made elsewhere.
export { Driver, drive } from './drive.js';
export { loadPolicy } from './policy/load.js';
export { loadTaskPolicy, policyNames } from './policies.js';
export { readPolicy, writePolicy } from './policy/policy_data.js';
export { loadTask, taskNames } from './tasks/list.js';
