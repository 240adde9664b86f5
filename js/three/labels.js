// Labels of the abstract scene as text in the picture: every letter is an instance of one quad, all of them one draw call.
//
// Letters are drawn once into a texture, in pixels of the picture; they stand in front of everything, to the right of their point.
// three has no text in the picture: CSS2DRenderer makes an element of the page for each label, of which there may be thousands and
// which pictures off screen do not have, and Sprite one texture and one call for each.
import {
  BufferAttribute,
  CanvasTexture,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  NearestFilter,
  NoColorSpace,
  ShaderMaterial,
} from 'three';

const FIRST_LETTER = 32;
const LAST_LETTER = 126;
const COLUMNS = 16;
const CELL = 28; // pixels
const BASE = 8; // pixels of a cell below the line that letters stand on
const MARGIN = 3; // pixels of a cell before a letter
const FONT_SIZE = 18.5;
const LIFT = 6; // pixels from the labelled point to that line
const STARTING_SIZE = 512;
const LAST = 1e6; // render order

const vertexShader = /* glsl */ `
attribute vec3 anchor;
attribute vec3 letter; // place in the line in pixels, number of the letter, 1 or 0
uniform vec4 picture;
varying vec2 vAt;
void main() {
  vec4 clip = projectionMatrix * modelViewMatrix * vec4(anchor, 1.0);
  vec2 corner = position.xy * ${CELL}.0 + vec2(letter.x - ${MARGIN}.0, ${LIFT - BASE}.0);
  // whole pixels keep letters sharp
  vec2 pixel = floor((clip.xy / clip.w * 0.5 + 0.5) * picture.zw + 0.5) + corner;
  gl_Position = vec4((pixel / picture.zw * 2.0 - 1.0) * clip.w, clip.z, clip.w);
  float column = mod(letter.y, ${COLUMNS}.0);
  float row = floor(letter.y / ${COLUMNS}.0);
  vAt = (vec2(column, row) + vec2(position.x, 1.0 - position.y)) / vec2(${COLUMNS}.0, 6.0);
}
`;

const fragmentShader = /* glsl */ `
uniform sampler2D letters;
varying vec2 vAt;
void main() {
  vec4 color = texture2D(letters, vec2(vAt.x, 1.0 - vAt.y));
  if (color.a < 0.02) discard;
  gl_FragColor = color;
}
`;

/** Letters with a dark rim, and how far each one moves the next. */
function makeLetters() {
  const canvas = new OffscreenCanvas(COLUMNS * CELL, 6 * CELL);
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.font = `${FONT_SIZE}px Verdana, "DejaVu Sans", sans-serif`;
  context.textBaseline = 'alphabetic';
  context.lineJoin = 'round';
  context.fillStyle = '#fff';
  const widths = new Float32Array(LAST_LETTER + 1);
  for (let code = FIRST_LETTER; code <= LAST_LETTER; code++) {
    const text = String.fromCharCode(code);
    const at = code - FIRST_LETTER;
    const x = CELL * (at % COLUMNS) + MARGIN;
    const y = CELL * (Math.floor(at / COLUMNS) + 1) - BASE;
    context.strokeStyle = '#000';
    context.lineWidth = 4;
    context.strokeText(text, x, y);
    // a little bolder than the font
    context.strokeStyle = '#fff';
    context.lineWidth = 0.5;
    context.strokeText(text, x, y);
    context.fillText(text, x, y);
    widths[code] = Math.round(context.measureText(text).width);
  }
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = NoColorSpace;
  texture.magFilter = texture.minFilter = NearestFilter;
  texture.generateMipmaps = false;
  return { texture, widths };
}

export class Labels extends Mesh {
  /**
   * @param {import('./view_context.js').ViewContext} context
   * @param {import('./scene_memory.js').SceneMemory} memory
   */
  constructor(context, memory) {
    super(
      new InstancedBufferGeometry(),
      new ShaderMaterial({
        vertexShader,
        fragmentShader,
        transparent: true,
        depthTest: false,
        depthWrite: false,
        toneMapped: false,
        uniforms: { picture: context.shared.picture, letters: { value: null } },
      }),
    );
    this.memory = memory;
    this.frustumCulled = false;
    this.matrixAutoUpdate = false;
    this.renderOrder = LAST;
    this.visible = false;
    /** @type {Float32Array | null} */
    this.widths = null;
    this.capacity = 0;
    this.grow(STARTING_SIZE);
  }

  /** @param {number} capacity */
  grow(capacity) {
    /** @type {InstancedBufferGeometry} */
    const geometry = new InstancedBufferGeometry();
    const corners = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]);
    geometry.setAttribute('position', new BufferAttribute(corners, 3));
    geometry.setIndex([0, 1, 2, 2, 1, 3]);
    for (const name of ['anchor', 'letter']) {
      const attribute = new InstancedBufferAttribute(new Float32Array(3 * capacity), 3);
      attribute.setUsage(DynamicDrawUsage);
      geometry.setAttribute(name, attribute);
    }
    const { geometry: old } = /** @type {Mesh} */ (this);
    old.dispose();
    this.geometry = geometry;
    this.capacity = capacity;
  }

  /** Takes over the scene's labels. */
  update() {
    const { memory } = this;
    const { at, engine } = memory;
    const { u8 } = engine;
    let total = 0;
    for (let i = 0; i < memory.count; i++) {
      const label = 4 * memory.geom(i) + at.label;
      for (let k = 0; u8[label + k] !== 0; k++) total++;
    }
    this.visible = total > 0;
    if (total === 0) return;
    if (!this.widths) {
      const { texture, widths } = makeLetters();
      this.widths = widths;
      /** @type {ShaderMaterial} */ (this.material).uniforms.letters.value = texture;
    }
    if (total > this.capacity) this.grow(2 * total);
    this.fill(this.widths);
  }

  /** @param {Float32Array} widths */
  fill(widths) {
    const { memory } = this;
    const { at, engine } = memory;
    const { u8, f32 } = engine;
    const anchor = this.geometry.getAttribute('anchor');
    const letter = this.geometry.getAttribute('letter');
    let n = 0;
    for (let i = 0; i < memory.count; i++) {
      const g = memory.geom(i);
      const label = 4 * g + at.label;
      let x = 0;
      for (let k = 0; u8[label + k] !== 0; k++) {
        const code =
          u8[label + k] < FIRST_LETTER || u8[label + k] > LAST_LETTER ? 63 : u8[label + k];
        for (let c = 0; c < 3; c++) anchor.array[3 * n + c] = f32[g + at.pos + c];
        letter.array[3 * n] = x;
        letter.array[3 * n + 1] = code - FIRST_LETTER;
        x += widths[code];
        n++;
      }
    }
    anchor.needsUpdate = letter.needsUpdate = true;
    /** @type {InstancedBufferGeometry} */ (this.geometry).instanceCount = n;
  }

  dispose() {
    this.geometry.dispose();
    const material = /** @type {ShaderMaterial} */ (this.material);
    material.uniforms.letters.value?.dispose();
    material.dispose();
  }
}
