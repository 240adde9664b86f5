// Lines of the ways that a planner has looked at: the best one bright, others faint.
import { BufferAttribute, BufferGeometry, Color, LineBasicMaterial, LineSegments } from 'three';

const BEST = new Color(0xf0954e);
const OTHER = new Color(0x7aa7d9);
/** How much of its colour the end of a way keeps. */
const FADED = 0.25;

export class Ghosts {
  /** @param {import('three').Scene} scene */
  constructor(scene) {
    const material = new LineBasicMaterial({ vertexColors: true, transparent: true, opacity: 0.8 });
    this.lines = new LineSegments(new BufferGeometry(), material);
    this.lines.frustumCulled = false;
    scene.add(this.lines);
  }

  /** @param {number} points */
  #reserve(points) {
    const { geometry } = this.lines;
    const there = geometry.getAttribute('position');
    if (there && there.count >= points) return;
    geometry.dispose();
    for (const name of ['position', 'color'])
      geometry.setAttribute(name, new BufferAttribute(new Float32Array(3 * points), 3));
  }

  /**
   * @param {readonly Float64Array[]} paths the best plan's first (points x traces x 3)
   * @param {number} traces
   */
  show(paths, traces) {
    const { geometry } = this.lines;
    const steps = traces > 0 && paths.length > 0 ? paths[0].length / (3 * traces) : 0;
    this.#reserve(Math.max(2, 2 * paths.length * traces * steps));
    const [position, color] = ['position', 'color'].map(
      (name) => /** @type {BufferAttribute} */ (geometry.getAttribute(name)),
    );
    let count = 0;
    const put = (
      /** @type {Float64Array} */ path,
      /** @type {number} */ at,
      /** @type {Color} */ paint,
      /** @type {number} */ share,
    ) => {
      position.setXYZ(count, path[at], path[at + 1], path[at + 2]);
      color.setXYZ(count++, paint.r * share, paint.g * share, paint.b * share);
    };
    paths.forEach((path, p) => {
      const paint = p === 0 ? BEST : OTHER;
      for (let t = 0; t < traces; t++)
        for (let k = 0; k + 1 < steps; k++)
          for (const end of [k, k + 1])
            put(path, 3 * (end * traces + t), paint, 1 - (1 - FADED) * (end / steps));
    });
    position.needsUpdate = color.needsUpdate = true;
    geometry.setDrawRange(0, count);
  }

  dispose() {
    this.lines.removeFromParent();
    this.lines.geometry.dispose();
    this.lines.material.dispose();
  }
}
