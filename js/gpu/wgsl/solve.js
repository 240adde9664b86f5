// Accelerations under constraints: Newton's method or conjugate gradients on the primal cost
//   c(x) = 1/2 (x - a0)' M (x - a0) + s(J x - aref),
// as src/solver/primal.c, line_search.c and update.c (Todorov 2014, "Convex and analytically-invertible dynamics with contacts and
// constraints"). One workgroup per world; every loop with a barrier inside is bounded by numbers that are uniform in the workgroup.
import { isNear } from '../layout.js';

/** Invocations of a workgroup: the width of a wave; fewer for few dofs where nothing says that waves are as wide. @param {import('../layout.js').Sizes} s */
const lanesOf = ({ nv, subgroups }) => (subgroups || nv > 8 ? 32 : nv > 4 ? 8 : 4);

/** Loops over what an invocation has a share of. */
const eachDof = 'for (var i = lane; i < NV; i += LANES)';
const eachRow = 'for (var r = lane; r < nefc; r += LANES)';

/** Vectors of dofs in workgroup memory. @param {import('../layout.js').Sizes} s */
const vectors = (s) => (s.solver === 'cg' ? 11 : 8);

/** Rows of the Jacobian that are in workgroup memory at once. */
const tileRows = 8;

/** Bytes of workgroup memory: sums, vectors, and the Hessian where it is near, with the rows that it is made of. @param {import('../layout.js').Sizes} s */
export const solverBytes = (s) => {
  const wide = Math.ceil(s.nv / 4);
  const hessian = isNear(s) ? 4 * s.nv * (wide | 1) : 0;
  return 4 * (4 * lanesOf(s) + 5 + vectors(s) * s.nv + hessian + tileRows * (4 * wide + 1));
};

/**
 * The Hessian as a square, four columns in a vector, in workgroup memory or, of many dofs, in that of rows: an invocation has a row of it. Rows
 * of constraints pass by in tiles. The factor is above the diagonal.
 * @param {import('../layout.js').Sizes} s
 */
function factor(s) {
  const { nv } = s;
  const near = isNear(s);
  const meet = near ? 'workgroupBarrier();' : 'meet();';
  const wide = Math.ceil(nv / 4);
  const slots = Array.from({ length: tileRows }, (_, k) => k);
  return `const WIDE = ${wide};
const PITCH = ${wide | 1};
const TILE = ${tileRows};
${
  near
    ? `var<workgroup> s_H: array<vec4f, NV * PITCH>;
fn lh(i: i32) -> vec4f { return s_H[i]; }
fn sh(i: i32, x: vec4f) { s_H[i] = x; }`
    : `fn lh(i: i32) -> vec4f { let k = E_M + 4 * i; return vec4f(le(k), le(k + 1), le(k + 2), le(k + 3)); }
fn sh(i: i32, x: vec4f) { for (var k = 0; k < 4; k++) { se(E_M + 4 * i + k, x[k]); } }`
}
var<workgroup> tile: array<vec4f, TILE * WIDE>;
var<workgroup> tile_weight: array<f32, TILE>;
fn factor_at(i: i32, k: i32) -> f32 { return ${near ? 's_H[k * PITCH + i / 4][i % 4]' : 'le(E_M + 4 * k * PITCH + i)'}; }
fn factor(nefc: i32, plain: bool) {
 for (var e = lane; e < NV * WIDE; e += LANES) {
  let i = e / WIDE;
  let j = 4 * (e % WIDE);
  sh(i * PITCH + j / 4, vec4f(lm(j, i), lm(j + 1, i), lm(j + 2, i), lm(j + 3, i)));
 }
 ${meet}
 for (var first = 0; first < select(nefc, 0, plain); first += TILE) {
  for (var e = lane; e < TILE * WIDE; e += LANES) {
   let r = first + e / WIDE;
   let i = 4 * (e % WIDE);
   var weight = 0.0;
   var values = vec4f(0);
   if (r < nefc) { weight = curvature(r); }
   if (weight != 0) { values = vec4f(bent(r, i), bent(r, i + 1), bent(r, i + 2), bent(r, i + 3)); }
   tile[e] = values;
   if (i == 0) { tile_weight[e / WIDE] = weight; }
  }
  workgroupBarrier();
  ${eachDof} {
   ${slots.map((k) => `let here${k} = tile_weight[${k}] * tile[${k} * WIDE + i / 4][i % 4];`).join('\n')}
   for (var j = 0; j < WIDE; j++) {
    sh(i * PITCH + j, lh(i * PITCH + j) + ${slots.map((k) => `here${k} * tile[${k} * WIDE + j]`).join(' + ')});
   }
  }
  ${meet}
 }
 for (var k = 0; k < NV; k++) {
  let inverse = 1 / max(factor_at(k, k), 1e-12);
  if (lane == 0) { s_v[V_INVERSE + k] = inverse; }
  ${eachDof} {
   if (i <= k) { continue; }
   let l = factor_at(k, i) * inverse;
   for (var j = (k + 1) / 4; j < WIDE; j++) { sh(i * PITCH + j, lh(i * PITCH + j) - l * lh(k * PITCH + j)); }
  }
  ${meet}
 }
}
`;
}

/** Of the factored system, in place: a column after the other. */
const solution = `fn solve_factored(x: i32) {
 for (var k = 0; k < NV; k++) {
  let value = s_v[x + k] * s_v[V_INVERSE + k];
  for (var i = k + 1 + lane; i < NV; i += LANES) { s_v[x + i] -= factor_at(i, k) * value; }
  workgroupBarrier();
 }
 ${eachDof} { s_v[x + i] *= s_v[V_INVERSE + i]; }
 workgroupBarrier();
 for (var k = NV - 1; k > 0; k--) {
  let value = s_v[x + k];
  for (var i = lane; i < k; i += LANES) { s_v[x + i] -= factor_at(k, i) * s_v[V_INVERSE + i] * value; }
  workgroupBarrier();
 }
}
`;

/** The same where a workgroup is a wave: each invocation has one of the unknowns, and hands it on. */
const waveSolution = `fn solve_factored(x: i32) {
 let i = min(lane, NV - 1);
 let inverse = s_v[V_INVERSE + i];
 var y = s_v[x + i];
 for (var k = 0; k < NV; k++) {
  let value = subgroupShuffle(y * inverse, u32(k));
  y -= select(0.0, factor_at(i, k), i > k) * value;
 }
 y *= inverse;
 for (var k = NV - 1; k > 0; k--) {
  let value = subgroupShuffle(y, u32(k));
  y -= select(0.0, factor_at(k, i) * inverse, i < k) * value;
 }
 if (lane < NV) { s_v[x + i] = y; }
 workgroupBarrier();
}
`;

/** @param {import('../layout.js').Sizes} s */
export const solve = (s) => {
  const near = isNear(s);
  const cones = s.elliptic && s.nconmax > 0;
  const atCone = (/** @type {string} */ text) =>
    cones
      ? `if (kind == ROW_ELLIPTIC) {
   if (ldi(d_efc_sub + r) == 0) { ${text} }
   continue;
  }`
      : '';
  return (
    /* wgsl */ `
const LANES = ${lanesOf(s)};
var<workgroup> part: array<vec4f, LANES>;
var<workgroup> whole: vec4f;
var<workgroup> rows_here: i32;
` +
    // Vectors of dofs.
    `${['X', 'SMOOTH', 'FORCE', 'Mx', 'GRAD', 'SEARCH', 'Mv', 'INVERSE', 'STEP', 'NEXT', 'OLD'].map((name, k) => `const V_${name} = ${k} * NV;`).join('\n')}
var<workgroup> s_v: array<f32, ${vectors(s)} * NV>;
var<private> lane: i32;
fn lm(i: i32, j: i32) -> f32 { return ${near ? 'le(E_M + j * NV + i)' : 'ld(d_M + tri_any(i, j))'}; }

fn meet() {
 storageBarrier();
 workgroupBarrier();
}
` +
    // Sum over the workgroup, the same in all of its invocations.
    `fn total(x: vec4f) -> vec4f {
 ${
   s.subgroups
     ? `let sum = subgroupAdd(x);
  if (lane == 0) { whole = sum; }
  return workgroupUniformLoad(&whole);
}
`
     : `part[lane] = x;
  workgroupBarrier();
  if (lane == 0) {
    var sum = part[0];
    for (var k = 1; k < LANES; k++) { sum += part[k]; }
    whole = sum;
  }
  return workgroupUniformLoad(&whole);
}
`
 }
` +
    // J x of the vector at x, less what is at `less`, to a place of rows.
    `fn mul_J(nefc: i32, x: i32, less: i32, to: i32) {
 ${eachRow} {
  var sum = 0.0;
  for (var i = 0; i < NV; i++) { sum += le(r * NV + i) * s_v[x + i]; }
  se(to + r, sum - select(0.0, le(less + r), less >= 0));
 }
}
fn mul_M(to: i32, x: i32) {
 ${eachDof} {
  var sum = 0.0;
  for (var j = 0; j < NV; j++) { sum += lm(i, j) * s_v[x + j]; }
  s_v[to + i] = sum;
 }
}

const SATISFIED = 0.0;
const QUADRATIC = 1.0;
const LINEAR = 2.0;
const CONE = 3.0;

${
  cones
    ? `fn cone_zone(normal: f32, tangent: f32, mu: f32) -> f32 {
  if (normal >= mu * tangent || (tangent <= 0 && normal >= 0)) { return SATISFIED; }
  if (mu * normal + tangent <= 0 || (tangent <= 0 && normal < 0)) { return QUADRATIC; }
  return CONE;
}
fn cone_dim(r: i32) -> i32 { return ldi(d_con_int + 4 * ldi(d_efc_id + r) + 2); }
` +
      // Forces of a cone whose first row is r; returns its cost, and whether its curvature is another.
      `fn update_cone(r: i32) -> vec2f {
  let dim = cone_dim(r);
  let mu = le(E_MU + r);
  var squares = 0.0;
  for (var j = 1; j < dim; j++) { let u = le(E_JAR + r + j) * le(E_MU + r + j); squares += u * u; }
  let normal = mu * le(E_JAR + r);
  let tangent = sqrt(squares);
  let zone = cone_zone(normal, tangent, mu);
  var cost = 0.0;
  if (zone == CONE) {
    let stiff = le(E_D + r) / (mu * mu * (1 + mu * mu));
    let gap = normal - mu * tangent;
    cost = 0.5 * stiff * gap * gap;
    let push = -stiff * gap * mu;
    se(E_FORCE + r, push);
    se(E_W + r, stiff);
    se(E_STATE + r, CONE);
    for (var j = 1; j < dim; j++) {
      let scale = le(E_MU + r + j);
      let w = scale * scale * le(E_JAR + r + j) / tangent;
      se(E_W + r + j, w);
      se(E_FORCE + r + j, -push * w);
      se(E_STATE + r + j, CONE);
    }
    // what the tangential curvature needs, in the place of the first row's velocity
    se(E_VEL + r, mu * normal / tangent);
    return vec2f(cost, 1);
  }
  let changed = select(0.0, 1.0, le(E_STATE + r) != zone);
  for (var j = r; j < r + dim; j++) {
    let x = le(E_JAR + j);
    let d = select(0.0, le(E_D + j), zone == QUADRATIC);
    cost += 0.5 * d * x * x;
    se(E_FORCE + j, -d * x);
    se(E_STATE + j, zone);
  }
  return vec2f(cost, changed);
}
` +
      // Slope and curvature of a cone's cost along the search direction.
      `fn line_cone(r: i32, alpha: f32) -> vec2f {
  let dim = cone_dim(r);
  let mu = le(E_MU + r);
  let normal = mu * (le(E_JAR + r) + alpha * le(E_JV + r));
  let normal1 = mu * le(E_JV + r);
  var uu = 0.0;
  var uv = 0.0;
  var vv = 0.0;
  for (var j = 1; j < dim; j++) {
    let u = le(E_MU + r + j) * (le(E_JAR + r + j) + alpha * le(E_JV + r + j));
    let v = le(E_MU + r + j) * le(E_JV + r + j);
    uu += u * u;
    uv += u * v;
    vv += v * v;
  }
  let tangent = sqrt(uu);
  let zone = cone_zone(normal, tangent, mu);
  var sum = vec2f(0);
  if (zone == QUADRATIC) {
    for (var j = r; j < r + dim; j++) {
      let v = le(E_JV + j);
      sum += le(E_D + j) * v * vec2f(le(E_JAR + j) + alpha * v, v);
    }
  } else if (zone == CONE) {
    let stiff = le(E_D + r) / (mu * mu * (1 + mu * mu));
    let t1 = uv / tangent;
    let t2 = vv / tangent - t1 * t1 / tangent;
    let gap = normal - mu * tangent;
    let gap1 = normal1 - mu * t1;
    sum = stiff * vec2f(gap * gap1, gap1 * gap1 - gap * mu * t2);
  }
  return sum;
}
`
    : ''
}` +
    // J' s'' J is a sum of squares: of rows, and of a contact on its cone, of its normal less what its sliding direction takes, and of what is
    // across that direction.
    `fn bent(r: i32, i: i32) -> f32 {
 let x = le(r * NV + i);
 ${
   cones
     ? `if (le(E_STATE + r) == CONE) {
    let sub = ldi(d_efc_sub + r);
    let first = r - sub;
    var along = 0.0;
    for (var k = first + 1; k < first + cone_dim(r); k++) { along += le(E_W + k) * le(k * NV + i); }
    if (sub == 0) { return x - along; }
    let scale = le(E_MU + r);
    return scale * x - le(E_W + r) / scale * along;
  }`
     : ''
 }
 return x;
}
fn curvature(r: i32) -> f32 {
 let state = le(E_STATE + r);
 ${
   cones
     ? `if (state == CONE) {
    let sub = ldi(d_efc_sub + r);
    let first = r - sub;
    let mu = le(E_MU + first);
    return le(E_W + first) * (mu * mu - select(le(E_VEL + first), 0.0, sub == 0));
  }`
     : ''
 }
 return select(0.0, le(E_D + r), state == QUADRATIC);
}

` +
    // Forces and states of all rows; returns this invocation's share of the cost, and how many have another curvature.
    `fn update_rows(nefc: i32) -> vec2f {
 var cost = vec2f(0);
 ${eachRow} {
  let kind = ldi(d_efc_type + r);
  ${atCone('cost += update_cone(r);')}
  let x = le(E_JAR + r);
  let d = le(E_D + r);
  var force = -d * x;
  var state = QUADRATIC;
  var share = 0.5 * d * x * x;
  if (kind == ROW_FRICTION_DOF || kind == ROW_FRICTION_TENDON) {
   let bound = le(E_BOUND + r);
   let width = le(E_R + r) * bound;
   if (abs(x) >= width) {
    force = select(-bound, bound, x < 0);
    state = LINEAR;
    share = bound * (abs(x) - 0.5 * width);
   }
  } else if (kind != ROW_EQUALITY && x >= 0) {
   force = 0;
   state = SATISFIED;
   share = 0;
  }
  cost += vec2f(share, select(0.0, 1.0, le(E_STATE + r) != state));
  se(E_FORCE + r, force);
  se(E_STATE + r, state);
 }
 return cost;
}

` +
    // Slope and curvature of the rows' cost along the search direction at alpha.
    `fn line_rows(nefc: i32, alpha: f32) -> vec2f {
 var sum = vec2f(0);
 ${eachRow} {
  let kind = ldi(d_efc_type + r);
  ${atCone('sum += line_cone(r, alpha);')}
  let v = le(E_JV + r);
  let x = le(E_JAR + r) + alpha * v;
  let quadratic = le(E_D + r) * v * vec2f(x, v);
  if (kind == ROW_FRICTION_DOF || kind == ROW_FRICTION_TENDON) {
   let bound = le(E_BOUND + r);
   if (abs(x) >= le(E_R + r) * bound) {
    sum.x += select(bound, -bound, x < 0) * v;
   } else {
    sum += quadratic;
   }
  } else if (kind == ROW_EQUALITY || x < 0) {
   sum += quadratic;
  }
 }
 return sum;
}

` +
    // Slope and curvature of the whole cost, uniform.
    `fn evaluate(nefc: i32, gauss: vec2f, alpha: f32) -> vec2f {
 let sum = total(vec4f(line_rows(nefc, alpha), 0, 0));
 return vec2f(gauss.x + alpha * gauss.y + sum.x, max(gauss.y + sum.y, MINVAL));
}

` +
    // Root of the slope, from slope and curvature at 0: Newton steps until it turns, then inside the bracket; where it is as small as
    // rounding, it ends.
    `fn line_search(nefc: i32, gauss: vec2f, start: vec2f, tolerance: f32) -> f32 {
 if (start.x >= 0) { return 0; }
 let enough = max(tolerance, 1e-6 * abs(start.x));
 var low = 0.0;
 var high = -1.0;
 var alpha = -start.x / start.y;
 for (var k = 0; k < LS_ITERATIONS; k++) {
  let p = evaluate(nefc, gauss, alpha);
  if (abs(p.x) <= enough) { break; }
  if (p.x < 0) { low = alpha; } else { high = alpha; }
  var next = alpha - p.x / p.y;
  if (high >= 0 && (next <= low || next >= high)) { next = 0.5 * (low + high); }
  if (next == alpha) { break; }
  alpha = next;
 }
 return alpha;
}

` +
    // H = M, and J' s'' J unless plain; its factor L D L', the columns of L multiplied by D.
    factor(s) +
    (s.subgroups && s.nv <= lanesOf(s) ? waveSolution : solution) +
    `
` +
    // Residuals J x - aref and M x of the present x.
    `fn residuals(nefc: i32) {
 mul_J(nefc, V_X, E_AREF, E_JAR);
 mul_M(V_Mx, V_X);
 meet();
}
fn cost_here(nefc: i32) -> vec2f {
 var sum = update_rows(nefc);
 ${eachDof} { sum.x += 0.5 * (s_v[V_Mx + i] - s_v[V_FORCE + i]) * (s_v[V_X + i] - s_v[V_SMOOTH + i]); }
 sum = total(vec4f(sum, 0, 0)).xy;
 storageBarrier();
 return sum;
}
` +
    // Gradient of the cost; returns its squared norm.
    `fn gradient(nefc: i32) -> f32 {
 var squares = 0.0;
 ${eachDof} {
  var sum = 0.0;
  for (var r = 0; r < nefc; r++) { sum += le(r * NV + i) * le(E_FORCE + r); }
  st(d_qfrc_constraint + i, sum);
  let g = s_v[V_Mx + i] - s_v[V_FORCE + i] - sum;
  s_v[V_GRAD + i] = g;
  squares += g * g;
 }
 return total(vec4f(squares, 0, 0, 0)).x;
}

fn start_from(nefc: i32, field: i32) -> f32 {
 ${eachDof} { s_v[V_X + i] = ld(field + i); }
 meet();
 residuals(nefc);
 return cost_here(nefc).x;
}

fn prepare(nefc: i32) {
 ${eachDof} {
  s_v[V_SMOOTH + i] = ld(d_qacc_smooth + i);
  s_v[V_FORCE + i] = ld(d_qfrc_smooth + i);
 }
 ${near ? 'for (var e = lane; e < NV * NV; e += LANES) { se(E_M + e, ld(d_M + tri_any(e / NV, e % NV))); }' : ''}
 ${eachDof} { s_v[V_X + i] = ld(d_qvel + i); }
 var plain_rows = nefc;
 ${
   s.nconmax > 0
     ? `for (var c = ldi(d_ncon) - 1; c >= 0; c--) {
    let r = ldi(d_con_int + 4 * c + 3);
    if (r < 0) { continue; }
    plain_rows = r;
    ${eachDof} { contact_rows(c, r, i); }
  }`
     : ''
 }
 for (var e = lane; e < plain_rows * NV; e += LANES) { se(e, entry(e / NV, e % NV)); }
 meet();
 mul_J(nefc, V_X, -1, E_VEL);
 meet();
 ${eachRow} { finish_row(r); }
 meet();
}

fn iterate(nefc: i32) -> i32 {
 let scale = MODEL_SCALE;
 let tolerance = max(opt_tolerance(0), 1e-6);
 var cost = start_from(nefc, d_qacc_smooth);
 ${
   s.flags.warmstart
     ? `let smooth_cost = cost;
  cost = start_from(nefc, d_qacc_warmstart);
  if (cost > smooth_cost) { cost = start_from(nefc, d_qacc_smooth); }`
     : ''
 }
 var square = gradient(nefc);
 ${
   s.solver === 'cg'
     ? `factor(nefc, true);
  ${eachDof} { s_v[V_STEP + i] = s_v[V_GRAD + i]; }
  workgroupBarrier();
  solve_factored(V_STEP);
  ${eachDof} { s_v[V_SEARCH + i] = -s_v[V_STEP + i]; }
  workgroupBarrier();`
     : ''
 }
 ${s.solver === 'cg' ? '' : 'var fresh = true;'}
 var k = 0;
 for (; k < ITERATIONS; k++) {
  if (scale * sqrt(square) < ${s.solver === 'cg' ? 'tolerance' : '0.01 * tolerance'}) { break; }
  ${
    s.solver === 'cg'
      ? ''
      : `if (fresh) { factor(nefc, false); }
    ${eachDof} { s_v[V_SEARCH + i] = -s_v[V_GRAD + i]; }
    workgroupBarrier();
    solve_factored(V_SEARCH);`
  }
  mul_M(V_Mv, V_SEARCH);
  mul_J(nefc, V_SEARCH, -1, E_JV);
  meet();
  var sums = vec4f(0);
  ${eachDof} {
   let v = s_v[V_SEARCH + i];
   sums += v * vec4f(v, s_v[V_Mv + i], s_v[V_Mx + i] - s_v[V_FORCE + i], s_v[V_GRAD + i]);
  }
  sums = total(sums);
  let norm = sqrt(sums.x);
  ${s.solver === 'cg' ? '' : 'if (-0.5 * scale * sums.w < 0.01 * tolerance) { break; }'}
  let gauss = vec2f(sums.z, sums.y);
  let start = ${s.solver === 'cg' ? 'evaluate(nefc, gauss, 0)' : 'vec2f(sums.w, -sums.w)'};
  let alpha = line_search(nefc, gauss, start, tolerance * opt_ls_tolerance(0) * norm / scale);
  if (alpha == 0) { break; }
  ${eachDof} {
   s_v[V_X + i] += alpha * s_v[V_SEARCH + i];
   s_v[V_Mx + i] += alpha * s_v[V_Mv + i];
   ${s.solver === 'cg' ? 's_v[V_OLD + i] = s_v[V_GRAD + i];' : ''}
  }
  ${eachRow} { se(E_JAR + r, le(E_JAR + r) + alpha * le(E_JV + r)); }
  meet();
  let before = cost;
  let now = cost_here(nefc);
  cost = now.x;
  ${s.solver === 'cg' ? '' : 'fresh = now.y > 0;'}
  square = gradient(nefc);
  let gain = scale * (before - cost);
  if (gain < ${s.solver === 'cg' ? 'tolerance' : '0.01 * tolerance'} && abs(before - cost) <= 1e-6 * abs(before)) { k++; break; }
  ${
    s.solver === 'cg'
      ? // direction of Hager and Zhang (2005)
        `    ${eachDof} { s_v[V_NEXT + i] = s_v[V_GRAD + i]; }
    workgroupBarrier();
    solve_factored(V_NEXT);
    var products = vec4f(0);
    ${eachDof} {
      let y = s_v[V_GRAD + i] - s_v[V_OLD + i];
      let py = s_v[V_NEXT + i] - s_v[V_STEP + i];
      products += vec4f(y * s_v[V_SEARCH + i], s_v[V_SEARCH + i] * s_v[V_GRAD + i], y * s_v[V_NEXT + i], y * py);
    }
    products = total(products);
    var beta = 0.0;
    if (products.x > MINVAL) {
      beta = (products.z - 2 * products.w * products.y / products.x) / products.x;
    }
    ${eachDof} {
      s_v[V_STEP + i] = s_v[V_NEXT + i];
      s_v[V_SEARCH + i] = beta * s_v[V_SEARCH + i] - s_v[V_NEXT + i];
    }
    workgroupBarrier();`
      : ''
  }
 }
 return k;
}

@compute @workgroup_size(LANES)
fn solve_constraint(@builtin(workgroup_id) group: vec3u, @builtin(${s.subgroups ? 'subgroup_invocation_id' : 'local_invocation_index'}) index: u32) {
 let world = group.x + group.y * 65535u;
 lane = i32(index);
 if (world >= params.count) { return; }
 enter(world);
 if (lane == 0) { rows_here = select(0, ldi(d_nefc), takes_part()); }
 let nefc = workgroupUniformLoad(&rows_here);
 if (nefc == 0) { return; }
 prepare(nefc);
 let iterations = iterate(nefc);
 ${eachDof} { st(d_qacc + i, s_v[V_X + i]); }
 if (lane == 0) { sti(d_solver_niter, iterations); }
}
`
  );
};
