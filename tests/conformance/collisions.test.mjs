// Random scenes in which much collides have the same contacts and accelerations, at first and while they fall:
//   node --test tests/conformance/collisions.test.mjs
//   SCENES=1000 FIRST=5000 node --test tests/conformance/collisions.test.mjs
//
// Those that differ are spheres and capsules deep inside of elements of flexes: the depth agrees, and the normal is what a search for
// a flat optimum ends with (1e-5).
import test from 'node:test';
import { assertMostAgree } from './both_fall.mjs';
import { collisionScene } from './collisions.mjs';

const count = Number(process.env.SCENES ?? 60),
  first = Number(process.env.FIRST ?? 1);

test(`of ${count} scenes all but one in a hundred agree`, () => {
  const stepsBefore = [0, 1, 25, 25, 25, 50];
  const scenes = { what: 'scene', mjcf: collisionScene, stepsBefore, areWild: true };
  assertMostAgree(first, count, scenes);
});
