// Several robots that act by the policy as it is now, in real time, beside the training: environments of their own, in their own worker.
import { loadPolicy, makeTask } from 'limber/env';
import { BatchView, OrbitCamera } from 'limber/three';
import { Scene, WebGLRenderer } from 'three';

/** @typedef {import('limber/env').Environment} Environment */
/** @typedef {import('limber/env').Policy} Policy */

const COUNT = 9;
/** Type of joints that move freely. */
const FREE = 0;
/** Metres from which those that roam are seen. */
const ROAMING = 8;

/** A task with its view. @typedef {{ env: Environment, view: BatchView, scene: Scene, camera: OrbitCamera, observation: import('limber/env').Observation }} Stage */

/** The picture of the page. */
export class Robots {
  /** @type {Stage | null} */
  #stage = null;
  /** @type {Policy | null} */
  #policy = null;
  #renderer;
  #canvas;
  #isStepping = false;
  #due = 0;
  /** Frames that were drawn. */
  frames = 0;

  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.#canvas = canvas;
    this.#renderer = new WebGLRenderer({ canvas, antialias: true });
    canvas.addEventListener('pointermove', ({ buttons, movementX, movementY }) => {
      const { clientHeight } = canvas;
      if (buttons & 1)
        this.#stage?.camera.rotate(movementX / clientHeight, movementY / clientHeight);
    });
    canvas.addEventListener('wheel', (event) => {
      this.#stage?.camera.dolly(-event.deltaY / 800);
      event.preventDefault();
    });
    const draw = (/** @type {number} */ now) => {
      requestAnimationFrame(draw);
      this.#draw(now);
    };
    requestAnimationFrame(draw);
  }

  /** Shows another task. @param {string} task */
  async show(task) {
    const env = await makeTask(task, { count: COUNT, workers: 1, seed: 7 });
    const { observation } = await env.reset({ seed: 7 });
    const scene = new Scene();
    // what walks away is on one ground; what stays in its place is in a grid
    const roams = env.model.jnt_type.includes(FREE);
    const view = new BatchView(env.batch, roams ? { spacing: 0 } : {});
    scene.add(view);
    const camera = new OrbitCamera(env.model);
    const size = roams ? ROAMING : 1.1 * view.grid.spacing * view.grid.columns;
    camera.distance = Math.max(camera.distance, size);
    camera.place();
    const before = this.#stage;
    this.#policy = null;
    this.#stage = { env, view, scene, camera, observation };
    before?.view.dispose();
    before?.env.dispose();
  }

  /** @param {string} text a policy's JSON */
  async follow(text) {
    this.#policy = await loadPolicy(text);
  }

  /** @param {number} now milliseconds */
  #draw(now) {
    const stage = this.#stage;
    if (!stage) return;
    const { clientWidth, clientHeight, height } = this.#canvas;
    const ratio = Math.min(devicePixelRatio, 2);
    const aspect = clientWidth / clientHeight;
    if (stage.camera.aspect !== aspect || height !== Math.floor(clientHeight * ratio)) {
      this.#renderer.setPixelRatio(ratio);
      this.#renderer.setSize(clientWidth, clientHeight, false);
      stage.camera.aspect = aspect;
      stage.camera.updateProjectionMatrix();
    }
    // rows belong to the workers while they step
    if (this.#isStepping) return;
    stage.view.update(stage.camera);
    this.#renderer.render(stage.scene, stage.camera);
    this.frames++;
    if (now < this.#due) return;
    // not faster than real time; what was missed while nobody looked is not made up for
    this.#due = Math.max(this.#due + 1000 * stage.env.period, now - 100);
    void this.#step(stage);
  }

  /** @param {Stage} stage */
  async #step(stage) {
    this.#isStepping = true;
    try {
      const size = stage.env.contract.action.size * stage.env.count;
      const action = this.#policy
        ? await this.#policy.act(stage.observation)
        : new Float32Array(size);
      const { observation } = await stage.env.step(action);
      stage.observation = observation;
    } catch (error) {
      // a task that was left while it was stepping
      if (this.#stage === stage) throw error;
    } finally {
      this.#isStepping = false;
    }
  }
}
