// The material of everything drawn: light and colour as MuJoCo's own renderer has them.
//
// Colours are display values: they are neither converted nor tone mapped, whatever the renderer's settings are. Lights have separate
// ambient, diffuse and specular parts, a half-vector highlight and a cosine-power cone; textures are projected along the object's
// axes. Colour, emission, specular and shininess belong to instances, so that one material serves all geoms of a shape.
import {
  DoubleSide,
  FrontSide,
  MeshDepthMaterial,
  MeshPhongMaterial,
  RGBADepthPacking,
  Vector2,
  Vector4,
} from 'three';

/**
 * @typedef {object} DisplayOptions
 * @property {import('three').Texture | null} [flat] a plane texture
 * @property {import('three').CubeTexture | null} [cube] cube texture
 * @property {[number, number]} [repeat] repetitions of a 2D texture
 * @property {boolean} [uniform] texture per unit of length rather than per object
 * @property {boolean} [coordinates] use the geometry's own texture coordinates
 * @property {boolean} [capsule] stretch between the two halves
 * @property {boolean} [transparent]
 * @property {boolean} [doubleSided]
 * @property {boolean} [mirror] reflects: see mirror.js
 * @property {boolean} [ground] a plane without end: fades into the haze
 * @property {boolean} [unlit]
 */

/** Uniforms that all materials of one view share. */
export function sharedUniforms() {
  return {
    specularRatio: { value: 0.5 },
    fogRange: { value: new Vector2(0, 0) },
    fogColor4: { value: new Vector4(0, 0, 0, 0) },
    hazeColor: { value: new Vector4(0, 0, 0, 0) },
    hazeFar: { value: 1 },
  };
}

const vertexHead = /* glsl */ `
attribute vec4 instanceRgba;
attribute vec4 instanceSurface;
#ifdef LB_CAPSULE
attribute float cap;
#endif
#ifdef LB_COORDINATES
attribute vec2 texcoord;
varying vec2 vTexcoord;
#endif
varying vec4 vRgba;
varying vec4 vSurface;
varying vec3 vLocal;
`;

const vertexBody = /* glsl */ `
#ifdef LB_CAPSULE
  transformed.z += cap * instanceSurface.w;
#endif
  vRgba = instanceRgba;
  vSurface = instanceSurface;
  vLocal = transformed;
#ifdef LB_UNIFORM
  vLocal *= vec3(length(instanceMatrix[0].xyz), length(instanceMatrix[1].xyz), length(instanceMatrix[2].xyz));
#endif
#ifdef LB_COORDINATES
  vTexcoord = texcoord;
#endif
`;

const fragmentHead = /* glsl */ `
varying vec4 vRgba;
varying vec4 vSurface;
varying vec3 vLocal;
uniform float specularRatio;
uniform vec2 fogRange;
uniform vec4 fogColor4;
uniform vec4 hazeColor;
uniform float hazeFar;
#ifdef LB_FLAT
uniform sampler2D flatMap;
uniform vec2 flatRepeat;
#endif
#ifdef LB_COORDINATES
varying vec2 vTexcoord;
#endif
#ifdef LB_CUBE
uniform samplerCube cubeMap;
#endif
#ifdef LB_MIRROR
uniform sampler2D mirrorMap;
uniform vec2 mirrorSize;
uniform float mirrorStrength;
#endif
`;

const colorBody = /* glsl */ `
  diffuseColor = vRgba;
#ifdef LB_FLAT
  #ifdef LB_COORDINATES
    diffuseColor *= texture2D(flatMap, vTexcoord * flatRepeat);
  #else
    diffuseColor *= texture2D(flatMap, vec2(0.5, -0.5) * flatRepeat * vLocal.xy - 0.5);
  #endif
#endif
#ifdef LB_CUBE
  diffuseColor *= textureCube(cubeMap, vLocal);
#endif
`;

const lighting = /* glsl */ `
varying vec3 vViewPosition;
struct BlinnPhongMaterial {
  vec3 diffuseColor;
  vec3 specularColor;
  float specularShininess;
  float specularStrength;
};
void RE_Direct_BlinnPhong(const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal,
    const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material,
    inout ReflectedLight reflectedLight) {
  float facing = saturate(dot(geometryNormal, directLight.direction));
  vec3 light = directLight.color * RECIPROCAL_PI;
  reflectedLight.directDiffuse += facing * light * material.diffuseColor;
  vec3 halfway = normalize(directLight.direction + geometryViewDir);
  float shine = facing > 0.0 ? pow(max(dot(geometryNormal, halfway), 0.0), material.specularShininess) : 0.0;
  reflectedLight.directSpecular += shine * light * material.specularColor;
}
void RE_IndirectDiffuse_BlinnPhong(const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal,
    const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material,
    inout ReflectedLight reflectedLight) {
  reflectedLight.indirectDiffuse += irradiance * RECIPROCAL_PI * material.diffuseColor;
}
#define RE_Direct RE_Direct_BlinnPhong
#define RE_IndirectDiffuse RE_IndirectDiffuse_BlinnPhong
`;

// three's light structs carry our numbers: distance and decay are the quadratic and linear attenuation, penumbraCos the exponent / 128.
const spotFunctions = /* glsl */ `
#define getDistanceAttenuation(d, quadratic, linear) (1.0 / (1.0 + (linear) * (d) + (quadratic) * (d) * (d)))
#define getSpotAttenuation(coneCos, exponent, angleCos) ((angleCos) < (coneCos) ? 0.0 : pow(max(angleCos, 0.0), 128.0 * (exponent)))
`;

/** @param {string} chunk */
const include = (chunk) => `#include <${chunk}>`;

/** @param {DisplayOptions} options */
function definesOf(options) {
  /** @type {Record<string, string>} */
  const defines = {};
  if (options.flat) defines.LB_FLAT = '';
  if (options.cube) defines.LB_CUBE = '';
  if (options.uniform) defines.LB_UNIFORM = '';
  if (options.coordinates && options.flat) defines.LB_COORDINATES = '';
  if (options.capsule) defines.LB_CAPSULE = '';
  if (options.ground) defines.LB_GROUND = '';
  if (options.mirror) defines.LB_MIRROR = '';
  return defines;
}

/** three's light header with our attenuation and cone. @param {string} text */
function replaceAttenuation(text) {
  const distance = /float getDistanceAttenuation\([^]*?\n}\n/;
  const spot = /float getSpotAttenuation\([^]*?\n}\n/;
  return text.replace(distance, '').replace(spot, spotFunctions);
}

/**
 * @param {DisplayOptions} options
 * @param {ReturnType<typeof sharedUniforms>} shared
 * @param {Record<string, string>} chunks three's ShaderChunk
 */
export function makeDisplayMaterial(options, shared, chunks) {
  const material = new MeshPhongMaterial({
    transparent: options.transparent ?? false,
    depthWrite: !options.transparent,
    side: options.doubleSided ? DoubleSide : FrontSide,
    toneMapped: false,
  });
  const defines = definesOf(options);
  material.defines = { ...material.defines, ...defines };
  /** @type {Record<string, { value: unknown }>} */
  const own = {
    flatMap: { value: options.flat ?? null },
    flatRepeat: { value: new Vector2(...(options.repeat ?? [1, 1])) },
    cubeMap: { value: options.cube ?? null },
    mirrorMap: { value: null },
    mirrorSize: { value: new Vector2(1, 1) },
    mirrorStrength: { value: 0 },
  };
  material.userData.uniforms = own;
  material.customProgramCacheKey = () =>
    `lb ${Object.keys(defines).join(' ')} ${options.unlit ? 'unlit' : ''}`;
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, own, shared);
    shader.vertexShader = shader.vertexShader
      .replace(include('common'), `${include('common')}\n${vertexHead}`)
      .replace(include('begin_vertex'), `${include('begin_vertex')}\n${vertexBody}`);
    shader.fragmentShader = fragmentShader(shader.fragmentShader, options, chunks);
  };
  return material;
}

/**
 * @param {string} source
 * @param {DisplayOptions} options
 * @param {Record<string, string>} chunks
 */
function fragmentShader(source, options, chunks) {
  const finish = /* glsl */ `
  ${options.unlit ? 'outgoingLight = diffuseColor.rgb;' : ''}
#ifdef LB_MIRROR
  if (mirrorStrength > 0.0) {
    vec2 mirrored = vec2(1.0 - gl_FragCoord.x / mirrorSize.x, gl_FragCoord.y / mirrorSize.y);
    vec4 reflection = texture2D(mirrorMap, mirrored);
    outgoingLight = mix(outgoingLight, reflection.rgb, vSurface.w * mirrorStrength * reflection.a);
  }
#endif
#ifdef LB_GROUND
  outgoingLight = mix(outgoingLight, hazeColor.rgb, hazeColor.a * smoothstep(0.3, 0.95, length(vViewPosition) / hazeFar));
#endif
  if (fogColor4.a > 0.0) {
    float fogDepth = length(vViewPosition);
    outgoingLight = mix(outgoingLight, fogColor4.rgb, clamp((fogDepth - fogRange.x) / (fogRange.y - fogRange.x), 0.0, 1.0));
  }
  gl_FragColor = vec4(outgoingLight, diffuseColor.a);`;
  return source
    .replace(include('common'), `${include('common')}\n${fragmentHead}`)
    .replace(include('lights_pars_begin'), replaceAttenuation(chunks.lights_pars_begin))
    .replace(include('lights_phong_pars_fragment'), lighting)
    .replace(include('color_fragment'), colorBody)
    .replace(
      include('emissivemap_fragment'),
      'totalEmissiveRadiance = diffuseColor.rgb * vSurface.x;',
    )
    .replace(
      include('lights_phong_fragment'),
      `BlinnPhongMaterial material;
  material.diffuseColor = diffuseColor.rgb;
  material.specularColor = vec3(vSurface.y * specularRatio);
  material.specularShininess = max(1.0, 128.0 * vSurface.z);
  material.specularStrength = 1.0;`,
    )
    .replace(include('opaque_fragment'), finish)
    .replace(include('tonemapping_fragment'), '')
    .replace(include('colorspace_fragment'), '')
    .replace(include('fog_fragment'), '');
}

/** Depth material for shadows of stretched capsules. */
export function makeCapsuleDepthMaterial() {
  const material = new MeshDepthMaterial({ depthPacking: RGBADepthPacking });
  material.customProgramCacheKey = () => 'lb capsule depth';
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace(
        include('common'),
        `${include('common')}\nattribute vec4 instanceSurface;\nattribute float cap;\n`,
      )
      .replace(
        include('begin_vertex'),
        `${include('begin_vertex')}\ntransformed.z += cap * instanceSurface.w;\n`,
      );
  };
  return material;
}
