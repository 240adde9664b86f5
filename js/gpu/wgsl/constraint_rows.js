// Jacobians of constraint rows, their softness and their reference accelerations; as src/constraint. One workgroup works on a
// world: invocations share the entries of the Jacobian, then each has rows of its own.

/** Takes what makes the rows of an object soft. @param {string} ref @param {string} imp fields of it */
const soften = (ref, imp) => `p.ref_ = vec2f(${ref}(2 * id), ${ref}(2 * id + 1));
   for (var k = 0; k < 5; k++) { p.imp[k] = ${imp}(5 * id + k); }`;

/** @param {import('../layout.js').Sizes} s */
export const constraintRows = (s) =>
  // Arrays of rows behind the Jacobian.
  /* wgsl */ `${['D', 'R', 'AREF', 'JAR', 'JV', 'FORCE', 'BOUND', 'STATE', 'W', 'MU', 'POS', 'VEL', 'M'].map((name, k) => `const E_${name} = NJMAX * (NV + ${k});`).join('\n')}

fn le(i: i32) -> f32 { return ef[ebase + u32(i)]; }
fn se(i: i32, x: f32) { ef[ebase + u32(i)] = x; }

${
  s.neq > 0
    ? `struct EqualityFrame { body1: i32, body2: i32, pos1: vec3f, pos2: vec3f, quat1: vec4f, quat2: vec4f, scale: f32 }

fn equality_data3(e: i32, k: i32) -> vec3f { return vec3f(eq_data(11 * e + k), eq_data(11 * e + k + 1), eq_data(11 * e + k + 2)); }

fn equality_frame(e: i32) -> EqualityFrame {
 var f: EqualityFrame;
 let id1 = eq_obj1id(e);
 let id2 = eq_obj2id(e);
 f.scale = eq_data(11 * e + 10);
 if (eq_objtype(e) == 6) {
  f.body1 = site_bodyid(id1);
  f.body2 = site_bodyid(id2);
  f.pos1 = site_place(id1);
  f.pos2 = site_place(id2);
  f.quat1 = quat_mul(ld4(d_xquat + 4 * f.body1), site_quat_4(id1));
  f.quat2 = quat_mul(ld4(d_xquat + 4 * f.body2), site_quat_4(id2));
  return f;
 }
 let weld = eq_type(e) == EQ_WELD;
 f.body1 = id1;
 f.body2 = id2;
 f.pos1 = ld9(d_xmat + 9 * id1) * equality_data3(e, select(0, 3, weld)) + ld3(d_xpos + 3 * id1);
 f.pos2 = ld9(d_xmat + 9 * id2) * equality_data3(e, select(3, 0, weld)) + ld3(d_xpos + 3 * id2);
 let relative = vec4f(eq_data(11 * e + 6), equality_data3(e, 7));
 f.quat1 = quat_mul(ld4(d_xquat + 4 * id1), relative);
 f.quat2 = ld4(d_xquat + 4 * id2);
 return f;
}

` +
      // a0 + a1 x + a2 x^2 + a3 x^3 + a4 x^4 and its slope.
      `fn equality_polynomial(e: i32, x: f32) -> vec2f {
 var value = 0.0;
 var slope = 0.0;
 for (var k = 4; k >= 0; k--) {
  slope = slope * x + value;
  value = value * x + eq_data(11 * e + k);
 }
 return vec2f(value, slope);
}

fn equality_entry(e: i32, sub: i32, i: i32) -> f32 {
 let kind = eq_type(e);
 let id1 = eq_obj1id(e);
 let id2 = eq_obj2id(e);
 if (kind == EQ_JOINT) {
  if (i == jnt_dofadr(id1)) { return 1; }
  if (id2 >= 0 && i == jnt_dofadr(max(id2, 0))) {
   let q = jnt_qposadr(id2);
   return -equality_polynomial(e, ld(d_qpos + q) - qpos0(q)).y;
  }
  return 0;
 }
 ${
   s.ntendon > 0
     ? `if (kind == EQ_TENDON) {
  var value = ld(d_ten_J + id1 * NV + i);
  if (id2 >= 0) {
   value -= equality_polynomial(e, ld(d_ten_length + id2) - tendon_length0(id2)).y * ld(d_ten_J + id2 * NV + i);
  }
  return value;
 }`
     : ''
 }
 let f = equality_frame(e);
 let first = moves(i, f.body1);
 let second = moves(i, f.body2);
 var linear = vec3f(0);
 var angular = vec3f(0);
 if (first) { linear += point_column(i, f.pos1 - com_of(f.body1)); angular += ld3(d_cdof + 6 * i); }
 if (second) { linear -= point_column(i, f.pos2 - com_of(f.body2)); angular -= ld3(d_cdof + 6 * i); }
 if (sub < 3) { return linear[sub]; }
 let turned = quat_mul(quat_mul(quat_neg(f.quat2), vec4f(0, angular)), f.quat1);
 return 0.5 * f.scale * turned[sub - 2];
}

fn equality_residual(e: i32, sub: i32) -> f32 {
 let kind = eq_type(e);
 let id1 = eq_obj1id(e);
 let id2 = eq_obj2id(e);
 if (kind == EQ_JOINT) {
  let q = jnt_qposadr(id1);
  var target_ = eq_data(11 * e);
  if (id2 >= 0) {
   let q2 = jnt_qposadr(id2);
   target_ = equality_polynomial(e, ld(d_qpos + q2) - qpos0(q2)).x;
  }
  return ld(d_qpos + q) - qpos0(q) - target_;
 }
 ${
   s.ntendon > 0
     ? `if (kind == EQ_TENDON) {
  var target_ = eq_data(11 * e);
  if (id2 >= 0) { target_ = equality_polynomial(e, ld(d_ten_length + id2) - tendon_length0(id2)).x; }
  return ld(d_ten_length + id1) - tendon_length0(id1) - target_;
 }`
     : ''
 }
 let f = equality_frame(e);
 if (sub < 3) { return (f.pos1 - f.pos2)[sub]; }
 return f.scale * quat_mul(quat_neg(f.quat2), f.quat1)[sub - 2];
}

` +
      // Acceleration of a point of a body while joint accelerations are zero: angular, linear; without gravity.
      `fn bias_acceleration(b: i32, point: vec3f) -> Spatial {
 let acc = ld6(d_cacc + 6 * b);
 let still = ld6(d_cacc);
 let v = point_velocity(b, point);
 let angular = acc.a - still.a;
 return Spatial(angular, acc.l - still.l + cross(angular, point - com_of(b)) + cross(v.a, v.l));
}

` +
      // The part of a row's acceleration that comes from the Jacobian's rate.
      `fn equality_bias(e: i32, sub: i32) -> f32 {
 let f = equality_frame(e);
 let a1 = bias_acceleration(f.body1, f.pos1);
 let a2 = bias_acceleration(f.body2, f.pos2);
 if (sub < 3) { return (a1.l - a2.l)[sub]; }
 let w1 = ld3(d_cvel + 6 * f.body1);
 let w2 = ld3(d_cvel + 6 * f.body2);
 let w = w1 - w2;
 let middle = vec4f(0.5 * (dot(w2, w) - dot(w, w1)), a1.a - a2.a + 0.5 * (cross(w, w1) - cross(w2, w)));
 return 0.5 * f.scale * quat_mul(quat_mul(quat_neg(f.quat2), middle), f.quat1)[sub - 2];
}`
    : ''
}

${
  s.nconmax > 0
    ? // What a dof is in the rows of a contact, the first of which is r: velocity of the second side minus that of the first, per unit
      // velocity of the dof, along the axes of the contact frame.
      `fn contact_rows(c: i32, r: i32, i: i32) {
 let o = d_contact + CON_SIZE * c;
 let b1 = geom_bodyid(ldi(d_con_int + 4 * c));
 let b2 = geom_bodyid(ldi(d_con_int + 4 * c + 1));
 let second = moves(i, b2);
 var linear = vec3f(0);
 var angular = vec3f(0);
 if (moves(i, b1) != second) {
  let side = select(-1.0, 1.0, second);
  let axis = sscale(ld6(d_cdof + 6 * i), side);
  let frame = ld9(o + 4);
  linear = frame * (axis.l + cross(axis.a, ld3(o + 1) - com_of(select(b1, b2, second))));
  angular = frame * axis.a;
 }
 let values = array<f32, 6>(linear.x, linear.y, linear.z, angular.x, angular.y, angular.z);
 let dim = ldi(d_con_int + 4 * c + 2);
 ${
   s.elliptic
     ? 'for (var k = 0; k < dim; k++) { se((r + k) * NV + i, values[k]); }'
     : `if (dim == 1) { se(r * NV + i, linear.x); }
 for (var k = 1; k < dim; k++) {
  let side = ld(o + 13 + k) * values[k];
  se((r + 2 * k - 2) * NV + i, linear.x + side);
  se((r + 2 * k - 1) * NV + i, linear.x - side);
 }`
 }
}
`
    : ''
}
` +
  // The part of a dof in a row that is none of a contact.
  `fn entry(r: i32, i: i32) -> f32 {
 let id = ldi(d_efc_id + r);
 let sub = ldi(d_efc_sub + r);
 switch (ldi(d_efc_type + r)) {
  ${s.neq > 0 ? 'case ROW_EQUALITY: { return equality_entry(id, sub, i); }' : ''}
  case ROW_FRICTION_DOF: { return select(0.0, 1.0, i == id); }
  ${
    s.ntendon > 0
      ? `case ROW_FRICTION_TENDON: { return ld(d_ten_J + id * NV + i); }
  case ROW_LIMIT_TENDON: { return ld(d_ten_J + id * NV + i) * select(1.0, -1.0, sub == 1); }`
      : ''
  }
  case ROW_LIMIT_JOINT: {
   let k = i - jnt_dofadr(id);
   if (jnt_type(id) == JNT_BALL) {
    if (k < 0 || k > 2) { return 0; }
    return -norm_or(ball_rotation(id), vec3f(1, 0, 0))[k];
   }
   if (k != 0) { return 0; }
   return select(1.0, -1.0, sub == 1);
  }
  default: { return 0; }
 }
}

` +
  // What makes a row soft.
  `struct Softness { ref_: vec2f, ref_friction: vec2f, imp: array<f32, 5>, residual: f32, pos: f32, weight: f32, bound: f32 }

fn row_softness(r: i32) -> Softness {
 var p: Softness;
 let id = ldi(d_efc_id + r);
 let sub = ldi(d_efc_sub + r);
 switch (ldi(d_efc_type + r)) {
  ${
    s.neq > 0
      ? `case ROW_EQUALITY: {
   ${soften('eq_solref', 'eq_solimp')}
   p.pos = equality_residual(id, sub);
   p.residual = p.pos;
   let rows = x_eq_rows(id);
   if (rows > 1) {
    var squares = 0.0;
    for (var k = 0; k < rows; k++) { let x = equality_residual(id, k); squares += x * x; }
    p.residual = sqrt(squares);
   }
   let id1 = eq_obj1id(id);
   let id2 = eq_obj2id(id);
   switch (eq_type(id)) {
    case EQ_JOINT: {
     p.weight = dof_invweight0(jnt_dofadr(id1));
     if (id2 >= 0) { p.weight += dof_invweight0(jnt_dofadr(id2)); }
    }
    ${s.ntendon > 0 ? 'case EQ_TENDON: { p.weight = tendon_invweight0(id1); if (id2 >= 0) { p.weight += tendon_invweight0(id2); } }' : ''}
    default: {
     let f = equality_frame(id);
     let k = select(0, 1, sub > 2);
     p.weight = body_invweight0(2 * f.body1 + k) + body_invweight0(2 * f.body2 + k);
    }
   }
  }`
      : ''
  }
  case ROW_FRICTION_DOF: {
   ${soften('dof_solref', 'dof_solimp')}
   p.weight = dof_invweight0(id);
   p.bound = dof_frictionloss(id);
  }
  case ROW_LIMIT_JOINT: {
   ${soften('jnt_solref', 'jnt_solimp')}
   p.weight = dof_invweight0(jnt_dofadr(id));
   let q = ld(d_qpos + jnt_qposadr(id));
   p.pos = select(q - jnt_range(2 * id), jnt_range(2 * id + 1) - q, sub == 1);
   if (jnt_type(id) == JNT_BALL) {
    p.pos = max(jnt_range(2 * id), jnt_range(2 * id + 1)) - length(ball_rotation(id));
   }
   p.pos -= jnt_margin(id);
   p.residual = p.pos;
  }
  ${
    s.ntendon > 0
      ? `case ROW_FRICTION_TENDON: {
   ${soften('tendon_solref_fri', 'tendon_solimp_fri')}
   p.weight = tendon_invweight0(id);
   p.bound = tendon_frictionloss(id);
  }
  case ROW_LIMIT_TENDON: {
   ${soften('tendon_solref_lim', 'tendon_solimp_lim')}
   p.weight = tendon_invweight0(id);
   let x = ld(d_ten_length + id);
   p.pos = select(x - tendon_range(2 * id), tendon_range(2 * id + 1) - x, sub == 1) - tendon_margin(id);
   p.residual = p.pos;
  }`
      : ''
  }
  ${
    s.nconmax > 0
      ? `default: {
   let o = d_contact + CON_SIZE * id;
   p.ref_ = vec2f(ld(o + 19), ld(o + 20));
   p.ref_friction = vec2f(ld(o + 21), ld(o + 22));
   for (var k = 0; k < 5; k++) { p.imp[k] = ld(o + 23 + k); }
   p.residual = ld(o) - ld(o + 13);
   p.pos = p.residual;
   let b1 = geom_bodyid(ldi(d_con_int + 4 * id));
   let b2 = geom_bodyid(ldi(d_con_int + 4 * id + 1));
   p.weight = body_invweight0(2 * b1) + body_invweight0(2 * b2);
  }`
      : 'default: {}'
  }
 }
 return p;
}

` +
  // Mixed signs count as the default; standard references are not faster than the step allows.
  `fn safe_reference(given: vec2f) -> vec2f {
 var ref_ = given;
 if ((ref_.x > 0) != (ref_.y > 0)) { ref_ = vec2f(0.02, 1); }
 ${s.flags.refsafe ? 'if (ref_.x > 0) { ref_.x = max(ref_.x, 2 * opt_timestep(0)); }' : ''}
 return ref_;
}

` +
  // Stiffness and damping of a reference.
  `fn spring_damper(ref_: vec2f, dwidth: f32) -> vec2f {
 if (ref_.x > 0) {
  let product = dwidth * ref_.x * ref_.y;
  return vec2f(1 / max(MINVAL, product * product), 2 / max(MINVAL, dwidth * ref_.x));
 }
 return vec2f(-ref_.x / max(MINVAL, dwidth * dwidth), -ref_.y / max(MINVAL, dwidth));
}

fn impedance(imp: array<f32, 5>, r: f32) -> f32 {
 let d0 = clamp(imp[0], 0.0001, 0.9999);
 let dwidth = clamp(imp[1], 0.0001, 0.9999);
 let width = max(0.0, imp[2]);
 if (d0 == dwidth || width <= MINVAL) { return 0.5 * (d0 + dwidth); }
 let x = abs(r) / width;
 if (x <= 0) { return d0; }
 if (x >= 1) { return dwidth; }
 let mid = clamp(imp[3], 0.0001, 0.9999);
 let power = max(1.0, imp[4]);
 var y = x;
 if (power != 1) {
  let lower = x <= mid;
  let z = select(1 - x, x, lower);
  let reach = select(1 - mid, mid, lower);
  let ratio = select(pow(z / reach, power - 1), z / reach, power == 2);
  y = select(1 - z * ratio, z * ratio, lower);
 }
 return d0 + y * (dwidth - d0);
}

` +
  // Regularizer, reference acceleration and bound of a row whose Jacobian is there.
  `fn finish_row(r: i32) {
 let kind = ldi(d_efc_type + r);
 let sub = ldi(d_efc_sub + r);
 let p = row_softness(r);
 let imp = impedance(p.imp, p.residual);
 let dwidth = clamp(p.imp[1], 0.0001, 0.9999);
 var kb = spring_damper(safe_reference(p.ref_), dwidth);
 var regular = max(MINVAL, (1 - imp) * p.weight / imp);
 var pos = p.pos;
 se(E_MU + r, 1.0);
 ${
   s.nconmax > 0
     ? `if (kind >= ROW_PYRAMID) {
  let o = d_contact + CON_SIZE * ldi(d_efc_id + r);
  let friction = ld(o + 14);
  let ratio = max(MINVAL, opt_impratio(0));
  let mu = friction / sqrt(ratio);
  if (kind == ROW_PYRAMID) {
   regular = max(MINVAL, (1 - imp) * (p.weight * (1 + friction * friction)) / imp);
   regular = 2 * mu * mu * regular;
  } else {
   se(E_MU + r, select(ld(o + 13 + sub), mu, sub == 0));
   if (sub > 0) {
    regular /= ratio;
    let relative = friction / ld(o + 13 + sub);
    regular *= relative * relative;
    kb.x = 0;
    pos = 0;
    if (any(p.ref_friction != vec2f(0))) { kb.y = spring_damper(safe_reference(p.ref_friction), dwidth).y; }
   }
  }
 }`
     : ''
 }
 if (kind == ROW_FRICTION_DOF || kind == ROW_FRICTION_TENDON) { kb.x = 0; }
 var reference = -kb.y * le(E_VEL + r) - kb.x * imp * pos;
 ${
   s.neq > 0
     ? `if (kind == ROW_EQUALITY) {
  let e = ldi(d_efc_id + r);
  if (eq_type(e) == EQ_CONNECT || eq_type(e) == EQ_WELD) { reference -= equality_bias(e, sub); }
 }`
     : ''
 }
 se(E_POS + r, p.pos);
 se(E_R + r, regular);
 se(E_D + r, 1 / regular);
 se(E_AREF + r, reference);
 se(E_BOUND + r, p.bound);
}
fn ball_rotation(j: i32) -> vec3f { return quat_vel(quat_norm(ld4(d_qpos + jnt_qposadr(j)))); }
`;
