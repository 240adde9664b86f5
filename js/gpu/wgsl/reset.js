// Worlds start again: the reference configuration or a keyframe, and noise; as src/batch/run.c. Random numbers are a function of the
// seed, the world and how often it was reset: Philox 4x32 with ten rounds (Salmon, Moraes, Dror, Shaw 2011).
import { eachActuator, eachDof } from './rows.js';

/** A world at the reference configuration, or at a keyframe. @param {import('../layout.js').Sizes} s */
export const restart = (s) => /* wgsl */ `
fn restart(key: i32) {
  for (var i = 0; i < d_xpos; i++) { st(i, 0.0); }
  for (var i = 0; i < NQ; i++) { st(d_qpos + i, qpos0(i)); }
  ${s.nmocap > 0 ? 'for (var b = 1; b < NBODY; b++) { let k = body_mocapid(b); if (k >= 0) { st3(d_mocap_pos + 3 * k, body_pos_3(b)); st4(d_mocap_quat + 4 * k, body_quat_4(b)); } }' : ''}
  ${s.so3 ? `${eachActuator} { if (actuator_gaintype(a) == GAIN_SO3 && actuator_ctrlspec(a) == CHART_QUAT) { st(d_ctrl + actuator_ctrladr(a), 1.0); } }` : ''}
  ${s.neq > 0 ? 'for (var e = 0; e < NEQ; e++) { sti(d_eq_active + e, eq_active0(e)); }' : ''}
  ${
    s.nkey > 0
      ? `if (key >= 0) {
    st(d_time, key_time(key));
    for (var i = 0; i < NQ; i++) { st(d_qpos + i, key_qpos(key * NQ + i)); }
    ${eachDof} { st(d_qvel + i, key_qvel(key * NV + i)); }
    for (var i = 0; i < NA; i++) { st(d_act + i, key_act(key * NA + i)); }
    for (var i = 0; i < NU; i++) { st(d_ctrl + i, key_ctrl(key * NU + i)); }
    ${s.nmocap > 0 ? `for (var i = 0; i < ${3 * s.nmocap}; i++) { st(d_mocap_pos + i, key_mpos(key * ${3 * s.nmocap} + i)); } for (var i = 0; i < ${4 * s.nmocap}; i++) { st(d_mocap_quat + i, key_mquat(key * ${4 * s.nmocap} + i)); }` : ''}
  }`
      : ''
  }
  sti(d_status, 0);
  for (var k = 0; k < 7; k++) { sti(d_warnings + k, 0); }
}
`;

/** Random numbers from a key and a counter. */
export const philox =
  /* wgsl */ `
` +
  // High and low word of a product.
  `fn multiply(a: u32, b: u32) -> vec2u {
  let al = a & 0xffffu; let ah = a >> 16u;
  let bl = b & 0xffffu; let bh = b >> 16u;
  let low = al * bl;
  let m1 = ah * bl + (low >> 16u);
  let m2 = al * bh + (m1 & 0xffffu);
  return vec2u(ah * bh + (m1 >> 16u) + (m2 >> 16u), a * b);
}
fn philox(start: vec4u) -> vec4u {
  var word = start;
  var key = vec2u(params.seed0, params.seed1);
  for (var k = 0; k < 10; k++) {
    let first = multiply(0xD2511F53u, word.x);
    let second = multiply(0xCD9E8D57u, word.z);
    word = vec4u(second.x ^ word.y ^ key.x, second.y, first.x ^ word.w ^ key.y, first.y);
    key += vec2u(0x9E3779B9u, 0xBB67AE85u);
  }
  return word;
}
`;

export const reset =
  /* wgsl */ `
` +
  // Number k of a world's noise.
  `fn noise(world: u32, k: i32) -> f32 {
  let word = philox(vec4u(u32(k / 2), 0u, world, u32(ldi(d_resets))));
  let first = (f32(word.x >> 8u) + 0.5) / 16777216.0;
  let second = (f32(word.z >> 8u) + 0.5) / 16777216.0;
  if (params.uniform_noise != 0) { return 2 * select(first, second, k % 2 == 1) - 1; }
  let radius = sqrt(-2 * log(first));
  let angle = 2 * PI * second;
  return radius * select(cos(angle), sin(angle), k % 2 == 1);
}

@compute @workgroup_size(GROUP_SIZE)
fn reset(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= params.count) { return; }
  enter(id.x);
  if (ldi(d_mask) == 0) { return; }
  restart(params.key);
  var n = 0;
  if (params.noise_qpos != 0) {
    ${eachDof} { st(d_step + i, params.noise_qpos * noise(id.x, i)); }
    integrate_pos(d_qpos, d_step, 1.0);
    n = NV;
  }
  if (params.noise_qvel != 0) {
    ${eachDof} { add(d_qvel + i, params.noise_qvel * noise(id.x, n + i)); }
  }
  sti(d_resets, ldi(d_resets) + 1);
}
`;
