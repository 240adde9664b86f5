// The look 'nice': soft shadows, ambient occlusion, light from the surroundings, colours through a curve as film has it.
//
// Whoever wants it fetches this file, once (SimulationView.setLook): it brings code for the surfaces' shaders and draws what they ask for.
// It imports nothing, so that dist/viewer.js, which has its own three inside, uses the same file.
//
// Light is computed in linear colours. The surroundings are the model's sky, blurred to three colours (above, horizon, ground), whose
// light has a closed form; a lamp above that has a size gives highlights. Shadows: percentage closer soft shadows (Fernando 2005); the
// mean gap to what is in the way says how wide the edge is. What a corner hides of the surroundings: scalable ambient obscurance (McGuire
// et al. 2012), from depths at half the size, smoothed over the 4 x 4 directions that pixels take in turn.

/** Where pixels are, seen from the eye, and how far: shared by both passes. */
const depthCode = /* glsl */ `
uniform highp sampler2D depths;
uniform mat4 unproject;
uniform float far;
ivec2 inside(ivec2 p) { return clamp(p, ivec2(0), textureSize(depths, 0) - 1); }
vec3 placeOf(ivec2 pixel) {
  ivec2 p = inside(pixel);
  vec3 at = vec3((vec2(p) + 0.5) / vec2(textureSize(depths, 0)), texelFetch(depths, p, 0).r);
  vec4 place = unproject * vec4(2.0 * at - 1.0, 1.0);
  return place.xyz / place.w;
}
`;

/** Share of the surroundings that is seen, and the depth in 16 bits. */
const shadeCode = /* glsl */ `
${depthCode}
uniform vec2 reach; // metres; pixels for a metre at a distance of one, or at any distance
uniform bool perspective;
void main() {
  ivec2 here = ivec2(gl_FragCoord.xy);
  vec3 p = placeOf(here);
  vec3 right = placeOf(here + ivec2(1, 0)) - p;
  vec3 left = p - placeOf(here - ivec2(1, 0));
  vec3 up = placeOf(here + ivec2(0, 1)) - p;
  vec3 down = p - placeOf(here - ivec2(0, 1));
  // the shorter step stays on the surface
  vec3 normal = normalize(cross(abs(right.z) < abs(left.z) ? right : left, abs(up.z) < abs(down.z) ? up : down));
  float pixels = min(reach.x * reach.y / (perspective ? -p.z : 1.0), 0.25 * float(textureSize(depths, 0).y));
  float turn = float((here.x * 7 + here.y * 13 + here.x * here.y * 5) & 15) * 0.3927;
  float square = reach.x * reach.x;
  float hidden = 0.0;
  for (int i = 0; i < 16; i++) {
    float angle = turn + 2.4 * float(i);
    vec3 v = placeOf(here + ivec2(pixels * (float(i) + 0.5) / 16.0 * vec2(cos(angle), sin(angle)))) - p;
    float vv = dot(v, v);
    float near = max(1.0 - vv / square, 0.0);
    hidden += near * near * near * max((dot(v, normal) + 0.002 * p.z) * reach.x / (vv + 0.01 * square), 0.0);
  }
  float depth = clamp(-p.z / far, 0.0, 0.9999) * 255.0;
  gl_FragColor = vec4(clamp(1.0 - 0.3 * hidden, 0.0, 1.0), floor(depth) / 255.0, fract(depth), 1.0);
}
`;

const smoothCode = /* glsl */ `
uniform sampler2D rough;
float depthOf(vec4 texel) { return texel.g * 255.0 + texel.b; }
void main() {
  ivec2 here = ivec2(gl_FragCoord.xy);
  ivec2 last = textureSize(rough, 0) - 1;
  vec4 middle = texelFetch(rough, here, 0);
  float depth = depthOf(middle);
  vec2 sum = vec2(0.0);
  for (int y = -2; y < 2; y++) {
    for (int x = -2; x < 2; x++) {
      vec4 texel = texelFetch(rough, clamp(here + ivec2(x, y), ivec2(0), last), 0);
      float weight = max(1e-3, 1.0 - abs(depthOf(texel) - depth) / (0.03 * depth + 1e-4));
      sum += weight * vec2(texel.r, 1.0);
    }
  }
  gl_FragColor = vec4(sum.x / sum.y, middle.gba);
}
`;

const screenCode = /* glsl */ `
void main() { gl_Position = vec4(position.xy, 0.0, 1.0); }
`;

/** What surfaces do with light; display_material.js has the uniforms that every look has. */
const surfaceCode = /* glsl */ `
uniform sampler2D lookShade;
uniform vec4 lookSize; // near and far side of shadows' pictures, extent, far end of depths (0: none were drawn), in metres
uniform vec3 lookAbove;
uniform vec3 lookHorizon;
uniform vec3 lookGround;
#ifndef LB_MIRROR
uniform vec4 picture; // corner and size in pixels
#endif

// Light of the surroundings from a direction, blurred: 0 sharp, 1 that of half of them.
vec3 lookAround(vec3 d, float blur) {
  vec3 sky = mix(lookHorizon, lookAbove, sqrt(clamp(d.z, 0.0, 1.0)));
  float edge = mix(0.08, 1.0, blur);
  vec3 light = mix(lookGround, sky, smoothstep(-edge, edge, d.z));
  return light + (1.0 - blur) * 5.0 * smoothstep(0.9, 0.96, dot(d, vec3(-0.42, -0.5, 0.757)));
}

// Share of the surroundings that is seen: of the four nearest pixels of the smaller picture, those as far away.
float lookOpen() {
  if (inMirror || lookSize.w == 0.0) return 1.0;
  ivec2 size = textureSize(lookShade, 0);
  vec2 at = (gl_FragCoord.xy - picture.xy) / picture.zw * vec2(size) - 0.5;
  vec2 share = fract(at);
  vec2 sum = vec2(0.0);
  for (int i = 0; i < 4; i++) {
    ivec2 one = ivec2(i & 1, i >> 1);
    vec4 texel = texelFetch(lookShade, clamp(ivec2(floor(at)) + one, ivec2(0), size - 1), 0);
    float depth = (texel.g + texel.b / 255.0) * lookSize.w;
    vec2 near = mix(1.0 - share, share, vec2(one));
    float weight = (near.x * near.y + 1e-3) / (1e-3 + abs(depth - vDepth) / vDepth);
    sum += weight * vec2(texel.r, 1.0);
  }
  return sum.x / sum.y;
}

#ifdef LB_SOFT
const float LOOK_LAMP = 0.05; // width of a lamp at a distance of one
// Another turn for each pixel, far from those of its neighbours (Jimenez 2014).
float lookTurn() { return 6.2832 * fract(52.9829 * fract(dot(gl_FragCoord.xy, vec2(0.06711, 0.00584)))); }
vec2 lookSpot(int i, float count, float turn) {
  float angle = turn + 2.4 * float(i);
  return sqrt((float(i) + 0.5) / count) * vec2(cos(angle), sin(angle));
}

float lightArrives(int i, vec3 point, vec3 normal) {
  mat4 m = shadowMatrix[i];
  vec4 p = m * vec4(point, 1.0);
  if (p.w <= 0.0) return 1.0;
  vec3 at = p.xyz / p.w;
  if (any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0)))) return 1.0;
  // how place and depth in the picture change along the surface: it must not shadow itself
  vec3 w = vec3(m[0].w, m[1].w, m[2].w);
  vec3 x = (vec3(m[0].x, m[1].x, m[2].x) - at.x * w) / p.w;
  vec3 y = (vec3(m[0].y, m[1].y, m[2].y) - at.y * w) / p.w;
  vec3 z = (vec3(m[0].z, m[1].z, m[2].z) - at.z * w) / p.w;
  vec3 a = normalize(abs(normal.z) < 0.9 ? cross(normal, vec3(0, 0, 1)) : cross(normal, vec3(1, 0, 0)));
  vec3 b = cross(normal, a);
  float wide = length(x);
  vec2 across = vec2(dot(x, a), dot(x, b));
  vec2 along = vec2(dot(y, a), dot(y, b));
  float area = across.x * along.y - across.y * along.x;
  area = (area < 0.0 ? -1.0 : 1.0) * max(abs(area), 0.15 * wide * wide);
  vec2 slope = vec2(dot(z, a) * along.y - dot(z, b) * along.x, dot(z, b) * across.x - dot(z, a) * across.y) / area;
  bool distant = lightPosition[i].w == 0.0;
  at.z -= 0.002 * lookSize.z * length(z);
  float turn = lookTurn();
  vec4 tile = shadowTile[i];
  float most = LOOK_LAMP * min(0.7 * lookSize.z, distant ? 1e9 : p.w) * wide;
  float least = 1.2 / (float(textureSize(shadowAtlas, 0).x) * tile.z);
  most = max(most, least);
  vec2 gap = vec2(0.0);
  for (int k = 0; k < 16; k++) {
    vec2 d = most * lookSpot(k, 16.0, turn);
    float depth = texture(shadowAtlas, tile.xy + clamp(at.xy + d, 0.0, 1.0) * tile.zw).r;
    float limit = at.z + dot(slope, d);
    if (depth >= limit) continue;
    gap += vec2(distant ? (limit - depth) / length(z)
      : p.w - lookSize.x * lookSize.y / (lookSize.y - depth * (lookSize.y - lookSize.x)), 1.0);
  }
  if (gap.y == 0.0) return 1.0;
  float radius = clamp(LOOK_LAMP * gap.x / gap.y * wide, least, most);
  float sum = 0.0;
  for (int k = 0; k < 32; k++) {
    vec2 d = radius * lookSpot(k, 32.0, turn);
    sum += step(at.z + dot(slope, d), texture(shadowAtlas, tile.xy + clamp(at.xy + d, 0.0, 1.0) * tile.zw).r);
  }
  return sum / 32.0;
}
#endif

// From light to what a screen shows: bright parts go to white slowly (Narkowicz 2015), and keep more of their hue than each colour
// by itself would.
vec3 lookCurve(vec3 x) { return clamp(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0); }
vec3 lookFilm(vec3 light) {
  vec3 x = 0.55 * min(light, 64.0);
  float most = max(max(x.r, x.g), max(x.b, 1e-4));
  return pow(mix(lookCurve(x), x / most * lookCurve(vec3(most)), 0.6), vec3(1.0 / 2.2));
}

vec3 lookColor(vec3 tint) {
  vec3 normal = normalize(vNormal);
#ifdef LB_TWO_SIDED
  if (!gl_FrontFacing) normal = -normal;
#endif
  vec3 view = normalize(vEye - vPoint);
  vec3 own = pow(vRgba.rgb * tint, vec3(2.2));
  float rough = clamp(1.0 - 0.8 * vSurface.z, 0.1, 1.0);
  float grazing = pow(1.0 - clamp(dot(normal, view), 0.0, 1.0), 5.0);
  float polish = vSurface.z * vSurface.z * vSurface.y;
  vec3 gloss = vSurface.y * mix(0.02 + polish * own, vec3(0.5 * vSurface.z), grazing);
  own *= 1.0 - 0.4 * polish;
  float open = lookOpen();
  vec3 ambient = vec3(0.0);
  vec3 sum = vec3(0.0);
  for (int i = 0; i < LB_MAX_LIGHTS; i++) {
    if (i >= lightCount) break;
    vec3 toLight = lightPosition[i].w == 0.0 ? -lightDirection[i].xyz : lightPosition[i].xyz - vPoint;
    float distance = length(toLight);
    toLight /= max(distance, 1e-9);
    vec4 falloff = lightFalloff[i];
    float strength = 1.0 / max(falloff.x + distance * (falloff.y + distance * falloff.z), 1e-6);
    float along = -dot(toLight, lightDirection[i].xyz);
    // cones end softly
    if (lightDirection[i].w > -1.5)
      strength *= smoothstep(lightDirection[i].w, mix(lightDirection[i].w, 1.0, 0.25), along) * pow(max(along, 1e-6), falloff.w);
    ambient += strength * lightAmbient[i];
    float facing = dot(normal, toLight);
    if (facing <= 0.0 || strength <= 0.0) continue;
    // a lamp at the eye makes all flat: the surroundings take its place
    if (i >= LB_SHADOWS) strength *= 0.25;
#if !defined(LB_TRANSPARENT) && LB_SHADOWS > 0
    else if (!inMirror) strength *= lightArrives(i, vPoint, normal);
#endif
    float power = 128.0 * vSurface.z;
    float shine = pow(max(dot(normal, normalize(toLight + view)), 0.0), power) * (power + 8.0) / 64.0;
    sum += strength * facing * (2.2 * lightDiffuse[i] * own + 2.0 * shine * vSurface.y * lightSpecular[i]);
  }
  float level = 0.22 + 0.36 * clamp(dot(ambient, vec3(0.333)), 0.0, 1.0);
  sum += open * (level * own * lookAround(normal, 1.0) + gloss * lookAround(reflect(-view, normal), rough));
  sum += own * vSurface.x * 1.5;
  // what hides the surroundings hides some of large lamps too
  return colorScale * lookFilm(sum * mix(0.7, 1.0, open));
}
`;

const HALF = 0.5; // of the picture, along an edge
/** What the surroundings are made of where the model has no sky, and what it is mixed with where it has one. */
const DAY = [
  [0.78, 0.87, 1],
  [1, 0.98, 0.94],
  [0.4, 0.37, 0.34],
];

/** What it uses of three. @typedef {Pick<typeof import('three'), 'BufferAttribute' | 'BufferGeometry' | 'DepthTexture' | 'Matrix4' | 'Mesh' | 'NearestFilter' | 'ShaderMaterial' | 'UnsignedIntType' | 'Vector2' | 'Vector3' | 'Vector4' | 'WebGLRenderTarget'>} Three */
/** @typedef {import('./simulation_view.js').SimulationView} SimulationView */

/** Mean colours of a model's sky in linear light: above, at the horizon. @param {import('../mujoco.js').MjModel} model @param {number} id of the texture */
function skyColors(model, id) {
  const [width, height, channels] = [
    model.tex_width[id],
    model.tex_height[id],
    model.tex_nchannel[id],
  ];
  const start = Number(model.tex_adr[id]);
  const faces = height === width ? 1 : 6;
  // faces: right, left, up, down, front, back
  return [[2 % faces], [0, 1 % faces, 4 % faces, 5 % faces]].map((list) => {
    const sum = [0, 0, 0];
    let count = 0;
    for (const face of list) {
      for (let i = 0; i < width * width; i += 7, count++) {
        const at = start + (face * width * width + i) * channels;
        for (let k = 0; k < 3; k++)
          sum[k] += (model.tex_data[at + (channels < 3 ? 0 : k)] / 255) ** 2.2;
      }
    }
    return sum.map((value) => value / count);
  });
}

/** The look of one view. */
export class NiceLook {
  /** Code for the shaders of surfaces. */
  code = surfaceCode;
  /** @type {import('three').WebGLRenderTarget[]} */
  #targets = [];
  #materials;
  #screen;

  /** @param {SimulationView} view @param {Three} three */
  constructor(view, three) {
    this.view = view;
    this.three = three;
    const { model, sky } = { model: view.model, sky: view.sky.texture };
    const { map } = model.vis;
    const { extent } = model.stat;
    const [above, horizon] = sky < 0 ? DAY : skyColors(model, sky);
    // some day in it: rooms without light are for horror films
    const mixed = [above, horizon, DAY[2]].map((color, row) =>
      new three.Vector3().fromArray(color.map((value, k) => 0.7 * value + 0.3 * DAY[row][k])),
    );
    this.uniforms = {
      lookShade: { value: /** @type {import('three').Texture | null} */ (null) },
      lookSize: { value: new three.Vector4(map.znear * extent, map.zfar * extent, extent, 0) },
      lookAbove: { value: mixed[0] },
      lookHorizon: { value: mixed[1] },
      lookGround: { value: mixed[2] },
    };
    const depths = { value: /** @type {import('three').Texture | null} */ (null) };
    this.passes = {
      depths,
      rough: { value: /** @type {import('three').Texture | null} */ (null) },
      unproject: { value: new three.Matrix4() },
      far: { value: map.zfar * extent },
      reach: { value: new three.Vector2() },
      perspective: { value: true },
    };
    this.#materials = [shadeCode, smoothCode].map(
      (fragmentShader) =>
        new three.ShaderMaterial({
          vertexShader: screenCode,
          fragmentShader,
          uniforms: this.passes,
          depthTest: false,
          depthWrite: false,
        }),
    );
    const geometry = new three.BufferGeometry();
    // a triangle that is larger than the picture
    const corners = new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]);
    geometry.setAttribute('position', new three.BufferAttribute(corners, 3));
    this.#screen = new three.Mesh(geometry, this.#materials[0]);
    this.#screen.frustumCulled = false;
  }

  /** Pictures of a size: depths, what corners hide, the same smoothed. @param {number} width @param {number} height */
  #fit(width, height) {
    const { DepthTexture, NearestFilter, UnsignedIntType, WebGLRenderTarget } = this.three;
    const [first] = this.#targets;
    if (first?.width === width && first.height === height) return;
    this.#free();
    const options = { minFilter: NearestFilter, magFilter: NearestFilter, depthBuffer: false };
    const depth = new DepthTexture(width, height, UnsignedIntType);
    this.#targets = [
      new WebGLRenderTarget(width, height, { ...options, depthBuffer: true, depthTexture: depth }),
      new WebGLRenderTarget(width, height, options),
      new WebGLRenderTarget(width, height, options),
    ];
    this.passes.depths.value = depth;
    this.passes.rough.value = this.#targets[1].texture;
    this.uniforms.lookShade.value = this.#targets[2].texture;
  }

  /**
   * Draws what corners hide, before a picture.
   * @param {import('three').WebGLRenderer} renderer
   * @param {import('three').Camera} camera
   * @param {boolean} on without, surfaces see all of their surroundings
   */
  prepare(renderer, camera, on) {
    const { view, passes, uniforms } = this;
    const { model, shared } = { model: view.model, shared: view.context.shared };
    uniforms.lookSize.value.w = on ? passes.far.value : 0;
    if (!on) return;
    const { z, w } = shared.picture.value;
    this.#fit(Math.max(Math.ceil(HALF * z), 1), Math.max(Math.ceil(HALF * w), 1));
    const [depths, rough, smooth] = this.#targets;
    const p = camera.projectionMatrix.elements;
    const { extent, meansize } = model.stat;
    passes.unproject.value.copy(camera.projectionMatrixInverse);
    passes.perspective.value = p[15] === 0;
    const reach = Math.min(Math.max(1.5 * meansize, 0.04 * extent), 0.15 * extent);
    passes.reach.value.set(reach, 0.5 * depths.height * p[5]);
    const old = renderer.getRenderTarget();
    renderer.setRenderTarget(depths);
    renderer.clear();
    this.#drawDepths(renderer, camera);
    [rough, smooth].forEach((target, i) => {
      this.#screen.material = this.#materials[i];
      renderer.setRenderTarget(target);
      renderer.render(this.#screen, camera);
    });
    renderer.setRenderTarget(old);
  }

  /** @param {import('three').WebGLRenderer} renderer @param {import('three').Camera} camera */
  #drawDepths(renderer, camera) {
    const { shapes, deformables, shadowMaps, surfaces } = this.view;
    const parts = [shapes, deformables];
    for (const part of parts) {
      for (const batch of part.all) {
        shadowMaps.begin(batch);
        const { casts, plane, shown, material } = batch.userData;
        batch.visible = shown && (casts || plane) && !material.transparent;
      }
    }
    renderer.render(surfaces, camera);
    for (const part of parts) for (const batch of part.all) shadowMaps.end(batch);
  }

  #free() {
    for (const target of this.#targets) {
      target.depthTexture?.dispose();
      target.dispose();
    }
    this.#targets = [];
  }

  dispose() {
    this.#free();
    for (const material of this.#materials) material.dispose();
    this.#screen.geometry.dispose();
  }
}
