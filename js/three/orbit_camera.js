// A camera that turns about a point, with MuJoCo's angles and mouse gains; also looks through the model's cameras. It has
// the lens that the model asks for: a perspective one, one given by focal lengths and sensor, or an orthographic one, which
// shows vis.global.fovy metres from the default distance and less from nearer. three's OrbitControls have neither these angles and
// gains, which programs and people know, nor lenses that follow the model's cameras, and listen to the page themselves: here mouse_control.js
// tells dragging of bodies from turning.
import { MathUtils, PerspectiveCamera, Vector3 } from 'three';

const MAX_ELEVATION = 89;
const VIEW_DISTANCE = 1.5; // default distance in extents
const ORTHOGRAPHIC = 1; // mjPROJ_ORTHOGRAPHIC
const forward = new Vector3();

/** What a camera does with a mouse motion; dx and dy are fractions of the picture's height. */
export class OrbitCamera extends PerspectiveCamera {
  /** @param {import('../mujoco.js').MjModel} model */
  constructor(model) {
    super();
    this.up.set(0, 0, 1);
    this.model = model;
    this.lookat = new Vector3();
    this.extent = 1;
    this.distance = 1;
    this.azimuth = 90;
    this.elevation = -45;
    /** Model camera that one looks through, -1 for none. */
    this.fixed = -1;
    /** Body whose centre of mass is followed, -1 for none. */
    this.tracked = -1;
    this.setModel(model);
  }

  /** Takes over a model's default view. @param {import('../mujoco.js').MjModel} model */
  setModel(model) {
    const { vis, stat } = model;
    this.model = model;
    this.extent = stat.extent;
    this.lookat.fromArray(stat.center);
    this.distance = VIEW_DISTANCE * stat.extent;
    this.azimuth = vis.global.azimuth;
    this.elevation = vis.global.elevation;
    this.fixed = -1;
    this.tracked = -1;
    this.near = vis.map.znear * stat.extent;
    this.far = vis.map.zfar * stat.extent * 1.5;
    this.fov = vis.global.fovy;
    this.updateProjectionMatrix();
    this.place();
  }

  /** @param {number} dx @param {number} dy */
  rotate(dx, dy) {
    this.azimuth -= 180 * dx;
    this.elevation = MathUtils.clamp(this.elevation - 180 * dy, -MAX_ELEVATION, MAX_ELEVATION);
    if (this.azimuth > 180) this.azimuth -= 360;
    if (this.azimuth < -180) this.azimuth += 360;
    this.place();
  }

  /** Whether lines of sight are parallel. */
  get orthographic() {
    const { model, fixed } = this;
    return fixed < 0
      ? Number(model.vis.global.orthographic) !== 0
      : model.cam_projection[fixed] === ORTHOGRAPHIC;
  }

  /** Metres from the lower to the upper edge of the picture: where one looks at, or anywhere for an orthographic camera. */
  get height() {
    const { fov, distance, extent, fixed } = this;
    if (!this.orthographic) return 2 * distance * Math.tan(MathUtils.degToRad(fov) / 2);
    return fixed < 0 ? (fov * distance) / (VIEW_DISTANCE * extent) : fov;
  }

  updateProjectionMatrix() {
    const { model, fixed, near, far } = this;
    const matrix = this.projectionMatrix;
    // the base class calls this before there is a model
    const sensor = model && fixed >= 0 ? model.cam_sensorsize.subarray(2 * fixed) : null;
    if (sensor && sensor[0] > 0 && sensor[1] > 0) {
      const [focalX, focalY, x, y] = model.cam_intrinsic.subarray(4 * fixed, 4 * fixed + 4);
      const across = near / focalX;
      const up = near / focalY;
      matrix.makePerspective(
        -across * (sensor[0] / 2 - x),
        across * (sensor[0] / 2 + x),
        up * (sensor[1] / 2 - y),
        -up * (sensor[1] / 2 + y),
        near,
        far,
      );
    } else if (model && this.orthographic) {
      const half = this.height / 2;
      matrix.makeOrthographic(-half * this.aspect, half * this.aspect, half, -half, near, far);
    } else {
      super.updateProjectionMatrix();
    }
    this.projectionMatrixInverse.copy(matrix).invert();
  }

  /** Moves the point looked at; `level` along the ground instead of up and down. @param {number} dx @param {number} dy @param {boolean} level */
  move(dx, dy, level) {
    const scale = this.height;
    const angle = MathUtils.degToRad(this.azimuth);
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    this.lookat.x += scale * (-dx * s + (level ? dy * c : 0));
    this.lookat.y += scale * (dx * c + (level ? dy * s : 0));
    if (!level) this.lookat.z += scale * dy;
    this.place();
  }

  /** @param {number} amount positive: nearer */
  dolly(amount) {
    this.distance -= Math.log(1 + this.distance / this.extent / 3) * amount * 9 * this.extent;
    this.distance = MathUtils.clamp(this.distance, 0.01 * this.extent, 100 * this.extent);
    this.place();
  }

  /** Brings what is looked at as much nearer as it shall appear larger. @param {number} factor */
  enlarge(factor) {
    const { extent } = this;
    this.distance = MathUtils.clamp(this.distance / factor, 0.01 * extent, 100 * extent);
    this.place();
  }

  place() {
    const [a, e] = [MathUtils.degToRad(this.azimuth), MathUtils.degToRad(this.elevation)];
    forward.set(Math.cos(e) * Math.cos(a), Math.cos(e) * Math.sin(a), Math.sin(e));
    this.position.copy(this.lookat).addScaledVector(forward, -this.distance);
    this.up.set(0, 0, 1);
    this.lookAt(this.lookat);
    this.updateMatrixWorld();
    if (this.orthographic) this.updateProjectionMatrix();
  }

  /** Looks through camera `id` of the model; -1 for the free camera. @param {number} id */
  useFixed(id) {
    this.fixed = id;
    this.fov = id < 0 ? this.model.vis.global.fovy : this.model.cam_fovy[id];
    this.updateProjectionMatrix();
    if (id < 0) this.place();
  }

  /** Follows cameras and bodies that move. @param {import('../mujoco.js').MjData} data */
  follow(data) {
    if (this.fixed >= 0) {
      const r = data.cam_xmat;
      const at = 9 * this.fixed;
      this.position.fromArray(data.cam_xpos, 3 * this.fixed);
      this.matrix.set(
        r[at],
        r[at + 1],
        r[at + 2],
        0,
        r[at + 3],
        r[at + 4],
        r[at + 5],
        0,
        r[at + 6],
        r[at + 7],
        r[at + 8],
        0,
        0,
        0,
        0,
        1,
      );
      this.quaternion.setFromRotationMatrix(this.matrix);
      this.updateMatrixWorld();
    } else if (this.tracked >= 0) {
      this.lookat.fromArray(data.subtree_com, 3 * this.tracked);
      this.place();
    }
  }
}
