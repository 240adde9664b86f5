// What a part of the package can do with the simulations of a batch, in the threads where they are: environments use it.
//
// A kernel has rows of its own beside those of the batch, in typed arrays that all threads see or that travel with the others. It is
// made anew in each thread, from an argument that a message can carry.

/** @typedef {import('./native.js').Row} Row */
/** @typedef {import('./rows.js').Rows} Rows */
/** @typedef {import('./stepper.js').Failure} Failure */
/** @typedef {import('./stepper.js').KernelJob} KernelJob */

/** Rows that a kernel wants. @typedef {import('./rows.js').RowField & { initial: Row }} KernelField */

/**
 * @typedef {object} Kernel
 * @property {readonly KernelField[]} fields its rows, the same in all threads
 * @property {(rows: Rows, own: Rows, first: number, count: number, job: KernelJob, mask: Uint8Array | null) => Failure[]} work with some rows
 *   of the batch and of its own; a mask has a byte for each of the rows at hand, 0 leaves it out. What fails stays as it is
 *
 * @typedef {(stepper: import('./stepper.js').Stepper, argument: unknown) => Promise<Kernel>} KernelMaker
 *
 * @typedef {object} KernelPlan
 * @property {KernelMaker} make
 * @property {(own: Rows) => void} opened is given the rows of the kernel
 * @property {unknown} argument
 * @property {() => Worker} makeWorker a worker that makes the same kernel, for pages
 * @property {string} path the same for Node, below the folder js
 */

export {};
