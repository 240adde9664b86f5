// What pools of rollouts are to `instanceof`; pool.js has all that they do.

/** A pool of workers with one model. */
export class RolloutPoolKind {}
