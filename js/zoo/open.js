// Robots by name, and models in repositories: where their files are, and how they are fetched. A file is fetched once and kept.
import { MjError } from '../engine/error.js';
import { joinPath } from '../engine/paths.js';
import { openStore } from './cache.js';
import { models, source } from './menagerie.js';

/**
 * @typedef {object} ModelEntry
 * @property {string} name what `load` takes: 'menagerie:unitree_go2'
 * @property {string} kind 'quadruped', 'arm', 'hand' ...
 * @property {string} licence of its files, as SPDX calls it
 * @property {string} address of the scene
 * @property {string} page about the model, with pictures and licence
 */

const prefix = 'menagerie:';

/** Where files come from: a mirror of the program's own, or the makers' repository. */
export function base() {
  const mirror = globalThis.process?.env?.LIMBER_MODELS_URL;
  const { repository, commit } = source;
  return mirror
    ? mirror.replace(/\/*$/, '/')
    : `https://raw.githubusercontent.com/${repository}/${commit}/`;
}

/** The models that are known by name. @returns {ModelEntry[]} */
export function listModels() {
  const { repository, commit } = source;
  return models.map(([name, kind, licence, scene]) => ({
    name: prefix + name,
    kind,
    licence,
    address: `${base()}${name}/${scene}`,
    page: `https://github.com/${repository}/tree/${commit}/${name}`,
  }));
}

/** How many letters have to change. @param {string} a @param {string} b */
function distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let k = 1; k <= b.length; k++)
      next.push(Math.min(row[k] + 1, next[k - 1] + 1, row[k - 1] + Number(a[i - 1] !== b[k - 1])));
    row = next;
  }
  return row[b.length];
}

/** @param {string} text */
function unknown(text) {
  const name = text.slice(prefix.length);
  const names = models.map(([known]) => known);
  const near = names.filter((known) => known.includes(name) || distance(known, name) < 4);
  const hint = near.length ? `: ${near.join(', ')}?` : `; known are ${names.join(', ')}`;
  return new MjError(`Loading error: no model is called '${text}'${hint}`);
}

/**
 * Address and way to fetch of a model: 'menagerie:unitree_go2' is its scene, 'menagerie:unitree_go2/go2.xml' one of its files.
 * @param {string | URL} name
 * @param {{ fetch?: typeof fetch }} options fetch: used instead of the global one
 */
export async function openModelByName(name, { fetch: request = fetch }) {
  const text = String(name);
  const [, folder, file] = /^menagerie:([\w.-]+)(?:\/(.+))?$/.exec(text) ?? [];
  const found = models.find(([name]) => name === folder);
  if (!found) throw unknown(text);
  const url = new URL(`${base()}${folder}/${file ?? found[3]}`);
  return { url, fetch: await keepingFetch(text, url.host, request) };
}

/**
 * What fetches an address once: later the answer that was kept.
 * @param {string} text that asks, for errors
 * @param {string} host
 * @param {typeof fetch} request
 */
export async function keepingFetch(text, host, request) {
  const store = await openStore();
  /** @type {typeof fetch} */
  const keeping = async (asked, init) => {
    const address = String(asked);
    const kept = await store.get(address);
    if (kept) return new Response(kept);
    const response = await request(address, init).catch((error) => {
      if (init?.signal?.aborted) throw error;
      const why = `it is not kept from an earlier time, and ${host} cannot be reached`;
      throw new MjError(`'${text}': ${why} (${error.cause?.message ?? error.message})`, {
        cause: error,
      });
    });
    if (!response.ok) return response;
    const bytes = new Uint8Array(await response.arrayBuffer());
    // a full disk is no reason to fail
    await store.put(address, bytes).catch(() => {});
    return new Response(bytes);
  };
  return keeping;
}

/**
 * The address that `github:owner/repo/path@ref` stands for: of a file, or of scene.xml in a folder.
 * @param {string} source
 */
export function githubUrl(source) {
  const match = /^github:([^/@]+)\/([^/@]+)(?:\/([^@]*))?(?:@(.+))?$/.exec(source);
  if (!match) throw new MjError(`'${source}' is not github:owner/repo/path@ref`);
  const [, owner, repository, path = '', ref = 'HEAD'] = match;
  const file = /\.\w+$/.test(path) ? path : joinPath(path, 'scene.xml');
  return new URL(`https://raw.githubusercontent.com/${owner}/${repository}/${ref}/${file}`);
}
