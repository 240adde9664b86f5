// Contacts of a height field with a convex geom; as src/collide/hfield.c. The field is a set of prisms, two on each cell of its grid,
// down to its base. Each prism below the geom's bounding box that reaches high enough is met as a convex shape: the margin raises the
// surface, half of it inflates the geom, and distances are told as they are then.
export const hfield =
  /* wgsl */ `
` +
  // Corners of the window of three columns: 0 to 2 at the base, 3 to 5 at the surface; in the frame of the field.
  `var<private> field_window: array<vec3f, 6>;

fn push_column(field: i32, row: i32, column: i32, margin: f32) {
  for (var k = 0; k < 2; k++) {
    field_window[k] = field_window[k + 1];
    field_window[k + 3] = field_window[k + 4];
  }
  let size = vec4f(hfield_size(4 * field), hfield_size(4 * field + 1), hfield_size(4 * field + 2), hfield_size(4 * field + 3));
  let cells = vec2f(f32(hfield_ncol(field) - 1), f32(hfield_nrow(field) - 1));
  let flat = size.xy * (2 * vec2f(f32(column), f32(row)) / cells - 1);
  let rise = hfield_data(hfield_adr(field) + row * hfield_ncol(field) + column) * size.z;
  field_window[2] = vec3f(flat, -size.w);
  field_window[5] = vec3f(flat, rise + margin);
}

fn hfield_convex(g1: i32, g2: i32, margin: f32) {
  let field = geom_dataid(g1);
  let origin = geom_place(g1);
  let mat = geom_frame(g1);
  let shape = shape_of(g2);
  // the bounding box in the frame of the field
  var high = vec3f(0);
  var low = vec3f(0);
  for (var k = 0; k < 6; k++) {
    let sign = select(1.0, -1.0, k > 2);
    let axis = mat[k % 3];
    let reach = dot(support(shape, sign * axis) - origin, axis) + sign * shape.radius;
    if (k > 2) { low[k - 3] = reach; } else { high[k] = reach; }
  }
  let size = vec2f(hfield_size(4 * field), hfield_size(4 * field + 1));
  let top = hfield_size(4 * field + 2);
  let base = hfield_size(4 * field + 3);
  if (any(low.xy > size) || any(high.xy < -size)) { return; }
  if (low.z - margin > top || high.z + margin < -base) { return; }
  let cells = vec2i(hfield_ncol(field) - 1, hfield_nrow(field) - 1);
  let first = clamp(vec2i(floor((low.xy + size) / (2 * size) * vec2f(cells))), vec2i(0), cells);
  let last = clamp(vec2i(ceil((high.xy + size) / (2 * size) * vec2f(cells))), vec2i(-1), cells);
  shapes[1] = shape;
  shapes[1].radius += 0.5 * margin;
  for (var row = first.y; row < last.y; row++) {
    for (var k = 2 * first.x; k <= 2 * last.x + 1; k++) {
      push_column(field, row + 1 - k % 2, k / 2, margin);
      if (k < 2 * first.x + 2 || pre_count >= PRE_MOST) { continue; }
      if (max(field_window[3].z, max(field_window[4].z, field_window[5].z)) < low.z) { continue; }
      var middle = vec3f(0);
      for (var i = 0; i < 6; i++) { middle += field_window[i] / 6; }
      for (var i = 0; i < 6; i++) { prism[i] = field_window[i] - middle; }
      shapes[0] = Shape(SHAPE_PRISM, g1, origin + mat * middle, mat, vec3f(0), 0.0);
      let across = cross(prism[4] - prism[3], prism[5] - prism[3]);
      second_ray = mat * normalize(across * sign(across.z));
      let m = meeting(0.0);
      let dist = m.dist - shapes[1].radius;
      if (m.hit && dist <= 0) { put(dist, m.pos - m.normal * (0.5 * shapes[1].radius), m.normal, vec3f(0)); }
    }
  }
  second_ray = vec3f(0);
}
`;
