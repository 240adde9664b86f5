// Contacts of two boxes, up to eight; as src/collide/box_box.c. Of the fifteen axes that can separate two boxes the one of least
// overlap is the normal; a face then cuts the other box's most opposed face, two edges have one contact.
export const boxBox =
  /* wgsl */ `
struct Overlap { separation: f32, kind: i32, axis1: i32, axis2: i32, normal: vec3f }
var<private> polygon: array<vec3f, 16>;
var<private> clipped: array<vec3f, 16>;
var<private> corners: i32;

` +
  // rot[j]: axis j of box 2 in the frame of box 1; turned[i]: axis i of box 1 in that of box 2.
  `fn best_overlap(rot: mat3x3f, turned: mat3x3f, t: vec3f, t2: vec3f, size1: vec3f, size2: vec3f) -> Overlap {
  var best = Overlap(-1e10, 0, 0, 0, vec3f(0));
  for (var i = 0; i < 3; i++) {
    let separation = abs(t[i]) - size1[i] - dot(abs(turned[i]), size2);
    if (separation > best.separation) {
      var normal = vec3f(0);
      normal[i] = select(1.0, -1.0, t[i] < 0);
      best = Overlap(separation, 0, i, 0, normal);
    }
  }
  for (var j = 0; j < 3; j++) {
    let separation = abs(t2[j]) - size2[j] - dot(abs(rot[j]), size1);
    if (separation > best.separation + 1e-7 * size2[j]) {
      best = Overlap(separation, 1, 0, j, rot[j] * select(1.0, -1.0, t2[j] < 0));
    }
  }
  var edges = Overlap(-1e10, 2, 0, 0, vec3f(0));
  for (var k = 0; k < 9; k++) {
    let i = k / 3;
    let j = k % 3;
    var unit = vec3f(0);
    unit[i] = 1;
    let axis = cross(unit, rot[j]);
    let squared = dot(axis, axis);
    if (squared < 1e-6) { continue; }
    let n = axis * inverseSqrt(squared);
    let distance = dot(n, t);
    let reach = dot(abs(n), size1) + dot(abs(n * rot), size2);
    let separation = abs(distance) - reach;
    if (separation > edges.separation) { edges = Overlap(separation, 2, i, j, select(n, -n, distance < 0)); }
  }
  var beat = best.separation + 1e-6 * (size1.x + size2.x);
  if (abs(dot(best.normal, edges.normal)) > 0.99) {
    beat = max(beat, best.separation + 0.05 * abs(best.separation));
  }
  if (edges.separation > beat) { best = edges; }
  return best;
}

` +
  // Cuts the polygon with side * x[dim] <= limit.
  `fn clip_polygon(dim: i32, side: f32, limit: f32) {
  var kept = 0;
  for (var i = 0; i < corners; i++) {
    let a = polygon[i];
    let b = polygon[(i + 1) % corners];
    let excess_a = side * a[dim] - limit;
    let excess_b = side * b[dim] - limit;
    if (excess_a <= 0 && kept < 16) {
      clipped[kept] = a;
      kept++;
    }
    if ((excess_a <= 0) != (excess_b <= 0) && kept < 16) {
      clipped[kept] = a + (b - a) * (excess_a / (excess_a - excess_b));
      kept++;
    }
  }
  corners = kept;
  for (var i = 0; i < kept; i++) { polygon[i] = clipped[i]; }
}

` +
  // The reference box is that of geom g; rot and t place the other one in its frame.
  `fn face_contacts(g: i32, size: vec3f, size2: vec3f, rot: mat3x3f, t: vec3f, dim: i32, flip: bool, margin: f32) {
  let side = select(1.0, -1.0, t[dim] < 0);
  var face = 0;
  for (var j = 1; j < 3; j++) {
    if (abs(rot[j][dim]) > abs(rot[face][dim])) { face = j; }
  }
  let face_sign = select(1.0, -1.0, side * rot[face][dim] > 0);
  let u = (face + 1) % 3;
  let v = (face + 2) % 3;
  for (var i = 0; i < 4; i++) {
    var local = vec3f(0);
    local[face] = face_sign * size2[face];
    local[u] = select(size2[u], -size2[u], i == 1 || i == 2);
    local[v] = select(size2[v], -size2[v], i > 1);
    polygon[i] = rot * local + t;
  }
  corners = 4;
  let a = (dim + 1) % 3;
  let b = (dim + 2) % 3;
  for (var k = 0; k < 4; k++) {
    let along = select(a, b, k > 1);
    clip_polygon(along, select(1.0, -1.0, k % 2 == 1), size[along]);
  }
  let mat = geom_frame(g);
  let origin = geom_place(g);
  let normal = mat[dim] * select(side, -side, flip);
  let near = 1e-5 * sqrt(size[a] * size[a] + size[b] * size[b]);
  for (var i = 0; i < corners && pre_count < 8; i++) {
    var p = polygon[i];
    let dist = side * p[dim] - size[dim];
    var repeated = false;
    for (var k = 0; k < i; k++) {
      let d = polygon[k] - p;
      repeated = repeated || d[a] * d[a] + d[b] * d[b] < near * near;
    }
    if (dist > margin || repeated) { continue; }
    p[dim] -= 0.5 * side * dist;
    put(dist, mat * p + origin, normal, vec3f(0));
  }
}

fn edge_contact(g: i32, size1: vec3f, size2: vec3f, rot: mat3x3f, t: vec3f, best: Overlap) {
  let i = best.axis1;
  let j = best.axis2;
  let n = best.normal;
  var p = select(-size1, size1, n > vec3f(0));
  p[i] = 0;
  var local = select(size2, -size2, n * rot > vec3f(0));
  local[j] = 0;
  var q = rot * local + t;
  let direction = rot[j];
  let between = q - p;
  let cosine = direction[i];
  let u = between[i];
  let v = -dot(direction, between);
  var x = clamp((u + cosine * v) / (1 - cosine * cosine), -size1[i], size1[i]);
  let y = clamp(v + cosine * x, -size2[j], size2[j]);
  x = clamp(u + cosine * y, -size1[i], size1[i]);
  p[i] += x;
  q += y * direction;
  let mat = geom_frame(g);
  put(best.separation, mat * (0.5 * (p + q)) + geom_place(g), mat * n, vec3f(0));
}

fn box_box(g1: i32, g2: i32, margin: f32) {
  let mat1 = geom_frame(g1);
  let mat2 = geom_frame(g2);
  let size1 = geom_size_3(g1);
  let size2 = geom_size_3(g2);
  let rot = transpose(mat1) * mat2;
  let turned = transpose(rot);
  let offset = geom_place(g2) - geom_place(g1);
  let t = offset * mat1;
  let t2 = offset * mat2;
  let best = best_overlap(rot, turned, t, t2, size1, size2);
  if (best.separation > margin) { return; }
  if (best.kind == 2) {
    edge_contact(g1, size1, size2, rot, t, best);
    return;
  }
  var reference = size1;
  var incident = size2;
  var turn = rot;
  var place_ = t;
  var dim = best.axis1;
  if (best.kind == 1) {
    reference = size2;
    incident = size1;
    turn = turned;
    place_ = -t2;
    dim = best.axis2;
  }
  face_contacts(select(g1, g2, best.kind == 1), reference, incident, turn, place_, dim, best.kind == 1, margin);
}
`;
