// What constraints do to bodies, for sensors that feel it: forces of contacts, touch and contact sensors, wrenches between a body and
// its parent; as src/sensor/body_forces.c and contact_sensor.c.

/** @param {import('../layout.js').Sizes} s */
const rowsOf = (s) =>
  s.njmax === 0
    ? `fn limit_row(kind: i32, id: i32) -> i32 { return -1; }
fn row_force(r: i32) -> f32 { return 0; }
fn row_place(r: i32) -> f32 { return 0; }
fn row_velocity(r: i32) -> f32 { return 0; }
`
    : // Rows behind the Jacobian, in the order of constraint_rows.js.
      `fn row_force(r: i32) -> f32 { return ef[ebase + u32(NJMAX * NV + 5 * NJMAX + r)]; }
fn row_place(r: i32) -> f32 { return ef[ebase + u32(NJMAX * NV + 10 * NJMAX + r)]; }
fn row_velocity(r: i32) -> f32 { return ef[ebase + u32(NJMAX * NV + 11 * NJMAX + r)]; }
` +
      // The first row of a limit that is active, -1: none.
      `fn limit_row(kind: i32, id: i32) -> i32 {
  for (var r = 0; r < ldi(d_nefc); r++) {
    if (ldi(d_efc_type + r) == kind && ldi(d_efc_id + r) == id) { return r; }
  }
  return -1;
}
`;

/** @param {import('../layout.js').Sizes} s */
const contactWrench = (s) =>
  s.nconmax === 0
    ? ''
    : // Force and torque of a contact in its frame.
      `fn contact_wrench(c: i32) -> Spatial {
  var x = array<f32, 6>(0, 0, 0, 0, 0, 0);
  let first = ldi(d_con_int + 4 * c + 3);
  let dim = ldi(d_con_int + 4 * c + 2);
  if (first >= 0 && (dim == 1 || ${s.elliptic})) {
    for (var k = 0; k < dim; k++) { x[k] = row_force(first + k); }
  } else if (first >= 0) {
    for (var k = 1; k < dim; k++) {
      let plus = row_force(first + 2 * k - 2);
      let minus = row_force(first + 2 * k - 1);
      x[0] += plus + minus;
      x[k] = (plus - minus) * ld(d_contact + CON_SIZE * c + 13 + k);
    }
  }
  return Spatial(vec3f(x[0], x[1], x[2]), vec3f(x[3], x[4], x[5]));
}
fn contact_body(c: i32, side: i32) -> i32 { return geom_bodyid(ldi(d_con_int + 4 * c + side)); }
`;

/** @param {import('../layout.js').Sizes} s */
const insideSite = (s) =>
  s.nsite === 0
    ? ''
    : `fn inside_site(site: i32, point: vec3f) -> bool {
  let p = (point - site_place(site)) * site_frame(site);
  let size = site_size_3(site);
  switch (site_type(site)) {
    case 2: { return dot(p, p) < size.x * size.x; }
    case 3: { let q = vec3f(p.xy, p.z - clamp(p.z, -size.y, size.y)); return dot(q, q) < size.x * size.x; }
    case 4: { let q = p / size; return dot(q, q) < 1; }
    case 5: { return abs(p.z) < size.y && dot(p.xy, p.xy) < size.x * size.x; }
    default: { return all(abs(p) < size); }
  }
}
`;

const touch =
  // Where a ray is inside of a ball about the origin: from, to; empty when it misses.
  `fn ball_span(p: vec3f, d: vec3f) -> vec2f {
  let along = -dot(p, d) / dot(d, d);
  let nearest = p + along * d;
  let square = (1 - dot(nearest, nearest)) / dot(d, d);
  if (square < 0) { return vec2f(1, -1); }
  return vec2f(along - sqrt(square), along + sqrt(square));
}
` +
  // Whether the ray from a point meets the site.
  `fn meets_site(site: i32, point: vec3f, direction: vec3f) -> bool {
  if (inside_site(site, point)) { return true; }
  let mat = site_frame(site);
  let p = (point - site_place(site)) * mat;
  let d = direction * mat;
  let size = site_size_3(site);
  let kind = site_type(site);
  if (kind == 2) { return ball_span(p / size.x, d / size.x).y >= 0; }
  if (kind == 4) { return ball_span(p / size, d / size).y >= 0; }
  let half = select(size, vec3f(size.x, size.x, size.y), kind != 6);
  let a = (-half - p) / d;
  let b = (half - p) / d;
  let near = min(a, b);
  let far = max(a, b);
  if (kind == 6) { return min(min(far.x, far.y), far.z) >= max(max(max(near.x, near.y), near.z), 0.0); }
  let flat = vec3f(1 / size.x, 1 / size.x, 0);
  var side = vec2f(-1e30, 1e30);
  if (dot(d.xy, d.xy) > 1e-20) { side = ball_span(p * flat, d * flat); }
  else if (dot(p.xy, p.xy) > size.x * size.x) { side = vec2f(1, -1); }
  if (min(side.y, far.z) >= max(max(side.x, near.z), 0.0)) { return true; }
  if (kind == 5) { return false; }
  let cap = vec3f(0, 0, size.y);
  return ball_span((p - cap) / size.x, d / size.x).y >= 0 || ball_span((p + cap) / size.x, d / size.x).y >= 0;
}
fn touch(site: i32) -> f32 {
  var sum = 0.0;
  let b = site_bodyid(site);
  for (var c = 0; c < ldi(d_ncon); c++) {
    let second = contact_body(c, 1) == b;
    if (ldi(d_con_int + 4 * c + 3) < 0 || (contact_body(c, 0) != b && !second)) { continue; }
    let force = contact_wrench(c).a.x;
    let o = d_contact + CON_SIZE * c;
    if (force > 0 && meets_site(site, ld3(o + 1), ld3(o + 4) * select(1.0, -1.0, second))) { sum += force; }
  }
  return sum;
}
`;

/** @param {import('../layout.js').Sizes} s */
const contactSensor = (s) =>
  // Whether a side of a contact belongs to a set: everything, a geom, a body, a subtree.
  `fn in_set(c: i32, side: i32, kind: i32, object: i32) -> bool {
  var b = contact_body(c, side);
  switch (kind) {
    case 0, 6: { return true; }
    case 5: { return ldi(d_con_int + 4 * c + side) == object; }
    case 1: { return b == object; }
    default: {
      while (b > object) { b = body_parentid(b); }
      return b == object;
    }
  }
}
` +
  // 1: a contact is between the sets of a sensor, 2: in the other order, 0: it is not.
  `fn matched(i: i32, c: i32) -> i32 {
  let kind = sensor_objtype(i);
  let object = sensor_objid(i);
  ${s.nsite > 0 ? 'if (kind == 6 && !inside_site(object, ld3(d_contact + CON_SIZE * c + 1))) { return 0; }' : ''}
  let other = sensor_reftype(i);
  let ref_ = sensor_refid(i);
  if (in_set(c, 0, kind, object) && in_set(c, 1, other, ref_)) { return 1; }
  if (in_set(c, 1, kind, object) && in_set(c, 0, other, ref_)) { return 2; }
  return 0;
}
struct Report { found: f32, force: vec3f, torque: vec3f, dist: f32, pos: vec3f, normal: vec3f, tangent: vec3f }
fn put_vector(o: i32, fields: i32, bit: i32, v: vec3f) -> i32 {
  if ((fields & bit) == 0) { return o; }
  st3(o, v);
  return o + 3;
}
fn put_number(o: i32, fields: i32, bit: i32, x: f32) -> i32 {
  if ((fields & bit) == 0) { return o; }
  st(o, x);
  return o + 1;
}
fn put_report(start: i32, fields: i32, r: Report) -> i32 {
  var o = put_number(start, fields, 1, r.found);
  o = put_vector(o, fields, 2, r.force);
  o = put_vector(o, fields, 4, r.torque);
  o = put_number(o, fields, 8, r.dist);
  o = put_vector(o, fields, 16, r.pos);
  o = put_vector(o, fields, 32, r.normal);
  return put_vector(o, fields, 64, r.tangent);
}
fn report_one(c: i32, flipped: bool, found: f32) -> Report {
  let o = d_contact + CON_SIZE * c;
  let w = contact_wrench(c);
  var r = Report(found, w.a, w.l, ld(o), ld3(o + 1), ld3(o + 4), ld3(o + 7));
  if (flipped) {
    r.force.z = -r.force.z;
    r.torque.z = -r.torque.z;
    r.normal = -r.normal;
    r.tangent = -r.tangent;
  }
  return r;
}
` +
  // The resultant at the centre of pressure.
  `fn report_net(i: i32, found: f32) -> Report {
  var r = Report(found, vec3f(0), vec3f(0), 0.0, vec3f(0), vec3f(1, 0, 0), vec3f(0, 1, 0));
  var weight = 0.0;
  for (var c = 0; c < ldi(d_ncon); c++) {
    if (matched(i, c) == 0) { continue; }
    let size = length(contact_wrench(c).a);
    r.pos += size * ld3(d_contact + CON_SIZE * c + 1);
    weight += size;
  }
  r.pos /= max(MINVAL, weight);
  for (var c = 0; c < ldi(d_ncon); c++) {
    let kind = matched(i, c);
    if (kind == 0) { continue; }
    let o = d_contact + CON_SIZE * c;
    let frame = transpose(ld9(o + 4));
    let w = contact_wrench(c);
    let sign = select(1.0, -1.0, kind == 2);
    r.force += sign * (frame * w.a);
    r.torque += sign * (frame * w.l + cross(ld3(o + 1) - r.pos, frame * w.a));
  }
  return r;
}
fn contact_sensor(i: i32, start: i32) {
  let fields = sensor_intprm(3 * i);
  let reduce_ = sensor_intprm(3 * i + 1);
  var found = 0.0;
  for (var c = 0; c < ldi(d_ncon); c++) { found += select(0.0, 1.0, matched(i, c) != 0); }
  zero_rows(start, sensor_dim(i));
  if (reduce_ == 3) {
    let end = put_report(start, fields, report_net(i, found));
    return;
  }
  // the next in the order of depth or force; those of one key in the order of the list
  var o = start;
  var last = vec2f(-1e30, -1);
  for (var slot = 0; slot < min(sensor_intprm(3 * i + 2), i32(found)); slot++) {
    var best = vec2f(1e30, 0);
    for (var c = 0; c < ldi(d_ncon); c++) {
      if (matched(i, c) == 0) { continue; }
      var key = vec2f(0, f32(c));
      if (reduce_ == 1) { key.x = ld(d_contact + CON_SIZE * c); }
      if (reduce_ == 2) { let force = contact_wrench(c).a; key.x = -dot(force, force); }
      let later = key.x > last.x || (key.x == last.x && key.y > last.y);
      if (later && key.x < best.x) { best = key; }
    }
    let c = i32(best.y);
    o = put_report(o, fields, report_one(c, matched(i, c) == 2, found));
    last = best;
  }
}
`;

/** @param {import('../layout.js').Sizes} s */
const bodyForces = (s) =>
  // Adds a force and a torque at a point to what acts on a body from outside.
  `fn push_body(b: i32, point: vec3f, force: vec3f, torque: vec3f) {
  if (b > 0) { add6(d_cfrc_ext + 6 * b, Spatial(torque + cross(point - com_of(b), force), force)); }
}
fn body_forces() {
  st6(d_cfrc_ext, Spatial(vec3f(0), vec3f(0)));
  for (var b = 1; b < NBODY; b++) {
    st6(d_cfrc_ext + 6 * b, Spatial(vec3f(0), vec3f(0)));
    push_body(b, ld3(d_xipos + 3 * b), ld3(d_xfrc_applied + 6 * b), ld3(d_xfrc_applied + 6 * b + 3));
  }
  ${
    s.nconmax > 0
      ? `for (var c = 0; c < ldi(d_ncon); c++) {
    if (ldi(d_con_int + 4 * c + 3) < 0) { continue; }
    let o = d_contact + CON_SIZE * c;
    let frame = transpose(ld9(o + 4));
    let w = contact_wrench(c);
    push_body(contact_body(c, 0), ld3(o + 1), -(frame * w.a), -(frame * w.l));
    push_body(contact_body(c, 1), ld3(o + 1), frame * w.a, frame * w.l);
  }`
      : ''
  }
  ${s.neq > 0 && s.njmax > 0 ? equalityForces(s) : ''}
  st6(d_cfrc_int, Spatial(vec3f(0), vec3f(0)));
  for (var b = 1; b < NBODY; b++) {
    let v = ld6(d_cvel + 6 * b);
    let o = d_cinert + 10 * b;
    let needed = sadd(inertia_times(o, ld6(d_cacc + 6 * b)), cross_force(v, inertia_times(o, v)));
    st6(d_cfrc_int + 6 * b, sadd(needed, sscale(ld6(d_cfrc_ext + 6 * b), -1)));
  }
  for (var b = NBODY - 1; b > 0; b--) { add6(d_cfrc_int + 6 * body_parentid(b), ld6(d_cfrc_int + 6 * b)); }
}
` +
  // What passes between a site's body and its parent, at the site and in its frame.
  `fn interaction(site: i32) -> Spatial {
  let b = site_bodyid(site);
  let w = ld6(d_cfrc_int + 6 * b);
  let mat = site_frame(site);
  return Spatial((w.a - cross(site_place(site) - com_of(b), w.l)) * mat, w.l * mat);
}
`;

/** @param {import('../layout.js').Sizes} s */
const equalityForces = (s) => `var r = 0;
  while (r < ldi(d_nefc) && ldi(d_efc_type + r) == 0) {
    let e = ldi(d_efc_id + r);
    let rows = x_eq_rows(e);
    if (rows > 1) {
      let force = vec3f(row_force(r), row_force(r + 1), row_force(r + 2));
      var torque = vec3f(0);
      let weld = eq_type(e) == EQ_WELD;
      if (weld) { torque = vec3f(row_force(r + 3), row_force(r + 4), row_force(r + 5)); }
      for (var side = 0; side < 2; side++) {
        let id = select(eq_obj1id(e), eq_obj2id(e), side == 1);
        let k = 11 * e + 3 * select(side, 1 - side, weld);
        var b = id;
        var point = vec3f(0);
        if (eq_objtype(e) == 6) {
          ${s.nsite > 0 ? 'b = site_bodyid(id); point = site_place(id);' : ''}
        } else {
          point = ld9(d_xmat + 9 * id) * vec3f(eq_data(k), eq_data(k + 1), eq_data(k + 2)) + ld3(d_xpos + 3 * id);
        }
        let sign = select(1.0, -1.0, side == 1);
        push_body(b, point, sign * force, sign * torque);
      }
    }
    r += max(rows, 1);
  }`;

/** @param {import('../layout.js').Sizes} s */
export function contactForce(s) {
  const has = (/** @type {number[]} */ ...types) => types.some((type) => s.sensorTypes.has(type));
  const sites = s.nsite > 0 && (has(38) || (s.nconmax > 0 && has(0, 42)));
  const feels = s.nconmax > 0 && s.nsite > 0 && has(0);
  return [
    rowsOf(s),
    contactWrench(s),
    sites ? insideSite(s) : '',
    feels ? touch : 'fn touch(site: i32) -> f32 { return 0; }\n',
    s.nconmax > 0 && has(42) ? contactSensor(s) : '',
    s.bodyForces ? bodyForces(s) : '',
  ].join('');
}
