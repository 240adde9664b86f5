// Entry 'limber/models': robots by name, load('menagerie:unitree_go2').
//
// Their files stay where their makers publish them, each with its licence; this package knows names and addresses of one state. A file is
// fetched once and kept.
export { describeModels } from './describe.js';
export { listModels } from './open.js';

/** @typedef {import('./open.js').ModelEntry} ModelEntry */
/** @typedef {import('./describe.js').DescribedModel} DescribedModel */
