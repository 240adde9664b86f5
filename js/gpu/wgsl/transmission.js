// What actuators act on: lengths, velocities and moments; as src/kinematics/transmission.c. A moment is a dense row of NV numbers;
// those of slides and hinges have one entry, which is not stored. Actuators have one output each, orientation servos three.
import { eachActuator, eachDof } from './rows.js';

/** @param {import('../layout.js').Sizes} s */
export const transmission = (s) =>
  s.nactuator === 0
    ? 'fn transmission() {}\nfn actuator_velocities() {}\n'
    : /* wgsl */ `
` +
      // The dof of an output on a slide or hinge, -1 of others.
      `fn lone_dof(out: i32) -> i32 { return x_out_dof(out); }
` +
      // Three numbers of an output's gear, from k on.
      `fn gear_of(out: i32, k: i32) -> vec3f { return vec3f(actuator_gear(6 * out + k), actuator_gear(6 * out + k + 1), actuator_gear(6 * out + k + 2)); }

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

fn joint_transmission(a: i32, out: i32, row: i32) {
  let j = actuator_trnid(2 * a);
  let k = jnt_dofadr(j);
  var q = d_qpos + jnt_qposadr(j);
  let gear = gear_of(out, 0);
  var turn = gear;
  let is_free = jnt_type(j) == JNT_FREE;
  if (is_free) {
    turn = gear_of(out, 3);
    q += 3;
  }
  let quat = quat_norm(ld4(q));
  var axis = turn;
  if (actuator_trntype(a) == TRN_JOINTINPARENT) { axis = quat_rot(turn, quat_neg(quat)); }
  if (is_free) {
    st(d_actuator_length + out, 0.0);
    add3(row + k, gear);
    add3(row + k + 3, axis);
  } else {
    st(d_actuator_length + out, dot(quat_vel(quat), turn));
    add3(row + k, axis);
  }
}

fn slider_crank(a: i32, out: i32, row: i32) {
  let crank = actuator_trnid(2 * a);
  let slider = actuator_trnid(2 * a + 1);
  let point = site_place(crank);
  let origin = site_place(slider);
  let axis = site_frame(slider)[2];
  let rod = actuator_cranklength(a);
  let gear = actuator_gear(6 * out);
  let vec = point - origin;
  let along = dot(axis, vec);
  let det = along * along + rod * rod - dot(vec, vec);
  let root = sqrt(max(det, 0.0));
  st(d_actuator_length + out, (along - root) * gear);
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

fn site_transmission(a: i32, out: i32, row: i32) {
  let site = actuator_trnid(2 * a);
  let other = actuator_trnid(2 * a + 1);
  let linear = gear_of(out, 0);
  let angular = gear_of(out, 3);
  let frame = site_frame(select(site, other, other >= 0));
  let point = site_place(site);
  let force = frame * linear;
  let torque = frame * angular;
  let b = site_bodyid(site);
  let w = wrench_of(b, point, force, torque);
  if (other < 0) {
    st(d_actuator_length + out, 0.0);
    for (var i = x_body_lastdof(b); i >= 0; i = dof_parentid(i)) { add(row + i, sdot(ld6(d_cdof + 6 * i), w)); }
    return;
  }
  let origin = site_place(other);
  let rotation = quat_sub(site_quat_mixed(site), site_quat_mixed(other));
  st(d_actuator_length + out, dot(point - origin, force) + dot(rotation, angular));
  let b2 = site_bodyid(other);
  add_wrench_row(row, b, w, b2, wrench_of(b2, origin, -force, -torque));
}

${
  s.so3
    ? `fn so3_transmission(a: i32, out: i32, row: i32) {
  let id = actuator_trnid(2 * a);
  let other = actuator_trnid(2 * a + 1);
  if (other < 0) {
    st3(d_actuator_length + out, quat_vel(quat_norm(ld4(d_qpos + jnt_qposadr(id)))));
    for (var k = 0; k < 3; k++) { st(row + k * NV + jnt_dofadr(id) + k, 1.0); }
    return;
  }
  st3(d_actuator_length + out, quat_sub(site_quat_mixed(id), site_quat_mixed(other)));
  let frame = site_frame(id);
  for (var k = 0; k < 3; k++) {
    add_wrench_row(row + k * NV, site_bodyid(id), Spatial(frame[k], vec3f(0)), site_bodyid(other), Spatial(-frame[k], vec3f(0)));
  }
}`
    : ''
}
${
  s.adhesion
    ? // A pull along the normals of all contacts of a body, those in the gap too, shared equally.
      `fn body_transmission(a: i32, out: i32, row: i32) {
  var count = 0.0;
  for (var c = 0; c < ldi(d_ncon); c++) {
    let b1 = geom_bodyid(ldi(d_con_int + 4 * c));
    let b2 = geom_bodyid(ldi(d_con_int + 4 * c + 1));
    let b = actuator_trnid(2 * a);
    if ((b1 != b && b2 != b) || x_body_lastdof(b1) == x_body_lastdof(b2)) { continue; }
    let o = d_contact + CON_SIZE * c;
    let normal = ld3(o + 4);
    add_wrench_row(row, b1, wrench_of(b1, ld3(o + 1), normal, vec3f(0)), b2, wrench_of(b2, ld3(o + 1), -normal, vec3f(0)));
    count += 1;
  }
  let scale = 1 / max(count, 1);
  ${eachDof} { st(row + i, scale * ld(row + i)); }
}`
    : ''
}

fn transmission() {
  ${eachActuator} {
    let out = actuator_outadr(a);
    if (lone_dof(out) >= 0) {
      st(d_actuator_length + out, ld(d_qpos + jnt_qposadr(actuator_trnid(2 * a))) * actuator_gear(6 * out));
      continue;
    }
    let row = d_actuator_moment + out * NV;
    zero_rows(row, actuator_outnum(a) * NV);
    switch (actuator_trntype(a)) {
      case TRN_JOINT, TRN_JOINTINPARENT: { joint_transmission(a, out, row); }
      case TRN_SLIDERCRANK: { slider_crank(a, out, row); }
      case TRN_SITE: { site_transmission(a, out, row); }
      case TRN_BODY: {
        st(d_actuator_length + out, 0.0);
        ${s.adhesion ? 'body_transmission(a, out, row);' : ''}
      }
      ${s.so3 ? 'case TRN_SO3: { so3_transmission(a, out, row); }' : ''}
      default: {
        ${
          s.ntendon > 0
            ? `let t = actuator_trnid(2 * a);
        let gear = actuator_gear(6 * out);
        st(d_actuator_length + out, ld(d_ten_length + t) * gear);
        ${eachDof} { st(row + i, ld(d_ten_J + t * NV + i) * gear); }`
            : ''
        }
      }
    }
  }
}

fn actuator_velocities() {
  for (var a = 0; a < NOUT; a++) {
    let k = lone_dof(a);
    var sum = 0.0;
    if (k >= 0) {
      sum = actuator_gear(6 * a) * ld(d_qvel + k);
    } else {
      ${eachDof} { sum += ld(d_actuator_moment + a * NV + i) * ld(d_qvel + i); }
    }
    st(d_actuator_velocity + a, sum);
  }
}
`;
