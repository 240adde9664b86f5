// Objects that JavaScript reaches by name, model.body('torso') or data.jnt(0), and where their rows are in the arrays of mjModel
// and mjData.

/** @typedef {import('../js/engine/schema.js').ObjectKind} ObjectKind */

/** Numbers of positions and velocities of a joint, by mjtJoint. */
export const jointSizes = { positions: [7, 4, 1, 1], velocities: [6, 3, 1, 1] };

/** @type {(method: string, word: string, type: string, inData: boolean, more?: object) => ObjectKind} */
const kind = (method, word, type, inData, more) => ({
  method,
  word,
  type,
  ...(inData && { inData }),
  ...more,
});

export const objectKinds = [
  kind('actuator', 'Actuator', 'mjOBJ_ACTUATOR', true, {
    rows: {
      nu: { start: 'actuator_ctrladr', count: ['actuator_ctrlnum'] },
      nout: { start: 'actuator_outadr', count: ['actuator_outnum'] },
    },
  }),
  kind('body', 'Body', 'mjOBJ_BODY', true),
  kind('cam', 'Camera', 'mjOBJ_CAMERA', true),
  kind('eq', 'Equality', 'mjOBJ_EQUALITY', false),
  kind('exclude', 'Exclude', 'mjOBJ_EXCLUDE', false),
  kind('geom', 'Geom', 'mjOBJ_GEOM', true),
  kind('hfield', 'Hfield', 'mjOBJ_HFIELD', false, {
    ragged: { nhfielddata: { start: 'hfield_adr', count: ['hfield_nrow', 'hfield_ncol'] } },
  }),
  kind('jnt', 'Joint', 'mjOBJ_JOINT', true, {
    ragged: {
      nq: { start: 'jnt_qposadr', joint: 'positions' },
      nv: { start: 'jnt_dofadr', joint: 'velocities' },
    },
  }),
  kind('light', 'Light', 'mjOBJ_LIGHT', true),
  kind('mat', 'Material', 'mjOBJ_MATERIAL', false),
  kind('mesh', 'Mesh', 'mjOBJ_MESH', false),
  kind('numeric', 'Numeric', 'mjOBJ_NUMERIC', false, {
    ragged: { nnumericdata: { start: 'numeric_adr', count: ['numeric_size'] } },
  }),
  kind('pair', 'Pair', 'mjOBJ_PAIR', false),
  kind('sensor', 'Sensor', 'mjOBJ_SENSOR', true, {
    ragged: { nsensordata: { start: 'sensor_adr', count: ['sensor_dim'] } },
  }),
  kind('site', 'Site', 'mjOBJ_SITE', true),
  kind('skin', 'Skin', 'mjOBJ_SKIN', false),
  kind('tendon', 'Tendon', 'mjOBJ_TENDON', true, {
    ragged: { nJten: { start: 'ten_J_rowadr', count: ['ten_J_rownnz'] } },
  }),
  kind('tex', 'Texture', 'mjOBJ_TEXTURE', false, {
    ragged: {
      ntexdata: { start: 'tex_adr', count: ['tex_height', 'tex_width', 'tex_nchannel'] },
    },
  }),
  kind('tuple', 'Tuple', 'mjOBJ_TUPLE', false, {
    ragged: { ntupledata: { start: 'tuple_adr', count: ['tuple_size'] } },
  }),
  kind('key', 'Keyframe', 'mjOBJ_KEY', false),
];
