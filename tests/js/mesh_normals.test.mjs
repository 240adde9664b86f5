// Normals that a renderer gives to the corners of a mesh whose file leaves them out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import loadLimber from 'limber/mujoco';
import { cornerNormals } from '../../js/three/mesh_normals.js';

const limber = await loadLimber();

test('corners without a normal have that of their face, even where the file has normals', () => {
  const folder = new limber.MjVFS();
  const solid = `v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvn 1 2 3\n
    f 1//1 3//1 2//1\nf 1 2 4\nf 1 4 3\nf 2 3 4\n`;
  folder.addBuffer('solid.obj', new TextEncoder().encode(solid));
  folder.addBuffer(
    'model.xml',
    new TextEncoder().encode(
      '<mujoco><asset><mesh name="m" file="solid.obj"/></asset><worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>',
    ),
  );
  const model = limber.MjModel.from_xml_path('model.xml', folder);
  const normals = cornerNormals(model, 0);
  const { mesh_vert: vertices, mesh_face: faces } = model;
  assert.deepEqual([...model.mesh_facenormal].slice(0, 6), [0, 0, 0, -1, -1, -1]);
  for (let f = 1; f < 4; f++) {
    const [a, b, c] = [0, 1, 2].map((k) => vertices.subarray(3 * faces[3 * f + k]));
    for (let k = 0; k < 3; k++) {
      const normal = normals.subarray(9 * f + 3 * k, 9 * f + 3 * k + 3);
      assert.ok(Math.abs(Math.hypot(...normal) - 1) < 1e-6);
      for (const p of [b, c]) {
        const along = [0, 1, 2].reduce((sum, i) => sum + normal[i] * (p[i] - a[i]), 0);
        assert.ok(Math.abs(along) < 1e-6);
      }
    }
  }
});
