// Bytes as text of links, and compressed: what comes in is bounded before it is trusted.
import { deflateSync, Inflate } from 'fflate';

const CHUNK = 0x2000;

/** @param {Uint8Array} bytes */
export function toBase64(bytes) {
  let text = '';
  // arguments of one call are limited
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}

/** Base64 with signs that an address may hold. @param {Uint8Array} bytes */
export const toUrlText = (bytes) =>
  toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** @param {string} text */
export function fromUrlText(text) {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
}

/** @param {Uint8Array} bytes */
export const deflate = (bytes) => deflateSync(bytes, { level: 9 });

/**
 * Unpacks at most `limit` bytes: a small text can stand for very many.
 * @param {Uint8Array} packed
 * @param {number} limit
 */
export function inflate(packed, limit) {
  /** @type {Uint8Array[]} */
  const parts = [];
  let size = 0;
  let ended = false;
  const stream = new Inflate((part, last) => {
    size += part.length;
    if (size > limit) throw new RangeError(`more than ${limit} bytes`);
    parts.push(part);
    ended = last;
  });
  for (let at = 0; at < packed.length; at += CHUNK)
    stream.push(packed.subarray(at, at + CHUNK), at + CHUNK >= packed.length);
  if (!ended) throw new Error('the data ends too early');
  return join(parts);
}

/** @param {Uint8Array[]} parts */
export function join(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
