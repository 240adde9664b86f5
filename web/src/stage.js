// The picture: renderer, camera, the view of the running model, and labels.
import { MouseControl, OrbitCamera, SimulationView } from 'limber/three';
import { readDisplay, writeDisplay } from 'limber/viewer';
import { placeOf } from './places.js';
import { PCFShadowMap, Scene, Vector3, WebGLRenderer } from 'three';

const point = new Vector3();

export class Stage {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {HTMLCanvasElement} labels
   */
  constructor(canvas, labels) {
    this.canvas = canvas;
    this.labels = /** @type {CanvasRenderingContext2D} */ (labels.getContext('2d'));
    this.renderer = new WebGLRenderer({
      canvas,
      antialias: true,
      powerPreference: 'high-performance',
    });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.scene = new Scene();
    /** @type {SimulationView | null} */
    this.view = null;
    /** @type {OrbitCamera | null} */
    this.camera = null;
    /** @type {MouseControl | null} */
    this.mouse = null;
    /** The picture in a headset. @type {import('limber/three').XrSession | null} */
    this.headset = null;
    this.dirty = true;
    /** The element with a mark and its name. @type {{ place: () => ArrayLike<number>, name: string } | null} */
    this.marked = null;
    this.onSelect = (/** @type {number} */ _body) => {};
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
    const old = this.view;
    const display = old && readDisplay(old);
    this.view = new SimulationView(simulation);
    this.view.showLabels = false; // drawLabels writes them
    if (display) writeDisplay(this.view, display);
    if (old) {
      this.leaveHeadset();
      this.scene.remove(old);
      old.dispose();
    }
    this.scene.add(this.view);
    if (!this.camera) this.camera = new OrbitCamera(simulation.model);
    else if (!keepCamera) this.camera.setModel(simulation.model);
    this.camera.model = simulation.model;
    if (this.camera.fixed >= simulation.model.ncam) this.camera.useFixed(-1);
    this.view.focus = this.camera.lookat;
    this.mouse?.dispose();
    this.mouse = new MouseControl({
      view: this.view,
      camera: this.camera,
      element: this.canvas,
      onChange: () => (this.dirty = true),
      onSelect: (body) => this.onSelect(body),
    });
    this.resize();
  }

  leaveHeadset() {
    const { headset } = this;
    this.headset = null;
    headset?.leave();
    this.dirty = true;
  }

  /** Looks freely (-1), after the selected or first body (-2), or through a camera of the model. @param {number} id */
  look(id) {
    const { camera, view } = this;
    if (!camera || !view) return;
    camera.useFixed(Math.max(id, -1));
    const selected = view.perturb.select;
    camera.tracked = id === -2 && view.model.nbody > 1 ? Math.max(selected, 1) : -1;
    this.dirty = true;
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
    const { clientWidth: width, clientHeight: height } = /** @type {HTMLElement} */ (
      this.canvas.parentElement
    );
    if (!width || !height) return;
    if (this.camera) {
      this.camera.aspect = width / height;
      this.camera.updateProjectionMatrix();
    }
    this.dirty = true;
    if (this.renderer.xr.isPresenting) return;
    const ratio = Math.min(devicePixelRatio, 2);
    const { canvas } = this.labels;
    if (canvas.width === Math.floor(width * ratio) && canvas.height === Math.floor(height * ratio))
      return;
    canvas.width = Math.floor(width * ratio);
    canvas.height = Math.floor(height * ratio);
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height, false);
    // another size empties the canvas: drawn at once, it does not flicker
    this.draw();
  }

  draw() {
    const { view, camera } = this;
    if (!view || !camera) return;
    if (this.headset) {
      this.headset.draw();
    } else {
      camera.follow(view.data);
      view.update(camera);
      view.render(this.renderer, this.scene, camera);
      this.drawLabels();
    }
    this.dirty = false;
  }

  drawLabels() {
    const { labels, view, camera } = this;
    const { width, height } = labels.canvas;
    labels.clearRect(0, 0, width, height);
    if (!view || !camera) return;
    const ratio = Math.min(devicePixelRatio, 2);
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
