// Contacts of a world: candidates one after another, their parameters, the list; as src/collide/driver.c and contact.c.
import { boxBox } from './box_box.js';
import { capsuleBox } from './capsule_box.js';
import { convex } from './convex.js';
import { hfield } from './hfield.js';
import { plane } from './plane.js';
import { round } from './round.js';

/** Functions of pairs that need no iteration, by types of geoms; others go to the convex one. */
const closed = new Map([
  ['0-2', 'plane_sphere'],
  ['0-3', 'plane_capsule'],
  ['0-4', 'plane_ellipsoid'],
  ['0-5', 'plane_cylinder'],
  ['0-6', 'plane_box'],
  ['0-7', 'plane_mesh'],
  ['2-2', 'sphere_sphere'],
  ['2-3', 'sphere_capsule'],
  ['2-5', 'sphere_cylinder'],
  ['2-6', 'sphere_box'],
  ['3-3', 'capsule_capsule'],
  ['3-6', 'capsule_box'],
  ['6-6', 'box_box'],
]);

/** @param {import('../layout.js').Sizes} s */
export function collide(s) {
  if (s.nconmax === 0) return 'fn collision() { sti(d_ncon, 0); }\n';
  const kinds = [...s.colliders].sort();
  const functionOf = (/** @type {string} */ kind) =>
    closed.get(kind) ?? (kind.startsWith('1-') ? 'hfield_convex' : 'convex_convex');
  const used = new Set(kinds.map(functionOf));
  const has = (/** @type {string[]} */ ...names) => names.some((name) => used.has(name));
  // one call of each function: compilers copy it to where it is called
  const cases = [...used].map((name) => {
    const numbers = kinds
      .filter((kind) => functionOf(kind) === name)
      .map((kind) => kind.split('-').map(Number))
      .map(([a, b]) => 16 * a + b);
    return `case ${numbers.join(', ')}: { ${name}(g1, g2, margin); }`;
  });
  const pieces = [
    plane(s, used),
    round,
    has('capsule_box') ? capsuleBox : '',
    has('box_box') ? boxBox : '',
    has('convex_convex', 'hfield_convex') ? convex(s) : '',
    has('hfield_convex') ? hfield : '',
  ];
  return `${contacts(s)}${pieces.join('')}
fn collide_geoms(g1: i32, g2: i32, margin: f32) {
  pre_count = 0;
  switch (16 * geom_type(g1) + geom_type(g2)) {
    ${cases.join('\n    ')}
    default: {}
  }
}
${driver(s)}`;
}

/** @param {import('../layout.js').Sizes} s */
const contacts = (s) =>
  /* wgsl */ `
` +
  // What pair functions find, before it is in the list.
  `struct Found { dist: f32, pos: vec3f, normal: vec3f, tangent: vec3f }
const PRE_MOST: i32 = ${s.hfields ? 50 : 8};
var<private> pre: array<Found, PRE_MOST>;
var<private> pre_count: i32;

fn put(dist: f32, pos: vec3f, normal: vec3f, tangent: vec3f) {
  if (pre_count < PRE_MOST) {
    pre[pre_count] = Found(dist, pos, normal, tangent);
    pre_count++;
  }
}

struct Mixture { dim: i32, margin: f32, gap: f32, friction: array<f32, 5>, ref_: vec2f, ref_friction: vec2f, imp: array<f32, 5> }

fn take_geom(g: i32) -> Mixture {
  var p: Mixture;
  p.dim = geom_condim(g);
  p.ref_ = vec2f(geom_solref(2 * g), geom_solref(2 * g + 1));
  for (var k = 0; k < 5; k++) {
    p.imp[k] = geom_solimp(5 * g + k);
    p.friction[k] = geom_friction(3 * g + (k + k / 3) / 2);
  }
  return p;
}

fn mix_weight(a: f32, b: f32) -> f32 {
  if (a >= MINVAL && b >= MINVAL) { return a / (a + b); }
  if (a < MINVAL && b < MINVAL) { return 0.5; }
  return select(1.0, 0.0, a < MINVAL);
}

fn mix_geoms(g1: i32, g2: i32) -> Mixture {
  var p: Mixture;
  let rank = geom_priority(g1) - geom_priority(g2);
  if (rank != 0) {
    p = take_geom(select(g2, g1, rank > 0));
  } else {
    p = take_geom(g1);
    let q = take_geom(g2);
    let w = mix_weight(geom_solmix(g1), geom_solmix(g2));
    if (p.ref_.x > 0 && q.ref_.x > 0) { p.ref_ = w * p.ref_ + (1 - w) * q.ref_; } else { p.ref_ = min(p.ref_, q.ref_); }
    p.dim = max(p.dim, q.dim);
    for (var k = 0; k < 5; k++) {
      p.imp[k] = w * p.imp[k] + (1 - w) * q.imp[k];
      p.friction[k] = max(p.friction[k], q.friction[k]);
    }
  }
  p.margin = geom_margin(g1) + geom_margin(g2);
  p.gap = geom_gap(g1) + geom_gap(g2);
  return p;
}

${
  s.explicitPairs
    ? `fn take_pair(i: i32) -> Mixture {
  var p: Mixture;
  p.dim = pair_dim(i);
  p.margin = pair_margin(i);
  p.gap = pair_gap(i);
  p.ref_ = vec2f(pair_solref(2 * i), pair_solref(2 * i + 1));
  p.ref_friction = vec2f(pair_solreffriction(2 * i), pair_solreffriction(2 * i + 1));
  for (var k = 0; k < 5; k++) {
    p.imp[k] = pair_solimp(5 * i + k);
    p.friction[k] = pair_friction(5 * i + k);
  }
  return p;
}`
    : ''
}

fn mixture_of(i: i32, g1: i32, g2: i32) -> Mixture {
  var p: Mixture;
  ${s.explicitPairs ? 'if (x_pair_id(i) >= 0) { p = take_pair(x_pair_id(i)); } else { p = mix_geoms(g1, g2); }' : 'p = mix_geoms(g1, g2);'}
  ${
    s.flags.override
      ? `p.margin = opt_o_margin(0);
  p.ref_ = vec2f(opt_o_solref(0), opt_o_solref(1));
  p.ref_friction = p.ref_;
  for (var k = 0; k < 5; k++) {
    p.imp[k] = opt_o_solimp(k);
    p.friction[k] = opt_o_friction(k);
  }`
      : ''
  }
  for (var k = 0; k < 5; k++) { p.friction[k] = max(1e-5, p.friction[k]); }
  return p;
}

` +
  // Puts what was found into the list of contacts.
  `fn append_contacts(n: ptr<function, i32>, g1: i32, g2: i32, p: Mixture) {
  for (var k = 0; k < pre_count; k++) {
    if (*n >= NCONMAX) {
      warn(WARN_CONTACTFULL);
      return;
    }
    let found = pre[k];
    let o = d_contact + CON_SIZE * *n;
    let x = norm_or(found.normal, vec3f(1, 0, 0));
    var y = found.tangent;
    if (dot(y, y) < 0.25) { y = select(vec3f(0, 1, 0), vec3f(0, 0, 1), abs(x.y) >= 0.5); }
    y = normalize(y - x * dot(x, y));
    st(o, found.dist);
    st3(o + 1, found.pos);
    st3(o + 4, x);
    st3(o + 7, y);
    st3(o + 10, cross(x, y));
    st(o + 13, p.margin);
    for (var i = 0; i < 5; i++) {
      st(o + 14 + i, p.friction[i]);
      st(o + 23 + i, p.imp[i]);
    }
    st(o + 19, p.ref_.x);
    st(o + 20, p.ref_.y);
    st(o + 21, p.ref_friction.x);
    st(o + 22, p.ref_friction.y);
    sti(d_con_int + 4 * *n, g1);
    sti(d_con_int + 4 * *n + 1, g2);
    sti(d_con_int + 4 * *n + 2, p.dim);
    *n += 1;
  }
}
`;

/** @param {import('../layout.js').Sizes} s */
const driver = (s) =>
  /* wgsl */ `
` +
  // Whether bounding spheres are further apart than a margin; planes count as half spaces.
  `fn spheres_apart(g1: i32, g2: i32, margin: f32) -> bool {
  let offset = geom_place(g2) - geom_place(g1);
  let r1 = geom_rbound(g1);
  let r2 = geom_rbound(g2);
  if (r1 > 0 && r2 > 0) {
    let reach = r1 + r2 + margin;
    return dot(offset, offset) > reach * reach;
  }
  if (geom_type(g1) == 0 && r2 > 0) {
    return dot(offset, geom_frame(g1)[2]) > r2 + margin;
  }
  return false;
}

fn collision() {
  var n = 0;
  for (var i = 0; i < NPAIRS; i++) {
    let g1 = x_pair_geom1(i);
    let g2 = x_pair_geom2(i);
    var margin = geom_margin(g1) + geom_margin(g2) + geom_gap(g1) + geom_gap(g2);
    ${s.explicitPairs ? 'if (x_pair_id(i) >= 0) { margin = pair_margin(x_pair_id(i)) + pair_gap(x_pair_id(i)); }' : ''}
    ${s.flags.override ? 'margin = max(margin, opt_o_margin(0) + geom_gap(g1) + geom_gap(g2));' : ''}
    if (spheres_apart(g1, g2, margin)) { continue; }
    let p = mixture_of(i, g1, g2);
    collide_geoms(g1, g2, p.margin + p.gap);
    append_contacts(&n, g1, g2, p);
  }
  sti(d_ncon, n);
}
`;
