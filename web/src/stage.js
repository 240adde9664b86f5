// The picture of the running model with labels and marks over it, in the size of its parent.
import { Stage as Picture } from 'limber/three';
import { readDisplay, writeDisplay } from 'limber/viewer';
import { placeOf } from './places.js';
import { Vector3 } from 'three';
import { wantsNice } from './look.js';

const point = new Vector3();
const powerPreference = 'high-performance';

/** Whether a browser has no graphics card for it. @param {WebGL2RenderingContext} context */
function drawsInSoftware(context) {
  const names = context.getExtension('WEBGL_debug_renderer_info');
  const name = String(names && context.getParameter(names.UNMASKED_RENDERER_WEBGL));
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

/**
 * Samples within pixels take more than half of a picture's time in software. What draws is known by a context only, which cannot change.
 * @param {HTMLCanvasElement} canvas
 */
function canvasFor(canvas) {
  // as three asks for it
  const context = canvas.getContext('webgl2', { antialias: true, stencil: false, powerPreference });
  if (!context || !drawsInSoftware(context)) return { canvas, antialias: true };
  const other = /** @type {HTMLCanvasElement} */ (canvas.cloneNode());
  canvas.replaceWith(other);
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return { canvas: other, antialias: false };
}

export class Stage extends Picture {
  /**
   * @param {HTMLCanvasElement} asked takes no context but this one; in software another canvas takes its place
   * @param {HTMLCanvasElement} labels
   */
  constructor(asked, labels) {
    const { canvas, antialias } = canvasFor(asked);
    super(canvas, { powerPreference, antialias });
    this.labels = /** @type {CanvasRenderingContext2D} */ (labels.getContext('2d'));
    /** The element with a mark and its name. @type {{ place: () => ArrayLike<number>, name: string } | null} */
    this.marked = null;
    new ResizeObserver(() => this.resize()).observe(
      /** @type {HTMLElement} */ (canvas.parentElement),
    );
  }

  /**
   * Shows another simulation; display settings and, on request, the camera stay.
   * @param {import('limber').Simulation} simulation
   * @param {boolean} keepCamera
   */
  show(simulation, keepCamera) {
    const display = this.view && readDisplay(this.view);
    super.show(simulation, keepCamera);
    const { view } = this;
    if (!view) return;
    view.showLabels = false; // drawLabels writes them
    if (display) writeDisplay(view, display);
    else if (wantsNice()) view.setLook('nice');
  }

  /** Looks freely (-1), after the selected or first body (-2), or through a camera of the model. @param {number} id */
  look(id) {
    const { view } = this;
    if (!view) return;
    const follows = id === -2 && view.model.nbody > 1;
    this.lookThrough(Math.max(id, -1), follows ? Math.max(view.perturb.select, 1) : -1);
  }

  /** Comes back to the model's own view. */
  align() {
    if (!this.camera || !this.view) return;
    this.camera.tracked = -1;
    this.camera.setModel(this.view.model);
    this.resize();
  }

  /** Marks an element in the picture. @param {{ type: number, id: number } | null} element @param {boolean} fromView the view has selected it already */
  mark(element, fromView) {
    const { view } = this;
    if (!view) return;
    const found = element && placeOf(view.context, element);
    this.marked = found ?? null;
    if (fromView) return;
    view.select({
      body: found ? found.body : 0,
      point: Float64Array.from(found ? found.place() : [0, 0, 0]),
      flex: -1,
      skin: -1,
    });
  }

  resize() {
    const changed = super.resize();
    if (!changed) return false;
    const { canvas } = this.labels;
    canvas.width = this.canvas.width;
    canvas.height = this.canvas.height;
    // another size empties the canvas: drawn at once, it does not flicker
    this.draw();
    return true;
  }

  draw() {
    super.draw();
    if (!this.headset) this.drawLabels();
  }

  drawLabels() {
    const { labels, view, camera, size } = this;
    const { width, height } = labels.canvas;
    labels.clearRect(0, 0, width, height);
    if (!view || !camera) return;
    const { ratio } = size;
    this.drawMark(ratio);
    if (view.option.label === 0) return;
    labels.font = `${12 * ratio}px system-ui, sans-serif`;
    labels.textAlign = 'center';
    labels.lineWidth = 3 * ratio;
    labels.strokeStyle = 'rgb(0 0 0 / 60%)';
    labels.fillStyle = '#fff';
    const label = view.context.mujoco.mjtGeom.mjGEOM_LABEL.value;
    view.forEachLabel((text, x, y, z, type) => {
      point.set(x, y, z).project(camera);
      if (point.z > 1) return;
      const [px, py] = [
        ((point.x + 1) / 2) * width,
        ((1 - point.y) / 2) * height - (type === label ? 0 : 4 * ratio),
      ];
      labels.strokeText(text, px, py);
      labels.fillText(text, px, py);
    });
  }

  /** A ring around the selected element, with its name. @param {number} ratio */
  drawMark(ratio) {
    const { labels, marked, camera } = this;
    if (!marked || !camera) return;
    const { width, height } = labels.canvas;
    point.fromArray(marked.place()).project(camera);
    if (point.z > 1) return;
    const [x, y] = [((point.x + 1) / 2) * width, ((1 - point.y) / 2) * height];
    labels.lineWidth = 2 * ratio;
    labels.strokeStyle = '#f0954e';
    labels.beginPath();
    labels.arc(x, y, 9 * ratio, 0, 2 * Math.PI);
    labels.stroke();
    labels.font = `600 ${12 * ratio}px system-ui, sans-serif`;
    labels.textAlign = 'left';
    labels.lineWidth = 3 * ratio;
    labels.strokeStyle = 'rgb(0 0 0 / 60%)';
    labels.fillStyle = '#fff';
    labels.strokeText(marked.name, x + 14 * ratio, y + 4 * ratio);
    labels.fillText(marked.name, x + 14 * ratio, y + 4 * ratio);
  }
}
