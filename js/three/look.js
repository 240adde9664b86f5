// Fetches the look 'nice' when it is first wanted. Its file is one for all who have it: it is given the three that is here.
import {
  BufferAttribute,
  BufferGeometry,
  DepthTexture,
  Matrix4,
  Mesh,
  NearestFilter,
  ShaderMaterial,
  UnsignedIntType,
  Vector2,
  Vector3,
  Vector4,
  WebGLRenderTarget,
} from 'three';

const three = {
  BufferAttribute,
  BufferGeometry,
  DepthTexture,
  Matrix4,
  Mesh,
  NearestFilter,
  ShaderMaterial,
  UnsignedIntType,
  Vector2,
  Vector3,
  Vector4,
  WebGLRenderTarget,
};

/**
 * The look of a view; null where its code does not come, as in a page that must fetch nothing.
 * @param {import('./simulation_view.js').SimulationView} view
 */
export async function makeLook(view) {
  try {
    const { NiceLook } = await import('./nice_look.js');
    return new NiceLook(view, three);
  } catch (error) {
    console.info(`The look 'nice' does not come: ${/** @type {Error} */ (error).message}`);
    return null;
  }
}
