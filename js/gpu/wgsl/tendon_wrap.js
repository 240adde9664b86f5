// Shortest paths of a string around a sphere or an endless cylinder: a circle in a plane; as src/kinematics/tendon_wrap.c, which explains
// it. Lengths below zero: the string goes straight.
export const tendonWrap =
  /* wgsl */ `
const NO_WRAP: f32 = -1;
fn cross2(a: vec2f, b: vec2f) -> f32 { return a.x * b.y - a.y * b.x; }
fn unit2(a: vec2f) -> vec2f {
  let n = length(a);
  return select(vec2f(1, 0), a / n, n > MINVAL);
}
fn arc_sine(x: f32) -> f32 {
  let c = sqrt(max(0, (1 - x) * (1 + x)));
  let angle = upper_angle(abs(x), c);
  return select(angle, -angle, x < 0);
}
fn segments_cross(p1: vec2f, p2: vec2f, p3: vec2f, p4: vec2f) -> bool {
  let u = p2 - p1;
  let v = p4 - p3;
  let w = p3 - p1;
  let det = cross2(u, v);
  if (abs(det) < MINVAL) { return false; }
  let a = cross2(w, v) / det;
  let b = cross2(w, u) / det;
  return a >= 0 && a <= 1 && b >= 0 && b <= 1;
}
` +
  // Length of the arc from p to q on the circle.
  `fn arc_length(p: vec2f, q: vec2f, clockwise: bool, radius: f32) -> f32 {
  let turn = cross2(p, q);
  var angle = upper_angle(abs(turn), dot(p, q));
  if ((turn > 0 && clockwise) || (turn < 0 && !clockwise)) { angle = 2 * PI - angle; }
  return radius * angle;
}
fn tangent_point(p: vec2f, radius: f32, sign: f32) -> vec2f {
  let pp = dot(p, p);
  let reach = sign * sqrt(pp - radius * radius);
  return (p * (radius * radius) + radius * reach * vec2f(p.y, -p.x)) / pp;
}

` +
  // Both ends of the arc, and its length.
  `struct Wrap { first: vec2f, second: vec2f, length: f32 }
const STRAIGHT = Wrap(vec2f(0), vec2f(0), NO_WRAP);

fn wrap_outside(p: vec2f, q: vec2f, sided: bool, side: vec2f, radius: f32) -> Wrap {
  let rr = radius * radius;
  if (dot(p, p) < rr || dot(q, q) < rr) { return STRAIGHT; }
  let dif = q - p;
  let dd = dot(dif, dif);
  if (dd < MINVAL) { return STRAIGHT; }
  let nearest = p + clamp(-dot(dif, p) / dd, 0, 1) * dif;
  if (dot(nearest, nearest) > rr && (!sided || dot(side, nearest) >= 0)) { return STRAIGHT; }
  // two candidates, clockwise first
  var best = STRAIGHT;
  var most = -1e30;
  var clockwise = true;
  for (var k = 0; k < 2; k++) {
    let sign = select(1.0, -1.0, k == 1);
    let a = tangent_point(p, radius, sign);
    let b = tangent_point(q, radius, -sign);
    var merit = -dot(a - b, a - b);
    if (sided) { merit = dot(unit2(a + b), side); }
    if (segments_cross(p, a, q, b)) { merit = -10000; }
    if (merit >= most) {
      most = merit;
      clockwise = k == 0;
      best = Wrap(a, b, 0);
    }
  }
  if (segments_cross(p, best.first, q, best.second)) { return STRAIGHT; }
  best.length = arc_length(best.first, best.second, clockwise, radius);
  return best;
}

fn inside_residual(z: f32, a: f32, b: f32, g: f32) -> f32 { return arc_sine(a * z) + arc_sine(b * z) - 2 * arc_sine(z) + g; }

` +
  // The sine of the angle between a segment and the radius where the string touches; -1: none is found. By halving: in 32 bits Newton's
  // method starts too near to where the slope has no bound.
  `fn solve_inside(a: f32, b: f32, g: f32) -> f32 {
  var low = 0.0;
  var high = 1 - 1e-7;
  if (inside_residual(high, a, b, g) > 0) { return -1; }
  for (var k = 0; k < 32; k++) {
    let z = 0.5 * (low + high);
    if (inside_residual(z, a, b, g) > 0) { low = z; } else { high = z; }
  }
  return high;
}

fn wrap_inside(p: vec2f, q: vec2f, radius: f32) -> Wrap {
  let length_p = length(p);
  let length_q = length(q);
  let dif = q - p;
  let dd = dot(dif, dif);
  if (length_p <= radius || length_q <= radius || radius < MINVAL) { return STRAIGHT; }
  if (dd > MINVAL) {
    let along = -dot(dif, p) / dd;
    if (along > 0 && along < 1 && length(p + along * dif) <= radius) { return STRAIGHT; }
  }
  let middle = radius * unit2(0.5 * (p + q));
  let fallback = Wrap(middle, middle, 0);
  let turn = cross2(p, q);
  let g = upper_angle(abs(turn), dot(p, q));
  if (g > 3.14159 || g < 1e-6) { return select_wrap(fallback, STRAIGHT, g > 3.14159); }
  let a = radius / length_p;
  let b = radius / length_q;
  let z = solve_inside(a, b, g);
  if (z < 0) { return fallback; }
  let from_p = turn > 0;
  let base = unit2(select(q, p, from_p));
  let sc = sine_cosine(arc_sine(z) - arc_sine(select(b, a, from_p) * z));
  let touch_at = radius * vec2f(sc.y * base.x - sc.x * base.y, sc.x * base.x + sc.y * base.y);
  return Wrap(touch_at, touch_at, 0);
}
fn select_wrap(a: Wrap, b: Wrap, second: bool) -> Wrap {
  if (second) { return b; }
  return a;
}

` +
  // Where the string meets the geom, in the world, and the length between.
  `struct Path { first: vec3f, second: vec3f, length: f32 }

fn wrap_geom(start: vec3f, end: vec3f, geom: i32, ball: bool, side_site: i32) -> Path {
  let none = Path(vec3f(0), vec3f(0), NO_WRAP);
  let radius = geom_size(3 * geom);
  if (radius <= MINVAL) { return none; }
  let center = geom_place(geom);
  let mat = geom_frame(geom);
  let p = (start - center) * mat;
  let q = (end - center) * mat;
  if (length(p) < MINVAL || length(q) < MINVAL) { return none; }
  let sided = side_site >= 0;
  let s = (site_place(max(side_site, 0)) - center) * mat;
  var x = vec3f(1, 0, 0);
  var y = vec3f(0, 1, 0);
  if (ball) {
    x = normalize(p);
    var normal = cross(p, q);
    if (length(normal) < 1e-9 * length(p) * length(q)) {
      // ends in line with the centre: any plane does
      let size = abs(x);
      var other = vec3f(1, 1, 0);
      if (size.x >= size.y && size.x >= size.z) { other = vec3f(0, 1, 1); } else if (size.y >= size.z) { other = vec3f(1, 0, 1); }
      normal = cross(x, other);
    }
    y = normalize(cross(normalize(normal), x));
  }
  let p2 = vec2f(dot(p, x), dot(p, y));
  let q2 = vec2f(dot(q, x), dot(q, y));
  var w: Wrap;
  if (sided && length(s) < radius) {
    w = wrap_inside(p2, q2, radius);
  } else {
    w = wrap_outside(p2, q2, sided, radius * unit2(vec2f(dot(s, x), dot(s, y))), radius);
  }
  if (w.length < 0) { return none; }
  var first = x * w.first.x + y * w.first.y;
  var second = x * w.second.x + y * w.second.y;
  var total = w.length;
  if (!ball) {
    // unrolled, the path is one straight line
    let before = distance(p.xy, w.first);
    let after = distance(q.xy, w.second);
    let all_ = before + w.length + after;
    first.z = p.z + (q.z - p.z) * before / all_;
    second.z = p.z + (q.z - p.z) * (before + w.length) / all_;
    total = length(vec2f(w.length, second.z - first.z));
  }
  return Path(mat * first + center, mat * second + center, total);
}
`;
