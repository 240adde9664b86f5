// What commands about clusters have in common.
import process from 'node:process';
import { UsageError } from './arguments.js';

/** @typedef {import('./arguments.js').Option} Option */
/** @typedef {import('./arguments.js').OptionValues} OptionValues */

/** Where the queue is. */
export const redisOptions = /** @type {Record<string, Option>} */ ({
  redis: {
    type: 'string',
    value: 'URL',
    help: 'redis://[:PASSWORD@]HOST:PORT, or the path of a socket; LIMBER_REDIS when left out',
  },
  prefix: {
    type: 'string',
    value: 'NAME',
    help: 'what keys in Redis begin with',
    default: 'limber',
  },
  store: {
    type: 'string',
    value: 'FOLDER',
    help: 'folder for models and results that all machines share, instead of Redis',
  },
});

/**
 * @param {OptionValues} options
 * @param {string} command
 */
export function redisOf({ redis = process.env.LIMBER_REDIS, prefix = 'limber', store }, command) {
  if (!redis)
    throw new UsageError(`${command}: --redis URL is missing, or the variable LIMBER_REDIS`);
  return { redis, prefix, store };
}

/** A time for people. @param {number} seconds */
export function timeText(seconds) {
  if (!Number.isFinite(seconds)) return '?';
  if (seconds < 0.0995) return `${Number((1000 * seconds).toPrecision(2))} ms`;
  if (seconds < 99.5) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  if (seconds < 5970) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
