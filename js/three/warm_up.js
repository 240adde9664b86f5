// Programs of the graphics card, made before they are needed: while a model is on its way there is time for it, and its first picture
// comes at once. They are those of a scene of plain surfaces, capsules, one floor with a texture, a sky and one light with shadows;
// whatever else a model needs is made when it is drawn first.
import {
  BoxGeometry,
  DataTexture,
  Group,
  OrthographicCamera,
  PlaneGeometry,
  Scene,
  Vector3,
} from 'three';
import { makeDisplayMaterial } from './display_material.js';
import { ShadowMaps } from './shadow_maps.js';
import { ShapeBatch } from './shape_batch.js';
import { capsuleGeometry } from './shapes.js';
import { makeHook, sharedUniforms, startSettings } from './simulation_view.js';
import { Sky } from './sky.js';

/**
 * Draws the scene once, out of sight.
 * @param {import('three').WebGLRenderer} renderer
 * @param {() => boolean} isWanted asked between the parts: not any more once something else is drawn
 * @returns {Promise<() => void>} frees what was made; programs that are in use by then stay
 */
export async function warmUp(renderer, isWanted) {
  const vis = { map: { shadowclip: 1, shadowscale: 1, znear: 0.1, zfar: 10 }, quality: {} };
  const model = { vis: { ...vis, quality: { shadowsize: 0 } }, stat: { extent: 1 } };
  const context = /** @type {import('./view_context.js').ViewContext} */ (
    /** @type {unknown} */ ({
      model,
      shared: sharedUniforms(),
      settings: { ...startSettings(), shadows: 1 },
    })
  );
  const texture = new DataTexture(new Uint8Array(4), 1, 1);
  texture.needsUpdate = true;
  const hook = makeHook();
  const shadows = new ShadowMaps(context);
  const sky = new Sky(context);
  const batches = [
    { geometry: new BoxGeometry() },
    { geometry: capsuleGeometry(3, 2), capsule: true },
    { geometry: new PlaneGeometry(), flat: texture, uniform: true },
  ].map(({ geometry, ...options }) => {
    const material = makeDisplayMaterial(options, context);
    const batch = new ShapeBatch(geometry, material, 1, options.capsule);
    geometry.dispose();
    batch.count = 1;
    batch.userData.casts = true;
    return batch;
  });
  const surfaces = new Group().add(...batches);
  const scene = new Scene().add(hook, sky, surfaces);
  const camera = new OrthographicCamera();
  const dispose = () => {
    for (const batch of batches) {
      /** @type {import('three').Material} */ (batch.material).dispose();
      batch.dispose();
    }
    hook.geometry.dispose();
    hook.material.dispose();
    texture.dispose();
    sky.dispose();
    shadows.dispose();
  };
  // one after the other: whatever else the page does gets its turn
  const parts = [sky, ...batches];
  const show = (/** @type {boolean} */ on) => parts.forEach((part) => (part.visible = on));
  show(false);
  for (const part of parts) {
    await new Promise((done) => setTimeout(done));
    if (!isWanted()) return dispose;
    part.visible = true;
    renderer.render(scene, camera);
    part.visible = false;
  }
  show(true);
  for (const batch of batches) shadows.begin(batch);
  shadows.render(renderer, surfaces, scene, 1, new Vector3());
  for (const batch of batches) shadows.end(batch);
  renderer.clear();
  return dispose;
}
