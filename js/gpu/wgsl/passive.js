// Passive forces: springs, dampers, gravity compensation; as src/force/passive.c. A spring's force is -(a x + b x^2 + c x^3), a
// damper's -(a v + b v |v| + c v^3).
import { eachDof, eachJoint, eachTendon } from './rows.js';

/** @param {import('../layout.js').Sizes} s */
export const passive = (s) =>
  /* wgsl */ `
` +
  // Coefficients of a dof's damping, with those of its actuators.
  `fn dof_damping_all(i: i32) -> vec3f {
  return vec3f(dof_damping(i), dof_dampingpoly(2 * i), dof_dampingpoly(2 * i + 1))
    + vec3f(x_dof_damping(3 * i), x_dof_damping(3 * i + 1), x_dof_damping(3 * i + 2));
}
fn joint_stiffness(j: i32) -> vec3f {
  return vec3f(jnt_stiffness(j), jnt_stiffnesspoly(2 * j), jnt_stiffnesspoly(2 * j + 1));
}
fn damper_force(c: vec3f, v: f32) -> f32 { return -v * (c.x + abs(v) * (c.y + abs(v) * c.z)); }
fn damper_slope(c: vec3f, v: f32) -> f32 { return c.x + abs(v) * (2 * c.y + 3 * c.z * abs(v)); }
fn spring_force(c: vec3f, x: f32) -> f32 { return -x * (c.x + x * (c.y + x * c.z)); }
fn vector_spring(o: i32, c: vec3f, x: vec3f) {
  let n = length(x);
  add3(o, -x * (c.x + n * (c.y + n * c.z)));
}

fn joint_springs(o: i32) {
  ${eachJoint} {
    let c = joint_stiffness(j);
    if (all(c == vec3f(0))) { continue; }
    var q = jnt_qposadr(j);
    var k = o + jnt_dofadr(j);
    let kind = jnt_type(j);
    if (kind == JNT_FREE) {
      let rest = vec3f(qpos_spring(q), qpos_spring(q + 1), qpos_spring(q + 2));
      vector_spring(k, c, ld3(d_qpos + q) - rest);
      q += 3;
      k += 3;
    }
    if (kind == JNT_FREE || kind == JNT_BALL) {
      let rest = vec4f(qpos_spring(q), qpos_spring(q + 1), qpos_spring(q + 2), qpos_spring(q + 3));
      vector_spring(k, c, quat_sub(quat_norm(ld4(d_qpos + q)), rest));
    } else {
      add(k, spring_force(c, ld(d_qpos + q) - qpos_spring(q)));
    }
  }
}

${
  s.ntendon > 0
    ? `fn tendon_damping_all(t: i32) -> vec3f {
  return vec3f(tendon_damping(t), tendon_dampingpoly(2 * t), tendon_dampingpoly(2 * t + 1))
    + vec3f(x_tendon_damping(3 * t), x_tendon_damping(3 * t + 1), x_tendon_damping(3 * t + 2));
}
fn tendon_forces(o: i32) {
  ${eachTendon} {
    var force = 0.0;
    ${
      s.flags.spring
        ? `let c = vec3f(tendon_stiffness(t), tendon_stiffnesspoly(2 * t), tendon_stiffnesspoly(2 * t + 1));
    let x = ld(d_ten_length + t);
    let low = tendon_lengthspring(2 * t);
    let high = tendon_lengthspring(2 * t + 1);
    force += spring_force(c, select(min(0.0, x - low), x - high, x > high));`
        : ''
    }
    ${s.flags.damper ? 'force += damper_force(tendon_damping_all(t), ld(d_ten_velocity + t));' : ''}
    if (force != 0) {
      ${eachDof} { add(o + i, ld(d_ten_J + t * NV + i) * force); }
    }
  }
}`
    : 'fn tendon_forces(o: i32) {}'
}

fn passive() {
  let o = d_qfrc_passive;
  ${eachDof} {
    st(o + i, ${s.flags.damper ? 'damper_force(dof_damping_all(i), ld(d_qvel + i))' : '0.0'});
  }
  ${s.flags.spring ? 'joint_springs(o);' : ''}
  ${s.flags.spring || s.flags.damper ? 'tendon_forces(o);' : ''}
  ${
    s.gravcomp
      ? `zero_rows(d_qfrc_gravcomp, NV);
  for (var b = 1; b < NBODY; b++) {
    let share = body_gravcomp(b);
    if (share != 0) {
      apply_wrench(d_qfrc_gravcomp, b, ld3(d_xipos + 3 * b), gravity() * (-body_mass(b) * share), vec3f(0));
    }
  }
  ${eachDof} {
    if (jnt_actgravcomp(dof_jntid(i)) == 0) { add(o + i, ld(d_qfrc_gravcomp + i)); }
  }`
      : ''
  }
}
`;
