// From controls to joint forces, and the next activations; as src/force/actuation.c, activation.c, actuator_force.c and, for slopes
// in velocity, actuator_slope.c.
/** @param {import('../layout.js').Sizes} s */
export const actuation = (s) =>
  s.nu === 0 || !s.flags.actuation
    ? 'fn actuation() {}\nfn advance_activations(dot_: i32) {}\nfn actuator_slope(a: i32) -> f32 { return 0; }\n'
    : /* wgsl */ `
fn acting_ctrl(a: i32) -> f32 {
  let c = ld(d_ctrl + a);
  ${
    s.flags.clampctrl
      ? 'if (actuator_ctrllimited(a) != 0) { return clamp(c, actuator_ctrlrange(2 * a), actuator_ctrlrange(2 * a + 1)); }'
      : ''
  }
  return c;
}
fn actuator_off(a: i32) -> bool {
  let group = actuator_group(a);
  return group >= 0 && group < 31 && ((u32(opt_disableactuator(0)) >> u32(group)) & 1u) != 0;
}
${
  s.muscle
    ? `fn muscle_dynamics(ctrl: f32, act: f32, a: i32) -> f32 {
  let difference = clamp(ctrl, 0, 1) - act;
  let stretch = 0.5 + 1.5 * clamp(act, 0, 1);
  let rise = actuator_dynprm(10 * a) * stretch;
  let fall = actuator_dynprm(10 * a + 1) / stretch;
  let smoothing = actuator_dynprm(10 * a + 2);
  var tau = select(fall, rise, difference > 0);
  if (smoothing >= MINVAL) {
    let x = clamp(difference / smoothing + 0.5, 0, 1);
    tau = fall + (rise - fall) * x * x * x * (x * (6 * x - 15) + 10);
  }
  return difference / max(MINVAL, tau);
}
fn spline(x: f32) -> f32 { return 0.5 * x * x; }
fn active_force(x: f32, low: f32, high: f32) -> f32 {
  if (x < low || x > high) { return 0; }
  let a = 0.5 * (low + 1);
  let b = 0.5 * (1 + high);
  if (x <= a) { return spline((x - low) / max(MINVAL, a - low)); }
  if (x <= 1) { return 1 - spline((1 - x) / max(MINVAL, 1 - a)); }
  if (x <= b) { return 1 - spline((x - 1) / max(MINVAL, b - 1)); }
  return spline((high - x) / max(MINVAL, high - b));
}
struct Muscle { peak: f32, optimal: f32, normal: f32, low: f32, high: f32, fastest: f32, passive: f32, rise: f32 }
// o: the first of nine parameters of gain (kind 0) or bias (1).
fn muscle_of(a: i32, kind: i32) -> Muscle {
  var p: array<f32, 9>;
  for (var k = 0; k < 9; k++) {
    if (kind == 0) { p[k] = actuator_gainprm(10 * a + k); } else { p[k] = actuator_biasprm(10 * a + k); }
  }
  let low = actuator_lengthrange(2 * a);
  let optimal = (actuator_lengthrange(2 * a + 1) - low) / max(MINVAL, p[1] - p[0]);
  let peak = select(p[2], p[3] / max(MINVAL, actuator_acc0(a)), p[2] < 0);
  let normal = p[0] + (ld(d_actuator_length + a) - low) / max(MINVAL, optimal);
  return Muscle(peak, optimal, normal, p[4], p[5], p[6], p[7], p[8] - 1);
}
fn muscle_gain(a: i32, velocity: f32) -> f32 {
  let m = muscle_of(a, 0);
  let v = velocity / max(MINVAL, m.optimal * m.fastest);
  var curve = m.rise + 1;
  if (v <= -1) { curve = 0; } else if (v <= 0) { curve = (v + 1) * (v + 1); }
  else if (v <= m.rise) { curve = m.rise + 1 - (m.rise - v) * (m.rise - v) / max(MINVAL, m.rise); }
  return -m.peak * active_force(m.normal, m.low, m.high) * curve;
}
fn muscle_slope(a: i32) -> f32 {
  let m = muscle_of(a, 0);
  let scale = max(MINVAL, m.optimal * m.fastest);
  let v = ld(d_actuator_velocity + a) / scale;
  var slope = 0.0;
  if (v > -1 && v <= 0) { slope = 2 * (v + 1); }
  else if (v > 0 && v <= m.rise) { slope = 2 * (m.rise - v) / max(MINVAL, m.rise); }
  return muscle_gain(a, 0) * slope / scale;
}
fn muscle_bias(a: i32) -> f32 {
  let m = muscle_of(a, 1);
  let b = 0.5 * (1 + m.high);
  let width = max(MINVAL, b - 1);
  if (m.normal <= 1) { return 0; }
  let x = (min(m.normal, b) - 1) / width;
  return -m.peak * m.passive * select(0.5 + (m.normal - b) / width, 0.5 * x * x, m.normal <= b);
}`
    : ''
}

fn next_activation(a: i32, act: f32, rate: f32) -> f32 {
  var next = act + rate * opt_timestep(0);
  if (actuator_dyntype(a) == DYN_FILTEREXACT) {
    let tau = max(MINVAL, actuator_dynprm(10 * a));
    next = act + rate * tau * (1 - exp(-opt_timestep(0) / tau));
  }
  if (actuator_actlimited(a) != 0) { next = clamp(next, actuator_actrange(2 * a), actuator_actrange(2 * a + 1)); }
  return next;
}

fn activation_rate(a: i32, ctrl: f32) -> f32 {
  let act = ld(d_act + actuator_actadr(a));
  switch (actuator_dyntype(a)) {
    case DYN_INTEGRATOR: { return ctrl; }
    case DYN_FILTER, DYN_FILTEREXACT: { return (ctrl - act) / max(MINVAL, actuator_dynprm(10 * a)); }
    ${s.muscle ? 'case DYN_MUSCLE: { return muscle_dynamics(ctrl, act, a); }' : ''}
    default: { return 0; }
  }
}

// What the gain multiplies.
fn actuator_input(a: i32, ctrl: f32) -> f32 {
  if (actuator_actnum(a) == 0) { return ctrl; }
  let adr = actuator_actadr(a);
  if (actuator_actearly(a) != 0) { return next_activation(a, ld(d_act + adr), ld(d_act_dot + adr)); }
  return ld(d_act + adr);
}

fn actuator_force(a: i32, ctrl: f32) -> f32 {
  let x = ld(d_actuator_length + a);
  let v = ld(d_actuator_velocity + a);
  var gain = 0.0;
  switch (actuator_gaintype(a)) {
    case GAIN_FIXED: { gain = actuator_gainprm(10 * a); }
    case GAIN_AFFINE: { gain = actuator_gainprm(10 * a) + actuator_gainprm(10 * a + 1) * x + actuator_gainprm(10 * a + 2) * v; }
    ${s.muscle ? 'case GAIN_MUSCLE: { gain = muscle_gain(a, v); }' : ''}
    default: {}
  }
  var input = actuator_input(a, ctrl);
  let turn = x_act_turn(a);
  if (turn > 0) { input = short_way(input - x, turn) + x; }
  var force = gain * input;
  switch (actuator_biastype(a)) {
    case BIAS_AFFINE: { force += actuator_biasprm(10 * a) + actuator_biasprm(10 * a + 1) * x + actuator_biasprm(10 * a + 2) * v; }
    ${s.muscle ? 'case BIAS_MUSCLE: { force += muscle_bias(a); }' : ''}
    default: {}
  }
  return force;
}

// Slope of an actuator's force in its velocity, 0 at a limit of the force.
fn actuator_slope(a: i32) -> f32 {
  if (actuator_off(a)) { return 0; }
  let force = ld(d_actuator_force + a);
  if (actuator_forcelimited(a) != 0 && (force <= actuator_forcerange(2 * a) || force >= actuator_forcerange(2 * a + 1))) {
    return 0;
  }
  var slope = 0.0;
  if (actuator_biastype(a) == BIAS_AFFINE) { slope += actuator_biasprm(10 * a + 2); }
  let input = actuator_input(a, ld(d_ctrl + a));
  if (actuator_gaintype(a) == GAIN_AFFINE) { slope += actuator_gainprm(10 * a + 2) * input; }
  ${s.muscle ? 'if (actuator_gaintype(a) == GAIN_MUSCLE) { slope += input * muscle_slope(a); }' : ''}
  return slope;
}

${
  s.ntendon > 0
    ? `// Limits of the total force of the actuators of a tendon.
fn limit_tendon_forces() {
  for (var t = 0; t < NTENDON; t++) {
    if (tendon_actfrclimited(t) == 0) { continue; }
    var total = 0.0;
    for (var a = 0; a < NU; a++) {
      if (actuator_trntype(a) == TRN_TENDON && actuator_trnid(2 * a) == t) { total += ld(d_actuator_force + a); }
    }
    let limited = clamp(total, tendon_actfrcrange(2 * t), tendon_actfrcrange(2 * t + 1));
    if (limited == total) { continue; }
    for (var a = 0; a < NU; a++) {
      if (actuator_trntype(a) == TRN_TENDON && actuator_trnid(2 * a) == t) {
        st(d_actuator_force + a, ld(d_actuator_force + a) * limited / total);
      }
    }
  }
}`
    : 'fn limit_tendon_forces() {}'
}

fn actuation() {
  var bad = false;
  for (var a = 0; a < NU; a++) { bad = bad || is_bad(ld(d_ctrl + a)); }
  if (bad) { warn(WARN_BADCTRL); }
  for (var a = 0; a < NU; a++) {
    let ctrl = select(acting_ctrl(a), 0.0, bad);
    if (actuator_actnum(a) > 0) { st(d_act_dot + actuator_actadr(a), activation_rate(a, ctrl)); }
    var force = 0.0;
    if (!actuator_off(a)) { force = actuator_force(a, ctrl); }
    st(d_actuator_force + a, force);
  }
  limit_tendon_forces();
  for (var i = 0; i < NV; i++) { st(d_qfrc_actuator + i, 0.0); }
  for (var a = 0; a < NU; a++) {
    var force = ld(d_actuator_force + a);
    if (actuator_forcelimited(a) != 0) {
      force = clamp(force, actuator_forcerange(2 * a), actuator_forcerange(2 * a + 1));
      st(d_actuator_force + a, force);
    }
    let k = lone_dof(a);
    if (k >= 0) {
      add(d_qfrc_actuator + k, actuator_gear(6 * a) * force);
    } else if (force != 0) {
      for (var i = 0; i < NV; i++) { add(d_qfrc_actuator + i, ld(d_actuator_moment + a * NV + i) * force); }
    }
  }
  for (var j = 0; j < NJNT; j++) {
    let k = jnt_dofadr(j);
    ${
      s.gravcomp
        ? `if (jnt_actgravcomp(j) != 0) {
      for (var i = k; i < k + x_jnt_dofnum(j); i++) { add(d_qfrc_actuator + i, ld(d_qfrc_gravcomp + i)); }
    }`
        : ''
    }
    if (jnt_actfrclimited(j) != 0 && jnt_type(j) >= JNT_SLIDE) {
      st(d_qfrc_actuator + k, clamp(ld(d_qfrc_actuator + k), jnt_actfrcrange(2 * j), jnt_actfrcrange(2 * j + 1)));
    }
  }
}

// Moves activations by the rates at dot_.
fn advance_activations(dot_: i32) {
  for (var a = 0; a < NU; a++) {
    if (actuator_actnum(a) == 0 || actuator_off(a)) { continue; }
    let adr = actuator_actadr(a);
    var next = next_activation(a, ld(d_act + adr), ld(dot_ + adr));
    let turn = x_act_turn(a);
    if (turn > 0 && actuator_dyntype(a) == DYN_INTEGRATOR) {
      let x = ld(d_actuator_length + a);
      next = x + short_way(next - x, turn);
    }
    st(d_act + adr, next);
  }
}
`;
