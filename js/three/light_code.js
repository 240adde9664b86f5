// GLSL of the fixed-function light model that MuJoCo's own renderer has.
//
// Every light has ambient, diffuse and specular parts, attenuation by distance and a cosine-power cone; highlights use the half
// vector. Lights that throw shadows come first: their diffuse and specular part is kept apart, clamped to one by itself and then
// masked by the shadow, as in a renderer that draws one pass per such light. All positions are in the frame of the view.

export const MAX_LIGHTS = 16;
export const MAX_SHADOWS = 4;

export const lightDeclarations = /* glsl */ `
#define LB_MAX_LIGHTS ${MAX_LIGHTS}
uniform int lightCount;
uniform vec4 lightPosition[LB_MAX_LIGHTS]; // w: 0 where only the direction counts
uniform vec4 lightDirection[LB_MAX_LIGHTS]; // w: cosine of the cone, -2 for none
uniform vec4 lightFalloff[LB_MAX_LIGHTS]; // attenuation, exponent
uniform vec3 lightAmbient[LB_MAX_LIGHTS];
uniform vec3 lightDiffuse[LB_MAX_LIGHTS];
uniform vec3 lightSpecular[LB_MAX_LIGHTS];

void lightPoint(vec3 normal, vec3 color, vec3 surface, out vec3 base, out vec3 masked[LB_SHADOW_SIZE]) {
  vec3 view = normalize(vEye - vPoint);
  base = color * surface.x;
  for (int i = 0; i < LB_SHADOW_SIZE; i++) masked[i] = vec3(0.0);
  for (int i = 0; i < LB_MAX_LIGHTS; i++) {
    if (i >= lightCount) break;
    vec3 toLight = lightPosition[i].w == 0.0 ? -lightDirection[i].xyz : lightPosition[i].xyz - vPoint;
    float distance = length(toLight);
    toLight /= max(distance, 1e-9);
    vec4 falloff = lightFalloff[i];
    float strength = 1.0 / max(falloff.x + distance * (falloff.y + distance * falloff.z), 1e-6);
    float along = -dot(toLight, lightDirection[i].xyz);
    if (lightDirection[i].w > -1.5)
      strength *= along < lightDirection[i].w ? 0.0 : pow(max(along, 1e-6), falloff.w);
    float facing = max(dot(normal, toLight), 0.0);
    float shine = facing > 0.0 ? pow(max(dot(normal, normalize(toLight + view)), 0.0), 128.0 * surface.z) : 0.0;
    vec3 lit = strength * (facing * lightDiffuse[i] * color + shine * surface.y * lightSpecular[i]);
    base += strength * lightAmbient[i] * color;
    if (i < LB_SHADOWS) masked[i] = min(lit, 1.0);
    else base += lit;
  }
  base = min(base, 1.0);
}
`;

/** GLSL of the share of shadow-throwing light i that arrives. */
export const shadowDeclarations = /* glsl */ `
#ifdef LB_SOFT
uniform highp sampler2D shadowAtlas;
#else
uniform highp sampler2DShadow shadowAtlas;
#endif
uniform mat4 shadowMatrix[LB_SHADOW_SIZE];
uniform vec4 shadowTile[LB_SHADOW_SIZE]; // corner and size in the atlas

#ifndef LB_SOFT
float lightArrives(int i, vec3 point, vec3 normal) {
  mat4 toPicture = shadowMatrix[i];
  vec4 p = toPicture * vec4(point, 1.0);
  if (p.w <= 0.0) return 1.0;
#ifdef LB_TWO_SIDED
  // what is thin and bent would shadow itself where it hardly faces the light: the point is lifted along its normal, by as much as
  // two pixels of the shadow's picture are wide there
  vec3 across = vec3(toPicture[0].x, toPicture[1].x, toPicture[2].x);
  vec3 depth = vec3(toPicture[0].w, toPicture[1].w, toPicture[2].w);
  float pixels = float(textureSize(shadowAtlas, 0).x) * shadowTile[i].z;
  float lift = 2.0 * p.w / (length(across - p.x / p.w * depth) * pixels);
  p += toPicture * vec4(lift * normal, 0.0);
#endif
  vec3 at = p.xyz / p.w;
  if (any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0)))) return 1.0;
  return texture(shadowAtlas, vec3(shadowTile[i].xy + at.xy * shadowTile[i].zw, at.z));
}
#endif
`;

/**
 * GLSL of the haze. It is a cone around the axis through the eye that rises from the ground to the level of the eye where the sky
 * stands; it starts a share (map.haze) of that distance before the sky. It is clear at both ends, and thickest where a line that leaves
 * the foot of the sky at half a right angle, seen in these proportions, meets it.
 */
export const hazeDeclarations = /* glsl */ `
uniform vec4 hazeColor;
uniform vec3 hazeReach; // distance of the sky, share of it with haze, height of the eye (0: no haze)

// How much haze is before the end of a ray from the eye; with end 0 the ray goes on.
float hazeBefore(vec3 ray, float end) {
  if (hazeReach.z <= 0.0 || ray.z >= 0.0) return 0.0;
  float share = hazeReach.y;
  float along = length(ray.xy) / hazeReach.x;
  float toCone = along - share * ray.z / hazeReach.z; // 1 where the ray ends on the cone
  if (toCone <= end) return 0.0;
  float at = along / max(toCone, 1e-6); // of the distance of the sky
  float thickest = share / (1.0 + share); // before the sky
  float left = 1.0 - at;
  return clamp(left < thickest ? left / max(thickest, 1e-6) : (share - left) / max(share - thickest, 1e-6), 0.0, 1.0);
}
`;
