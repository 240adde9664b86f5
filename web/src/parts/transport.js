// The bar under the picture: run, step, start again, keyframe, speed, clock.
import { byId } from '../dom.js';

const KEYFRAME = 24;
const speeds = [0.1, 0.25, 0.5, 1, 2, 5, 10];
const icons = {
  play: '<svg viewBox="0 0 24 24"><path class="fill" d="M8 5v14l11-7z"/></svg>',
  pause:
    '<svg viewBox="0 0 24 24"><path class="fill" d="M7 5h3.5v14H7zM13.5 5H17v14h-3.5z"/></svg>',
};

/** @param {import('../studio.js').Studio} studio @param {import('../commands.js').Commands} commands */
export function addTransport(studio, commands) {
  const [play, keyframe, speed] = [byId('play'), byId('keyframe'), byId('speed')];
  const start = () => studio.reset(Number(keyframe.value));
  const group = 'Simulation';
  commands.add({
    id: 'play',
    group,
    title: 'Run or pause',
    key: ' ',
    run: () => studio.setRunning(!studio.running),
  });
  commands.add({
    id: 'step',
    group,
    title: 'One step',
    key: 'ArrowRight',
    run: () => studio.step(),
  });
  commands.add({ id: 'reset', group, title: 'Start again', key: 'Backspace', run: start });
  for (const id of ['play', 'step', 'reset']) byId(id).onclick = () => commands.run(id);
  keyframe.onchange = start;
  speed.append(
    ...speeds.map((value) => new Option(`${value}×`, String(value), value === 1, value === 1)),
  );
  speed.onchange = () => studio.setSpeed(Number(speed.value));

  const showRunning = () => {
    play.innerHTML = studio.running ? icons.pause : icons.play;
    play.setAttribute('aria-pressed', String(studio.running));
    showClock(studio);
  };
  studio.on('running', showRunning);
  studio.on('frame', () => showClock(studio));
  studio.on('model', () => fillKeyframes(studio, keyframe));
  showRunning();
}

/** @param {import('../studio.js').Studio} studio @param {HTMLSelectElement} select */
function fillKeyframes({ simulation }, select) {
  if (!simulation) return;
  select.replaceChildren(new Option('Start', '-1'));
  for (let i = 0; i < simulation.model.nkey; i++)
    select.append(new Option(simulation.nameOf(KEYFRAME, i, 'keyframe'), String(i)));
  select.value = String(simulation.key);
  select.hidden = simulation.model.nkey === 0;
}

/** @param {import('../studio.js').Studio} studio */
function showClock({ simulation, running }) {
  if (!simulation) return;
  byId('clock').textContent = `${simulation.data.time.toFixed(2)} s`;
  byId('factor').textContent = running ? `${simulation.factor.toFixed(2)}×` : 'paused';
}
