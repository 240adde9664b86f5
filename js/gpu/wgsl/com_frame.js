// Centres of mass, inertias and motion axes about them, velocities; as src/kinematics/com_frame.c and motion.c.
import { eachJoint } from './rows.js';

export const comFrame =
  /* wgsl */ `
fn com_of(b: i32) -> vec3f { return ld3(d_subtree_com + 3 * body_rootid(b)); }

fn store_inertia(b: i32) {
  let mass = body_mass(b);
  let r = ld9(d_ximat + 9 * b);
  let principal = body_inertia_3(b);
  let dif = ld3(d_xipos + 3 * b) - com_of(b);
  let sum = mat3x3f(r[0] * principal.x, r[1] * principal.y, r[2] * principal.z) * transpose(r);
  let o = d_cinert + 10 * b;
  st(o, sum[0][0] + mass * (dif.y * dif.y + dif.z * dif.z));
  st(o + 1, sum[1][1] + mass * (dif.x * dif.x + dif.z * dif.z));
  st(o + 2, sum[2][2] + mass * (dif.x * dif.x + dif.y * dif.y));
  st(o + 3, sum[1][0] - mass * dif.x * dif.y);
  st(o + 4, sum[2][0] - mass * dif.x * dif.z);
  st(o + 5, sum[2][1] - mass * dif.y * dif.z);
  st3(o + 6, mass * dif);
  st(o + 9, mass);
}

` +
  // Momentum of an inertia (10 numbers at o) that moves at v.
  `fn inertia_times(o: i32, v: Spatial) -> Spatial {
  let d = ld3(o);
  let u = ld3(o + 3);
  let c = ld3(o + 6);
  let turned = vec3f(d.x * v.a.x + u.x * v.a.y + u.y * v.a.z, u.x * v.a.x + d.y * v.a.y + u.z * v.a.z,
                     u.y * v.a.x + u.z * v.a.y + d.z * v.a.z);
  return Spatial(turned + cross(c, v.l), ld(o + 9) * v.l - cross(c, v.a));
}

fn axis_about(axis: vec3f, offset: vec3f) -> Spatial { return Spatial(axis, cross(axis, offset)); }

fn store_axes(j: i32) {
  let b = jnt_bodyid(j);
  var k = jnt_dofadr(j);
  let kind = jnt_type(j);
  let offset = com_of(b) - ld3(d_xanchor + 3 * j);
  let axis = ld3(d_xaxis + 3 * j);
  if (kind == JNT_HINGE) {
    st6(d_cdof + 6 * k, axis_about(axis, offset));
  } else if (kind == JNT_SLIDE) {
    st6(d_cdof + 6 * k, Spatial(vec3f(0), axis));
  } else {
    if (kind == JNT_FREE) {
      st6(d_cdof + 6 * k, Spatial(vec3f(0), vec3f(1, 0, 0)));
      st6(d_cdof + 6 * k + 6, Spatial(vec3f(0), vec3f(0, 1, 0)));
      st6(d_cdof + 6 * k + 12, Spatial(vec3f(0), vec3f(0, 0, 1)));
      k += 3;
    }
    let r = ld9(d_xmat + 9 * b);
    for (var i = 0; i < 3; i++) { st6(d_cdof + 6 * (k + i), axis_about(r[i], offset)); }
  }
}

fn com_pos() {
  for (var b = 0; b < NBODY; b++) {
    st3(d_subtree_com + 3 * b, body_mass(b) * ld3(d_xipos + 3 * b));
  }
  for (var b = NBODY - 1; b > 0; b--) {
    add3(d_subtree_com + 3 * body_parentid(b), ld3(d_subtree_com + 3 * b));
  }
  for (var b = 0; b < NBODY; b++) {
    let mass = body_subtreemass(b);
    if (mass < MINVAL) {
      st3(d_subtree_com + 3 * b, ld3(d_xipos + 3 * b));
    } else {
      st3(d_subtree_com + 3 * b, ld3(d_subtree_com + 3 * b) / mass);
    }
  }
  for (var b = 1; b < NBODY; b++) { store_inertia(b); }
  ${eachJoint} { store_axes(j); }
}

` +
  // Velocities of bodies and rates of the motion axes.
  `fn com_vel() {
  st6(d_cvel, Spatial(vec3f(0), vec3f(0)));
  for (var b = 1; b < NBODY; b++) {
    var v = ld6(d_cvel + 6 * body_parentid(b));
    let j0 = body_jntadr(b);
    for (var j = j0; j < j0 + body_jntnum(b); j++) {
      var k = jnt_dofadr(j);
      let kind = jnt_type(j);
      var size = 1;
      if (kind == JNT_FREE) {
        for (var i = 0; i < 3; i++) {
          st6(d_cdof_dot + 6 * (k + i), Spatial(vec3f(0), vec3f(0)));
          v = sadd(v, sscale(ld6(d_cdof + 6 * (k + i)), ld(d_qvel + k + i)));
        }
        k += 3;
      }
      if (kind == JNT_FREE || kind == JNT_BALL) { size = 3; }
      for (var i = k; i < k + size; i++) {
        st6(d_cdof_dot + 6 * i, cross_motion(v, ld6(d_cdof + 6 * i)));
      }
      for (var i = k; i < k + size; i++) {
        v = sadd(v, sscale(ld6(d_cdof + 6 * i), ld(d_qvel + i)));
      }
    }
    st6(d_cvel + 6 * b, v);
  }
}

` +
  // Whether a dof moves a body.
  `fn moves(i: i32, b: i32) -> bool {
  return ((u32(x_body_dofs(b * DOF_WORDS + i / 32)) >> u32(i % 32)) & 1u) != 0;
}
` +
  // Velocity of a point per unit velocity of a dof.
  `fn point_column(i: i32, offset: vec3f) -> vec3f {
  let c = ld6(d_cdof + 6 * i);
  return c.l + cross(c.a, offset);
}
` +
  // Velocity of a point of a body: angular, linear.
  `fn point_velocity(b: i32, point: vec3f) -> Spatial {
  let v = ld6(d_cvel + 6 * b);
  return Spatial(v.a, v.l + cross(v.a, point - com_of(b)));
}
`;
