// Contacts of a capsule with a box: up to two spheres along the capsule's segment; as src/collide/capsule_box.c. In the box's frame
// the segment is c + t h, t in -1 .. 1. The first sphere is where it comes nearest, the second where it leaves the face or edge that
// it runs along.
export const capsuleBox = /* wgsl */ `
const NO_FEATURE: i32 = 0;
const FACE: i32 = 1;
const EDGE: i32 = 2;
const CORNER: i32 = 3;
struct Nearest { feature: i32, t: f32, squared: f32, sign_: vec3f, edge: i32, along: f32, face: i32 }

fn nearest_end(c: vec3f, h: vec3f, size: vec3f, best: ptr<function, Nearest>) {
  for (var k = -1; k <= 1; k += 2) {
    let excess = abs(c + f32(k) * h) - size;
    var outside = 0;
    var face = -1;
    var squared = 0.0;
    for (var i = 0; i < 3; i++) {
      if (excess[i] > 0) {
        outside++;
        face = i;
        squared += excess[i] * excess[i];
      }
    }
    if (outside <= 1 && squared < (*best).squared) {
      *best = Nearest(FACE, f32(k), squared, vec3f(0), 0, 0, face);
    }
  }
}

fn nearest_edge(c: vec3f, h: vec3f, size: vec3f, j: i32, sign_: vec3f, best: ptr<function, Nearest>) {
  let dif = sign_ * size - c;
  let a = size[j];
  let ma = a * a;
  let mb = -a * h[j];
  let mc = dot(h, h);
  let u = -a * dif[j];
  let v = dot(h, dif);
  let det = ma * mc - mb * mb;
  if (abs(det) < 1e-7 * ma * mc) { return; }
  var x1 = (mc * u - mb * v) / det;
  var x2 = (ma * v - mb * u) / det;
  var corner = 0.0;
  if (abs(x1) > 1) {
    x1 = sign(x1);
    corner = x1;
    x2 = (v - mb * x1) / mc;
  }
  if (abs(x2) > 1) {
    x2 = sign(x2);
    x1 = (u - mb * x2) / ma;
    if (abs(x1) > 1) {
      x1 = sign(x1);
      corner = x1;
    }
  }
  var between = dif - x2 * h;
  between[j] += x1 * a;
  let squared = dot(between, between);
  if (squared < (*best).squared - 1e-12) {
    var full = sign_;
    full[j] = corner;
    *best = Nearest(select(EDGE, CORNER, corner != 0), x2, squared, full, j, x1, -1);
  }
}

fn outward(h: vec3f, first: Nearest, i: i32) -> bool { return (h[i] > 0) == (first.sign_[i] > 0); }
fn ratio_or(a: f32, b: f32) -> f32 { return select(1e10, abs(a / b), abs(b) > MINVAL); }

fn travel_face(c: vec3f, h: vec3f, size: vec3f, first: Nearest) -> f32 {
  var travel = 2.0;
  for (var i = 0; i < 3; i++) {
    let step = -first.t * h[i];
    let x = c[i] + first.t * h[i];
    if (i != first.face && abs(step) > MINVAL) { travel = min(travel, (select(-size[i], size[i], step > 0) - x) / step); }
  }
  return -first.t * travel;
}
fn travel_corner(h: vec3f, size: vec3f, first: Nearest) -> f32 {
  var count = 0;
  for (var i = 0; i < 3; i++) { count += select(0, 1, outward(h, first, i)); }
  if (count == 0 || count == 3) { return 0; }
  let odd = count == 1;
  var ax = 2;
  if (outward(h, first, 0) == odd) { ax = 0; } else if (outward(h, first, 1) == odd) { ax = 1; }
  let ax1 = (ax + 1) % 3;
  let ax2 = (ax + 2) % 3;
  let direction = select(1.0, -1.0, outward(h, first, ax));
  if (h[ax] * h[ax] > 0.5 * dot(h, h)) {
    return direction * min(1 - direction * first.t, 2 * ratio_or(size[ax], h[ax]));
  }
  return -direction * min(1 + direction * first.t, 2 * min(ratio_or(size[ax1], h[ax1]), ratio_or(size[ax2], h[ax2])));
}
fn travel_edge(h: vec3f, size: vec3f, first: Nearest) -> f32 {
  let e = first.edge;
  let a = (e + 1) % 3;
  let b = (e + 2) % 3;
  if (outward(h, first, a) == outward(h, first, b)) { return 0; }
  let inward = select(b, a, abs(h[a]) > abs(h[b]));
  let direction = select(1.0, -1.0, outward(h, first, inward));
  var length = min(1 - direction * first.t, 2 * ratio_or(size[inward], h[inward]));
  let step = direction * h[e];
  if (abs(step) > MINVAL) {
    length = min(length, size[e] * select(1 + first.along, 1 - first.along, step > 0) / abs(step));
  }
  return direction * length;
}

fn capsule_box(g1: i32, g2: i32, margin: f32) {
  let mat = geom_frame(g2);
  let center = geom_place(g1);
  let axis = geom_frame(g1)[2] * geom_size(3 * g1 + 1);
  let size = geom_size_3(g2);
  let c = (center - geom_place(g2)) * mat;
  let h = axis * mat;
  var first = Nearest(NO_FEATURE, 0, 1e10, vec3f(0), 0, 0, -1);
  nearest_end(c, h, size, &first);
  for (var k = 0; k < 12; k++) {
    let j = k / 4;
    var sign_ = vec3f(0);
    sign_[(j + 1) % 3] = select(-1.0, 1.0, (k & 1) == 1);
    sign_[(j + 2) % 3] = select(-1.0, 1.0, (k & 2) == 2);
    nearest_edge(c, h, size, j, sign_, &first);
  }
  var travel = 0.0;
  var second = false;
  switch (first.feature) {
    case FACE: { second = first.face >= 0; travel = travel_face(c, h, size, first); }
    case CORNER: { travel = travel_corner(h, size, first); second = travel != 0; }
    case EDGE: { travel = travel_edge(h, size, first); second = travel != 0; }
    default: { return; }
  }
  for (var k = 0; k < select(1, 2, second); k++) {
    ball_box(center + (first.t + f32(k) * travel) * axis, geom_size(3 * g1), g2, margin);
  }
}
`;
