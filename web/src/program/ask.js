// The question before a program runs that somebody else wrote: it shows the program.
import { element } from '../dom.js';
import { mayI } from '../share/question.js';

/** Whether the visitor lets a program run. @param {string} text */
export const mayRun = (text) =>
  mayI({
    title: 'Run this program?',
    content: [
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
    ],
    no: 'Do not run',
    yes: 'Run it',
  });
