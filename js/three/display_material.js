// The material of everything drawn: light and colour as MuJoCo's own renderer has them.
//
// Colours are display values: they are neither converted nor tone mapped, whatever the renderer's settings are. Colour, emission, specular and shininess belong to instances, so that one
// material serves all geoms of a shape. The uniform displayMode changes what a fragment writes: colour, a colour
// per geom that tells it from others, its number + 1 in 24 bits, or its distance in metres along the camera's axis.
import {
  AdditiveBlending,
  BackSide,
  CustomBlending,
  DoubleSide,
  FrontSide,
  NoBlending,
  NormalBlending,
  OneFactor,
  ShaderMaterial,
  SrcAlphaFactor,
  Vector2,
} from 'three';
import { hazeDeclarations, lightDeclarations, shadowDeclarations } from './light_code.js';

/**
 * @typedef {object} DisplayOptions
 * @property {import('three').Texture | null} [flat] a plane texture
 * @property {import('three').CubeTexture | null} [cube] cube texture
 * @property {[number, number]} [repeat] repetitions of a 2D texture
 * @property {boolean} [uniform] texture per unit of length rather than per object
 * @property {boolean} [coordinates] use the geometry's own texture coordinates
 * @property {import('three').Texture} [parts] what parts of a batch are (part_batch.js)
 * @property {import('three').DataArrayTexture} [layers] textures of its parts, in place of `flat` and `cube`
 * @property {'flat' | 'cube'} [layered] of what kind they are
 * @property {boolean} [capsule] stretch between the two halves
 * @property {boolean} [line] segments of a width in pixels
 * @property {boolean} [transparent]
 * @property {boolean} [twice] as opaque as two layers where there are shadows
 * @property {boolean} [doubleSided] shown from behind too
 * @property {boolean} [twoSided] ... and lit there
 * @property {boolean} [mirror] reflects: see mirror.js
 * @property {boolean} [glass] nothing but its reflection is seen
 * @property {boolean} [endless] a plane without end: stops at the sky, fades into the haze
 * @property {boolean} [unlit]
 * @property {boolean} [ownLines] of lines already, whether wireframe is on or off
 */

export const displayModes = Object.freeze({ color: 0, segment: 1, id: 2, depth: 3 });

// What the vertex shader tells the fragment shader.
const varyings = /* glsl */ `
varying vec4 vRgba;
varying vec4 vSurface;
varying vec3 vLocal;
varying vec3 vPoint;
varying float vFace;
varying float vDepth;
flat varying float vSegment;
varying vec3 vNormal;
varying vec3 vEye;
#ifdef LB_LAYERS
flat varying float vLayer;
#endif
#ifdef LB_VERTEX_LIGHT
varying vec3 vBase;
varying vec3 vMasked[LB_SHADOW_SIZE];
#endif
`;

/** Place of a vertex in its instance: the halves of a capsule are drawn apart. */
const place = /* glsl */ `
#ifdef LB_PARTS
attribute float part;
uniform highp sampler2D parts;
mat4 partMatrix() {
  int p = int(part);
  return mat4(texelFetch(parts, ivec2(0, p), 0), texelFetch(parts, ivec2(1, p), 0), texelFetch(parts, ivec2(2, p), 0), texelFetch(parts, ivec2(3, p), 0));
}
vec4 partTexel(int block) {
  int p = int(part);
  return texelFetch(parts, ivec2(p & 3, LB_PARTS + block * LB_PARTS / 4 + (p >> 2)), 0);
}
#define instanceMatrix partMatrix()
#define instanceRgba partTexel(0)
#define instanceSurface partTexel(1)
#define instanceSegment partTexel(2).x
#else
#ifndef USE_INSTANCING
attribute mat4 instanceMatrix;
#endif
attribute vec4 instanceRgba;
attribute float instanceSegment;
attribute vec4 instanceSurface; // emission, specular, shininess; stretch, width of lines or reflectance
#endif
#ifdef LB_CAPSULE
attribute float cap;
vec3 place() { return position + vec3(0.0, 0.0, cap * instanceSurface.w); }
#else
vec3 place() { return position; }
#endif
`;

const vertexShader = /* glsl */ `
${place}
#ifdef LB_LINE
attribute vec3 other;
attribute float side;
uniform vec4 picture; // corner and size in pixels
#endif
#ifdef LB_COORDINATES
attribute vec2 texcoord;
#endif
#ifdef LB_LAYERS
#define flatRepeat partTexel(2).zw
#else
uniform vec2 flatRepeat;
#endif
#ifdef LB_FLAT
varying vec2 vTexcoord;
#endif
${varyings}
#ifdef LB_VERTEX_LIGHT
uniform float colorScale;
${lightDeclarations}
#endif
void main() {
  vec3 local = place();
  vec3 scale = vec3(length(instanceMatrix[0].xyz), length(instanceMatrix[1].xyz), length(instanceMatrix[2].xyz));
  vec4 point = instanceMatrix * vec4(local, 1.0);
  vec3 turned = mat3(instanceMatrix) * (normal / max(scale * scale, 1e-20));
  vNormal = turned / max(length(turned), 1e-20);
  vPoint = point.xyz;
  vFace = normal.z;

  // the eye in the frame of the view, which may be turned, moved and scaled as a whole
  mat3 frame = mat3(modelMatrix);
  vEye = transpose(frame) * (cameraPosition - modelMatrix[3].xyz) / dot(frame[0], frame[0]);

  vRgba = instanceRgba;
  vSurface = instanceSurface;
  vSegment = instanceSegment;
#ifdef LB_LAYERS
  vLayer = partTexel(2).y;
#endif
  vLocal = local;
#ifdef LB_UNIFORM
  vLocal *= scale;
#endif
#ifdef LB_COORDINATES
  vTexcoord = texcoord * flatRepeat;
#elif defined(LB_FLAT)
  // repetitions start at a corner; on what has none, half a period off the middle
  #ifdef LB_ENDLESS
  vec2 start = vec2(0.5);
  #elif defined(LB_UNIFORM)
  vec2 start = 0.5 * flatRepeat * scale.xy;
  #else
  vec2 start = 0.5 * flatRepeat;
  #endif
  vTexcoord = vec2(0.5, -0.5) * flatRepeat * vLocal.xy + start;
#endif
  vec4 inView = modelViewMatrix * point;
  vDepth = -inView.z;
  gl_Position = projectionMatrix * inView;
#ifdef LB_LINE
  // spread across the line by half its width in pixels
  vec4 end = projectionMatrix * modelViewMatrix * instanceMatrix * vec4(other, 1.0);
  vec2 along = (end.xy / end.w - gl_Position.xy / gl_Position.w) * picture.zw;
  vec2 across = vec2(-along.y, along.x) / max(length(along), 1e-9);
  gl_Position.xy += side * instanceSurface.w * across / picture.zw * gl_Position.w;
#endif
#ifdef LB_VERTEX_LIGHT
  lightPoint(vNormal, colorScale * vRgba.rgb, vSurface.xyz, vBase, vMasked);
#endif
}
`;

const fragmentShader = /* glsl */ `
uniform int displayMode;
uniform float colorScale; // of all but highlights: less in reflections
uniform bool inMirror; // reflections take no shadows
uniform vec3 fogRange; // start, end, 1 when there is fog
uniform vec3 fogColor;
#ifdef LB_LAYERS
uniform mediump sampler2DArray layerMap;
#endif
#ifdef LB_FLAT
uniform sampler2D flatMap;
varying vec2 vTexcoord;
#endif
#ifdef LB_CUBE
uniform samplerCube cubeMap;
#endif
#ifdef LB_MIRROR
uniform sampler2D mirrorMap;
uniform vec4 picture; // corner and size in pixels
uniform float mirrorStrength;
#endif
${varyings}
#ifndef LB_VERTEX_LIGHT
${lightDeclarations}
#endif
${shadowDeclarations}
${hazeDeclarations}
#ifdef LB_LOOK
LOOK
#endif

#if defined(LB_LAYERS) && defined(LB_CUBE)
// Place on the face of a cube that an axis names, for a direction near it; faces lie as OpenGL has them.
vec2 faceCoordinate(vec3 d, int face) {
  vec3 p = face < 2 ? vec3(-d.z, -d.y, d.x) : face < 4 ? vec3(d.x, d.z, d.y) : vec3(d.x, -d.y, d.z);
  if (face == 1 || face == 5) p.x = -p.x;
  if (face == 3) p.y = -p.y;
  return 0.5 * p.xy / abs(p.z) + 0.5;
}

vec4 cubeLayer(vec3 d) {
  vec3 a = abs(d);
  int axis = a.x >= a.y && a.x >= a.z ? 0 : a.y >= a.z ? 1 : 2;
  int face = 2 * axis + (d[axis] < 0.0 ? 1 : 0);
  vec2 at = faceCoordinate(d, face);
  // neighbours on another face would be far away
  vec2 right = faceCoordinate(d + dFdx(d), face) - at;
  vec2 up = faceCoordinate(d + dFdy(d), face) - at;
  return textureGrad(layerMap, vec3(at, vLayer + float(face)), right, up);
}
#endif

vec4 textureColor() {
#if defined(LB_LAYERS) && defined(LB_CUBE)
  return cubeLayer(vLocal);
#elif defined(LB_LAYERS)
  return texture(layerMap, vec3(vTexcoord, vLayer));
#elif defined(LB_FLAT)
  return texture2D(flatMap, vTexcoord);
#elif defined(LB_CUBE)
  return textureCube(cubeMap, vLocal);
#else
  return vec4(1.0);
#endif
}

vec3 litColor(vec3 tint) {
#ifdef LB_UNLIT
  return colorScale * vRgba.rgb * tint;
#elif defined(LB_LOOK)
  return lookColor(tint);
#else
  #ifdef LB_VERTEX_LIGHT
  vec3 base = vBase;
  vec3 masked[LB_SHADOW_SIZE] = vMasked;
  vec3 normal = normalize(vNormal);
  #else
  vec3 base = vec3(0.0);
  vec3 masked[LB_SHADOW_SIZE];
  vec3 normal = normalize(vNormal);
  #ifdef LB_TWO_SIDED
  if (!gl_FrontFacing) normal = -normal;
  #endif
  lightPoint(normal, colorScale * vRgba.rgb, vSurface.xyz, base, masked);
  #endif
  #ifdef LB_TRANSPARENT
  // what one can see through throws shadows but takes none
  for (int i = 0; i < LB_SHADOWS; i++) base += masked[i];
  return min(base, 1.0) * tint;
  #endif
  if (inMirror) {
    for (int i = 0; i < LB_SHADOWS; i++) base += masked[i];
    return min(base, 1.0) * tint;
  }
  vec3 sum = base * tint;
  for (int i = 0; i < LB_SHADOWS; i++) sum += lightArrives(i, vPoint, normal) * masked[i] * tint;
  return min(sum, 1.0);
#endif
}

// Halton's sequence: the digits of n behind the point, in reverse; colours of neighbours are far apart.
float mirroredDigits(int n, int base) {
  float value = 0.0;
  float weight = 1.0;
  for (; n > 0; n /= base) {
    weight /= float(base);
    value += weight * float(n % base);
  }
  return value;
}

void main() {
#ifdef LB_ENDLESS
  if (hazeReach.x > 0.0 && displayMode == 0 && distance(vPoint, vEye) > hazeReach.x) discard;
#endif
#ifdef LB_GLASS
  // what is reflected hides what is behind
  if (displayMode != ${displayModes.color} || mirrorStrength == 0.0 || vFace < 0.5) discard;
  vec2 mirrored = (gl_FragCoord.xy - picture.xy) / picture.zw;
  gl_FragColor = texture2D(mirrorMap, vec2(1.0 - mirrored.x, mirrored.y));
  return;
#endif
  if (displayMode == ${displayModes.depth}) {
    gl_FragColor = vec4(vDepth, 0.0, 0.0, 1.0);
    return;
  }
  if (displayMode != ${displayModes.color}) {
    float id = vSegment + 1.0;
    gl_FragColor.a = 1.0;
    if (displayMode == ${displayModes.segment}) {
      int n = int(id) + 9;
      gl_FragColor.rgb = 0.1 + 0.8 * vec3(mirroredDigits(n, 2), mirroredDigits(n, 3), mirroredDigits(n, 5));
    } else {
      gl_FragColor.rgb = vec3(mod(id, 256.0), mod(floor(id / 256.0), 256.0), floor(id / 65536.0)) / 255.0;
    }
    return;
  }
  vec4 tint = textureColor();
  vec3 color = litColor(tint.rgb);
#ifdef LB_MIRROR
  if (mirrorStrength > 0.0 && vFace > 0.5) {
    // the picture of the mirrored camera is flipped left to right
    vec2 at = (gl_FragCoord.xy - picture.xy) / picture.zw;
    at.x = 1.0 - at.x;
    vec3 seen = mirrorStrength * texture2D(mirrorMap, at).rgb;
  #ifdef LB_LOOK
    seen *= 1.0 - color;
  #endif
    color += seen;
  }
#endif
  if (!inMirror) {
    vec3 ray = vPoint - vEye;
    color = mix(color, hazeColor.rgb, hazeColor.a * hazeBefore(ray, 1.0));
  }
  float clear = clamp((fogRange.y - vDepth) / max(fogRange.y - fogRange.x, 1e-6), 0.0, 1.0);
  if (fogRange.z > 0.0) color = mix(fogColor, color, clear);
  float alpha = vRgba.a * tint.a;
#if defined(LB_TWICE) && LB_SHADOWS > 0
  // with shadows on, MuJoCo's own renderer draws it twice: see scene_shapes.js
  alpha = 1.0 - (1.0 - alpha) * (1.0 - alpha);
#endif
  gl_FragColor = vec4(color, alpha);
}
`;

const depthVertexShader = /* glsl */ `
${place}
void main() {
  gl_Position = projectionMatrix * modelViewMatrix * instanceMatrix * vec4(place(), 1.0);
}
`;

/** @param {DisplayOptions} options */
function definesOf(options) {
  /** @type {Record<string, string>} */
  const defines = {};
  if (options.flat || options.layered === 'flat') defines.LB_FLAT = '';
  if (options.cube || options.layered === 'cube') defines.LB_CUBE = '';
  if (options.parts) defines.LB_PARTS = String(options.parts.image.height / 1.75);
  if (options.layers) defines.LB_LAYERS = '';
  if (options.uniform) defines.LB_UNIFORM = '';
  if (options.coordinates && 'LB_FLAT' in defines) defines.LB_COORDINATES = '';
  if (options.capsule) defines.LB_CAPSULE = '';
  if (options.line) defines.LB_LINE = '';
  if (options.mirror) defines.LB_MIRROR = '';
  if (options.glass) defines.LB_GLASS = '';
  if (options.endless) defines.LB_ENDLESS = '';
  if (options.transparent) defines.LB_TRANSPARENT = '';
  if (options.transparent && options.twice) defines.LB_TWICE = '';
  if (options.unlit) defines.LB_UNLIT = '';
  if (options.twoSided) defines.LB_TWO_SIDED = '';
  return defines;
}

/**
 * @param {DisplayOptions} options
 * @param {import('./view_context.js').ViewContext} context
 */
export function makeDisplayMaterial(options, context) {
  const { shared, settings } = context;
  const material = new ShaderMaterial({
    vertexShader,
    fragmentShader,
    defines: definesOf(options),
    uniforms: {
      ...shared,
      flatMap: { value: options.flat ?? null },
      flatRepeat: { value: new Vector2(...(options.repeat ?? [1, 1])) },
      cubeMap: { value: options.cube ?? null },
      mirrorMap: { value: null },
      mirrorStrength: { value: 0 },
      ...(options.parts && { parts: { value: options.parts } }),
      ...(options.layers && { layerMap: { value: options.layers } }),
    },
    transparent: options.transparent ?? false,
    depthWrite: !options.transparent,
    blendSrc: options.glass ? OneFactor : SrcAlphaFactor,
    toneMapped: false,
  });
  material.userData.doubleSided = Boolean(options.doubleSided);
  material.userData.ownLines = Boolean(options.ownLines);
  material.userData.look = null;
  applySettings(material, settings);
  return material;
}

/**
 * Takes over how the view draws: number of shadows, culling, wireframe and blending.
 * @param {ShaderMaterial} material
 * @param {import('./view_context.js').DrawSettings} settings
 */
export function applySettings(material, settings) {
  const { defines } = material;
  if (defines.LB_SHADOWS !== settings.shadows) {
    defines.LB_SHADOWS = settings.shadows;
    defines.LB_SHADOW_SIZE = Math.max(settings.shadows, 1);
    material.needsUpdate = true;
  }
  applyLook(material, settings.look, settings.soft);
  // a look of its own finds its light at every pixel
  const vertexLight = settings.vertexLight && !settings.look;
  if ('LB_VERTEX_LIGHT' in defines !== vertexLight && !('LB_UNLIT' in defines)) {
    if (vertexLight) defines.LB_VERTEX_LIGHT = '';
    else delete defines.LB_VERTEX_LIGHT;
    material.needsUpdate = true;
  }
  const both = material.userData.doubleSided || !settings.cullFace;
  material.side = both ? DoubleSide : FrontSide;
  material.wireframe = settings.wireframe && !material.userData.ownLines;
  const glass = 'LB_GLASS' in defines;
  const seeThrough = settings.additive && material.transparent ? AdditiveBlending : NormalBlending;
  const blending = glass ? CustomBlending : seeThrough;
  material.blending = settings.plain ? NoBlending : blending;
  material.depthWrite = settings.plain || !(material.transparent || glass);
}

/**
 * Gives a material the look of surfaces, or takes it away.
 * @param {ShaderMaterial} material
 * @param {import('./view_context.js').Look | null} look
 * @param {boolean} soft whether shadows have soft edges
 */
function applyLook(material, look, soft) {
  const { defines, userData, uniforms } = material;
  if (userData.look === look && 'LB_SOFT' in defines === soft) return;
  for (const [name, on] of /** @type {const} */ ([
    ['LB_LOOK', look],
    ['LB_SOFT', soft],
  ])) {
    if (on) defines[name] = '';
    else delete defines[name];
  }
  for (const name of Object.keys(userData.look?.uniforms ?? {})) delete uniforms[name];
  Object.assign(uniforms, look?.uniforms);
  userData.look = look;
  material.fragmentShader = look
    ? fragmentShader.replace('LOOK\n#endif', () => `${look.code}#endif`)
    : fragmentShader;
  material.needsUpdate = true;
}

/** Material that only leaves a depth, for shadows. @param {Pick<DisplayOptions, 'capsule' | 'parts'>} options */
export function makeDepthMaterial(options) {
  return new ShaderMaterial({
    vertexShader: depthVertexShader,
    fragmentShader: 'void main() { gl_FragColor = vec4(1.0); }',
    defines: definesOf(options),
    uniforms: options.parts ? { parts: { value: options.parts } } : {},
    side: DoubleSide,
    shadowSide: BackSide,
    colorWrite: false,
    polygonOffset: true,
    polygonOffsetFactor: 1.5,
    polygonOffsetUnits: 4,
  });
}
