// The smooth part of forward dynamics, one invocation per world; as src/pipeline/forward.c.
/** @param {import('../layout.js').Sizes} s */
export const forward = (s) => /* wgsl */ `
fn smooth_acceleration() {
  for (var i = 0; i < NV; i++) {
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
  for (var i = 0; i < NV; i++) { st(d_qfrc_constraint + i, 0.0); }
}

@compute @workgroup_size(GROUP_SIZE)
fn forward_smooth(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= params.count) { return; }
  enter(id.x);
  if (!takes_part()) { return; }
  kinematics();
  com_pos();
  tendons();
  crb();
  ${
    s.adhesion
      ? `}

// After collisions, since contacts tell what adhesion acts on.
@compute @workgroup_size(GROUP_SIZE)
fn forward_forces(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= params.count) { return; }
  enter(id.x);
  if (!takes_part()) { return; }`
      : ''
  }
  transmission();
  com_vel();
  tendon_velocities();
  ${s.flags.actuation ? 'actuator_velocities();' : ''}
  passive();
  rne_bias();
  actuation();
  smooth_acceleration();
}
`;

export const collideEntry = /* wgsl */ `
@compute @workgroup_size(GROUP_SIZE)
fn collide_and_make(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= params.count) { return; }
  enter(id.x);
  if (!takes_part()) { return; }
  collision();
  make_constraint();
}
`;
