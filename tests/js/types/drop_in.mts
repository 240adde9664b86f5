// Checked by tests/js/types.test.mjs, never run: the types of 'limber/mujoco' as a program sees them.
import loadMujoco, { MjError, type MainModule, type MjData, type MjModel } from 'limber/mujoco';
import type { mjtGeom, mjtGeomValue } from 'limber/mujoco';

const mujoco = await loadMujoco({ print: (text) => text.length });
const model: MjModel = mujoco.MjModel.from_xml_string('<mujoco/>', new mujoco.MjVFS());
const data: MjData = new mujoco.MjData(model);
mujoco.mj_step(model, data);

// arrays have exact types and can be assigned
const positions: Float64Array = data.qpos;
const kinds: Int32Array = model.geom_type;
const colors: Float32Array = model.geom_rgba;
const addresses: BigInt64Array = model.tex_adr;
data.ctrl = [1, 2, 3];

// named access: numbers where there is one, arrays elsewhere
const mass: number = model.body('torso').mass;
const limited: boolean = model.jnt(0).limited;
const angle: Float64Array = data.jnt('knee').qpos;

// contacts, structs, enums
for (const contact of data.contact) contact.pos.set([contact.dist, contact.geom1, 0]);
const option = new mujoco.MjOption().copy();
model.opt = option;
const box: number = mujoco.mjtGeom.mjGEOM_BOX.value;

// the module's type and the types of values, as programs for other packages name them
const main: MainModule = mujoco;
const sphere: mjtGeomValue<2> = main.mjtGeom.mjGEOM_SPHERE;
const some: mjtGeom = sphere;
// @ts-expect-error a box is no sphere
const wrong: mjtGeomValue<2> = main.mjtGeom.mjGEOM_BOX;
// @ts-expect-error no geom has this number
const never: mjtGeomValue<99> = some;
const isBody: boolean =
  main.mjs_findBody(main.parseXMLString('<mujoco/>'), 'world') instanceof main.MjsBody;
main.FS_createPath('/', 'assets', true, true);
main.FS_createDataFile('/assets', 'a.xml', new Uint8Array(4), true, true, true);
const older: MjModel = main.MjModel.loadFromXML('model.xml');

// inputs may be arrays, outputs buffers, typed arrays or null where C allows it
mujoco.mj_jac(model, data, new mujoco.DoubleBuffer(3), null, [0, 0, 0], 0);
const id: number = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY.value, 'torso');

// specs
const spec = mujoco.parseXMLString('<mujoco/>');
const body = mujoco.mjs_findBody(spec, 'torso');
const geom = body && mujoco.mjs_addGeom(body, null);
if (geom) {
  geom.type = mujoco.mjtGeom.mjGEOM_BOX;
  geom.material = 'wood';
  geom.userdata = [1, 2];
}

mujoco.mjcb_control = (m, d) => d.ctrl.fill(m.nu);
const where: number | undefined = new MjError('message').line;

// @ts-expect-error a misspelt field
data.qposs = 1;
// @ts-expect-error an argument is missing
mujoco.mj_step(model);
// @ts-expect-error not a model
mujoco.mj_step(data, data);
// @ts-expect-error text is not a number
model.opt.timestep = '0.01';

export const used = [
  isBody,
  wrong,
  never,
  older,
  positions,
  kinds,
  colors,
  addresses,
  mass,
  limited,
  angle,
  box,
  id,
  where,
];

// editing in the style of objects
const made = spec.worldbody.addBody({ name: 'box', pos: [0, 0, 1], euler: [0, 0, 90] });
made.addGeom({ type: 'box', size: [1, 1, 1], userdata: [1, 2] }).assign({ rgba: [1, 0, 0, 1] });
made.addJoint({ type: mujoco.mjtJoint.mjJNT_HINGE, axis: [0, 1, 0] }).remove();
spec.addActuator({ name: 'motor', target: 'hinge' });
spec.addTexture({ name: 'sky', type: 'skybox', builtin: 'gradient', colorspace: 'srgb' });
spec.addEquality({ type: 'weld', objtype: 'body' });
made.all('geom').forEach((item) => (item.type = 'box'));
spec.option.integrator = 'implicitfast';
// @ts-expect-error no such integrator
spec.option.integrator = 'verlet';
// @ts-expect-error no such shape
made.addGeom({ type: 'cube' });
// @ts-expect-error a word of another enum
made.addJoint({ type: 'box' });
// @ts-expect-error no such kind of texture
spec.addTexture({ type: 'sphere' });
// @ts-expect-error a misspelt field
made.addGeom({ siz: [1] });
// @ts-expect-error not a position
made.addBody({ pos: 'up' });
