// What actuators act on: lengths, velocities and moments; as src/kinematics/transmission.c. A moment is a dense row of NV numbers;
// those of slides and hinges have one entry, which is not stored.
/** @param {import('../layout.js').Sizes} s */
export const transmission = (s) =>
  s.nu === 0
    ? 'fn transmission() {}\nfn actuator_velocities() {}\n'
    : /* wgsl */ `
// The dof of an actuator of a slide or hinge, -1 of others.
fn lone_dof(a: i32) -> i32 { return x_act_dof(a); }

fn add_wrench_row(row: i32, b1: i32, w1: Spatial, b2: i32, w2: Spatial) {
  for (var i = x_body_lastdof(b1); i >= 0; i = dof_parentid(i)) {
    if (!moves(i, b2)) { add(row + i, sdot(ld6(d_cdof + 6 * i), w1)); }
  }
  for (var i = x_body_lastdof(b2); i >= 0; i = dof_parentid(i)) {
    if (!moves(i, b1)) { add(row + i, sdot(ld6(d_cdof + 6 * i), w2)); }
  }
}
fn wrench_of(b: i32, point: vec3f, force: vec3f, torque: vec3f) -> Spatial {
  return Spatial(torque + cross(point - com_of(b), force), force);
}

fn joint_transmission(a: i32, row: i32) {
  let j = actuator_trnid(2 * a);
  let k = jnt_dofadr(j);
  var q = d_qpos + jnt_qposadr(j);
  let gear = vec3f(actuator_gear(6 * a), actuator_gear(6 * a + 1), actuator_gear(6 * a + 2));
  var turn = gear;
  let is_free = jnt_type(j) == JNT_FREE;
  if (is_free) {
    turn = vec3f(actuator_gear(6 * a + 3), actuator_gear(6 * a + 4), actuator_gear(6 * a + 5));
    q += 3;
  }
  let quat = quat_norm(ld4(q));
  var axis = turn;
  if (actuator_trntype(a) == TRN_JOINTINPARENT) { axis = quat_rot(turn, quat_neg(quat)); }
  if (is_free) {
    st(d_actuator_length + a, 0.0);
    add3(row + k, gear);
    add3(row + k + 3, axis);
  } else {
    st(d_actuator_length + a, dot(quat_vel(quat), turn));
    add3(row + k, axis);
  }
}

fn slider_crank(a: i32, row: i32) {
  let crank = actuator_trnid(2 * a);
  let slider = actuator_trnid(2 * a + 1);
  let point = ld3(d_site_xpos + 3 * crank);
  let origin = ld3(d_site_xpos + 3 * slider);
  let axis = ld9(d_site_xmat + 9 * slider)[2];
  let rod = actuator_cranklength(a);
  let gear = actuator_gear(6 * a);
  let vec = point - origin;
  let along = dot(axis, vec);
  let det = along * along + rod * rod - dot(vec, vec);
  let root = sqrt(max(det, 0.0));
  st(d_actuator_length + a, (along - root) * gear);
  var by_vec = axis;
  var by_axis = vec;
  if (root > 0) {
    by_vec = axis * (1 - along / root) + vec / root;
    by_axis = vec * (1 - along / root);
  }
  by_vec *= gear;
  by_axis *= gear;
  let b1 = site_bodyid(crank);
  let b2 = site_bodyid(slider);
  add_wrench_row(row, b1, wrench_of(b1, point, by_vec, vec3f(0)),
                 b2, wrench_of(b2, origin, -by_vec, cross(axis, by_axis)));
}

fn site_quat_mixed(i: i32) -> vec4f { return quat_mul(site_quat_4(i), ld4(d_xquat + 4 * site_bodyid(i))); }

fn site_transmission(a: i32, row: i32) {
  let site = actuator_trnid(2 * a);
  let other = actuator_trnid(2 * a + 1);
  let linear = vec3f(actuator_gear(6 * a), actuator_gear(6 * a + 1), actuator_gear(6 * a + 2));
  let angular = vec3f(actuator_gear(6 * a + 3), actuator_gear(6 * a + 4), actuator_gear(6 * a + 5));
  let frame = ld9(d_site_xmat + 9 * select(site, other, other >= 0));
  let point = ld3(d_site_xpos + 3 * site);
  let force = frame * linear;
  let torque = frame * angular;
  let b = site_bodyid(site);
  let w = wrench_of(b, point, force, torque);
  if (other < 0) {
    st(d_actuator_length + a, 0.0);
    for (var i = x_body_lastdof(b); i >= 0; i = dof_parentid(i)) { add(row + i, sdot(ld6(d_cdof + 6 * i), w)); }
    return;
  }
  let origin = ld3(d_site_xpos + 3 * other);
  let rotation = quat_sub(site_quat_mixed(site), site_quat_mixed(other));
  st(d_actuator_length + a, dot(point - origin, force) + dot(rotation, angular));
  let b2 = site_bodyid(other);
  add_wrench_row(row, b, w, b2, wrench_of(b2, origin, -force, -torque));
}

fn transmission() {
  for (var a = 0; a < NU; a++) {
    if (lone_dof(a) >= 0) {
      st(d_actuator_length + a, ld(d_qpos + jnt_qposadr(actuator_trnid(2 * a))) * actuator_gear(6 * a));
      continue;
    }
    let row = d_actuator_moment + a * NV;
    for (var i = 0; i < NV; i++) { st(row + i, 0.0); }
    switch (actuator_trntype(a)) {
      case TRN_JOINT, TRN_JOINTINPARENT: { joint_transmission(a, row); }
      case TRN_SLIDERCRANK: { slider_crank(a, row); }
      case TRN_SITE: { site_transmission(a, row); }
      default: {
        let t = actuator_trnid(2 * a);
        let gear = actuator_gear(6 * a);
        ${
          s.ntendon > 0
            ? `st(d_actuator_length + a, ld(d_ten_length + t) * gear);
        for (var i = 0; i < NV; i++) { st(row + i, ld(d_ten_J + t * NV + i) * gear); }`
            : ''
        }
      }
    }
  }
}

fn actuator_velocities() {
  for (var a = 0; a < NU; a++) {
    let k = lone_dof(a);
    var sum = 0.0;
    if (k >= 0) {
      sum = actuator_gear(6 * a) * ld(d_qvel + k);
    } else {
      for (var i = 0; i < NV; i++) { sum += ld(d_actuator_moment + a * NV + i) * ld(d_qvel + i); }
    }
    st(d_actuator_velocity + a, sum);
  }
}
`;
