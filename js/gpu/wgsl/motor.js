// Direct current motors: winding, heat, friction, servo; as src/force/dcmotor.c.
export const motor =
  /* wgsl */ `
` +
  // Places of the states, -1: none, in this order.
  `const SETPOINT: i32 = 0;
const INTEGRAL: i32 = 1;
const TEMPERATURE: i32 = 2;
const BRISTLE: i32 = 3;
const CURRENT: i32 = 4;
fn motor_states(a: i32) -> array<i32, 5> {
  let present = array<bool, 5>(dyn_prm(a, 7) > 0, gain_prm(a, 5) > 0, dyn_prm(a, 2) > 0, dyn_prm(a, 5) > 0, dyn_prm(a, 0) > 0);
  var states = array<i32, 5>(-1, -1, -1, -1, -1);
  var next = actuator_actadr(a);
  for (var k = 0; k < 5; k++) {
    if (present[k]) {
      states[k] = next;
      next++;
    }
  }
  return states;
}
fn motor_resistance(a: i32) -> f32 {
  let at = motor_states(a)[TEMPERATURE];
  if (at < 0) { return gain_prm(a, 0); }
  return gain_prm(a, 0) * (1 + gain_prm(a, 2) * (ld(d_act + at) + dyn_prm(a, 4) - gain_prm(a, 3)));
}
fn is_voltage(a: i32) -> bool {
  return actuator_gaintype(a) == GAIN_DCMOTOR && actuator_dyntype(a) == DYN_DCMOTOR && dyn_prm(a, 0) <= 0;
}

struct Servo { setpoint: f32, error: f32, voltage: f32 }
` +
  // The voltage on the winding: the control, and what yields the torque that the servo wants at the present speed.
  `fn motor_servo(a: i32) -> Servo {
  var result = Servo(0, 0, 0);
  var inputs = servo_inputs(a);
  if ((actuator_ctrlspec(a) & 7) == 0) {
    result.voltage = inputs.w;
    return result;
  }
  let states = motor_states(a);
  let v = act_velocity(a);
  let first = firstTrailingBit(u32(actuator_ctrlspec(a)));
  if (states[SETPOINT] >= 0) {
    let last = ld(d_act + states[SETPOINT]);
    let reach = dyn_prm(a, 7) * opt_timestep(0);
    inputs[first] = clamp(inputs[first], last - reach, last + reach);
  }
  result.setpoint = inputs[first];
  result.error = inputs.x - act_length(a);
  var torque = gain_prm(a, 4) * result.error + gain_prm(a, 6) * (inputs.y - v) + inputs.z;
  if (states[INTEGRAL] >= 0) { torque += gain_prm(a, 5) * ld(d_act + states[INTEGRAL]); }
  let K = gain_prm(a, 1);
  result.voltage = torque * gain_prm(a, 0) / K + K * v;
  let most = gain_prm(a, 7);
  if (most > 0) { result.voltage = clamp(result.voltage, -most, most); }
  result.voltage += inputs.w;
  return result;
}

` +
  // The rate at which the deflection of the bristles decays (Canudas de Wit et al. 1995).
  `fn bristle_decay(a: i32) -> f32 {
  let v = act_velocity(a);
  let x = v / max(MINVAL, bias_prm(a, 5));
  let g = bias_prm(a, 3) + (bias_prm(a, 4) - bias_prm(a, 3)) * exp(-min(x * x, 80.0));
  return dyn_prm(a, 5) * abs(v) / max(MINVAL, g);
}

fn motor_activation(a: i32) {
  let states = motor_states(a);
  let servo = motor_servo(a);
  let v = act_velocity(a);
  let R = motor_resistance(a);
  var current = (servo.voltage - gain_prm(a, 1) * v) / R;
  var at = states[SETPOINT];
  if (at >= 0) { st(d_act_dot + at, (servo.setpoint - ld(d_act + at)) / opt_timestep(0)); }
  at = states[INTEGRAL];
  if (at >= 0) { st(d_act_dot + at, integral_rate(ld(d_act + at), servo.error, dyn_prm(a, 8))); }
  at = states[CURRENT];
  if (at >= 0) {
    var rate = (current - ld(d_act + at)) / max(MINVAL, dyn_prm(a, 0));
    let limit = dyn_prm(a, 1);
    if (limit > 0) { rate = clamp(rate, -limit, limit); }
    st(d_act_dot + at, rate);
    current = ld(d_act + at);
  }
  at = states[TEMPERATURE];
  if (at >= 0) {
    let heat = current * current * R - ld(d_act + at) / dyn_prm(a, 2);
    st(d_act_dot + at, heat / max(MINVAL, dyn_prm(a, 3)));
  }
  at = states[BRISTLE];
  if (at >= 0) { st(d_act_dot + at, v - bristle_decay(a) * ld(d_act + at)); }
}
fn motor_next(a: i32, adr: i32, act: f32, rate: f32) -> f32 {
  let states = motor_states(a);
  let h = opt_timestep(0);
  if (adr == states[CURRENT]) {
    let tau = max(MINVAL, dyn_prm(a, 0));
    return act + rate * tau * decayed(h / tau);
  }
  if (adr == states[BRISTLE]) {
    // from the present velocity and deflection, whatever mean rate Runge-Kutta has
    let decay = bristle_decay(a);
    let now = act_velocity(a) - decay * act;
    return act + now * select(h, decayed(decay * h) / decay, decay * h > MINVAL);
  }
  let next = act + rate * h;
  let limit = dyn_prm(a, 8);
  return select(next, clamp(next, -limit, limit), adr == states[INTEGRAL] && limit > 0);
}

` +
  // Torque for a current, or without inductance for a voltage.
  `fn motor_gain(a: i32) -> f32 {
  return gain_prm(a, 1) / select(max(MINVAL, motor_resistance(a)), 1.0, dyn_prm(a, 0) > 0);
}
` +
  // Torque of cogging and friction, which the limit of the force leaves alone.
  `fn motor_friction(a: i32) -> f32 {
  var torque = 0.0;
  if (bias_prm(a, 0) != 0) {
    torque = bias_prm(a, 0) * sine_cosine(bias_prm(a, 1) * act_length(a) + bias_prm(a, 2)).x;
  }
  let at = motor_states(a)[BRISTLE];
  if (at >= 0 && actuator_dyntype(a) == DYN_DCMOTOR) {
    torque -= dyn_prm(a, 5) * ld(d_act + at) + dyn_prm(a, 6) * ld(d_act_dot + at);
  }
  return torque;
}
` +
  // Slope of the torque in velocity, at the nominal temperature.
  `fn motor_slope(a: i32) -> f32 {
  let K = gain_prm(a, 1);
  let servo = (actuator_ctrlspec(a) & 7) != 0;
  var slope = select(-K * K / max(MINVAL, gain_prm(a, 0)), -gain_prm(a, 6), servo);
  if (dyn_prm(a, 0) > 0) { slope *= decayed(opt_timestep(0) / dyn_prm(a, 0)); }
  if (dyn_prm(a, 5) > 0) { slope -= dyn_prm(a, 6); }
  return slope;
}
`;
