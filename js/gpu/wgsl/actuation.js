// From controls to joint forces, and the next activations; as src/force/actuation.c, activation.c, actuator_force.c and, for slopes
// in velocity, actuator_slope.c; direct current motors are in motor.js. An actuator has one output, an orientation servo three.
import { motor } from './motor.js';
import { eachActuator, eachDof, eachJoint, eachTendon } from './rows.js';

/** @param {import('../layout.js').Sizes} s */
export const actuation = (s) =>
  s.nactuator === 0 || !s.flags.actuation
    ? 'fn actuation() {}\nfn advance_activations(dot_: i32) {}\nfn actuator_slope(a: i32) -> f32 { return 0; }\n'
    : /* wgsl */ `
` +
      // Whether a control is no number: then all are 0.
      `var<private> bad_ctrl: bool;
fn acting_ctrl(i: i32) -> f32 {
  if (bad_ctrl || i >= NU) { return 0; }
  let c = ld(d_ctrl + i);
  ${
    s.flags.clampctrl
      ? 'if (actuator_ctrllimited(i) != 0) { return clamp(c, actuator_ctrlrange(2 * i), actuator_ctrlrange(2 * i + 1)); }'
      : ''
  }
  return c;
}
fn dyn_prm(a: i32, k: i32) -> f32 { return actuator_dynprm(10 * a + k); }
fn gain_prm(a: i32, k: i32) -> f32 { return actuator_gainprm(10 * a + k); }
fn bias_prm(a: i32, k: i32) -> f32 { return actuator_biasprm(10 * a + k); }
fn act_length(a: i32) -> f32 { return ld(d_actuator_length + actuator_outadr(a)); }
fn act_velocity(a: i32) -> f32 { return ld(d_actuator_velocity + actuator_outadr(a)); }
fn actuator_off(a: i32) -> bool {
  let group = actuator_group(a);
  return group >= 0 && group < 31 && ((u32(opt_disableactuator(0)) >> u32(group)) & 1u) != 0;
}
${
  s.muscle
    ? `fn muscle_dynamics(ctrl: f32, act: f32, a: i32) -> f32 {
  let difference = clamp(ctrl, 0, 1) - act;
  let stretch = 0.5 + 1.5 * clamp(act, 0, 1);
  let rise = dyn_prm(a, 0) * stretch;
  let fall = dyn_prm(a, 1) / stretch;
  let smoothing = dyn_prm(a, 2);
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
` +
      // o: the first of nine parameters of gain (kind 0) or bias (1).
      `fn muscle_of(a: i32, kind: i32) -> Muscle {
  var p: array<f32, 9>;
  for (var k = 0; k < 9; k++) {
    p[k] = select(gain_prm(a, k), bias_prm(a, k), kind == 1);
  }
  let out = actuator_outadr(a);
  let low = actuator_lengthrange(2 * out);
  let optimal = (actuator_lengthrange(2 * out + 1) - low) / max(MINVAL, p[1] - p[0]);
  let peak = select(p[2], p[3] / max(MINVAL, actuator_acc0(out)), p[2] < 0);
  let normal = p[0] + (ld(d_actuator_length + out) - low) / max(MINVAL, optimal);
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
  let v = act_velocity(a) / scale;
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

${
  s.pid || s.motor
    ? // Inputs of a servo: position, velocity, force; 0 where it has none.
      `fn servo_inputs(a: i32) -> vec4f {
  var next = actuator_ctrladr(a);
  var inputs = vec4f(0);
  for (var k = 0; k < 4; k++) {
    if ((actuator_ctrlspec(a) & (1 << u32(k))) != 0) {
      inputs[k] = acting_ctrl(next);
      next++;
    }
  }
  return inputs;
}
` +
      // Rate of an integral, which does not grow beyond its limit.
      `fn integral_rate(integral: f32, error: f32, limit: f32) -> f32 {
  return select(error, 0.0, limit > 0 && abs(integral) >= limit && integral * error > 0);
}`
    : ''
}
${s.motor ? motor : ''}

` +
      // Activation at adr after a step.
      `fn next_activation(a: i32, adr: i32, rate: f32) -> f32 {
  let act = ld(d_act + adr);
  let h = opt_timestep(0);
  var next = act + rate * h;
  if (actuator_dyntype(a) == DYN_FILTEREXACT) {
    let tau = max(MINVAL, dyn_prm(a, 0));
    next = act + rate * tau * decayed(h / tau);
  }
  ${s.motor ? 'if (actuator_dyntype(a) == DYN_DCMOTOR) { next = motor_next(a, adr, act, rate); }' : ''}
  if (actuator_actlimited(a) != 0) { next = clamp(next, actuator_actrange(2 * a), actuator_actrange(2 * a + 1)); }
  return next;
}
` +
      // The activation that the force uses.
      `fn used_activation(a: i32, adr: i32) -> f32 {
  if (actuator_actearly(a) != 0) { return next_activation(a, adr, ld(d_act_dot + adr)); }
  return ld(d_act + adr);
}

${
  s.pid
    ? // Places of the set point and of the integral, -1: none.
      `fn pid_states(a: i32) -> vec2i {
  var states = vec2i(-1);
  if (actuator_dyntype(a) != DYN_PID) { return states; }
  var next = actuator_actadr(a);
  let end = next + actuator_actnum(a);
  if (dyn_prm(a, 1) > 0 && next < end) { states.x = next; next++; }
  if (gain_prm(a, 0) != 0 && next < end) { states.y = next; }
  return states;
}
` +
      // The position that is steered to: the input, reached at no more than the slew rate.
      `fn pid_setpoint(a: i32, states: vec2i, position: f32) -> f32 {
  if (states.x < 0) { return position; }
  let last = ld(d_act + states.x);
  let reach = dyn_prm(a, 1) * opt_timestep(0);
  return last + clamp(short_way(position - last, x_act_turn(a)), -reach, reach);
}
fn pid_activation(a: i32) {
  let states = pid_states(a);
  let setpoint = pid_setpoint(a, states, servo_inputs(a).x);
  if (states.x >= 0) { st(d_act_dot + states.x, (setpoint - ld(d_act + states.x)) / opt_timestep(0)); }
  if (states.y >= 0) {
    let error = short_way(setpoint - act_length(a), x_act_turn(a));
    st(d_act_dot + states.y, integral_rate(ld(d_act + states.y), error, dyn_prm(a, 0)));
  }
}
fn pid_force(a: i32, x: f32) -> f32 {
  let states = pid_states(a);
  let inputs = servo_inputs(a);
  var force = inputs.z - bias_prm(a, 2) * inputs.y;
  if ((actuator_ctrlspec(a) & 1) != 0) {
    force -= bias_prm(a, 1) * (short_way(pid_setpoint(a, states, inputs.x) - x, x_act_turn(a)) + x);
  }
  if (states.y >= 0) { force += gain_prm(a, 0) * used_activation(a, states.y); }
  return force;
}`
    : ''
}
${
  s.so3
    ? // Torque towards a target orientation, in the frame of the present one.
      `fn so3_force(a: i32, out: i32) -> vec3f {
  var input = vec4f(0);
  for (var k = 0; k < min(4, actuator_ctrlnum(a)); k++) {
    if (k < actuator_actnum(a)) { input[k] = used_activation(a, actuator_actadr(a) + k); } else { input[k] = acting_ctrl(actuator_ctrladr(a) + k); }
  }
  let origin = vec4f(1, 0, 0, 0);
  var goal = quat_norm(input);
  if (actuator_ctrlspec(a) != CHART_QUAT) { goal = quat_integrate(origin, input.xyz, 1.0); }
  let error = quat_sub(goal, quat_integrate(origin, ld3(d_actuator_length + out), 1.0));
  let force = bias_prm(a, 0) + gain_prm(a, 0) * error + bias_prm(a, 2) * ld3(d_actuator_velocity + out);
  let limit = actuator_forcerange(2 * a + 1);
  let size = length(force);
  if (actuator_forcelimited(a) != 0 && size > limit) { return force * (limit / size); }
  return force;
}`
    : ''
}

fn activation(a: i32) {
  let adr = actuator_actadr(a);
  let last = adr + actuator_actnum(a) - 1;
  let ctrl = acting_ctrl(actuator_ctrladr(a));
  var rate = 0.0;
  switch (actuator_dyntype(a)) {
    case DYN_INTEGRATOR: {
      for (var k = adr; k <= last; k++) { st(d_act_dot + k, acting_ctrl(actuator_ctrladr(a) + k - adr)); }
      return;
    }
    case DYN_FILTER, DYN_FILTEREXACT: { rate = (ctrl - ld(d_act + last)) / max(MINVAL, dyn_prm(a, 0)); }
    ${s.muscle ? 'case DYN_MUSCLE: { rate = muscle_dynamics(ctrl, ld(d_act + last), a); }' : ''}
    ${s.motor ? 'case DYN_DCMOTOR: { motor_activation(a); return; }' : ''}
    ${s.pid ? 'case DYN_PID: { pid_activation(a); return; }' : ''}
    default: {}
  }
  st(d_act_dot + last, rate);
}

` +
      // What the gain multiplies.
      `fn actuator_input(a: i32, ctrl: f32) -> f32 {
  if (actuator_actnum(a) == 0) { return ctrl; }
  return used_activation(a, actuator_actadr(a) + actuator_actnum(a) - 1);
}

` +
      // Force of an actuator with one output.
      `fn actuator_force(a: i32) -> f32 {
  let x = act_length(a);
  let v = act_velocity(a);
  var gain = 0.0;
  switch (actuator_gaintype(a)) {
    case GAIN_FIXED: { gain = gain_prm(a, 0); }
    case GAIN_AFFINE: { gain = gain_prm(a, 0) + gain_prm(a, 1) * x + gain_prm(a, 2) * v; }
    ${s.muscle ? 'case GAIN_MUSCLE: { gain = muscle_gain(a, v); }' : ''}
    ${s.motor ? 'case GAIN_DCMOTOR: { gain = motor_gain(a); }' : ''}
    default: {}
  }
  var force = 0.0;
  if (actuator_gaintype(a) == GAIN_PID) {
    ${s.pid ? 'force = pid_force(a, x);' : ''}
  } else {
    var input = actuator_input(a, acting_ctrl(actuator_ctrladr(a)));
    ${s.motor ? 'if (is_voltage(a)) { input = motor_servo(a).voltage; }' : ''}
    let turn = x_act_turn(a);
    if (turn > 0) { input = short_way(input - x, turn) + x; }
    force = gain * input;
  }
  switch (actuator_biastype(a)) {
    case BIAS_AFFINE: { force += bias_prm(a, 0) + bias_prm(a, 1) * x + bias_prm(a, 2) * v; }
    ${s.muscle ? 'case BIAS_MUSCLE: { force += muscle_bias(a); }' : ''}
    ${s.motor ? 'case BIAS_DCMOTOR: { if (dyn_prm(a, 0) <= 0) { force -= gain * gain_prm(a, 1) * v; } }' : ''}
    default: {}
  }
  return force;
}

fn saturated(a: i32) -> bool {
  if (actuator_forcelimited(a) == 0) { return false; }
  let out = d_actuator_force + actuator_outadr(a);
  ${s.so3 ? 'if (actuator_gaintype(a) == GAIN_SO3) { return length(ld3(out)) >= 0.999999 * actuator_forcerange(2 * a + 1); }' : ''}
  return ld(out) <= actuator_forcerange(2 * a) || ld(out) >= actuator_forcerange(2 * a + 1);
}
` +
      // Slope of an actuator's force in its velocity, 0 at a limit of the force.
      `fn actuator_slope(a: i32) -> f32 {
  if (actuator_off(a) || saturated(a)) { return 0; }
  var slope = 0.0;
  switch (actuator_biastype(a)) {
    case BIAS_AFFINE, BIAS_SO3: { slope = bias_prm(a, 2); }
    ${s.motor ? 'case BIAS_DCMOTOR: { slope = motor_slope(a); }' : ''}
    default: {}
  }
  let kind = actuator_gaintype(a);
  if (kind != GAIN_AFFINE && kind != GAIN_MUSCLE) { return slope; }
  // the control as it stands
  let input = actuator_input(a, ld(d_ctrl + actuator_ctrladr(a)));
  if (kind == GAIN_AFFINE) { return slope + gain_prm(a, 2) * input; }
  ${s.muscle ? 'slope += input * muscle_slope(a);' : ''}
  return slope;
}

${
  s.ntendon > 0
    ? // Limits of the total force of the actuators of a tendon.
      `fn limit_tendon_forces() {
  ${eachTendon} {
    if (tendon_actfrclimited(t) == 0) { continue; }
    var total = 0.0;
    ${eachActuator} {
      if (actuator_trntype(a) == TRN_TENDON && actuator_trnid(2 * a) == t) { total += ld(d_actuator_force + actuator_outadr(a)); }
    }
    let limited = clamp(total, tendon_actfrcrange(2 * t), tendon_actfrcrange(2 * t + 1));
    if (limited == total) { continue; }
    ${eachActuator} {
      if (actuator_trntype(a) == TRN_TENDON && actuator_trnid(2 * a) == t) {
        let out = d_actuator_force + actuator_outadr(a);
        st(out, ld(out) * limited / total);
      }
    }
  }
}`
    : 'fn limit_tendon_forces() {}'
}

fn actuation() {
  bad_ctrl = false;
  for (var i = 0; i < NU; i++) { bad_ctrl = bad_ctrl || is_bad(ld(d_ctrl + i)); }
  if (bad_ctrl) { warn(WARN_BADCTRL); }
  for (var out = 0; out < NOUT; out++) { st(d_actuator_force + out, 0.0); }
  ${eachActuator} {
    if (actuator_actnum(a) > 0) { activation(a); }
    if (actuator_off(a)) { continue; }
    let out = actuator_outadr(a);
    ${s.so3 ? 'if (actuator_gaintype(a) == GAIN_SO3) { st3(d_actuator_force + out, so3_force(a, out)); continue; }' : ''}
    st(d_actuator_force + out, actuator_force(a));
  }
  limit_tendon_forces();
  zero_rows(d_qfrc_actuator, NV);
  ${eachActuator} {
    let first = actuator_outadr(a);
    if (actuator_forcelimited(a) != 0${s.so3 ? ' && actuator_gaintype(a) != GAIN_SO3' : ''}) {
      st(d_actuator_force + first, clamp(ld(d_actuator_force + first), actuator_forcerange(2 * a), actuator_forcerange(2 * a + 1)));
    }
    ${s.motor ? 'if (actuator_biastype(a) == BIAS_DCMOTOR && !actuator_off(a)) { add(d_actuator_force + first, motor_friction(a)); }' : ''}
    for (var out = first; out < first + actuator_outnum(a); out++) {
      let force = ld(d_actuator_force + out);
      let k = lone_dof(out);
      if (k >= 0) {
        add(d_qfrc_actuator + k, actuator_gear(6 * out) * force);
      } else if (force != 0) {
        ${eachDof} { add(d_qfrc_actuator + i, ld(d_actuator_moment + out * NV + i) * force); }
      }
    }
  }
  ${eachJoint} {
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

` +
      // Moves activations by the rates at dot_; those of disabled actuators keep to their limits. Set points that are integrated stay within
      // half a turn.
      `fn advance_activations(dot_: i32) {
  ${eachActuator} {
    let first = actuator_actadr(a);
    let end = first + actuator_actnum(a);
    for (var adr = first; adr < end; adr++) {
      if (!actuator_off(a)) {
        st(d_act + adr, next_activation(a, adr, ld(dot_ + adr)));
      } else if (actuator_actlimited(a) != 0) {
        st(d_act + adr, clamp(ld(d_act + adr), actuator_actrange(2 * a), actuator_actrange(2 * a + 1)));
      }
    }
    if (end <= first || actuator_dyntype(a) != DYN_INTEGRATOR || actuator_off(a)) { continue; }
    let turn = x_act_turn(a);
    if (turn > 0 && actuator_gaintype(a) == GAIN_FIXED) {
      let x = act_length(a);
      st(d_act + end - 1, x + short_way(ld(d_act + end - 1) - x, turn));
    }
    ${
      s.so3
        ? `if (actuator_gaintype(a) == GAIN_SO3 && end == first + 3) {
      let angle = length(ld3(d_act + first));
      if (angle > PI) { st3(d_act + first, ld3(d_act + first) * (short_way(angle, 2 * PI) / angle)); }
    }`
        : ''
    }
  }
}
`;
