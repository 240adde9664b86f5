// Loading one model on both engines and comparing all that was compiled. The peer's model comes over as MJB, so that its
// boolean arrays and names can be compared too.
import assert from 'node:assert/strict';
import loadPeer from '@mujoco/mujoco';
import loadLimber from 'limber/mujoco';
import { fieldError, propertyNames } from './fields.mjs';
import { handOver } from './hand_over.mjs';
import { messageOf, valuesOf } from '../helpers.mjs';

const quiet = () => ({ print() {}, printErr() {} });
export const [peer, limber] = [await loadPeer(quiet()), await loadLimber(quiet())];

// names are compared by meaning; bounding volumes, hulls and how many index entries are kept are each engine's own business
const skip =
  /^(buffer|nbuffer|narena|signature|names_map|nnames_map|nnames|names|name_\w+adr|.*_?n?bvh.*|.*_?n?oct(_|adr|num|$).*|mesh_(graph|poly).*|nmesh(graph|poly).*|flex(edge|vert)_J_.*|nJ\w+)$/;

/** Values of mjtObj by the field that counts the objects. */
const kinds = {
  nbody: 1,
  njnt: 3,
  ngeom: 5,
  nsite: 6,
  ncam: 7,
  nlight: 8,
  nflex: 9,
  nmesh: 10,
  nskin: 11,
  nhfield: 12,
  ntex: 13,
  nmat: 14,
  npair: 15,
  nexclude: 16,
  neq: 17,
  ntendon: 18,
  nu: 19,
  nsensor: 20,
  nnumeric: 21,
  ntext: 22,
  ntuple: 23,
  nkey: 24,
};

/** Contents of files by name. @typedef {Record<string, import('limber/mujoco').Content>} Files */

/**
 * One model from text, with the other files it names.
 *
 * @param {Mujoco} engine
 * @param {string} xml
 * @param {Files} [files]
 */
export function load(engine, xml, files) {
  if (!files) return engine.MjModel.from_xml_string(xml);
  const folder = new engine.MjVFS();
  for (const [name, content] of Object.entries({ ...files, 'model.xml': xml })) {
    folder.addBuffer(
      name,
      typeof content === 'string' ? new TextEncoder().encode(content) : content,
    );
  }
  try {
    return engine.MjModel.from_xml_path('model.xml', folder);
  } finally {
    folder.delete?.();
  }
}

/**
 * @param {object} expected
 * @param {object} actual
 * @param {string} prefix of the names that are told
 * @param {number} tolerance
 * @returns {string[]}
 */
function structDifferences(expected, actual, prefix, tolerance) {
  const bad = [];
  for (const name of propertyNames(expected)) {
    const value = valuesOf(expected)[name];
    const other = valuesOf(actual)[name];
    if ((!prefix && skip.test(name)) || typeof value === 'function' || Array.isArray(value))
      continue;
    if (value && typeof value === 'object' && !ArrayBuffer.isView(value)) {
      bad.push(
        ...structDifferences(value, /** @type {object} */ (other), `${prefix}${name}.`, tolerance),
      );
      continue;
    }
    const error = fieldError(value, other);
    if (!(error <= tolerance)) bad.push(`${prefix}${name} ${error.toExponential(1)}`);
  }
  return bad;
}

/**
 * What differs between two models that both live in our engine.
 *
 * @param {MjModel} expected
 * @param {MjModel} actual
 */
export function differences(expected, actual, tolerance = 1e-9) {
  const bad = structDifferences(expected, actual, '', tolerance);
  for (const [name, type] of Object.entries(kinds)) {
    const count = /** @type {keyof typeof kinds} */ (name);
    for (let i = 0; i < Math.min(expected[count], actual[count]); i++) {
      const [a, b] = [expected, actual].map((model) => limber.mj_id2name(model, type, i));
      if (a !== b) bad.push(`${count} ${i} is named '${b}', expected '${a}'`);
    }
  }
  return bad;
}

/**
 * Both engines compile the same model, or both refuse it.
 *
 * @param {string} xml
 * @param {Files} [files]
 * @param {number} [tolerance]
 * @returns {{ model?: MjModel, error?: string }} ours
 */
export function agree(xml, files, tolerance) {
  /** @param {Mujoco} engine @returns {{ model?: MjModel, error?: string }} */
  const compile = (engine) => {
    try {
      return { model: load(engine, xml, files) };
    } catch (error) {
      return { error: messageOf(error) };
    }
  };
  const [theirs, ours] = [peer, limber].map(compile);
  assert.equal(
    ours.error ?? 'loads',
    theirs.error && ours.error ? ours.error : (theirs.error ?? 'loads'),
  );
  if (!theirs.model || !ours.model) return theirs;
  assert.deepEqual(differences(handOver(peer, limber, theirs.model), ours.model, tolerance), []);
  return { model: ours.model };
}
