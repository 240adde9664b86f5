// Blobs: bytes under their SHA-256. What is stored twice is stored once, and what comes back is what was put.
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { MjError } from '../engine/error.js';

/**
 * Where blobs are kept. What is called an id is the SHA-256 of the bytes in hexadecimal.
 * @typedef {object} BlobStore
 * @property {(bytes: Uint8Array) => Promise<string>} put gives the id; a blob that is there stays, and lives on
 * @property {(id: string) => Promise<Uint8Array | null>} get null when there is none, or none any more
 * @property {(id: string) => Promise<boolean>} has
 * @property {(id: string) => Promise<void>} delete
 *
 * What an object store must do, such as a bucket of S3: bytes under keys.
 * @typedef {object} ObjectClient
 * @property {(key: string, bytes: Uint8Array) => Promise<unknown>} put
 * @property {(key: string) => Promise<Uint8Array | null | undefined>} get
 * @property {(key: string) => Promise<boolean>} [has]
 * @property {(key: string) => Promise<unknown>} [delete]
 */

/** @param {Uint8Array | string} bytes */
export const hashOf = (bytes) => createHash('sha256').update(bytes).digest('hex');

/**
 * The bytes, when they are those of the id.
 * @param {string} id
 * @param {Uint8Array} bytes
 * @param {string} where
 */
export function checked(id, bytes, where) {
  if (hashOf(bytes) === id) return bytes;
  throw new MjError(`blob ${id.slice(0, 12)} of ${where} is damaged: its content has another hash`);
}

/** Blobs in the memory of this process. @returns {BlobStore & { readonly size: number }} */
export function memoryStore() {
  /** @type {Map<string, Uint8Array>} */
  const blobs = new Map();
  return {
    get size() {
      return blobs.size;
    },
    async put(bytes) {
      const id = hashOf(bytes);
      if (!blobs.has(id)) blobs.set(id, bytes.slice());
      return id;
    },
    get: async (id) => blobs.get(id) ?? null,
    has: async (id) => blobs.has(id),
    async delete(id) {
      blobs.delete(id);
    },
  };
}

/** @param {unknown} error */
const isMissing = (error) => /** @type {{ code?: string }} */ (error).code === 'ENOENT';

/**
 * Blobs as files of a folder, which may be one that many machines share.
 * @param {string} folder is made when it is not there
 * @returns {BlobStore}
 */
export function folderStore(folder) {
  const place = (/** @type {string} */ id) => path.join(folder, id.slice(0, 2), id);
  /** @param {string} id */
  const has = (id) =>
    fs.access(place(id)).then(
      () => true,
      () => false,
    );
  return {
    async put(bytes) {
      const id = hashOf(bytes);
      if (await has(id)) return id;
      const target = place(id);
      await fs.mkdir(path.dirname(target), { recursive: true });
      // whole or not at all, also when the program ends meanwhile
      const draft = `${target}.${process.pid}.${Math.random().toString(36).slice(2)}`;
      await fs.writeFile(draft, bytes);
      await fs.rename(draft, target);
      return id;
    },
    async get(id) {
      try {
        return checked(id, new Uint8Array(await fs.readFile(place(id))), `folder '${folder}'`);
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    has,
    async delete(id) {
      await fs.rm(place(id), { force: true });
    },
  };
}

/**
 * Blobs in an object store, through a client of the program's own: few lines over that of S3, R2, GCS or MinIO.
 * @param {ObjectClient} client
 * @param {string} [prefix] of the keys
 * @returns {BlobStore}
 */
export function objectStore(client, prefix = 'limber/') {
  for (const name of /** @type {const} */ (['put', 'get']))
    if (typeof client?.[name] !== 'function')
      throw new MjError(`objectStore: the client has no function '${name}'`);
  const key = (/** @type {string} */ id) => prefix + id;
  const has = async (/** @type {string} */ id) =>
    client.has ? client.has(key(id)) : Boolean(await client.get(key(id)));
  return {
    async put(bytes) {
      const id = hashOf(bytes);
      if (!(await has(id))) await client.put(key(id), bytes);
      return id;
    },
    async get(id) {
      const bytes = await client.get(key(id));
      return bytes ? checked(id, bytes, 'the object store') : null;
    },
    has,
    async delete(id) {
      await client.delete?.(key(id));
    },
  };
}
