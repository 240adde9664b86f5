// Field by field comparison of two engines that offer the same interface, on one model held as text.
//
// An error is the largest difference of a field over one plus its largest magnitude in the peer. Fields whose content is each
// engine's own business (addresses, acceleration structures, hash tables, sparse index tables) are left out, efc_state,
// which the peer leaves in island order, and tendon_efcadr, which neither sets while there are no rows.

import { valuesOf } from '../helpers.mjs';

const ownModel =
  /^(buffer|nbuffer|narena|signature|names_map|nnames_map|paths|.*path(s|adr).*|bvh_.*|.*_bvh.*|nbvh.*|oct_.*|.*_oct.*|noct|mesh_(graph|poly).*|nmesh(graph|poly).*|[BDM]_.*|map[MD]2.*|n[BCDM]|nJ\w*|ten_J_.*|flex(edge|vert)_J_.*|flg_.*)$/;
const ownData =
  /^(buffer|nbuffer|arena|narena|signature|p(stack|base|arena)|thread.*|maxuse.*|bvh_.*|efc_Y.*|nY|map_.*|efm_.*|efc_state|tendon_efcadr|efc_AR.*|dof_island|solver.*|plugin.*|timer|warning|contact|nplugin|moment_.*|efc_J.*|nJ|qLD|qH|qLU|qDeriv|M|qLDiagInv|qHDiagInv|ten_J|flexvert_J|actuator_moment|history|.*awake.*|tree_.*)$/;

/**
 * Largest error between two values of one field; Infinity when shapes differ.
 *
 * @param {unknown} expected
 * @param {unknown} actual
 */
export function fieldError(expected, actual) {
  if (Array.isArray(expected) && Array.isArray(actual))
    return fieldError(Float64Array.from(expected), Float64Array.from(actual));
  if (!ArrayBuffer.isView(expected))
    return typeof expected === 'object'
      ? 0
      : Math.abs(Number(expected) - Number(actual)) / (1 + Math.abs(Number(expected)));
  const [wanted, got] = /** @type {Float64Array[]} */ ([expected, actual]);
  if (!ArrayBuffer.isView(actual) || wanted.length !== got.length) return Infinity;
  let worst = 0,
    scale = 1;
  for (let i = 0; i < wanted.length; i++) {
    const a = Number(wanted[i]),
      b = Number(got[i]);
    if (Number.isNaN(a) && Number.isNaN(b)) continue;
    worst = Math.max(worst, Number.isNaN(a - b) && a !== b ? Infinity : Math.abs(a - b) || 0);
    scale = Math.max(scale, 1 + Math.abs(a));
  }
  return worst / scale;
}

/** Names of the readable properties of a wrapped struct. @param {object} object */
export function propertyNames(object) {
  /** @type {Set<string>} */
  const names = new Set();
  for (
    let p = Object.getPrototypeOf(object);
    p && p !== Object.prototype;
    p = Object.getPrototypeOf(p)
  ) {
    for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(p)))
      if (property.get) names.add(name);
  }
  return names;
}

/**
 * Fields of one struct whose error exceeds the tolerance: [name, error] each.
 *
 * @param {object} expected
 * @param {object} actual
 * @param {RegExp} skip
 * @param {number} tolerance
 */
export function differences(expected, actual, skip, tolerance) {
  /** @type {[name: string, error: number][]} */
  const bad = [];
  for (const name of propertyNames(expected)) {
    if (skip.test(name)) continue;
    let value;
    try {
      value = valuesOf(expected)[name];
    } catch {
      continue;
    } // the peer cannot read its boolean arrays
    const error = fieldError(value, valuesOf(actual)[name]);
    if (!(error <= tolerance)) bad.push([name, error]);
  }
  return bad;
}

/** @param {MjModel} peer @param {MjModel} ours */
export const modelDifferences = (peer, ours) => [
  ...differences(peer, ours, ownModel, 1e-6),
  ...differences(peer.opt, ours.opt, /^$/, 1e-9),
  ...differences(peer.stat, ours.stat, /^$/, 1e-6),
];
/** @param {MjData} peer @param {MjData} ours @param {number} tolerance */
export const dataDifferences = (peer, ours, tolerance) =>
  differences(peer, ours, ownData, tolerance);
