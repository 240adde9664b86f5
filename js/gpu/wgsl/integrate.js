// From accelerations to the next state; as src/pipeline/integrate.c.
import { eachActuator, eachDof, eachJoint, eachTendon, eachWorld } from './rows.js';

/** @param {import('../layout.js').Sizes} s */
export const integrate = (s) =>
  /* wgsl */ `
fn integrate_pos(o: i32, velocity: i32, h: f32) {
  ${eachJoint} {
    var q = o + jnt_qposadr(j);
    var k = velocity + jnt_dofadr(j);
    let kind = jnt_type(j);
    if (kind == JNT_FREE) {
      add3(q, ld3(k) * h);
      q += 3;
      k += 3;
    }
    if (kind == JNT_FREE || kind == JNT_BALL) {
      st4(q, quat_integrate(ld4(q), ld3(k), h));
    } else {
      add(q, ld(k) * h);
    }
  }
}

` +
  // Time as a sum of two numbers, the second what the first cannot hold (Kahan 1965).
  `fn advance_time(h: f32) {
  let y = h + ld(d_time + 1);
  let t = ld(d_time);
  let sum = t + y;
  st(d_time, sum);
  st(d_time + 1, y - (sum - t));
}

` +
  // Adds slope * row' row to the packed matrix at o, within the pattern of the tree.
  `fn add_square(o: i32, row: i32, slope: f32) {
  ${eachDof} {
    let x = ld(row + i) * slope;
    if (x == 0) { continue; }
    for (var j = i; j >= 0; j = dof_parentid(j)) { add(o + tri(i, j), x * ld(row + j)); }
  }
}

` +
  // Solves (M - h D) qacc = force into d_step.
  `fn implicit_step() {
  let h = opt_timestep(0);
  copy_rows(d_qLD, d_M, NTRI);
  ${
    s.flags.damper
      ? `${eachDof} {
    add(d_qLD + tri(i, i), h * damper_slope(dof_damping_all(i), ld(d_qvel + i)));
  }`
      : ''
  }
  ${
    s.integrator === 'implicitfast' && s.ntendon > 0 && s.flags.damper
      ? `${eachTendon} {
    let slope = damper_slope(tendon_damping_all(t), ld(d_ten_velocity + t));
    if (slope != 0) { add_square(d_qLD, d_ten_J + t * NV, h * slope); }
  }`
      : ''
  }
  ${
    s.integrator === 'implicitfast' && s.nactuator > 0 && s.flags.actuation
      ? `${eachActuator} {
    let slope = -h * actuator_slope(a);
    if (slope == 0) { continue; }
    for (var o = actuator_outadr(a); o < actuator_outadr(a) + actuator_outnum(a); o++) {
      let k = lone_dof(o);
      if (k >= 0) {
        add(d_qLD + tri(k, k), slope * actuator_gear(6 * o) * actuator_gear(6 * o));
      } else {
        add_square(d_qLD, d_actuator_moment + o * NV, slope);
      }
    }
  }`
      : ''
  }
  factor_tree(d_qLD);
  ${eachDof} { st(d_step + i, ld(d_qfrc_smooth + i) + ld(d_qfrc_constraint + i)); }
  solve_tree(d_qLD, d_step);
}

` +
  // Marks the world when numbers are not finite or too large; it stays as it was before the step.
  `fn check(o: i32, count: i32, warning: i32) -> bool {
  for (var i = 0; i < count; i++) {
    if (is_bad(ld(o + i))) {
      warn(warning);
      sti(d_status, 1);
      return false;
    }
  }
  return true;
}

`;

/** @param {import('../layout.js').Sizes} s */
export const advance = (s) =>
  eachWorld(
    'advance',
    `${s.sensors ? 'sensors();' : ''}
  if ((params.flags & 1u) != 0) { return; }
  if (!check(d_qacc, NV, WARN_BADQACC)) { return; }
  ${s.implicit ? 'implicit_step();' : 'copy_rows(d_step, d_qacc, NV);'}
  if (!check(d_step, NV, WARN_BADQACC)) { return; }
  ${s.na > 0 ? 'advance_activations(d_act_dot);' : ''}
  let h = opt_timestep(0);
  ${eachDof} { add(d_qvel + i, h * ld(d_step + i)); }
  integrate_pos(d_qpos, d_qvel, h);
  advance_time(h);
  copy_rows(d_qacc_warmstart, d_qacc, NV);
  if (check(d_qpos, NQ, WARN_BADQPOS)) { let good = check(d_qvel, NV, WARN_BADQVEL); }`,
  );
