// Vectors, rotations, spatial vectors; as src/math. Quaternions are (w, x, y, z) in a vec4f. Matrices are stored by rows.
export const math =
  /* wgsl */ `
const MINVAL: f32 = 1e-15;
const PI: f32 = 3.14159265358979;

fn norm_or(v: vec3f, other: vec3f) -> vec3f {
  let n = length(v);
  return select(other, v / n, n > MINVAL);
}
fn quat_norm(q: vec4f) -> vec4f {
  let n = length(q);
  return select(vec4f(1, 0, 0, 0), q / n, n > MINVAL);
}
fn quat_mul(a: vec4f, b: vec4f) -> vec4f {
  return vec4f(a.x * b.x - dot(a.yzw, b.yzw), a.x * b.yzw + b.x * a.yzw + cross(a.yzw, b.yzw));
}
fn quat_neg(q: vec4f) -> vec4f { return vec4f(q.x, -q.yzw); }
fn quat_rot(v: vec3f, q: vec4f) -> vec3f {
  let t = 2.0 * cross(q.yzw, v);
  return v + q.x * t + cross(q.yzw, t);
}
` +
  // Sine and cosine to the last bits: WGSL promises few for its own. Range reduction of Cody and Waite (1980), polynomials as in Cephes.
  `fn sine_cosine(x: f32) -> vec2f {
  let k = round(x * 0.636619772367581);
  let r = ((x - k * 1.5703125) - k * 4.837512969970703e-4) - k * 7.54978995489188e-8;
  let z = r * r;
  let s = r + r * z * (-1.6666654611e-1 + z * (8.3321608736e-3 - z * 1.9515295891e-4));
  let c = 1 - 0.5 * z + z * z * (4.166664568298827e-2 + z * (-1.388731625493765e-3 + z * 2.443315711809948e-5));
  let quadrant = i32(k) & 3;
  let pair = select(vec2f(s, c), vec2f(c, -s), (quadrant & 1) == 1);
  return select(pair, -pair, quadrant > 1);
}
` +
  // The angle of (x, y) for y of at least 0.
  `fn upper_angle(y: f32, x: f32) -> f32 {
  let steep = y > 0.4142135623730951 * abs(x);
  let above = y > 2.414213562373095 * abs(x);
  var t = y / max(abs(x), 1e-30);
  var start = 0.0;
  if (above) {
    t = -abs(x) / y;
    start = 0.5 * PI;
  } else if (steep) {
    t = (y - abs(x)) / (y + abs(x));
    start = 0.25 * PI;
  }
  let z = t * t;
  let angle = start + t + t * z * (-3.33329491539e-1 + z * (1.99777106478e-1 + z * (-1.38776856032e-1 + z * 8.05374449538e-2)));
  return select(angle, PI - angle, x < 0);
}
fn quat_axis(axis: vec3f, angle: f32) -> vec4f {
  let half = sine_cosine(0.5 * angle);
  return vec4f(half.y, half.x * axis);
}
fn quat_mat(q: vec4f) -> mat3x3f {
  let w = q.x; let x = q.y; let y = q.z; let z = q.w;
  return mat3x3f(
    vec3f(w * w + x * x - y * y - z * z, 2 * (x * y + w * z), 2 * (x * z - w * y)),
    vec3f(2 * (x * y - w * z), w * w - x * x + y * y - z * z, 2 * (y * z + w * x)),
    vec3f(2 * (x * z + w * y), 2 * (y * z - w * x), w * w - x * x - y * y + z * z));
}
` +
  // The rotation vector of a quaternion, shorter way.
  `fn quat_vel(q: vec4f) -> vec3f {
  let s = length(q.yzw);
  if (s < 1e-12) { return vec3f(0); }
  var angle = 2.0 * upper_angle(s, q.x);
  if (angle > PI) { angle -= 2.0 * PI; }
  return q.yzw * (angle / s);
}
fn quat_sub(a: vec4f, b: vec4f) -> vec3f { return quat_vel(quat_mul(quat_neg(b), a)); }
fn quat_integrate(q: vec4f, v: vec3f, h: f32) -> vec4f {
  let speed = length(v);
  if (speed < MINVAL) { return quat_norm(q); }
  return quat_norm(quat_mul(q, quat_axis(v / speed, speed * h)));
}

struct Spatial { a: vec3f, l: vec3f }
fn sdot(x: Spatial, y: Spatial) -> f32 { return dot(x.a, y.a) + dot(x.l, y.l); }
fn sadd(x: Spatial, y: Spatial) -> Spatial { return Spatial(x.a + y.a, x.l + y.l); }
fn sscale(x: Spatial, s: f32) -> Spatial { return Spatial(s * x.a, s * x.l); }
fn cross_motion(v: Spatial, s: Spatial) -> Spatial {
  return Spatial(cross(v.a, s.a), cross(v.a, s.l) + cross(v.l, s.a));
}
fn cross_force(v: Spatial, f: Spatial) -> Spatial {
  return Spatial(cross(v.a, f.a) + cross(v.l, f.l), cross(v.a, f.l));
}
` +
  // A difference on a circle, the way that is at most half a turn; turn 0: no circle.
  `fn short_way(x: f32, turn: f32) -> f32 {
  if (turn <= 0) { return x; }
  return x - turn * round(x / turn);
}
` +
  // 1 - exp(-x), also of small numbers.
  `fn decayed(x: f32) -> f32 {
  return select(1 - exp(-x), x * (1 - 0.5 * x * (1 - x / 3)), x < 0.02);
}
fn is_bad(x: f32) -> bool { return !(abs(x) < 1e10); }
`;
