// Accelerations under constraints: Newton's method or conjugate gradients on the primal cost
//   c(x) = 1/2 (x - a0)' M (x - a0) + s(J x - aref),
// as src/solver/primal.c, line_search.c and update.c (Todorov 2014, "Convex and analytically-invertible dynamics with contacts and
// constraints"). One workgroup per world; every loop with a barrier inside is bounded by numbers that are uniform in the workgroup.
/** Invocations of a workgroup. */
export const lanes = 32;

/** Loops over what an invocation has a share of. */
const eachDof = 'for (var i = lane; i < NV; i += LANES)';
const eachRow = 'for (var r = lane; r < nefc; r += LANES)';

/** Vectors of dofs in workgroup memory. @param {import('../layout.js').Sizes} s */
const vectors = (s) => (s.solver === 'cg' ? 11 : 8);

/** Bytes of workgroup memory: sums, vectors, and the Hessian where it is near. @param {import('../layout.js').Sizes} s */
export const solverBytes = (s) =>
  4 * (4 * lanes + 5 + vectors(s) * s.nv + (s.nv <= 64 ? (s.nv * (s.nv + 1)) / 2 : 0));

/** @param {import('../layout.js').Sizes} s */
export const solve = (s) => {
  const near = s.nv <= 64;
  return (
    /* wgsl */ `
const LANES: i32 = ${lanes};
var<workgroup> part: array<vec4f, ${lanes}>;
var<workgroup> whole: vec4f;
var<workgroup> rows_here: i32;
` +
    // Vectors of dofs.
    `const V_X: i32 = 0;
const V_SMOOTH: i32 = NV;
const V_FORCE: i32 = 2 * NV;
const V_Mx: i32 = 3 * NV;
const V_GRAD: i32 = 4 * NV;
const V_SEARCH: i32 = 5 * NV;
const V_Mv: i32 = 6 * NV;
const V_INVERSE: i32 = 7 * NV;
const V_STEP: i32 = 8 * NV;
const V_NEXT: i32 = 9 * NV;
const V_OLD: i32 = 10 * NV;
var<workgroup> s_v: array<f32, ${vectors(s)} * NV>;
var<private> lane: i32;
${
  near
    ? `var<workgroup> s_H: array<f32, NTRI>;
fn lh(i: i32) -> f32 { return s_H[i]; }
fn sh(i: i32, x: f32) { s_H[i] = x; }`
    : `fn lh(i: i32) -> f32 { return le(E_H + i); }
fn sh(i: i32, x: f32) { se(E_H + i, x); }`
}

fn meet() {
  storageBarrier();
  workgroupBarrier();
}
` +
    // Sum over the workgroup, the same in all of its invocations.
    `fn total(x: vec4f) -> vec4f {
  part[lane] = x;
  workgroupBarrier();
  if (lane == 0) {
    var sum = part[0];
    for (var k = 1; k < LANES; k++) { sum += part[k]; }
    whole = sum;
  }
  return workgroupUniformLoad(&whole);
}

fn dot_row(r: i32, x: i32) -> f32 {
  var sum = 0.0;
  for (var i = 0; i < NV; i++) { sum += le(r * NV + i) * s_v[x + i]; }
  return sum;
}
fn mul_M(to: i32, x: i32) {
  ${eachDof} {
    var sum = 0.0;
    for (var j = 0; j <= i; j++) { sum += le(E_M + tri(i, j)) * s_v[x + j]; }
    for (var j = i + 1; j < NV; j++) { sum += le(E_M + tri(j, i)) * s_v[x + j]; }
    s_v[to + i] = sum;
  }
}

const SATISFIED: f32 = 0;
const QUADRATIC: f32 = 1;
const LINEAR: f32 = 2;
const CONE: f32 = 3;

${
  s.elliptic && s.nconmax > 0
    ? `fn cone_zone(normal: f32, tangent: f32, mu: f32) -> f32 {
  if (normal >= mu * tangent || (tangent <= 0 && normal >= 0)) { return SATISFIED; }
  if (mu * normal + tangent <= 0 || (tangent <= 0 && normal < 0)) { return QUADRATIC; }
  return CONE;
}
fn cone_dim(r: i32) -> i32 { return ldi(d_con_int + 4 * ldi(d_efc_id + r) + 2); }
` +
      // Forces of a cone whose first row is r; returns its cost.
      `fn update_cone(r: i32) -> f32 {
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
    return cost;
  }
  for (var j = r; j < r + dim; j++) {
    let x = le(E_JAR + j);
    let d = select(0.0, le(E_D + j), zone == QUADRATIC);
    cost += 0.5 * d * x * x;
    se(E_FORCE + j, -d * x);
    se(E_STATE + j, zone);
  }
  return cost;
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
` +
      // Entry (i, j) of J' C J of a contact on its cone.
      `fn cone_square(r: i32, i: i32, j: i32) -> f32 {
  let dim = cone_dim(r);
  let mu = le(E_MU + r);
  let bend = le(E_VEL + r);
  let a0 = le(r * NV + i);
  let b0 = le(r * NV + j);
  var aw = 0.0;
  var bw = 0.0;
  var ab = 0.0;
  for (var k = r + 1; k < r + dim; k++) {
    let a = le(k * NV + i);
    let b = le(k * NV + j);
    aw += le(E_W + k) * a;
    bw += le(E_W + k) * b;
    ab += le(E_MU + k) * le(E_MU + k) * a * b;
  }
  return le(E_W + r) * (mu * mu * (a0 * b0 - a0 * bw - aw * b0) + bend * aw * bw + (mu * mu - bend) * ab);
}`
    : ''
}

` +
    // Forces and states of all rows; returns this invocation's share of the cost.
    `fn update_rows(nefc: i32) -> f32 {
  var cost = 0.0;
  ${eachRow} {
    let kind = ldi(d_efc_type + r);
    ${
      s.elliptic && s.nconmax > 0
        ? `if (kind == ROW_ELLIPTIC) {
      if (ldi(d_efc_sub + r) == 0) { cost += update_cone(r); }
      continue;
    }`
        : ''
    }
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
    cost += share;
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
    ${
      s.elliptic && s.nconmax > 0
        ? `if (kind == ROW_ELLIPTIC) {
      if (ldi(d_efc_sub + r) == 0) { sum += line_cone(r, alpha); }
      continue;
    }`
        : ''
    }
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
    // Root of the slope: Newton steps until it turns, then inside the bracket; where it is as small as rounding, it ends.
    `fn line_search(nefc: i32, gauss: vec2f, tolerance: f32) -> f32 {
  let start = evaluate(nefc, gauss, 0);
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
    // H = M, and J' s'' J unless plain.
    `fn make_hessian(nefc: i32, plain: bool) {
  for (var e = lane; e < NTRI; e += LANES) {
    var i = i32((sqrt(8 * f32(e) + 1) - 1) * 0.5);
    if (tri(i + 1, 0) <= e) { i++; }
    if (tri(i, 0) > e) { i--; }
    let j = e - tri(i, 0);
    var sum = le(E_M + e);
    if (!plain) {
      for (var r = 0; r < nefc; r++) {
        let state = le(E_STATE + r);
        if (state == QUADRATIC) { sum += le(E_D + r) * le(r * NV + i) * le(r * NV + j); }
        ${s.elliptic && s.nconmax > 0 ? 'else if (state == CONE && ldi(d_efc_sub + r) == 0) { sum += cone_square(r, i, j); }' : ''}
      }
    }
    sh(e, sum);
  }
  meet();
}

` +
    // L D L' in place, column by column; the columns of L are left multiplied by D.
    `fn factor() {
  for (var k = 0; k < NV; k++) {
    for (var i = k + lane; i < NV; i += LANES) {
      var sum = lh(tri(i, k));
      for (var j = 0; j < k; j++) { sum -= lh(tri(i, j)) * lh(tri(k, j)) * s_v[V_INVERSE + j]; }
      sh(tri(i, k), sum);
      if (i == k) { s_v[V_INVERSE + k] = 1 / max(sum, 1e-12); }
    }
    meet();
  }
}
fn solve_factored(x: i32) {
  for (var k = 0; k < NV; k++) {
    let value = s_v[x + k] * s_v[V_INVERSE + k];
    for (var i = k + 1 + lane; i < NV; i += LANES) { s_v[x + i] -= lh(tri(i, k)) * value; }
    workgroupBarrier();
  }
  ${eachDof} { s_v[x + i] *= s_v[V_INVERSE + i]; }
  workgroupBarrier();
  for (var k = NV - 1; k > 0; k--) {
    let value = s_v[x + k];
    for (var i = lane; i < k; i += LANES) { s_v[x + i] -= lh(tri(k, i)) * s_v[V_INVERSE + i] * value; }
    workgroupBarrier();
  }
}

` +
    // Residuals J x - aref and M x of the present x.
    `fn residuals(nefc: i32) {
  ${eachRow} { se(E_JAR + r, dot_row(r, V_X) - le(E_AREF + r)); }
  mul_M(V_Mx, V_X);
  meet();
}
fn gauss_share() -> f32 {
  var sum = 0.0;
  ${eachDof} { sum += 0.5 * (s_v[V_Mx + i] - s_v[V_FORCE + i]) * (s_v[V_X + i] - s_v[V_SMOOTH + i]); }
  return sum;
}
fn cost_here(nefc: i32) -> f32 {
  let rows_cost = update_rows(nefc);
  let cost = total(vec4f(rows_cost + gauss_share(), 0, 0, 0)).x;
  storageBarrier();
  return cost;
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
  return cost_here(nefc);
}

fn prepare(nefc: i32) {
  ${eachDof} {
    s_v[V_SMOOTH + i] = ld(d_qacc_smooth + i);
    s_v[V_FORCE + i] = ld(d_qfrc_smooth + i);
  }
  for (var e = lane; e < NTRI; e += LANES) { se(E_M + e, ld(d_M + e)); }
  for (var e = lane; e < nefc * NV; e += LANES) { se(e, entry(e / NV, e % NV)); }
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
      ? `make_hessian(nefc, true);
  factor();
  ${eachDof} { s_v[V_STEP + i] = s_v[V_GRAD + i]; }
  workgroupBarrier();
  solve_factored(V_STEP);
  ${eachDof} { s_v[V_SEARCH + i] = -s_v[V_STEP + i]; }
  workgroupBarrier();`
      : ''
  }
  var k = 0;
  for (; k < ITERATIONS; k++) {
    if (scale * sqrt(square) < ${s.solver === 'cg' ? 'tolerance' : '0.01 * tolerance'}) { break; }
    ${
      s.solver === 'cg'
        ? ''
        : `make_hessian(nefc, false);
    factor();
    ${eachDof} { s_v[V_SEARCH + i] = -s_v[V_GRAD + i]; }
    workgroupBarrier();
    solve_factored(V_SEARCH);`
    }
    mul_M(V_Mv, V_SEARCH);
    ${eachRow} { se(E_JV + r, dot_row(r, V_SEARCH)); }
    meet();
    var sums = vec4f(0);
    ${eachDof} {
      let v = s_v[V_SEARCH + i];
      sums += v * vec4f(v, s_v[V_Mv + i], s_v[V_Mx + i] - s_v[V_FORCE + i], s_v[V_GRAD + i]);
    }
    sums = total(sums);
    let norm = sqrt(sums.x);
    ${s.solver === 'cg' ? '' : 'if (-0.5 * scale * sums.w < 0.01 * tolerance) { break; }'}
    let alpha = line_search(nefc, vec2f(sums.z, sums.y), tolerance * opt_ls_tolerance(0) * norm / scale);
    if (alpha == 0) { break; }
    ${eachDof} {
      s_v[V_X + i] += alpha * s_v[V_SEARCH + i];
      s_v[V_Mx + i] += alpha * s_v[V_Mv + i];
      ${s.solver === 'cg' ? 's_v[V_OLD + i] = s_v[V_GRAD + i];' : ''}
    }
    ${eachRow} { se(E_JAR + r, le(E_JAR + r) + alpha * le(E_JV + r)); }
    meet();
    let before = cost;
    cost = cost_here(nefc);
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
fn solve_constraint(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) index: u32) {
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
