// The smooth part of forward dynamics, one invocation per world; as src/pipeline/forward.c.
import { eachDof, eachWorld } from './rows.js';

/** @param {import('../layout.js').Sizes} s */
export const forward = (s) => /* wgsl */ `
fn smooth_acceleration() {
  ${eachDof} {
    st(d_qfrc_smooth + i, ld(d_qfrc_passive + i) - ld(d_qfrc_bias + i) + ld(d_qfrc_applied + i)
       ${s.nactuator > 0 && s.flags.actuation ? '+ ld(d_qfrc_actuator + i)' : ''});
  }
  for (var b = 1; b < NBODY; b++) {
    let force = ld3(d_xfrc_applied + 6 * b);
    let torque = ld3(d_xfrc_applied + 6 * b + 3);
    if (any(force != vec3f(0)) || any(torque != vec3f(0))) {
      apply_wrench(d_qfrc_smooth, b, ld3(d_xipos + 3 * b), force, torque);
    }
  }
  copy_rows(d_qLD, d_M, NTRI);
  factor_tree(d_qLD);
  copy_rows(d_qacc_smooth, d_qfrc_smooth, NV);
  solve_tree(d_qLD, d_qacc_smooth);
  copy_rows(d_qacc, d_qacc_smooth, NV);
  zero_rows(d_qfrc_constraint, NV);
}
fn positions() { kinematics(); com_pos(); tendons(); crb(); }
fn forces() {
  transmission(); com_vel(); tendon_velocities();
  ${s.flags.actuation ? 'actuator_velocities();' : ''}
  passive(); rne_bias(); actuation(); smooth_acceleration();
}
`;

/** Its kernels, where each step has one forward pass. @param {import('../layout.js').Sizes} s */
export const forwardEntries = (s) =>
  eachWorld('forward_smooth', `positions(); ${s.adhesion ? '' : 'forces();'}`) +
  // after collisions, since contacts tell what adhesion acts on
  (s.adhesion ? eachWorld('forward_forces', 'forces();') : '');

export const collideEntry = eachWorld('collide_and_make', 'collision(); make_constraint();');
