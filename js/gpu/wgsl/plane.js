// Contacts of a plane; as src/collide/plane.c. A contact lies on the normal through a point of the other surface.
/** @param {import('../layout.js').Sizes} s @param {Set<string>} used names of pair functions */
export const plane = (s, used) => /* wgsl */ `
fn put_plane(n: vec3f, point: vec3f, height: f32, tangent: vec3f) {
  put(height, point - 0.5 * height * n, n, tangent);
}
fn plane_ball(n: vec3f, origin: vec3f, center: vec3f, radius: f32, margin: f32, tangent: vec3f) {
  let dist = dot(center - origin, n) - radius;
  if (dist <= margin) { put_plane(n, center - radius * n, dist, tangent); }
}
fn plane_sphere(g1: i32, g2: i32, margin: f32) {
  plane_ball(geom_frame(g1)[2], geom_place(g1), geom_place(g2), geom_size(3 * g2), margin, vec3f(0));
}
fn plane_capsule(g1: i32, g2: i32, margin: f32) {
  let n = geom_frame(g1)[2];
  let origin = geom_place(g1);
  let center = geom_place(g2);
  let axis = geom_frame(g2)[2];
  for (var side = 1; side >= -1; side -= 2) {
    plane_ball(n, origin, center + f32(side) * geom_size(3 * g2 + 1) * axis, geom_size(3 * g2), margin, axis);
  }
}
fn plane_ellipsoid(g1: i32, g2: i32, margin: f32) {
  let n = geom_frame(g1)[2];
  let mat = geom_frame(g2);
  let size = geom_size_3(g2);
  let scaled = size * (n * mat);
  let norm = length(scaled);
  if (norm < MINVAL) { return; }
  let point = geom_place(g2) - mat * (size * scaled / norm);
  let height = dot(point - geom_place(g1), n);
  if (height <= margin) { put_plane(n, point, height, vec3f(0)); }
}
fn plane_cylinder(g1: i32, g2: i32, margin: f32) {
  let n = geom_frame(g1)[2];
  let mat = geom_frame(g2);
  let center = geom_place(g2);
  let radius = geom_size(3 * g2);
  let half_length = geom_size(3 * g2 + 1);
  var axis = mat[2];
  if (dot(n, axis) > 0) { axis = -axis; }
  let cosine = dot(n, axis);
  let height = dot(center - geom_place(g1), n);
  // the direction in the disc that goes down, without differences of nearly equal numbers
  let across = -vec2f(dot(mat[0], n), dot(mat[1], n));
  let norm = length(across);
  var radial = mat[0] * radius;
  if (norm > 1e-7) { radial = (mat[0] * across.x + mat[1] * across.y) * (radius / norm); }
  let radial_drop = -norm * radius;
  let axis_drop = cosine * half_length;
  axis *= half_length;
  var h = height + axis_drop + radial_drop;
  if (h > margin) { return; }
  put_plane(n, center + radial + axis, h, vec3f(0));
  h = height - axis_drop + radial_drop;
  if (h <= margin) { put_plane(n, center + radial - axis, h, vec3f(0)); }
  h = height + axis_drop - 0.5 * radial_drop;
  if (h <= margin) {
    let side = normalize(cross(radial, axis)) * (radius * 0.8660254037844386);
    put_plane(n, center + side + axis - 0.5 * radial, h, vec3f(0));
    put_plane(n, center - side + axis - 0.5 * radial, h, vec3f(0));
  }
}
fn plane_box(g1: i32, g2: i32, margin: f32) {
  let n = geom_frame(g1)[2];
  let mat = geom_frame(g2);
  let center = geom_place(g2);
  let size = geom_size_3(g2);
  let height = dot(center - geom_place(g1), n);
  for (var corner = 0; corner < 8 && pre_count < 4; corner++) {
    let v = size * vec3f(f32(corner & 1), f32((corner >> 1) & 1), f32(corner >> 2)) * 2 - size;
    let arm = mat * v;
    let drop = dot(arm, n);
    if (height + drop <= margin && drop <= 0) { put_plane(n, center + arm, height + drop, vec3f(0)); }
  }
}
${
  used.has('plane_mesh')
    ? // The lowest vertex of the hull and up to two of its neighbours on the hull that are far enough from it.
      `fn plane_mesh(g1: i32, g2: i32, margin: f32) {
  let n = geom_frame(g1)[2];
  let mat = geom_frame(g2);
  let center = geom_place(g2);
  let origin = geom_place(g1);
  let mesh = geom_dataid(g2);
  let first = x_hull_adr(mesh);
  let count = x_hull_num(mesh);
  let down = -(n * mat);
  var best = first;
  var most = -1e30;
  for (var k = first; k < first + count; k++) {
    let x = dot(down, x_hull_vert_3(k));
    if (x > most) { most = x; best = k; }
  }
  let lowest = center + mat * x_hull_vert_3(best);
  let height = dot(lowest - origin, n);
  if (height > margin) { return; }
  put_plane(n, lowest, height, vec3f(0));
  let far = 0.3 * geom_rbound(g2);
  let from_ = pre[0].pos;
  for (var e = x_hull_edgeadr(best); x_hull_edge(e) >= 0 && pre_count < 3; e++) {
    let point = center + mat * x_hull_vert_3(first + x_hull_edge(e));
    let h = dot(point - origin, n);
    if (h < margin && distance(point, from_) >= far) { put_plane(n, point, h, vec3f(0)); }
  }
}`
    : ''
}
`;
