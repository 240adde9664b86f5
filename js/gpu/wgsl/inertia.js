// Joint-space inertia by composite bodies, its factor L'DL along the tree, Newton and Euler's recursion; as src/dynamics.
import { eachDof, eachTendon } from './rows.js';

/** @param {import('../layout.js').Sizes} s */
export const inertia = (s) =>
  /* wgsl */ `
fn crb() {
  for (var i = 0; i < 10 * NBODY; i++) { st(d_crb + i, select(0.0, ld(d_cinert + i), i >= 10)); }
  for (var b = NBODY - 1; b > 0; b--) {
    let parent = body_parentid(b);
    if (parent > 0) {
      for (var k = 0; k < 10; k++) { add(d_crb + 10 * parent + k, ld(d_crb + 10 * b + k)); }
    }
  }
  ${eachDof} {
    let momentum = inertia_times(d_crb + 10 * dof_bodyid(i), ld6(d_cdof + 6 * i));
    for (var j = i; j >= 0; j = dof_parentid(j)) {
      st(d_M + tri(i, j), sdot(ld6(d_cdof + 6 * j), momentum));
    }
    add(d_M + tri(i, i), dof_armature(i) + x_dof_armature(i));
  }
  ${
    s.tendonArmature
      ? `${eachTendon} {
    let armature = tendon_armature(t) + x_tendon_armature(t);
    if (armature == 0) { continue; }
    ${eachDof} {
      let ji = ld(d_ten_J + t * NV + i);
      if (ji == 0) { continue; }
      for (var j = i; j >= 0; j = dof_parentid(j)) {
        add(d_M + tri(i, j), armature * ji * ld(d_ten_J + t * NV + j));
      }
    }
  }`
      : ''
  }
}

` +
  // Factor in place: rows below the diagonal become L, the diagonal D. (Featherstone 2005, "Efficient factorization of the
  // joint-space inertia matrix for branched kinematic trees")
  `fn factor_tree(o: i32) {
  for (var k = NV - 1; k >= 0; k--) {
    let scale = 1.0 / ld(o + tri(k, k));
    for (var i = dof_parentid(k); i >= 0; i = dof_parentid(i)) {
      let a = ld(o + tri(k, i)) * scale;
      for (var j = i; j >= 0; j = dof_parentid(j)) { add(o + tri(i, j), -a * ld(o + tri(k, j))); }
      st(o + tri(k, i), a);
    }
  }
}

` +
  // x = inv(L'DL) x
  `fn solve_tree(o: i32, x: i32) {
  for (var k = NV - 1; k >= 0; k--) {
    let value = ld(x + k);
    for (var i = dof_parentid(k); i >= 0; i = dof_parentid(i)) { add(x + i, -ld(o + tri(k, i)) * value); }
  }
  for (var k = 0; k < NV; k++) {
    var value = ld(x + k) / ld(o + tri(k, k));
    for (var i = dof_parentid(k); i >= 0; i = dof_parentid(i)) { value -= ld(o + tri(k, i)) * ld(x + i); }
    st(x + k, value);
  }
}

fn copy_rows(to: i32, from_: i32, count: i32) {
  for (var i = 0; i < count; i++) { st(to + i, ld(from_ + i)); }
}

fn gravity() -> vec3f { return ${s.flags.gravity ? 'opt_gravity_3(0)' : 'vec3f(0)'}; }

` +
  // Forces of Coriolis, centrifugal acceleration and gravity.
  `fn rne_bias() {
  st6(d_cacc, Spatial(vec3f(0), -gravity()));
  st6(d_cfrc, Spatial(vec3f(0), vec3f(0)));
  for (var b = 1; b < NBODY; b++) {
    var acc = ld6(d_cacc + 6 * body_parentid(b));
    let k0 = body_dofadr(b);
    for (var k = k0; k < k0 + body_dofnum(b); k++) {
      acc = sadd(acc, sscale(ld6(d_cdof_dot + 6 * k), ld(d_qvel + k)));
    }
    st6(d_cacc + 6 * b, acc);
    let v = ld6(d_cvel + 6 * b);
    let o = d_cinert + 10 * b;
    st6(d_cfrc + 6 * b, sadd(inertia_times(o, acc), cross_force(v, inertia_times(o, v))));
  }
  for (var b = NBODY - 1; b > 0; b--) {
    let parent = body_parentid(b);
    if (parent > 0) { add6(d_cfrc + 6 * parent, ld6(d_cfrc + 6 * b)); }
  }
  ${eachDof} {
    st(d_qfrc_bias + i, sdot(ld6(d_cdof + 6 * i), ld6(d_cfrc + 6 * dof_bodyid(i))));
  }
}

` +
  // Adds the joint forces of a force and a torque at a point of a body.
  `fn apply_wrench(o: i32, b: i32, point: vec3f, force: vec3f, torque: vec3f) {
  let wrench = Spatial(torque + cross(point - com_of(b), force), force);
  for (var i = x_body_lastdof(b); i >= 0; i = dof_parentid(i)) {
    add(o + i, sdot(ld6(d_cdof + 6 * i), wrench));
  }
}
`;
