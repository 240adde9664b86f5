// The question before a page fetches what a link names: whoever made the link chose the address, not the visitor.
import { element } from '../dom.js';
import { isOwn, isPublished, placeName } from './address.js';
import './share.css';

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
  const where = element('p', { className: 'place', textContent: placeName(address) });
  const warning = element('p', {
    className: 'note bad',
    textContent:
      'This address is in your own network or on this machine. Fetch it only if you know what is there.',
    hidden: !isNear,
  });
  const no = element('button', {
    type: 'button',
    className: 'framed',
    textContent: 'Do not fetch',
  });
  const yes = element('button', { type: 'button', className: 'framed', textContent: 'Fetch it' });
  const dialog = element(
    'dialog',
    { className: 'share ask', 'aria-labelledby': 'ask-title' },
    element('header', {}, element('h2', { id: 'ask-title', textContent: 'Fetch this model?' })),
    element(
      'div',
      { className: 'content' },
      element('p', { textContent: 'The link names a model that another place holds:' }),
      where,
      element('p', {
        className: 'note',
        textContent: 'That place sees that you fetch it, and nothing else.',
      }),
      warning,
      element('div', { className: 'row end' }, no, yes),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  no.focus();
  return new Promise((resolve) => {
    let answer = false;
    no.onclick = () => dialog.close();
    yes.onclick = () => {
      answer = true;
      dialog.close();
    };
    dialog.onclose = () => {
      dialog.remove();
      resolve(answer);
    };
  });
}
