// Entry 'limber/three': a simulation in a three.js scene. three is a peer dependency.
export { SimulationView } from './simulation_view.js';
export { BatchView } from './batch_view.js';
export { OrbitCamera } from './orbit_camera.js';
export { MouseControl } from './mouse_control.js';
export { Handle, dragHandle } from './handle.js';
export { exportGltf } from './gltf.js';
export { PixelRenderer } from './pixel_renderer.js';
export { ModelCamera } from './model_camera.js';
export { drawFigure } from './figure.js';
export { Stage } from './stage.js';
export { StereoPicture, XrSession, enterXr, watchHeadset } from './stereo.js';
