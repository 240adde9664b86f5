// A viewer as demos of the peer have it: files into FS, geoms into groups of bodies of three.js, one step after the other, poses with
// their axes exchanged. tests/browser/clients.test.mjs runs it with the peer and with limber.
import loadMujoco from '@mujoco/mujoco';
import * as THREE from 'three';

const mujoco = await loadMujoco();

async function loadScene() {
  mujoco.FS.mkdir('/working');
  mujoco.FS.mount(mujoco.MEMFS, { root: '.' }, '/working');
  mujoco.FS.mkdir('/working/assets');
  for (const name of ['scene.xml', 'assets/tetra.obj']) {
    const response = await fetch(name);
    mujoco.FS.writeFile(`/working/${name}`, new Uint8Array(await response.arrayBuffer()));
  }
  const model = mujoco.MjModel.mj_loadXML('/working/scene.xml');
  const data = new mujoco.MjData(model);
  return { model, data };
}

/** @typedef {Awaited<ReturnType<typeof loadScene>>} World */

/** Names as demos read them: bytes up to a zero. @param {World} world */
function readNames({ model }) {
  const decoder = new TextDecoder();
  return Array.from(model.name_bodyadr, (start) => {
    let end = start;
    while (model.names[end] !== 0) end++;
    return decoder.decode(model.names.slice(start, end));
  });
}

/** @param {World} world @param {number} mesh */
function meshGeometry({ model }, mesh) {
  const geometry = new THREE.BufferGeometry();
  const first = 3 * model.mesh_vertadr[mesh];
  const corners = model.mesh_vert.slice(first, first + 3 * model.mesh_vertnum[mesh]);
  for (let v = 0; v < corners.length; v += 3)
    [corners[v + 1], corners[v + 2]] = [corners[v + 2], -corners[v + 1]];
  const face = 3 * model.mesh_faceadr[mesh];
  geometry.setAttribute('position', new THREE.BufferAttribute(corners, 3));
  geometry.setIndex([...model.mesh_face.slice(face, face + 3 * model.mesh_facenum[mesh])]);
  geometry.computeVertexNormals();
  return geometry;
}

/** The picture of a material. @param {World} world @param {number} material */
function textureOf({ model }, material) {
  const count = model.mat_texid.length / model.nmat;
  const id = model.mat_texid[count * material + mujoco.mjtTextureRole.mjTEXROLE_RGB.value];
  if (id < 0) return null;
  const [width, height] = [model.tex_width[id], model.tex_height[id]];
  const channels = model.tex_nchannel[id];
  const start = Number(model.tex_adr[id]);
  const pixels = new Uint8Array(4 * width * height);
  for (let p = 0; p < width * height; p++) {
    for (let c = 0; c < 3; c++) pixels[4 * p + c] = model.tex_data[start + channels * p + c];
    pixels[4 * p + 3] = 255;
  }
  const texture = new THREE.DataTexture(pixels, width, height, THREE.RGBAFormat);
  texture.needsUpdate = true;
  return texture;
}

/** @param {World} world @param {number} g */
function geometryOf(world, g) {
  const { mjtGeom } = mujoco;
  const size = [...world.model.geom_size.subarray(3 * g, 3 * g + 3)];
  switch (world.model.geom_type[g]) {
    case mjtGeom.mjGEOM_PLANE.value:
      return new THREE.PlaneGeometry(100, 100).rotateX(-Math.PI / 2);
    case mjtGeom.mjGEOM_SPHERE.value:
      return new THREE.SphereGeometry(size[0]);
    case mjtGeom.mjGEOM_CAPSULE.value:
      return new THREE.CapsuleGeometry(size[0], 2 * size[1], 20, 20);
    case mjtGeom.mjGEOM_CYLINDER.value:
      return new THREE.CylinderGeometry(size[0], size[0], 2 * size[1]);
    case mjtGeom.mjGEOM_BOX.value:
      return new THREE.BoxGeometry(2 * size[0], 2 * size[2], 2 * size[1]);
    case mjtGeom.mjGEOM_MESH.value:
      return meshGeometry(world, world.model.geom_dataid[g]);
    default:
      throw new Error(`no geometry for ${world.model.geom_type[g]}`);
  }
}

/** @param {ArrayLike<number>} from @param {number} i @param {THREE.Vector3} target */
const place = (from, i, target) => target.set(from[3 * i], from[3 * i + 2], -from[3 * i + 1]);
/** @param {ArrayLike<number>} from @param {number} i @param {THREE.Quaternion} target */
const turn = (from, i, target) =>
  target.set(-from[4 * i + 1], -from[4 * i + 3], from[4 * i + 2], -from[4 * i]);

/** @param {World} world */
function buildScene(world) {
  const { model } = world;
  const scene = new THREE.Scene();
  scene.add(new THREE.HemisphereLight(0xffffff, 0x888888, 3));
  const bodies = readNames(world).map((name) => Object.assign(new THREE.Group(), { name }));
  for (let g = 0; g < model.ngeom; g++) {
    const material = model.geom_matid[g];
    const colors = material >= 0 ? model.mat_rgba.subarray(4 * material) : model.geom_rgba;
    const at = material >= 0 ? 0 : 4 * g;
    const mesh = new THREE.Mesh(
      geometryOf(world, g),
      new THREE.MeshLambertMaterial({
        color: new THREE.Color(colors[at], colors[at + 1], colors[at + 2]),
        map: material >= 0 ? textureOf(world, material) : null,
        side: THREE.DoubleSide,
      }),
    );
    place(model.geom_pos, g, mesh.position);
    if (model.geom_type[g] !== mujoco.mjtGeom.mjGEOM_PLANE.value)
      turn(model.geom_quat, g, mesh.quaternion);
    bodies[model.geom_bodyid[g]].add(mesh);
  }
  scene.add(...bodies);
  return { scene, bodies };
}

async function main() {
  const world = await loadScene();
  const { model, data } = world;
  const { scene, bodies } = buildScene(world);
  const camera = new THREE.PerspectiveCamera(45, 4 / 3, 0.01, 100);
  camera.position.set(2, 1.7, 2.5);
  camera.lookAt(0, 0.4, 0);
  const renderer = new THREE.WebGLRenderer({ preserveDrawingBuffer: true });
  renderer.setSize(160, 120);
  document.body.append(renderer.domElement);

  // the keyframe, as its key on the keyboard sets it
  data.qpos.set(model.key_qpos.slice(0, model.nq));
  mujoco.mj_forward(model, data);
  const pulled = bodies.findIndex(({ name }) => name === 'ball');
  const force = new mujoco.DoubleBuffer(model.nv);
  for (let step = 0; step < 300; step++) {
    // as a mouse pulls
    for (let i = 0; i < model.nv; i++) data.qfrc_applied[i] = 0;
    if (step < 50) {
      mujoco.mj_applyFT(model, data, [0, 2, 0], [0, 0, 0], [0, 0, 0.5], pulled, force);
      data.qfrc_applied.set(force.GetView());
    }
    data.ctrl[0] = 0.3 * Math.sin(data.time);
    mujoco.mj_step(model, data);
    for (let b = 0; b < model.nbody; b++) {
      place(data.xpos, b, bodies[b].position);
      turn(data.xquat, b, bodies[b].quaternion);
      bodies[b].updateWorldMatrix(false, false);
    }
  }
  force.delete();
  renderer.render(scene, camera);

  const contacts = [];
  const list = data.contact;
  for (let i = 0; i < list.size(); i++) {
    const contact = list.get(i);
    if (!contact) continue;
    const out = new mujoco.DoubleBuffer(6);
    mujoco.mj_contactForce(model, data, i, out);
    contacts.push([contact.geom1, contact.geom2, contact.dist, out.GetView()[0]]);
    out.delete();
    contact.delete();
  }
  list.delete();

  // the abstract scene, as other demos draw it
  const visual = new mujoco.MjvScene(model, 100);
  const [option, perturb, view] = [
    new mujoco.MjvOption(),
    new mujoco.MjvPerturb(),
    new mujoco.MjvCamera(),
  ];
  const all = mujoco.mjtCatBit.mjCAT_ALL.value;
  mujoco.mjv_updateScene(model, data, option, perturb, view, all, visual);
  const shapes = [];
  const geoms = visual.geoms;
  for (let i = 0; i < visual.ngeom; i++) {
    const geom = geoms.get(i);
    if (!geom) continue;
    shapes.push([geom.type, ...geom.pos]);
    geom.delete();
  }
  geoms.delete();

  const gl = renderer.getContext();
  const pixels = new Uint8Array(4 * 160 * 120);
  gl.readPixels(0, 0, 160, 120, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  const result = {
    names: bodies.map(({ name }) => name),
    numbers: [data.time, ...data.qpos, ...data.qvel, ...data.sensordata, ...data.energy],
    contacts,
    shapes,
    pixels: [...pixels],
  };
  for (const object of [visual, option, perturb, view, data, model]) object.delete();
  return result;
}

main().then(
  (result) => (document.body.dataset.result = JSON.stringify(result)),
  (error) => (document.body.dataset.result = JSON.stringify({ error: String(error.stack) })),
);
