// What the probe takes from the harness for comparisons, which lies beside a checkout: ../shared/conformance.

/** Random numbers of a state. @typedef {{ uniform(): number, normal(): number }} Random */

/**
 * @typedef {object} Harness
 * @property {(expected: ArrayLike<number>, actual: ArrayLike<number>) => number} distance the largest error
 * @property {(seed: number) => Random} random
 * @property {(root: string) => string[]} listModels paths below a folder
 * @property {(engine: Mujoco, root: string, xml: string) => MjModel} loadModel
 */

const folder = new URL('../../../shared/conformance/', import.meta.url);
const [checks, engines] = await Promise.all(
  ['checks.mjs', 'engines.mjs'].map((name) => import(String(new URL(name, folder)))),
);

export const { distance, random, listModels, loadModel } = /** @type {Harness} */ ({
  ...checks,
  ...engines,
});
