// The page around the picture: theme, the panel on the right, keyboard, selection.
import { byId, hint, isNarrow } from '../dom.js';

/** @param {string} name */
function setTheme(name) {
  document.documentElement.dataset.theme = name;
  localStorage.setItem('theme', name);
}

/** @param {import('../studio.js').Studio} studio @param {import('../commands.js').Commands} commands */
export function addPage(studio, commands) {
  setTheme(
    localStorage.getItem('theme') ??
      (matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'),
  );
  const box = byId('panel');
  const showPanel = (/** @type {boolean} */ on) => {
    box.hidden = !on;
    byId('toggle-panel').setAttribute('aria-pressed', String(on));
    if (on) studio.emit('pane', 'panel');
    studio.stage.resize();
  };
  studio.on('pane', (name) => {
    if (name !== 'panel' && isNarrow() && !box.hidden) showPanel(false);
  });
  addCommands(studio, commands, () => showPanel(Boolean(box.hidden)));
  byId('theme').onclick = () => commands.run('theme');
  byId('toggle-panel').onclick = () => commands.run('panel');
  if (isNarrow()) showPanel(false);
  addEventListener('keydown', (event) => {
    if (event.key === 'Tab') document.documentElement.dataset.keys = '';
    commands.handle(event);
  });
  addEventListener('pointerdown', () => delete document.documentElement.dataset.keys);
  studio.on('select', () => {
    const { marked } = studio.stage;
    if (marked) hint(marked.name);
  });
}

/** @param {import('../studio.js').Studio} studio @param {import('../commands.js').Commands} commands @param {() => void} togglePanel */
function addCommands(studio, commands, togglePanel) {
  commands.add({
    id: 'theme',
    group: 'Panes',
    title: 'Light or dark',
    run: () => setTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark'),
  });
  commands.add({
    id: 'fullscreen',
    group: 'Panes',
    title: 'Full screen, or back',
    run: () =>
      studio.attempt(() =>
        document.fullscreenElement
          ? document.exitFullscreen()
          : document.documentElement.requestFullscreen(),
      ),
  });
  // the package's studio comes without it
  if (import.meta.env.MODE !== 'package')
    commands.add({
      id: 'gallery',
      group: 'Panes',
      title: 'Gallery of models',
      run: () => location.assign('./gallery.html'),
    });
  if (import.meta.env.MODE !== 'package')
    commands.add({
      id: 'welcome',
      group: 'Panes',
      title: 'About limber',
      run: () => location.assign('./welcome.html'),
    });
  commands.add({
    id: 'panel',
    group: 'Panes',
    title: 'Controls',
    key: 'F9',
    run: togglePanel,
  });
  commands.add({
    id: 'deselect',
    group: 'View',
    title: 'Select nothing',
    key: 'Escape',
    run: () => studio.select(null),
  });
}
