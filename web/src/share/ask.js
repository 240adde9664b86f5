// The question before a page fetches what a link names: whoever made the link chose the address, not the visitor.
import { element } from '../dom.js';
import { isOwn, isPublished, placeName } from './address.js';
import { mayI } from './question.js';

/** Whether a host is in the visitor's own network or on this machine. @param {string} hostname as URL gives it */
export function isPrivate(hostname) {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (host.includes(':'))
    return /^(::1?$|::ffff:|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:|64:ff9b:)/.test(host);
  if (/^\d+(\.\d+){3}$/.test(host)) {
    const [a, b] = host.split('.').map(Number);
    return (
      [0, 10, 127].includes(a) ||
      (a === 100 && b >= 64 && b < 128) ||
      (a === 169 && b === 254) ||
      (a === 172 && b >= 16 && b < 32) ||
      (a === 192 && b === 168)
    );
  }
  return (
    !host.includes('.') ||
    /\.(local|localhost|internal|lan|home|home\.arpa|intranet)\.?$/.test(host)
  );
}

/** Whether the visitor lets the page fetch a model from an address. @param {string} address as checkAddress() gives it @returns {Promise<boolean>} */
export async function mayFetch(address) {
  if (isOwn(address)) return true;
  const isNear = !isPublished(address) && isPrivate(new URL(address).hostname);
  return mayI({
    title: 'Fetch this model?',
    content: [
      element('p', { textContent: 'The link names a model that another place holds:' }),
      element('p', { className: 'place', textContent: placeName(address) }),
      element('p', {
        className: 'note',
        textContent: 'That place sees that you fetch it, and nothing else.',
      }),
      element('p', {
        className: 'note bad',
        textContent:
          'This address is in your own network or on this machine. Fetch it only if you know what is there.',
        hidden: !isNear,
      }),
    ],
    no: 'Do not fetch',
    yes: 'Fetch it',
  });
}

/** Whether the visitor waits for a model during which the page stands still. @param {number} seconds */
export const mayWait = (seconds) =>
  mayI({
    title: 'Open this large model?',
    content: [
      element('p', {
        textContent: `It takes about ${seconds.toFixed(0)} seconds to open, and this page stands still meanwhile.`,
      }),
    ],
    no: 'Do not open',
    yes: 'Open it',
  });
