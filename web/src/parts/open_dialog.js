// The dialog for opening: files, a folder, an address, a robot by name, or a new model.
import { byId, element } from '../dom.js';
import { checkAddress } from '../share/address.js';
import { makeZooChooser } from './zoo_chooser.js';

/** @param {string} title @param {...HTMLElement} content */
const part = (title, ...content) =>
  element('section', {}, element('h3', { textContent: title }), ...content);

/** The form for an address. @param {import('../studio.js').Studio} studio @param {() => void} close */
function addressForm(studio, close) {
  const address = element('input', {
    type: 'search',
    'aria-label': 'Address of a model',
    placeholder: 'https://…/scene.xml or github:owner/repository/path',
    spellcheck: false,
  });
  const wrong = element('p', { className: 'note', role: 'alert' });
  const fetch = element('button', { type: 'submit', className: 'framed', textContent: 'Fetch' });
  const form = element(
    'form',
    { method: 'dialog' },
    element('div', { className: 'row' }, address, fetch),
    wrong,
  );
  form.onsubmit = (event) => {
    event.preventDefault();
    wrong.textContent = '';
    try {
      const place = checkAddress(address.value);
      close();
      studio.runAddress(place);
    } catch (error) {
      wrong.textContent = /** @type {Error} */ (error).message;
    }
  };
  return { form, forget: () => (wrong.textContent = '') };
}

/** @param {import('../studio.js').Studio} studio @param {import('../commands.js').Commands} commands */
export function addOpenDialog(studio, commands) {
  const close = () => dialog.close();
  const choice = (/** @type {string} */ text, /** @type {string} */ command) =>
    element('button', {
      type: 'button',
      className: 'framed',
      textContent: text,
      onclick: () => {
        close();
        commands.run(command);
      },
    });
  const { form, forget } = addressForm(studio, close);
  const zoo = makeZooChooser((name) => {
    close();
    studio.runAddress(name);
  });
  const robots = part('Robots', ...zoo.content);
  robots.classList.add('zoo');
  const choices = element(
    'div',
    { className: 'row' },
    choice('Files', 'open'),
    choice('Folder', 'open-folder'),
    choice('New model', 'new'),
  );
  const note = element('p', {
    className: 'note',
    textContent:
      'MJCF, URDF, MJB, MJZ or zip, with meshes and pictures; policies (ONNX, JSON). They stay on this device. Files can be dropped anywhere, too.',
  });
  const dialog = element(
    'dialog',
    { className: 'share open', 'aria-labelledby': 'open-title' },
    element(
      'header',
      {},
      element('h2', { id: 'open-title', textContent: 'Open a model' }),
      element('button', { textContent: 'Close', onclick: close }),
    ),
    element(
      'div',
      { className: 'content' },
      part('From this device', choices, note),
      part('From an address', form),
      robots,
    ),
  );
  document.body.append(dialog);
  dialog.onclick = (event) => {
    if (event.target === dialog) close();
  };
  commands.add({
    id: 'open-dialog',
    group: 'Model',
    title: 'Open files, a folder, an address or a robot',
    key: 'Shift+o',
    run: () => {
      forget();
      dialog.showModal();
      return studio.attempt(zoo.show);
    },
  });
  byId('open').onclick = () => commands.run('open-dialog');
}
