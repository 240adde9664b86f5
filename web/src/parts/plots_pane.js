// The pane of plots under the picture, loaded when it is first opened.
import { byId, hint, isNarrow } from '../dom.js';

/** @param {import('../studio.js').Studio} studio @param {import('../commands.js').Commands} commands */
export function addPlots(studio, commands) {
  const box = byId('plots');
  const button = byId('toggle-plots');
  /** @type {Promise<import('../plots/plots.js').Plots> | null} */
  let plots = null;

  /** @param {boolean} on @param {string[]} [cards] the cards to show */
  async function show(on, cards) {
    box.hidden = !on;
    button.setAttribute('aria-pressed', String(on));
    if (on) studio.emit('pane', 'plots');
    if (on) plots ??= import('../plots/plots.js').then(({ Plots }) => new Plots(box, studio));
    const loaded = await plots;
    if (cards && on) loaded?.show(cards);
    loaded?.setActive(on);
    studio.stage.resize();
  }

  /** Opens the pane with these cards, or closes it when they are shown. @param {string[]} cards */
  const toggle = async (cards) => {
    const shown =
      !box.hidden &&
      cards.every((name) => box.querySelector(`[data-card="${name}"]:not([hidden])`));
    await studio.attempt(() => show(!shown, cards));
  };
  studio.on('plot', (text) =>
    studio.attempt(async () => {
      await show(true);
      (await plots)?.addCurve(text);
      hint(`Plotted: ${text}`);
    }),
  );
  commands.add({
    id: 'plots',
    group: 'Panes',
    title: 'Plots',
    run: () => studio.attempt(() => show(Boolean(box.hidden))),
  });
  commands.add({
    id: 'program-plots',
    group: 'Panes',
    title: 'Curves of the program',
    run: () => toggle(['Program']),
  });
  commands.add({
    id: 'profiler',
    group: 'Panes',
    title: 'Profiler: timings, solver, counts',
    key: 'Shift+t',
    run: () => toggle(['Timings', 'Solver', 'Counts']),
  });
  commands.add({
    id: 'sensors',
    group: 'Panes',
    title: 'Sensors',
    key: 'F4',
    run: () => toggle(['Sensors']),
  });
  studio.on('pane', (name) => {
    if (name !== 'plots' && isNarrow() && !box.hidden) show(false);
  });
  button.onclick = () => commands.run('plots');
}
