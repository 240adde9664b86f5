// Frames of bodies, joints, geoms and sites; as src/kinematics/kinematics.c.
/** @param {import('../layout.js').Sizes} s */
export const kinematics = (s) => /* wgsl */ `
fn place_joint(j: i32, pos: ptr<function, vec3f>, quat: ptr<function, vec4f>) {
  let axis = jnt_axis_3(j);
  let anchor_local = jnt_pos_3(j);
  let global_axis = quat_rot(axis, *quat);
  let anchor = quat_rot(anchor_local, *quat) + *pos;
  st3(d_xaxis + 3 * j, global_axis);
  st3(d_xanchor + 3 * j, anchor);
  let q = jnt_qposadr(j);
  let kind = jnt_type(j);
  if (kind == JNT_SLIDE) {
    *pos += global_axis * (ld(d_qpos + q) - qpos0(q));
    return;
  }
  var turn: vec4f;
  if (kind == JNT_BALL) {
    turn = quat_norm(ld4(d_qpos + q));
  } else {
    turn = quat_axis(axis, ld(d_qpos + q) - qpos0(q));
  }
  *quat = quat_mul(*quat, turn);
  *pos = anchor - quat_rot(anchor_local, *quat);
}

fn place_body(b: i32) {
  let j0 = body_jntadr(b);
  let joints = body_jntnum(b);
  var pos: vec3f;
  var quat: vec4f;
  if (joints == 1 && jnt_type(max(j0, 0)) == JNT_FREE) {
    let q = d_qpos + jnt_qposadr(j0);
    pos = ld3(q);
    quat = quat_norm(ld4(q + 3));
    st3(d_xanchor + 3 * j0, pos);
    st3(d_xaxis + 3 * j0, jnt_axis_3(j0));
  } else {
    pos = body_pos_3(b);
    quat = body_quat_4(b);
    ${
      s.nmocap > 0
        ? `let mocap = body_mocapid(b);
    if (mocap >= 0) {
      pos = ld3(d_mocap_pos + 3 * mocap);
      quat = quat_norm(ld4(d_mocap_quat + 4 * mocap));
    }`
        : ''
    }
    let parent = body_parentid(b);
    if (parent > 0) {
      let parent_quat = ld4(d_xquat + 4 * parent);
      pos = ld9(d_xmat + 9 * parent) * pos + ld3(d_xpos + 3 * parent);
      quat = quat_mul(parent_quat, quat);
    }
    for (var k = 0; k < joints; k++) { place_joint(j0 + k, &pos, &quat); }
    quat = quat_norm(quat);
  }
  let mat = quat_mat(quat);
  st3(d_xpos + 3 * b, pos);
  st4(d_xquat + 4 * b, quat);
  st9(d_xmat + 9 * b, mat);
  st3(d_xipos + 3 * b, pos + mat * body_ipos_3(b));
  st9(d_ximat + 9 * b, quat_mat(quat_mul(quat, body_iquat_4(b))));
}

fn kinematics() {
  let unit = mat3x3f(1, 0, 0, 0, 1, 0, 0, 0, 1);
  st3(d_xpos, vec3f(0));
  st4(d_xquat, vec4f(1, 0, 0, 0));
  st9(d_xmat, unit);
  st3(d_xipos, vec3f(0));
  st9(d_ximat, unit);
  for (var b = 1; b < NBODY; b++) { place_body(b); }
  for (var g = 0; g < NGEOM; g++) {
    let b = geom_bodyid(g);
    st3(d_geom_xpos + 3 * g, ld3(d_xpos + 3 * b) + ld9(d_xmat + 9 * b) * geom_pos_3(g));
    st9(d_geom_xmat + 9 * g, quat_mat(quat_mul(ld4(d_xquat + 4 * b), geom_quat_4(g))));
  }
  for (var i = 0; i < NSITE; i++) {
    let b = site_bodyid(i);
    st3(d_site_xpos + 3 * i, ld3(d_xpos + 3 * b) + ld9(d_xmat + 9 * b) * site_pos_3(i));
    st9(d_site_xmat + 9 * i, quat_mat(quat_mul(ld4(d_xquat + 4 * b), site_quat_4(i))));
  }
}
`;
