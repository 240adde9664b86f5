// A question before a page does what a stranger wants of it: the careful answer has the focus.
import { element } from '../dom.js';
import './share.css';

let count = 0;

/**
 * Whether the visitor says yes.
 * @param {object} question
 * @param {string} question.title
 * @param {(HTMLElement | string)[]} question.content
 * @param {string} question.no
 * @param {string} question.yes
 * @returns {Promise<boolean>}
 */
export function mayI({ title, content, no, yes }) {
  const button = (/** @type {string} */ textContent) =>
    element('button', { type: 'button', className: 'framed', textContent });
  const [refuse, allow] = [button(no), button(yes)];
  const id = `question-${++count}`;
  const dialog = element(
    'dialog',
    { className: 'share ask', 'aria-labelledby': id },
    element('header', {}, element('h2', { id, textContent: title })),
    element(
      'div',
      { className: 'content' },
      ...content,
      element('div', { className: 'row end' }, refuse, allow),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  refuse.focus();
  return new Promise((resolve) => {
    let answer = false;
    refuse.onclick = () => dialog.close();
    allow.onclick = () => {
      answer = true;
      dialog.close();
    };
    dialog.onclose = () => {
      dialog.remove();
      resolve(answer);
    };
  });
}
