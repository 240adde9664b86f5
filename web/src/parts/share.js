// Links that carry the model.
import { byId, hint } from '../dom.js';
import { packModel } from '../files.js';

/** @param {import('../studio.js').Studio} studio @param {import('../commands.js').Commands} commands @param {{ text: string }} editor */
export function addShare(studio, commands, editor) {
  commands.add({
    id: 'share',
    group: 'Model',
    title: 'Copy a link to this model',
    run: () => share(studio, editor.text),
  });
  byId('share').onclick = () => commands.run('share');
}

/** @param {import('../studio.js').Studio} studio @param {string} text */
async function share(studio, text) {
  const link = new URL(location.href);
  link.hash = `m=${packModel(text)}`;
  history.replaceState(null, '', link);
  try {
    await navigator.clipboard.writeText(link.href);
    hint(
      studio.source.files.size > 1
        ? 'Link copied; it holds the model text, not its other files.'
        : 'Link copied.',
    );
  } catch {
    hint('The link is in the address bar.');
  }
}
