// Numbers of the world that this invocation works on. Item i of world w of a field that starts at o is in
// block w / GROUP of GROUP worlds, at (o + i) * GROUP + w % GROUP: neighbours in a wave touch neighbours in memory.
export const rows =
  /* wgsl */ `
struct Params {
  count: u32, first: u32, flags: u32, key: i32,
  seed0: u32, seed1: u32, noise_qpos: f32, noise_qvel: f32,
  uniform_noise: u32, stage: u32, spare0: u32, spare1: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> mf: array<f32>;
@group(0) @binding(2) var<storage, read> mi: array<i32>;
@group(0) @binding(3) var<storage, read_write> df: array<f32>;
@group(0) @binding(4) var<storage, read_write> di: array<i32>;
@group(0) @binding(5) var<storage, read_write> ef: array<f32>;

var<private> fbase: u32;
var<private> ibase: u32;
var<private> ebase: u32;

fn enter(world: u32) {
  fbase = (world / GROUP) * (GROUP * FSTRIDE) + world % GROUP;
  ibase = (world / GROUP) * (GROUP * ISTRIDE) + world % GROUP;
  ebase = world * ESTRIDE;
}
fn ld(i: i32) -> f32 { return df[fbase + u32(i) * GROUP]; }
fn st(i: i32, x: f32) { df[fbase + u32(i) * GROUP] = x; }
fn add(i: i32, x: f32) { df[fbase + u32(i) * GROUP] += x; }
fn ld3(i: i32) -> vec3f { return vec3f(ld(i), ld(i + 1), ld(i + 2)); }
fn st3(i: i32, v: vec3f) { st(i, v.x); st(i + 1, v.y); st(i + 2, v.z); }
fn add3(i: i32, v: vec3f) { add(i, v.x); add(i + 1, v.y); add(i + 2, v.z); }
fn ld4(i: i32) -> vec4f { return vec4f(ld(i), ld(i + 1), ld(i + 2), ld(i + 3)); }
fn st4(i: i32, v: vec4f) { st(i, v.x); st(i + 1, v.y); st(i + 2, v.z); st(i + 3, v.w); }
fn ld9(i: i32) -> mat3x3f {
  return transpose(mat3x3f(ld3(i), ld3(i + 3), ld3(i + 6)));
}
fn st9(i: i32, m: mat3x3f) {
  let t = transpose(m);
  st3(i, t[0]); st3(i + 3, t[1]); st3(i + 6, t[2]);
}
fn ld6(i: i32) -> Spatial { return Spatial(ld3(i), ld3(i + 3)); }
fn st6(i: i32, s: Spatial) { st3(i, s.a); st3(i + 3, s.l); }
fn add6(i: i32, s: Spatial) { add3(i, s.a); add3(i + 3, s.l); }
fn ldi(i: i32) -> i32 { return di[ibase + u32(i) * GROUP]; }
fn sti(i: i32, x: i32) { di[ibase + u32(i) * GROUP] = x; }
` +
  // Place of (i, j), j <= i, in a packed lower triangle.
  `fn tri(i: i32, j: i32) -> i32 { return i * (i + 1) / 2 + j; }
fn tri_any(i: i32, j: i32) -> i32 { return tri(max(i, j), min(i, j)); }
fn geom_place(g: i32) -> vec3f { return ld3(d_geom_xpos + 3 * g); }
fn geom_frame(g: i32) -> mat3x3f { return ld9(d_geom_xmat + 9 * g); }
fn site_place(i: i32) -> vec3f { return ld3(d_site_xpos + 3 * i); }
fn site_frame(i: i32) -> mat3x3f { return ld9(d_site_xmat + 9 * i); }
fn zero_rows(o: i32, n: i32) {
  for (var i = 0; i < n; i++) { st(o + i, 0.0); }
}
fn warn(kind: i32) { sti(d_warnings + kind, ldi(d_warnings + kind) + 1); }
` +
  // Whether this world takes part in the call: chosen by the mask, and not at rest after it diverged; of worlds that have just begun
  // (status 3) only those take part when the call is for them.
  `fn takes_part() -> bool { return ldi(d_mask) != 0 && ldi(d_status) == select(0, 3, (params.flags & 2u) != 0); }
`;

/** A kernel with an invocation for each world that takes part. @param {string} name @param {string} body */
export const eachWorld = (name, body) => /* wgsl */ `
@compute @workgroup_size(GROUP_SIZE)
fn ${name}(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= params.count) { return; }
  enter(id.x);
  if (!takes_part()) { return; }
  ${body}
}
`;

/** Loops of one invocation. */
export const eachDof = 'for (var i = 0; i < NV; i++)';
export const eachJoint = 'for (var j = 0; j < NJNT; j++)';
export const eachTendon = 'for (var t = 0; t < NTENDON; t++)';
export const eachActuator = 'for (var a = 0; a < NACTUATOR; a++)';
