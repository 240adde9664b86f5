// Readings of sensors at the state before the step; as src/sensor.
/** @param {import('../layout.js').Sizes} s */
export const sensor = (s) =>
  !s.sensors
    ? ''
    : /* wgsl */ `
struct Frame { body: i32, pos: vec3f, mat: mat3x3f, quat: vec4f }

fn frame_of(kind: i32, id: i32) -> Frame {
  var f: Frame;
  switch (kind) {
    case 1: { f = Frame(id, ld3(d_xipos + 3 * id), ld9(d_ximat + 9 * id), quat_mul(ld4(d_xquat + 4 * id), body_iquat_4(id))); }
    ${s.ngeom > 0 ? 'case 5: { let b = geom_bodyid(id); f = Frame(b, ld3(d_geom_xpos + 3 * id), ld9(d_geom_xmat + 9 * id), quat_mul(ld4(d_xquat + 4 * b), geom_quat_4(id))); }' : ''}
    ${s.nsite > 0 ? 'case 6: { let b = site_bodyid(id); f = Frame(b, ld3(d_site_xpos + 3 * id), ld9(d_site_xmat + 9 * id), quat_mul(ld4(d_xquat + 4 * b), site_quat_4(id))); }' : ''}
    default: { f = Frame(id, ld3(d_xpos + 3 * id), ld9(d_xmat + 9 * id), ld4(d_xquat + 4 * id)); }
  }
  return f;
}

${
  s.accelerations
    ? `// Accelerations of bodies with those of the joints, without gravity's pull.
fn body_accelerations() {
  st6(d_cacc, Spatial(vec3f(0), -gravity()));
  for (var b = 1; b < NBODY; b++) {
    var acc = ld6(d_cacc + 6 * body_parentid(b));
    let k0 = body_dofadr(b);
    for (var k = k0; k < k0 + body_dofnum(b); k++) {
      acc = sadd(acc, sscale(ld6(d_cdof_dot + 6 * k), ld(d_qvel + k)));
      acc = sadd(acc, sscale(ld6(d_cdof + 6 * k), ld(d_qacc + k)));
    }
    st6(d_cacc + 6 * b, acc);
  }
}
fn point_acceleration(b: i32, point: vec3f) -> Spatial {
  let a = ld6(d_cacc + 6 * b);
  let v = point_velocity(b, point);
  return Spatial(a.a, a.l + cross(a.a, point - com_of(b)) + cross(v.a, v.l));
}`
    : ''
}

${
  s.nconmax > 0 && s.nsite > 0
    ? `fn inside_site(site: i32, point: vec3f) -> bool {
  let p = (point - ld3(d_site_xpos + 3 * site)) * ld9(d_site_xmat + 9 * site);
  let size = site_size_3(site);
  switch (site_type(site)) {
    case 2: { return dot(p, p) < size.x * size.x; }
    case 3: { let q = vec3f(p.xy, p.z - clamp(p.z, -size.y, size.y)); return dot(q, q) < size.x * size.x; }
    case 4: { let q = p / size; return dot(q, q) < 1; }
    case 5: { return abs(p.z) < size.y && dot(p.xy, p.xy) < size.x * size.x; }
    default: { return all(abs(p) < size); }
  }
}
// Whether the ray from a point meets the site.
fn meets_site(site: i32, point: vec3f, direction: vec3f) -> bool {
  if (inside_site(site, point)) { return true; }
  let mat = ld9(d_site_xmat + 9 * site);
  let p = (point - ld3(d_site_xpos + 3 * site)) * mat;
  let d = direction * mat;
  let size = site_size_3(site);
  if (site_type(site) == 6) {
    let a = (-size - p) / d;
    let b = (size - p) / d;
    let near = min(a, b);
    let far = max(a, b);
    return min(min(far.x, far.y), far.z) >= max(max(max(near.x, near.y), near.z), 0.0);
  }
  var stretch = vec3f(1 / size.x);
  if (site_type(site) == 4) { stretch = 1 / size; }
  let q = p * stretch;
  let e = d * stretch;
  let along = -dot(q, e) / dot(e, e);
  let nearest = q + max(along, 0.0) * e;
  return dot(nearest, nearest) < 1;
}
fn touch(site: i32) -> f32 {
  var sum = 0.0;
  let b = site_bodyid(site);
  for (var c = 0; c < ldi(d_ncon); c++) {
    let b1 = geom_bodyid(ldi(d_con_int + 4 * c));
    let b2 = geom_bodyid(ldi(d_con_int + 4 * c + 1));
    let adr = ldi(d_con_int + 4 * c + 3);
    if (adr < 0 || (b1 != b && b2 != b)) { continue; }
    let dim = ldi(d_con_int + 4 * c + 2);
    let rows = select(1, 2 * (dim - 1), dim > 1 && ${!s.elliptic});
    var force = 0.0;
    for (var k = 0; k < rows; k++) { force += ef[ebase + u32(NJMAX * NV + 5 * NJMAX + adr + k)]; }
    let o = d_contact + CON_SIZE * c;
    let normal = ld3(o + 4) * select(1.0, -1.0, b1 == b);
    if (force > 0 && meets_site(site, ld3(o + 1), -normal)) { sum += force; }
  }
  return sum;
}`
    : 'fn touch(site: i32) -> f32 { return 0; }'
}

fn put3(o: i32, v: vec3f) { st3(o, v); }

fn frame_sensor(i: i32, kind: i32, o: i32) {
  let f = frame_of(sensor_objtype(i), sensor_objid(i));
  let other = sensor_refid(i);
  var r = Frame(0, vec3f(0), mat3x3f(1, 0, 0, 0, 1, 0, 0, 0, 1), vec4f(1, 0, 0, 0));
  if (other >= 0) { r = frame_of(sensor_reftype(i), other); }
  switch (kind) {
    case 26: { put3(o, (f.pos - r.pos) * r.mat); }
    case 27: { st4(o, quat_mul(quat_neg(r.quat), f.quat)); }
    case 28, 29, 30: { put3(o, f.mat[kind - 28] * r.mat); }
    ${
      s.accelerations
        ? `case 33: { put3(o, point_acceleration(f.body, f.pos).l); }
    case 34: { put3(o, ld3(d_cacc + 6 * f.body)); }`
        : ''
    }
    default: {
      let v = point_velocity(f.body, f.pos);
      var linear = v.l;
      var angular = v.a;
      if (other >= 0) {
        let w = point_velocity(r.body, r.pos);
        linear = (v.l - w.l - cross(w.a, f.pos - r.pos)) * r.mat;
        angular = (v.a - w.a) * r.mat;
      }
      put3(o, select(angular, linear, kind == 31));
    }
  }
}

fn site_sensor(kind: i32, site: i32, o: i32) {
  ${
    s.nsite > 0
      ? `let b = site_bodyid(site);
  let point = ld3(d_site_xpos + 3 * site);
  let mat = ld9(d_site_xmat + 9 * site);
  switch (kind) {
    case 0: { st(o, touch(site)); }
    ${s.accelerations ? 'case 1: { put3(o, point_acceleration(b, point).l * mat); }' : ''}
    case 2: { put3(o, point_velocity(b, point).l * mat); }
    case 3: { put3(o, point_velocity(b, point).a * mat); }
    default: { put3(o, opt_magnetic_3(0) * mat); }
  }`
      : ''
  }
}

fn read_sensor(i: i32, o: i32) {
  let kind = sensor_type(i);
  let id = sensor_objid(i);
  switch (kind) {
    case 0, 1, 2, 3, 6: { site_sensor(kind, id, o); }
    case 9: { st(o, ld(d_qpos + jnt_qposadr(id))); }
    case 10: { st(o, ld(d_qvel + jnt_dofadr(id))); }
    ${s.ntendon > 0 ? 'case 11: { st(o, ld(d_ten_length + id)); }\n    case 12: { st(o, ld(d_ten_velocity + id)); }' : ''}
    ${s.nu > 0 ? 'case 13: { st(o, ld(d_actuator_length + id)); }\n    case 14: { st(o, ld(d_actuator_velocity + id)); }\n    case 15: { st(o, ld(d_actuator_force + id)); }\n    case 16: { st(o, ld(d_qfrc_actuator + jnt_dofadr(id))); }' : ''}
    case 18: { st4(o, quat_norm(ld4(d_qpos + jnt_qposadr(id)))); }
    case 19: { put3(o, ld3(d_qvel + jnt_dofadr(id))); }
    case 35: { put3(o, ld3(d_subtree_com + 3 * id)); }
    case 45: { st(o, ld(d_time)); }
    default: { frame_sensor(i, kind, o); }
  }
}

fn sensors() {
  ${s.accelerations ? 'body_accelerations();' : ''}
  for (var i = 0; i < ${s.nsensor}; i++) {
    let o = d_sensordata + sensor_adr(i);
    read_sensor(i, o);
    let cutoff = sensor_cutoff(i);
    if (cutoff > 0 && sensor_datatype(i) < 2) {
      for (var k = 0; k < sensor_dim(i); k++) {
        st(o + k, clamp(ld(o + k), select(-cutoff, ld(o + k), sensor_datatype(i) == 1), cutoff));
      }
    }
  }
}
`;
