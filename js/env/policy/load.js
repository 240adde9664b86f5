// loadPolicy: from a file, an address, bytes or an object to a policy that can be asked.
import { MjError } from '../../engine/error.js';
import { NetworkPolicy } from './network_policy.js';
import { isPolicyData, readPolicy } from './policy_data.js';

/** @typedef {import('./onnx_policy.js').OnnxOptions} OnnxOptions */
/** @typedef {import('./policy.js').Policy} Policy */

/**
 * A path or an address; text of JSON; a File or Blob; bytes; what JSON.parse gave.
 * @typedef {string | URL | Blob | ArrayBuffer | Uint8Array | object} PolicySource
 *
 * @typedef {object} PolicyOptions
 * @property {AbortSignal} [signal] ends the download
 */

/** @param {string | URL} address @param {AbortSignal | undefined} signal */
async function fetchBytes(address, signal) {
  const text = String(address);
  const isPath = globalThis.process?.versions?.node && !/^(https?|blob|data):/.test(text);
  if (isPath) {
    // a name in a variable keeps bundlers from looking for it
    const name = 'node:fs/promises';
    const { readFile } = await import(
      /* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ name
    );
    try {
      return new Uint8Array(await readFile(text.startsWith('file:') ? new URL(text) : text));
    } catch (error) {
      throw new MjError(`loadPolicy: '${text}' cannot be read: ${messageOf(error)}`, {
        cause: error,
      });
    }
  }
  let response;
  try {
    response = await fetch(text, { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw new MjError(`loadPolicy: '${text}' cannot be fetched: ${messageOf(error)}`, {
      cause: error,
    });
  }
  if (!response.ok)
    throw new MjError(`loadPolicy: '${text}' cannot be fetched: status ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** @param {string} text */
function parse(text) {
  try {
    return readPolicy(JSON.parse(text));
  } catch (error) {
    if (error instanceof MjError) throw error;
    throw new MjError(`policy: this is no JSON: ${messageOf(error)}`, { cause: error });
  }
}

/** @param {PolicySource} source @param {AbortSignal | undefined} signal @returns {Promise<Uint8Array | null>} */
async function bytesOf(source, signal) {
  if (typeof source === 'string' || source instanceof URL) return fetchBytes(source, signal);
  if (source instanceof Uint8Array) return source;
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  if (typeof Blob !== 'undefined' && source instanceof Blob)
    return new Uint8Array(await source.arrayBuffer());
  return null;
}

/**
 * Loads a policy: our own JSON, which runs at once and everywhere, or an ONNX file, which onnxruntime-web runs (an optional peer).
 * @param {PolicySource} source
 * @param {PolicyOptions & OnnxOptions} [options]
 * @returns {Promise<Policy>}
 */
export async function loadPolicy(source, { signal, ...options } = {}) {
  if (typeof source === 'string' && /^\s*\{/.test(source)) return new NetworkPolicy(parse(source));
  const bytes = await bytesOf(source, signal);
  if (bytes) {
    const start = bytes.findIndex((byte) => byte > 32);
    if (bytes.length === 0) throw new MjError('loadPolicy: the file is empty');
    if (bytes[start] === 123) return new NetworkPolicy(parse(new TextDecoder().decode(bytes)));
    const { openOnnx } = await import('./onnx_policy.js');
    return openOnnx(bytes, options);
  }
  if (isPolicyData(source)) return new NetworkPolicy(readPolicy(source));
  throw new MjError(
    `loadPolicy takes a path, an address, a File, bytes or a policy's JSON, got ${source === null ? 'null' : typeof source}`,
  );
}
