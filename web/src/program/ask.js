// The question before a program runs that somebody else wrote: it shows the program.
import { element } from '../dom.js';
import '../share/share.css';

/** Whether the visitor lets a program run. @param {string} text @returns {Promise<boolean>} */
export function mayRun(text) {
  const button = (/** @type {string} */ name) =>
    element('button', { type: 'button', className: 'framed', textContent: name });
  const [no, yes] = [button('Do not run'), button('Run it')];
  const dialog = element(
    'dialog',
    { className: 'share ask', 'aria-labelledby': 'ask-program' },
    element('header', {}, element('h2', { id: 'ask-program', textContent: 'Run this program?' })),
    element(
      'div',
      { className: 'content' },
      element('p', {
        textContent: 'A program came with the model. It moves the model before every step:',
      }),
      element('pre', {
        className: 'program',
        tabIndex: 0,
        role: 'region',
        'aria-label': 'The program',
        textContent: text,
      }),
      element('p', {
        className: 'note',
        textContent:
          'It runs in a sandbox: without network, without storage, without this page. The model moves without it too.',
      }),
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
