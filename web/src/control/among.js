// Which file says what is to be achieved, and which task an address names: what the page knows before anything plans.

/** @typedef {import('../studio.js').Files} Files */

export const FILE = 'control.json';

const decoder = new TextDecoder();

/** The file that says what is to be achieved. @param {Files} files @returns {string | undefined} */
export const controlAmong = (files) =>
  [...files].find(
    ([name, bytes]) =>
      /\.json$/i.test(name) &&
      /"format"\s*:\s*"limber-control"/.test(decoder.decode(bytes.subarray(0, 4000))),
  )?.[0];

/** The task that an address names; undefined for none. @param {string} hash */
export const controlIn = (hash) => /^#control=([\w-]{1,40})$/.exec(hash)?.[1];
