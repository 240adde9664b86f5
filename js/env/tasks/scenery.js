// What the models of tasks have in common.

/** Sky, floor texture and light. */
export const assets = `<texture name="sky" type="skybox" builtin="gradient" rgb1="0.5 0.65 0.8" rgb2="0.95 0.96 0.97" width="128" height="128"/>
    <texture name="grid" type="2d" builtin="checker" rgb1="0.82 0.84 0.85" rgb2="0.74 0.77 0.8" width="128" height="128"/>
    <material name="floor" texture="grid" texrepeat="2 2" texuniform="true" reflectance="0.1"/>
    <material name="shell" rgba="0.92 0.55 0.2 1" specular="0.5"/>
    <material name="dark" rgba="0.17 0.18 0.2 1"/>
    <material name="metal" rgba="0.72 0.74 0.77 1" specular="0.8" shininess="0.7"/>
    <material name="goal" rgba="0.2 0.65 0.35 0.6"/>`;

export const light =
  '<light type="directional" pos="0 -2 5" dir="0.2 0.5 -1" diffuse="0.8 0.8 0.8"/>';

/** A number as XML has it. @param {number} value */
export const text = (value) => String(Math.round(value * 1e6) / 1e6);
