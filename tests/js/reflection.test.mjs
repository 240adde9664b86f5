// Everything published takes what nobody expects: node tests/fuzz/reflection.mjs goes on for as long as it is told.
import assert from 'node:assert/strict';
import test from 'node:test';
import { explore } from '../fuzz/reflection.mjs';

test('hostile calls give results or errors, and the module goes on', async () => {
  const { done, unfair } = await explore({ seed: 20, calls: 3000 });
  assert.equal(done, 3000);
  assert.deepEqual([...unfair], []);
});
