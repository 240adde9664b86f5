// Contacts of convex shapes by their support functions: the distance by Gilbert, Johnson and Keerthi (1988) with closest points of
// simplices as in Ericson (2005); where the shapes overlap, the portal refinement of Snethen (2008, "XenoCollide: complex collision
// made simple"). Spheres and capsules are points and segments with a radius, so that shallow contacts of theirs are distances.
/** @param {import('../layout.js').Sizes} s */
export const convex = (s) =>
  /* wgsl */ `
struct Shape { kind: i32, geom: i32, pos: vec3f, mat: mat3x3f, size: vec3f, radius: f32 }
const SHAPE_PRISM: i32 = 100;
var<private> shapes: array<Shape, 2>;
` +
  // Corners of a prism of a height field, in its frame.
  `var<private> prism: array<vec3f, 6>;

fn shape_of(g: i32) -> Shape {
 let kind = geom_type(g);
 let size = geom_size_3(g);
 let rounded = kind == 2 || kind == 3;
 return Shape(kind, g, geom_place(g), geom_frame(g), size, select(0.0, size.x, rounded));
}

` +
  // Where the second ray of a depth goes: across the surface of a height field, whose prisms have their middle far below.
  `var<private> second_ray: vec3f;

` +
  // The farthest point of a shape in a direction. Compilers copy functions to where they are called: there is one call of this one.
  `fn support(shape: Shape, direction: vec3f) -> vec3f {
 let d = direction * shape.mat;
 var p = vec3f(0);
 switch (shape.kind) {
  case 3: { p.z = select(-shape.size.y, shape.size.y, d.z > 0); }
  case 4: { p = shape.size * norm_or(shape.size * d, vec3f(1, 0, 0)); }
  case 5: {
   let n = length(d.xy);
   if (n > 1e-12) { p = vec3f(d.xy * (shape.size.x / n), 0); }
   p.z = select(-shape.size.y, shape.size.y, d.z > 0);
  }
  case 6: { p = select(-shape.size, shape.size, d > vec3f(0)); }
  ${
    s.meshes
      ? `case 7: {
      let mesh = geom_dataid(shape.geom);
      let first = x_hull_adr(mesh);
      var most = -1e30;
      for (var k = first; k < first + x_hull_num(mesh); k++) {
        let v = x_hull_vert_3(k);
        let x = dot(d, v);
        if (x > most) {
          most = x;
          p = v;
        }
      }
    }`
      : ''
  }
  ${
    s.hfields
      ? `case SHAPE_PRISM: {
      var most = -1e30;
      for (var k = 0; k < 6; k++) {
        let x = dot(d, prism[k]);
        if (x > most) {
          most = x;
          p = prism[k];
        }
      }
    }`
      : ''
  }
  default: {}
 }
 return shape.mat * p + shape.pos;
}

` +
  // Corners of a simplex of the difference a - b, and the points of a that they come from.
  `var<private> corner_w: array<vec3f, 5>;
var<private> corner_a: array<vec3f, 5>;
var<private> weight: array<f32, 4>;
var<private> corner_count: i32;

` +
  // The corner of the difference that is farthest in a direction.
  `var<private> new_w: vec3f;
var<private> new_a: vec3f;
fn find_corner(direction: vec3f) {
 var points: array<vec3f, 2>;
 for (var k = 0; k < 2; k++) { points[k] = support(shapes[k], select(direction, -direction, k == 1)); }
 new_a = points[0];
 new_w = points[0] - points[1];
}
fn place_corner(k: i32) {
 corner_w[k] = new_w;
 corner_a[k] = new_a;
}
fn copy_corner(from_: i32, to: i32) {
 corner_w[to] = corner_w[from_];
 corner_a[to] = corner_a[from_];
}

` +
  // Weights of the corners of a triangle, which may repeat, at the point nearest to the origin: the best of its edges and of what lies
  // inside. Nothing rests on products that would cancel: some GPUs round them once, others twice.
  `fn edge_share(a: vec3f, b: vec3f) -> f32 {
 let d = b - a;
 return clamp(-dot(a, d) / max(dot(d, d), 1e-30), 0.0, 1.0);
}
fn triangle_weights(a: vec3f, b: vec3f, c: vec3f) -> vec3f {
 let n = cross(b - a, c - a);
 let inside = vec3f(dot(cross(b, c), n), dot(cross(c, a), n), dot(cross(a, b), n));
 let share = vec3f(edge_share(a, b), edge_share(b, c), edge_share(c, a));
 var tries = array<vec3f, 4>(
  vec3f(1 - share.x, share.x, 0), vec3f(0, 1 - share.y, share.y), vec3f(share.z, 0, 1 - share.z),
  inside / max(inside.x + inside.y + inside.z, 1e-30));
 var best = 1e30;
 var found = tries[0];
 for (var k = 0; k < select(3, 4, all(inside > vec3f(0))); k++) {
  let p = mat3x3f(a, b, c) * tries[k];
  if (dot(p, p) < best) {
   best = dot(p, p);
   found = tries[k];
  }
 }
 return found;
}

` +
  // Brings the simplex to the smallest one that holds its point nearest to the origin; true when the origin is inside of it. A simplex
  // of fewer corners is a triangle with corners that repeat.
  `fn reduce() -> bool {
 var best = 1e30;
 var face = vec3i(-1);
 var at = vec3f(0);
 let solid = corner_count == 4;
 for (var k = 0; k < select(1, 4, solid); k++) {
  var ids = vec3i((k + 1) % 4, (k + 2) % 4, (k + 3) % 4);
  if (!solid) { ids = min(vec3i(0, 1, 2), vec3i(corner_count - 1)); }
  let a = corner_w[ids.x];
  let b = corner_w[ids.y];
  let c = corner_w[ids.z];
  if (solid) {
   // only faces from which the origin is outside
   let n = cross(b - a, c - a);
   let side = dot(n, corner_w[k] - a);
   if (side * dot(n, -a) >= 0 && abs(side) >= 1e-12 * length(n)) { continue; }
  }
  let w = triangle_weights(a, b, c);
  let p = w.x * a + w.y * b + w.z * c;
  if (dot(p, p) < best) {
   best = dot(p, p);
   face = ids;
   at = w;
  }
 }
 if (face.x < 0) { return true; }
 let cw = array<vec3f, 3>(corner_w[face.x], corner_w[face.y], corner_w[face.z]);
 let ca = array<vec3f, 3>(corner_a[face.x], corner_a[face.y], corner_a[face.z]);
 corner_count = 0;
 for (var n = 0; n < 3; n++) {
  if (at[n] > 0) {
   corner_w[corner_count] = cw[n];
   corner_a[corner_count] = ca[n];
   weight[corner_count] = at[n];
   corner_count++;
  }
 }
 return false;
}

struct Meeting { hit: bool, dist: f32, pos: vec3f, normal: vec3f }
const APART = 0;
const FIRST = 1;
const SECOND = 2;
const SEARCH = 3;
const REFINE = 4;

` +
  // Distance of the two shapes without their radii, by simplices; where they overlap, depth by a portal (corners 1, 2, 3; 4 is the
  // newest) that the ray from the middle of their difference through the origin passes. The depth along such a ray is not the least one:
  // a portal is looked for again along the normal, which makes it less, until it stays.
  `fn meeting(margin: f32) -> Meeting {
 let reach = margin + shapes[0].radius + shapes[1].radius;
 var middle = shapes[0].pos - shapes[1].pos;
 if (dot(middle, middle) < 1e-12) { middle = vec3f(1e-5, 0, 0); }
 var v = middle;
 var before = 1e30;
 var direction = -v;
 var phase = APART;
 var n = vec3f(0, 0, 1);
 var done = false;
 var least = Meeting(false, -1e30, vec3f(0), n);
 var rounds = 0;
 corner_count = 0;
 for (var k = 0; k < 160 && !done; k++) {
  find_corner(direction);
  switch (phase) {
   case APART: {
    let square = dot(v, v);
    let along = dot(v, new_w);
    // separated by more than what counts
    if (along > 0 && along * along > reach * reach * square) { return Meeting(false, 0, vec3f(0), vec3f(0)); }
    if (corner_count > 0 && (square - along <= 1e-6 * square || square >= before)) { done = true; continue; }
    before = select(1e30, square, corner_count > 0);
    place_corner(corner_count);
    corner_count++;
    let inside = reduce();
    v = vec3f(0);
    for (var i = 0; i < corner_count; i++) { v += weight[i] * corner_w[i]; }
    direction = -v;
    if (inside || dot(v, v) < 1e-12) {
     phase = FIRST;
     direction = -middle;
    }
   }
   case FIRST: {
    place_corner(1);
    direction = cross(middle, new_w);
    phase = SECOND;
    if (dot(direction, direction) < 1e-18) {
     n = normalize(-middle);
     copy_corner(1, 2);
     copy_corner(1, 3);
     copy_corner(1, 4);
     phase = REFINE;
     done = true;
    }
   }
   case SECOND: {
    place_corner(2);
    direction = cross(corner_w[1] - middle, corner_w[2] - middle);
    if (dot(direction, middle) > 0) {
     copy_corner(1, 4);
     copy_corner(2, 1);
     copy_corner(4, 2);
     direction = -direction;
    }
    phase = SEARCH;
   }
   case SEARCH: {
    place_corner(3);
    var into = 0;
    if (dot(cross(corner_w[1], corner_w[3]), middle) < 0) { into = 2; }
    else if (dot(cross(corner_w[3], corner_w[2]), middle) < 0) { into = 1; }
    if (into > 0) {
     copy_corner(3, into);
     direction = cross(corner_w[1] - middle, corner_w[2] - middle);
    } else {
     phase = REFINE;
    }
   }
   default: {
    place_corner(4);
    done = dot(corner_w[4] - corner_w[1], n) < 1e-6;
    if (!done) {
     // the part of the tetrahedron that the ray passes
     let c = cross(corner_w[4], middle);
     var into = 3;
     if (dot(corner_w[1], c) > 0) { into = select(3, 1, dot(corner_w[2], c) > 0); }
     else { into = select(1, 2, dot(corner_w[3], c) > 0); }
     copy_corner(4, into);
    }
   }
  }
  if (phase == REFINE && !done) {
   let across = cross(corner_w[2] - corner_w[1], corner_w[3] - corner_w[1]);
   if (dot(across, across) > 1e-24) { n = normalize(across); }
   if (dot(n, corner_w[1] - middle) < 0) { n = -n; }
   direction = n;
  }
  if (phase == REFINE && done) {
   let depth = dot(corner_w[4], n);
   if (depth < 0 || -depth <= least.dist) { continue; }
   let again = depth > 1e-6 && rounds < 6 && -depth > least.dist + 1e-6;
   let ray = select(n, second_ray, rounds == 0 && any(second_ray != vec3f(0)));
   let w = portal_weights(n);
   least = Meeting(true, -depth, w.x * corner_a[1] + w.y * corner_a[2] + w.z * corner_a[3] - n * (0.5 * depth), n);
   if (again) {
    done = false;
    rounds++;
    phase = FIRST;
    middle = -ray * depth;
    direction = ray;
   }
  }
 }
 if (phase == APART) {
  var a = vec3f(0);
  for (var i = 0; i < corner_count; i++) { a += weight[i] * corner_a[i]; }
  let dist = length(v);
  let normal = -v / max(dist, 1e-12);
  return Meeting(true, dist, a + normal * (0.5 * dist), normal);
 }
 return least;
}

` +
  // Weights of the portal's corners where the normal through the origin meets its plane.
  `fn portal_weights(n: vec3f) -> vec3f {
 let a = corner_w[1];
 let b = corner_w[2];
 let c = corner_w[3];
 let w = vec3f(dot(cross(b, c), n), dot(cross(c, a), n), dot(cross(a, b), n));
 let sum = w.x + w.y + w.z;
 if (abs(sum) < 1e-20) { return vec3f(1, 0, 0); }
 let share = max(w / sum, vec3f(0));
 return share / (share.x + share.y + share.z);
}

` +
  // Adds the contact of a meeting, with the radii of the shapes.
  `fn put_meeting(m: Meeting, normal: vec3f, margin: f32) {
 let dist = m.dist - shapes[0].radius - shapes[1].radius;
 if (!m.hit || dist > margin) { return; }
 let pos = m.pos + normal * (0.5 * (shapes[0].radius - shapes[1].radius));
 for (var k = 0; k < pre_count; k++) {
  if (distance(pre[k].pos, pos) < 1e-3 * geom_rbound(shapes[1].geom)) { return; }
 }
 put(dist, pos, normal, vec3f(0));
}

fn is_flat(kind: i32) -> bool { return kind >= 5; }

fn convex_convex(g1: i32, g2: i32, margin: f32) {
 shapes[0] = shape_of(g1);
 shapes[1] = shape_of(g2);
 let mat = shapes[0].mat;
 let pos = shapes[0].pos;
 let runs = select(1, 5, is_flat(shapes[0].kind) && is_flat(shapes[1].kind));
 var normal = vec3f(0);
 var pivot = vec3f(0);
 // flat shapes again, turned a little about four axes across the normal: each turn finds another corner of the patch
 for (var k = 0; k < runs; k++) {
  if (k > 0) {
   let x = norm_or(cross(normal, select(vec3f(1, 0, 0), vec3f(0, 1, 0), abs(normal.x) > 0.7)), vec3f(0, 0, 1));
   let y = cross(normal, x);
   let angle = 1.5707963 * f32(k);
   let turn = quat_mat(quat_axis(cos(angle) * x + sin(angle) * y, 1e-3));
   shapes[0].mat = turn * mat;
   shapes[0].pos = pivot + turn * (pos - pivot);
  }
  let m = meeting(margin);
  if (k == 0) {
   if (!m.hit) { return; }
   normal = m.normal;
   pivot = m.pos;
  }
  put_meeting(m, normal, margin);
 }
}
`;
