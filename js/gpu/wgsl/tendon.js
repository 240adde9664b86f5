// Lengths and Jacobians of tendons; as src/kinematics/tendon.c. A Jacobian is a dense row of NV numbers.
import { tendonWrap } from './tendon_wrap.js';
import { eachDof, eachTendon } from './rows.js';

/** @param {import('../layout.js').Sizes} s */
export const tendon = (s) =>
  s.ntendon === 0
    ? 'fn tendons() {}\nfn tendon_velocities() {}\n'
    : /* wgsl */ `
` +
      // Adds the gradient of a segment's length to a row; returns the length.
      `fn add_segment(row: i32, divisor: f32, start: vec3f, body1: i32, end: vec3f, body2: i32) -> f32 {
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

${
  s.wraps
    ? `${tendonWrap}
` +
      // From a site, around a geom, to the site after it.
      `fn around_geom(row: i32, divisor: f32, w: i32) -> f32 {
  let a = wrap_objid(w);
  let geom = wrap_objid(w + 1);
  let b = wrap_objid(w + 2);
  let start = site_place(a);
  let end = site_place(b);
  let path = wrap_geom(start, end, geom, wrap_type(w + 1) == WRAP_SPHERE, i32(floor(wrap_prm(w + 1) + 0.5)));
  var from_ = start;
  var body = site_bodyid(a);
  var sum = 0.0;
  // one call in a loop: compilers copy functions to where they are called
  for (var k = select(1, 0, path.length >= 0); k < 2; k++) {
    var to = end;
    var other = site_bodyid(b);
    if (k == 0) {
      to = path.first;
      other = geom_bodyid(geom);
    }
    sum += add_segment(row, divisor, from_, body, to, other);
    if (k == 0) {
      sum += path.length / divisor;
      from_ = path.second;
      body = other;
    }
  }
  return sum;
}`
    : ''
}

fn spatial_tendon(t: i32, row: i32) -> f32 {
  var length = 0.0;
  var divisor = 1.0;
  let first = tendon_adr(t);
  let last = first + tendon_num(t) - 1;
  for (var w = first; w <= last; w++) {
    let next = wrap_type(min(w + 1, last));
    if (wrap_type(w) == WRAP_PULLEY) {
      divisor = wrap_prm(w);
    }${
      s.wraps
        ? ` else if (w < last && (next == WRAP_SPHERE || next == WRAP_CYLINDER)) {
      length += around_geom(row, divisor, w);
      w++;
    }`
        : ''
    } else if (w < last && next == WRAP_SITE) {
      let a = wrap_objid(w);
      let b = wrap_objid(w + 1);
      length += add_segment(row, divisor, site_place(a), site_bodyid(a),
                            site_place(b), site_bodyid(b));
    }
  }
  return length;
}

fn tendons() {
  ${eachTendon} {
    let row = d_ten_J + t * NV;
    zero_rows(row, NV);
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
  ${eachTendon} {
    var sum = 0.0;
    ${eachDof} { sum += ld(d_ten_J + t * NV + i) * ld(d_qvel + i); }
    st(d_ten_velocity + t, sum);
  }
}
`;
