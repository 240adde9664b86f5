// Which rows of constraints there are, in their order; as src/constraint/make.c, equality.c and limit.c. A row is a type
// (mjtConstraint), the object that makes it, and which of its rows it is.
import { eachDof, eachJoint, eachTendon } from './rows.js';

/** @param {import('../layout.js').Sizes} s */
export const make = (s) =>
  /* wgsl */ `
` +
  // Adds rows; false when there is no room.
  `fn push_rows(n: ptr<function, i32>, kind: i32, id: i32, sub: i32, count: i32) -> bool {
  if (*n + count > NJMAX) {
    warn(WARN_CNSTRFULL);
    return false;
  }
  for (var k = 0; k < count; k++) {
    sti(d_efc_type + *n, kind);
    sti(d_efc_id + *n, id);
    sti(d_efc_sub + *n, sub + k);
    *n += 1;
  }
  return true;
}

fn make_constraint() {
  var n = 0;
  ${
    s.neq > 0 && s.flags.equality
      ? `for (var e = 0; e < NEQ; e++) {
    if (ldi(d_eq_active + e) != 0) { push_rows(&n, ROW_EQUALITY, e, 0, x_eq_rows(e)); }
  }`
      : ''
  }
  ${
    s.flags.friction
      ? `${eachDof} {
    if (dof_frictionloss(i) > 0) { push_rows(&n, ROW_FRICTION_DOF, i, 0, 1); }
  }
  ${s.ntendon > 0 ? `${eachTendon} { if (tendon_frictionloss(t) > 0) { push_rows(&n, ROW_FRICTION_TENDON, t, 0, 1); } }` : ''}`
      : ''
  }
  ${
    s.flags.limit
      ? `${eachJoint} {
    let kind = jnt_type(j);
    if (jnt_limited(j) == 0 || kind == JNT_FREE) { continue; }
    let margin = jnt_margin(j);
    if (kind == JNT_BALL) {
      if (max(jnt_range(2 * j), jnt_range(2 * j + 1)) - length(quat_vel(quat_norm(ld4(d_qpos + jnt_qposadr(j))))) < margin) {
        push_rows(&n, ROW_LIMIT_JOINT, j, 0, 1);
      }
      continue;
    }
    let q = ld(d_qpos + jnt_qposadr(j));
    if (q - jnt_range(2 * j) < margin) { push_rows(&n, ROW_LIMIT_JOINT, j, 0, 1); }
    if (jnt_range(2 * j + 1) - q < margin) { push_rows(&n, ROW_LIMIT_JOINT, j, 1, 1); }
  }
  ${
    s.ntendon > 0
      ? `${eachTendon} {
    if (tendon_limited(t) == 0) { continue; }
    let x = ld(d_ten_length + t);
    if (x - tendon_range(2 * t) < tendon_margin(t)) { push_rows(&n, ROW_LIMIT_TENDON, t, 0, 1); }
    if (tendon_range(2 * t + 1) - x < tendon_margin(t)) { push_rows(&n, ROW_LIMIT_TENDON, t, 1, 1); }
  }`
      : ''
  }`
      : ''
  }
  ${
    s.nconmax > 0
      ? `for (var c = 0; c < ldi(d_ncon); c++) {
    let o = d_contact + CON_SIZE * c;
    sti(d_con_int + 4 * c + 3, -1);
    if (ld(o) >= ld(o + 13)) { continue; }
    let dim = ldi(d_con_int + 4 * c + 2);
    let first = n;
    var kind = ${s.elliptic ? 'ROW_ELLIPTIC' : 'ROW_PYRAMID'};
    var count = ${s.elliptic ? 'dim' : '2 * (dim - 1)'};
    if (dim == 1) { kind = ROW_CONTACT; count = 1; }
    if (push_rows(&n, kind, c, 0, count)) { sti(d_con_int + 4 * c + 3, first); }
  }`
      : ''
  }
  sti(d_nefc, n);
}
`;
