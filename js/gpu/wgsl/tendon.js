// Lengths and Jacobians of tendons; as src/kinematics/tendon.c. A Jacobian is a dense row of NV numbers.
/** @param {import('../layout.js').Sizes} s */
export const tendon = (s) =>
  s.ntendon === 0
    ? 'fn tendons() {}\nfn tendon_velocities() {}\n'
    : /* wgsl */ `
// Adds the gradient of a segment's length to a row; returns the length.
fn add_segment(row: i32, divisor: f32, start: vec3f, body1: i32, end: vec3f, body2: i32) -> f32 {
  let vec = end - start;
  let length = length(vec);
  let direction = norm_or(vec, vec3f(1, 0, 0));
  let offset1 = start - com_of(body1);
  let offset2 = end - com_of(body2);
  for (var i = x_body_lastdof(body1); i >= 0; i = dof_parentid(i)) {
    if (!moves(i, body2)) { add(row + i, -dot(direction, point_column(i, offset1)) / divisor); }
  }
  for (var i = x_body_lastdof(body2); i >= 0; i = dof_parentid(i)) {
    if (!moves(i, body1)) { add(row + i, dot(direction, point_column(i, offset2)) / divisor); }
  }
  return length / divisor;
}

fn spatial_tendon(t: i32, row: i32) -> f32 {
  var length = 0.0;
  var divisor = 1.0;
  let first = tendon_adr(t);
  let last = first + tendon_num(t) - 1;
  for (var w = first; w <= last; w++) {
    if (wrap_type(w) == WRAP_PULLEY) {
      divisor = wrap_prm(w);
    } else if (w < last && wrap_type(w + 1) == WRAP_SITE) {
      let a = wrap_objid(w);
      let b = wrap_objid(w + 1);
      length += add_segment(row, divisor, ld3(d_site_xpos + 3 * a), site_bodyid(a),
                            ld3(d_site_xpos + 3 * b), site_bodyid(b));
    }
  }
  return length;
}

fn tendons() {
  for (var t = 0; t < NTENDON; t++) {
    let row = d_ten_J + t * NV;
    for (var i = 0; i < NV; i++) { st(row + i, 0.0); }
    let first = tendon_adr(t);
    var length = 0.0;
    if (wrap_type(first) == WRAP_JOINT) {
      for (var w = first; w < first + tendon_num(t); w++) {
        let j = wrap_objid(w);
        length += wrap_prm(w) * ld(d_qpos + jnt_qposadr(j));
        add(row + jnt_dofadr(j), wrap_prm(w));
      }
    } else {
      length = spatial_tendon(t, row);
    }
    st(d_ten_length + t, length);
  }
}

fn tendon_velocities() {
  for (var t = 0; t < NTENDON; t++) {
    var sum = 0.0;
    for (var i = 0; i < NV; i++) { sum += ld(d_ten_J + t * NV + i) * ld(d_qvel + i); }
    st(d_ten_velocity + t, sum);
  }
}
`;
