// Sharing: the dialog, and links that are opened.
import { readPhysics } from 'limber/viewer';
import { byId } from '../dom.js';
import { ShareDialog } from '../share/dialog.js';
import { showOrigin } from '../share/open.js';
import { openLocation } from './session.js';

/** @param {import('../studio.js').Studio} studio @param {import('../commands.js').Commands} commands @param {{ text: string }} editor */
export function addShare(studio, commands, editor) {
  let original = '';
  /** @type {import('limber/viewer').Values | undefined} */
  let physics;
  studio.on('model', ({ kept }) => {
    physics = studio.simulation ? readPhysics(studio.simulation.model) : undefined;
    if (!kept) original = studio.source.xml;
    const parent = /** @type {HTMLElement} */ (studio.stage.canvas.parentElement);
    // what the last link said of its model is no longer true
    if (!kept) showOrigin(parent, '');
    showOrigin(parent, studio.limits, 'limits');
  });
  /** @type {ShareDialog | undefined} */
  let dialog;
  commands.add({
    id: 'share',
    group: 'Model',
    title: 'Share: link, code for a page, one file',
    run: () => {
      dialog ??= new ShareDialog(studio, () => ({ text: editor.text, original, physics }));
      dialog.show();
    },
  });
  byId('share').onclick = () => commands.run('share');
  // another link, opened in the page that is here
  addEventListener('hashchange', () => studio.attempt(() => openLocation(studio)));
}
