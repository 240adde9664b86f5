// Random piles of free bodies have the same contacts and accelerations, at first and while they fall:
//   node --test tests/conformance/piles.test.mjs
//   PILES=1000 FIRST=5000 node --test tests/conformance/piles.test.mjs
import assert from 'node:assert/strict';
import test from 'node:test';
import { assertMostAgree, differenceOf } from './both_fall.mjs';
import { pile } from './piles.mjs';

const count = Number(process.env.PILES ?? 60),
  first = Number(process.env.FIRST ?? 1);
const piles = { what: 'pile', mjcf: pile, stepsBefore: [0, 1, 25, 25, 25, 25] };

test(`of ${count} piles all but one in a hundred agree`, () => {
  assertMostAgree(first, count, piles);
});

// COL-41
test('small meshes rest on a plane with the points of the peer, beyond the hull too', () => {
  for (const seed of [20687, 50479]) assert.equal(differenceOf(seed, piles), '');
});
