// Optimisers against functions whose minima are known.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createOptimizer, optimize } from 'limber/control';

/** @typedef {import('limber/control').Point} Point */

/** A valley that bends, least at (1, 1). @param {Point} point */
const valley = ({ x, y }) => (1 - Number(x)) ** 2 + 100 * (Number(y) - Number(x) ** 2) ** 2;

/** A bowl with ripples, least at (1, 1). @param {Point} point */
const ripples = (point) =>
  [Number(point.x) - 1, Number(point.y) - 1].reduce(
    (sum, d) => sum + d * d + 0.3 * (1 - Math.cos(6 * d)),
    0,
  );

for (const [method, cost, evaluations, bound] of /** @type {const} */ ([
  ['cma-es', valley, 1500, 1e-8],
  ['nelder-mead', valley, 400, 1e-10],
  ['grid', valley, 600, 1e-2],
  ['cem', ripples, 1500, 1e-4],
])) {
  test(`${method} finds the minimum, and the same one for a seed`, async () => {
    const space = { x: /** @type {const} */ ([-2, 2]), y: /** @type {const} */ ([-1, 3]) };
    const found = await optimize(cost, space, { method, evaluations, seed: 3 });
    assert.ok(found.cost < bound, `${found.cost}`);
    assert.ok(Math.abs(Number(found.point.x) - 1) < 3 * Math.sqrt(bound));
    const again = await optimize(cost, space, { method, evaluations, seed: 3 });
    assert.deepEqual(again, found);
    for (let i = 1; i < found.history.length; i++)
      assert.ok(found.history[i] <= found.history[i - 1]);
  });
}

test('minima at the bounds are found, and no point lies beyond', async () => {
  for (const method of /** @type {const} */ (['cma-es', 'nelder-mead', 'grid', 'cem'])) {
    const found = await optimize(
      ({ a, b }) => {
        assert.ok(Number(a) >= -1 && Number(a) <= 3 && Number(b) >= 0.1 && Number(b) <= 10);
        return Number(a) + Math.log(Number(b)) ** 2;
      },
      { a: [-1, 3], b: { low: 0.1, high: 10, log: true, start: 5 } },
      { method, evaluations: 800 },
    );
    assert.ok(found.cost < -0.98, `${method}: ${found.cost}`);
  }
});

test('vectors, whole numbers, and costs that are not numbers', async () => {
  const found = await optimize(
    ({ gains, legs }) => {
      const [a, b, c] = /** @type {Float64Array} */ (gains);
      assert.ok(Number.isInteger(legs));
      if (a < 0) return NaN;
      return (a - 0.3) ** 2 + (b + 0.4) ** 2 + c ** 2 + (Number(legs) - 6) ** 2;
    },
    { gains: { low: -1, high: 1, length: 3 }, legs: { low: 2, high: 8, integer: true } },
    { evaluations: 1500, target: 1e-6 },
  );
  assert.equal(found.reason, 'target');
  assert.equal(found.point.legs, 6);
});

test('asking and telling', () => {
  const optimizer = createOptimizer({ x: [0, 1] }, { method: 'cem', population: 6, seed: 1 });
  const { best: nothing } = optimizer;
  assert.equal(nothing, null);
  assert.throws(() => optimizer.tell([1]), /ask for points first/);
  const points = optimizer.ask();
  assert.equal(points.length, 6);
  assert.deepEqual(optimizer.ask(), points);
  assert.throws(() => optimizer.tell([1, 2]), /one cost for each of 6 points/);
  optimizer.tell(points.map(({ x }) => Number(x)));
  assert.equal(optimizer.best?.cost, Math.min(...points.map(({ x }) => Number(x))));
  assert.equal(optimizer.evaluations, 6);
});

test('errors say what was given and what is wanted', async () => {
  // @ts-expect-error there is no such method
  const magic = () => createOptimizer({ x: [0, 1] }, { method: 'magic' });
  assert.throws(magic, /no method 'magic'.*cma-es/);
  assert.throws(() => createOptimizer({ x: [2, 1] }), /'x' is \[low, high\] with low < high/);
  assert.throws(() => createOptimizer({}), /a space has names/);
  assert.throws(
    () => createOptimizer({ x: { low: 0, high: 1, log: true } }),
    /'x' is logarithmic: its low must be above 0/,
  );
  assert.throws(() => createOptimizer({ x: { low: 0, high: 1, start: 2 } }), /starts at 2/);
  const signal = AbortSignal.abort(new Error('enough'));
  await assert.rejects(
    optimize(() => 0, { x: [0, 1] }, { signal }),
    /enough/,
  );
});
