// Contacts of spheres and capsules with spheres, capsules, cylinders and boxes; as src/collide/round.c. All of them come down to
// two spheres, or to a sphere and the nearest point of a box.
export const round =
  /* wgsl */ `
fn balls(p1: vec3f, r1: f32, axis1: vec3f, p2: vec3f, r2: f32, axis2: vec3f, margin: f32) {
  let between = p2 - p1;
  let reach = margin + r1 + r2;
  let squared = dot(between, between);
  if (squared > reach * reach) { return; }
  let length = sqrt(squared);
  let dist = length - r1 - r2;
  var normal = between / max(length, MINVAL);
  if (length < MINVAL) { normal = norm_or(cross(axis1, axis2), vec3f(1, 0, 0)); }
  put(dist, p1 + normal * (r1 + 0.5 * dist), normal, vec3f(0));
}
fn sphere_sphere(g1: i32, g2: i32, margin: f32) {
  balls(geom_place(g1), geom_size(3 * g1), geom_frame(g1)[2],
        geom_place(g2), geom_size(3 * g2), geom_frame(g2)[2], margin);
}
fn sphere_capsule(g1: i32, g2: i32, margin: f32) {
  let center = geom_place(g1);
  let origin = geom_place(g2);
  let axis = geom_frame(g2)[2];
  let half_length = geom_size(3 * g2 + 1);
  let nearest = origin + axis * clamp(dot(axis, center - origin), -half_length, half_length);
  balls(center, geom_size(3 * g1), geom_frame(g1)[2], nearest, geom_size(3 * g2), axis, margin);
}
fn sphere_cylinder(g1: i32, g2: i32, margin: f32) {
  let center = geom_place(g1);
  let origin = geom_place(g2);
  let axis1 = geom_frame(g1)[2];
  let axis = geom_frame(g2)[2];
  let sphere = geom_size(3 * g1);
  let radius = geom_size(3 * g2);
  let height = geom_size(3 * g2 + 1);
  let offset = center - origin;
  let x = dot(offset, axis);
  let radial = offset - x * axis;
  let from_axis = length(radial);
  var beside = abs(x) < height;
  var above = from_axis < radius;
  if (beside && above) {
    beside = radius - from_axis < height - abs(x);
    above = !beside;
  }
  let side = select(-1.0, 1.0, x > 0);
  if (beside) {
    balls(center, sphere, axis1, origin + x * axis, radius, axis, margin);
  } else if (above) {
    let dist = side * x - height - sphere;
    if (dist <= margin) { put(dist, center - side * axis * (sphere + 0.5 * dist), -side * axis, vec3f(0)); }
  } else {
    balls(center, sphere, axis1, origin + radial * (radius / from_axis) + axis * (side * height), 0, axis, margin);
  }
}

` +
  // A sphere against the box of a geom.
  `fn ball_box(center: vec3f, radius: f32, g: i32, margin: f32) {
  let mat = geom_frame(g);
  let origin = geom_place(g);
  let size = geom_size_3(g);
  let local = (center - origin) * mat;
  let nearest = clamp(local, -size, size);
  let away = nearest - local;
  let length = length(away);
  if (length - radius > margin) { return; }
  var normal = away / max(length, MINVAL);
  var dist = length - radius;
  var point = local + normal * (0.5 * (radius + length));
  if (length <= 1e-9) {
    var depth = 1e10;
    for (var i = 0; i < 6; i++) {
      let side = select(-1.0, 1.0, (i & 1) == 1);
      let gap = abs(side * size[i / 2] - local[i / 2]);
      if (gap < depth) {
        depth = gap;
        normal = vec3f(0);
        normal[i / 2] = -side;
      }
    }
    dist = -depth - radius;
    point = local + normal * (0.5 * (radius - depth));
  }
  put(dist, mat * point + origin, mat * normal, vec3f(0));
}
fn sphere_box(g1: i32, g2: i32, margin: f32) {
  ball_box(geom_place(g1), geom_size(3 * g1), g2, margin);
}

fn capsule_capsule(g1: i32, g2: i32, margin: f32) {
  let p1 = geom_place(g1);
  let p2 = geom_place(g2);
  let z1 = geom_frame(g1)[2];
  let z2 = geom_frame(g2)[2];
  let axis1 = z1 * geom_size(3 * g1 + 1);
  let axis2 = z2 * geom_size(3 * g2 + 1);
  let r1 = geom_size(3 * g1);
  let r2 = geom_size(3 * g2);
  let between = p1 - p2;
  let ma = dot(axis1, axis1);
  let mb = -dot(axis1, axis2);
  let mc = dot(axis2, axis2);
  let u = -dot(axis1, between);
  let v = dot(axis2, between);
  let det = ma * mc - mb * mb;
  if (abs(det) < 1e-6 * ma * mc) {
    // parallel: ends that face the other one
    for (var k = 0; k < 4 && pre_count < 2; k++) {
      let side = select(1.0, -1.0, k % 2 == 1);
      let x1 = select(clamp((u - side * mb) / ma, -1, 1), side, k < 2);
      let x2 = select(side, clamp((v - side * mb) / mc, -1, 1), k < 2);
      balls(p1 + x1 * axis1, r1, z1, p2 + x2 * axis2, r2, z2, margin);
    }
    return;
  }
  var x1 = (mc * u - mb * v) / det;
  var x2 = (ma * v - mb * u) / det;
  if (abs(x1) > 1) {
    x1 = clamp(x1, -1, 1);
    x2 = (v - mb * x1) / mc;
  }
  if (abs(x2) > 1) {
    x2 = clamp(x2, -1, 1);
    x1 = clamp((u - mb * x2) / ma, -1, 1);
  }
  balls(p1 + x1 * axis1, r1, z1, p2 + x2 * axis2, r2, z2, margin);
}
`;
