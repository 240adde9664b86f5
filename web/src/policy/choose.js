// Which file is a policy, and what it drives: the model that runs, if it fits, else the model of the task that it was trained for.

/** @typedef {import('../studio.js').Studio} Studio */
/** @typedef {import('../studio.js').Files} Files */

const decoder = new TextDecoder();
/** Policies that were read while the engine was on its way, by what their files hold. @type {WeakMap<Uint8Array, import('limber/env').Policy>} */
const read = new WeakMap();

/** The first policy among files: ONNX, or our JSON. @param {Files} files @returns {string | undefined} */
export function policyAmong(files) {
  for (const [name, bytes] of files) {
    if (/\.onnx$/i.test(name)) return name;
    if (
      /\.json$/i.test(name) &&
      /"format"\s*:\s*"limber-policy"/.test(decoder.decode(bytes.subarray(0, 4000)))
    )
      return name;
  }
  return undefined;
}

/**
 * A task of 'limber/env' with the policy that is shipped for it, as the studio runs it.
 * @param {string} name
 * @returns {Promise<import('../studio.js').Source>}
 */
export async function taskSource(name) {
  const { loadTask, loadTaskPolicy, writePolicy } = await import('limber/env');
  const [task, policy] = await Promise.all([loadTask(name), loadTaskPolicy(name)]);
  const file = `${name}_policy.json`;
  const bytes = new TextEncoder().encode(writePolicy(policy.data));
  read.set(bytes, policy);
  const files = new Map([[file, bytes]]);
  return { xml: task.model, name: `${name}.xml`, files, policy: file, task: name };
}

/** Runs a task that was made ready. @param {Studio} studio @param {import('../studio.js').Source} source */
export function runSource(studio, source) {
  if (studio.runModel(source, false)) studio.stage.look(-2);
}

/** Runs a task with its trained policy. @param {Studio} studio @param {string} name */
export async function runTask(studio, name) {
  const isLast = studio.opening();
  const source = await taskSource(name);
  if (isLast()) runSource(studio, source);
}

/** The task that an address names; undefined for none. @param {string} hash */
export const taskIn = (hash) => /^#task=(\w{1,40})$/.exec(hash)?.[1];

/** Opens a policy. @param {Uint8Array} bytes */
export async function openPolicy(bytes) {
  const ready = read.get(bytes);
  // whoever opens it frees it
  read.delete(bytes);
  if (ready) return ready;
  const { loadPolicy } = await import('limber/env');
  return loadPolicy(bytes);
}

/**
 * Lets a policy drive.
 * @param {Studio} studio
 * @param {string} name of its file
 * @param {Files} given files with it
 */
export async function givePolicy(studio, name, given) {
  const bytes = given.get(name) ?? new Uint8Array();
  const { drive, loadTask, taskNames } = await import('limber/env');
  const policy = await openPolicy(bytes);
  const { simulation, source } = studio;
  const files = new Map(source.files).set(name, bytes);
  try {
    if (!simulation) throw new Error('No model runs that a policy could drive.');
    await drive(simulation, policy);
    return studio.runModel({ ...studio.edited, files, program: undefined, policy: name }, true);
  } catch (error) {
    if (policy.task === undefined || !taskNames.includes(policy.task)) throw error;
    const task = await loadTask(policy.task);
    const own = { xml: task.model, name: `${task.name}.xml`, files: new Map([[name, bytes]]) };
    return studio.runModel({ ...own, policy: name }, false);
  } finally {
    policy.dispose();
  }
}
