// Readings of sensors at the state before the step; as src/sensor.
import { contactForce } from './contact_force.js';
import { eachActuator, eachDof, eachJoint, eachTendon } from './rows.js';

/** @typedef {import('../layout.js').Sizes} Sizes */

/** Contact sensors: their values are not cut. */
const uncut = 42;

/** Velocities and momenta of subtrees; as mj_subtreeVel. @param {Sizes} s */
const subtrees = (s) =>
  s.subtrees
    ? `fn subtree_velocities() {
  for (var b = 0; b < NBODY; b++) {
    var momentum = Spatial(vec3f(0), vec3f(0));
    if (b > 0) { momentum = inertia_times(d_cinert + 10 * b, ld6(d_cvel + 6 * b)); }
    st3(d_subtree_angmom + 3 * b, momentum.a);
    st3(d_subtree_linvel + 3 * b, momentum.l);
  }
  for (var b = NBODY - 1; b > 0; b--) {
    let parent = body_parentid(b);
    let linear = ld3(d_subtree_linvel + 3 * b);
    add3(d_subtree_linvel + 3 * parent, linear);
    add3(d_subtree_angmom + 3 * parent, ld3(d_subtree_angmom + 3 * b));
    if (parent == 0) { add3(d_subtree_angmom, cross(ld3(d_subtree_com + 3 * b), linear)); }
  }
  for (var b = 0; b < NBODY; b++) {
    var arm = ld3(d_subtree_com + 3 * b);
    if (b > 0) { arm -= com_of(b); }
    let linear = ld3(d_subtree_linvel + 3 * b);
    add3(d_subtree_angmom + 3 * b, -cross(arm, linear));
    st3(d_subtree_linvel + 3 * b, linear / max(MINVAL, body_subtreemass(b)));
  }
}`
    : '';

/** Potential and kinetic energy; as src/force/energy.c. @param {Sizes} s */
const energies = (s) =>
  s.sensorTypes.has(43) || s.sensorTypes.has(44)
    ? `fn spring_energy(c: vec3f, x: f32) -> f32 { return x * x * (c.x / 2 + x * (c.y / 3 + x * c.z / 4)); }
fn potential_energy() -> f32 {
  var sum = 0.0;
  for (var b = 1; b < NBODY; b++) { sum -= body_mass(b) * dot(gravity(), ld3(d_xipos + 3 * b)); }
  ${
    s.flags.spring
      ? `${eachJoint} {
    let c = joint_stiffness(j);
    var q = jnt_qposadr(j);
    let kind = jnt_type(j);
    if (kind == JNT_FREE) {
      sum += spring_energy(c, distance(ld3(d_qpos + q), vec3f(qpos_spring(q), qpos_spring(q + 1), qpos_spring(q + 2))));
      q += 3;
    }
    if (kind == JNT_FREE || kind == JNT_BALL) {
      let rest = vec4f(qpos_spring(q), qpos_spring(q + 1), qpos_spring(q + 2), qpos_spring(q + 3));
      sum += spring_energy(c, length(quat_sub(quat_norm(ld4(d_qpos + q)), rest)));
    } else {
      sum += spring_energy(c, ld(d_qpos + q) - qpos_spring(q));
    }
  }
  ${
    s.ntendon > 0
      ? `${eachTendon} {
    let x = ld(d_ten_length + t);
    let low = tendon_lengthspring(2 * t);
    let high = tendon_lengthspring(2 * t + 1);
    sum += spring_energy(vec3f(tendon_stiffness(t), tendon_stiffnesspoly(2 * t), tendon_stiffnesspoly(2 * t + 1)),
                         select(min(0.0, x - low), x - high, x > high));
  }`
      : ''
  }`
      : ''
  }
  return sum;
}
fn kinetic_energy() -> f32 {
  var sum = 0.0;
  ${eachDof} {
    var momentum = 0.0;
    for (var j = 0; j < NV; j++) { momentum += ld(d_M + tri_any(i, j)) * ld(d_qvel + j); }
    sum += 0.5 * ld(d_qvel + i) * momentum;
  }
  return sum;
}`
    : '';

/** @param {Sizes} s @param {number} type */
const limitCase = (s, type) => {
  const read = ['row_place', 'row_velocity', 'row_force'][(type - 20) % 3];
  const kind = type < 23 ? 3 : 4;
  return `case ${type}: { let r = limit_row(${kind}, id); var x = 0.0; if (r >= 0) { x = ${read}(r); } st(o, x); }`;
};

/** Cases of sensors that a model has. @param {Sizes} s */
function cases(s) {
  /** @type {[number, string][]} */
  const all = [
    ...(s.bodyForces
      ? /** @type {[number, string][]} */ ([
          [4, 'put3(o, interaction(id).l);'],
          [5, 'put3(o, interaction(id).a);'],
        ])
      : []),
    [
      17,
      `var sum = 0.0;
      ${eachActuator} { if (actuator_trntype(a) == TRN_TENDON && actuator_trnid(2 * a) == id) { sum += ld(d_actuator_force + actuator_outadr(a)); } }
      st(o, sum);`,
    ],
    [36, 'put3(o, ld3(d_subtree_linvel + 3 * id));'],
    [37, 'put3(o, ld3(d_subtree_angmom + 3 * id));'],
    [
      38,
      `let f = frame_of(sensor_objtype(i), id);
      var point = f.pos;
      if (sensor_objtype(i) == 1 && id > 0 && body_mass(id) == 0) { point = ld3(d_subtree_com + 3 * id); }
      st(o, select(0.0, 1.0, inside_site(sensor_refid(i), point)));`,
    ],
    [42, s.nconmax > 0 ? 'contact_sensor(i, o);' : 'zero_rows(o, sensor_dim(i));'],
    [43, 'st(o, potential_energy());'],
    [44, 'st(o, kinetic_energy());'],
  ];
  const limits = [20, 21, 22, 23, 24, 25].filter((type) => s.sensorTypes.has(type));
  return [
    ...all
      .filter(([type]) => s.sensorTypes.has(type))
      .map(([type, body]) => `case ${type}: { ${body} }`),
    ...limits.map((type) => limitCase(s, type)),
  ].join('\n    ');
}

/** @param {Sizes} s */
export const sensor = (s) =>
  !s.sensors
    ? ''
    : /* wgsl */ `
struct Frame { body: i32, pos: vec3f, mat: mat3x3f, quat: vec4f }

fn frame_of(kind: i32, id: i32) -> Frame {
  var f: Frame;
  switch (kind) {
    case 1: { f = Frame(id, ld3(d_xipos + 3 * id), ld9(d_ximat + 9 * id), quat_mul(ld4(d_xquat + 4 * id), body_iquat_4(id))); }
    ${s.ngeom > 0 ? 'case 5: { let b = geom_bodyid(id); f = Frame(b, geom_place(id), geom_frame(id), quat_mul(ld4(d_xquat + 4 * b), geom_quat_4(id))); }' : ''}
    ${s.nsite > 0 ? 'case 6: { let b = site_bodyid(id); f = Frame(b, site_place(id), site_frame(id), quat_mul(ld4(d_xquat + 4 * b), site_quat_4(id))); }' : ''}
    ${
      s.cameras
        ? `case 7: {
      let b = cam_bodyid(id);
      let quat = quat_mul(ld4(d_xquat + 4 * b), cam_quat_4(id));
      f = Frame(b, ld3(d_xpos + 3 * b) + ld9(d_xmat + 9 * b) * cam_pos_3(id), quat_mat(quat), quat);
    }`
        : ''
    }
    default: { f = Frame(id, ld3(d_xpos + 3 * id), ld9(d_xmat + 9 * id), ld4(d_xquat + 4 * id)); }
  }
  return f;
}

${
  s.accelerations
    ? // Accelerations of bodies with those of the joints, without gravity's pull.
      `fn body_accelerations() {
  st6(d_cacc, Spatial(vec3f(0), -gravity()));
  for (var b = 1; b < NBODY; b++) {
    var acc = ld6(d_cacc + 6 * body_parentid(b));
    let k0 = body_dofadr(b);
    for (var k = k0; k < k0 + body_dofnum(b); k++) {
      acc = sadd(acc, sscale(ld6(d_cdof_dot + 6 * k), ld(d_qvel + k)));
      acc = sadd(acc, sscale(ld6(d_cdof + 6 * k), ld(d_qacc + k)));
    }
    st6(d_cacc + 6 * b, acc);
  }
}
fn point_acceleration(b: i32, point: vec3f) -> Spatial {
  let a = ld6(d_cacc + 6 * b);
  let v = point_velocity(b, point);
  return Spatial(a.a, a.l + cross(a.a, point - com_of(b)) + cross(v.a, v.l));
}`
    : ''
}

${contactForce(s)}
${subtrees(s)}
${energies(s)}

fn put3(o: i32, v: vec3f) { st3(o, v); }

fn frame_sensor(i: i32, kind: i32, o: i32) {
  let f = frame_of(sensor_objtype(i), sensor_objid(i));
  let other = sensor_refid(i);
  var r = Frame(0, vec3f(0), mat3x3f(1, 0, 0, 0, 1, 0, 0, 0, 1), vec4f(1, 0, 0, 0));
  if (other >= 0) { r = frame_of(sensor_reftype(i), other); }
  switch (kind) {
    case 26: { put3(o, (f.pos - r.pos) * r.mat); }
    case 27: { st4(o, quat_mul(quat_neg(r.quat), f.quat)); }
    case 28, 29, 30: { put3(o, f.mat[kind - 28] * r.mat); }
    ${
      s.accelerations
        ? `case 33: { put3(o, point_acceleration(f.body, f.pos).l); }
    case 34: { put3(o, ld3(d_cacc + 6 * f.body)); }`
        : ''
    }
    default: {
      let v = point_velocity(f.body, f.pos);
      var linear = v.l;
      var angular = v.a;
      if (other >= 0) {
        let w = point_velocity(r.body, r.pos);
        linear = (v.l - w.l - cross(w.a, f.pos - r.pos)) * r.mat;
        angular = (v.a - w.a) * r.mat;
      }
      put3(o, select(angular, linear, kind == 31));
    }
  }
}

fn site_sensor(kind: i32, site: i32, o: i32) {
  ${
    s.nsite > 0
      ? `let b = site_bodyid(site);
  let point = site_place(site);
  let mat = site_frame(site);
  switch (kind) {
    case 0: { st(o, touch(site)); }
    ${s.accelerations ? 'case 1: { put3(o, point_acceleration(b, point).l * mat); }' : ''}
    case 2: { put3(o, point_velocity(b, point).l * mat); }
    case 3: { put3(o, point_velocity(b, point).a * mat); }
    default: { put3(o, opt_magnetic_3(0) * mat); }
  }`
      : ''
  }
}

fn read_sensor(i: i32, o: i32) {
  let kind = sensor_type(i);
  let id = sensor_objid(i);
  switch (kind) {
    case 0, 1, 2, 3, 6: { site_sensor(kind, id, o); }
    case 9: { st(o, ld(d_qpos + jnt_qposadr(id))); }
    case 10: { st(o, ld(d_qvel + jnt_dofadr(id))); }
    ${s.ntendon > 0 ? 'case 11: { st(o, ld(d_ten_length + id)); }\n    case 12: { st(o, ld(d_ten_velocity + id)); }' : ''}
    ${s.nactuator > 0 ? 'case 13: { copy_rows(o, d_actuator_length + actuator_outadr(id), actuator_outnum(id)); }\n    case 14: { copy_rows(o, d_actuator_velocity + actuator_outadr(id), actuator_outnum(id)); }\n    case 15: { copy_rows(o, d_actuator_force + actuator_outadr(id), actuator_outnum(id)); }\n    case 16: { st(o, ld(d_qfrc_actuator + jnt_dofadr(id))); }' : ''}
    case 18: { st4(o, quat_norm(ld4(d_qpos + jnt_qposadr(id)))); }
    case 19: { put3(o, ld3(d_qvel + jnt_dofadr(id))); }
    case 35: { put3(o, ld3(d_subtree_com + 3 * id)); }
    case 45: { st(o, ld(d_time)); }
    ${cases(s)}
    default: { frame_sensor(i, kind, o); }
  }
}

` +
      // Readings of sensors that need no later stage than one: positions 1, velocities 2, accelerations 3.
      `fn read_sensors(stage: i32) {
  ${s.subtrees ? 'subtree_velocities();' : ''}
  for (var i = 0; i < ${s.nsensor}; i++) {
    if (sensor_needstage(i) > stage) { continue; }
    let o = d_sensordata + sensor_adr(i);
    read_sensor(i, o);
    let cutoff = sensor_cutoff(i);
    if (cutoff > 0 && sensor_datatype(i) < 2 && sensor_type(i) != ${uncut}) {
      for (var k = 0; k < sensor_dim(i); k++) {
        st(o + k, clamp(ld(o + k), select(-cutoff, ld(o + k), sensor_datatype(i) == 1), cutoff));
      }
    }
  }
}

fn sensors() {
  ${s.accelerations ? 'body_accelerations();' : ''}
  ${s.bodyForces ? 'body_forces();' : ''}
  read_sensors(3);
}
` +
      // What the present state tells by itself.
      `fn sensors_of_state() { read_sensors(2); }
`;
