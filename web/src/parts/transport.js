// The bar under the picture: history, run, step, start again, keyframe, speed, clock.
import { nameOf } from '../names.js';
import { byId, hint } from '../dom.js';

/** Speeds in percent: ten per decade from 0.1% on, each twice the one three below, and some above real time. */
const decade = [10, 13, 16, 20, 25, 33, 40, 50, 66, 80];
const speeds = [0.01, 0.1, 1]
  .flatMap((scale) => decade.map((value) => Number((value * scale).toPrecision(2))))
  .concat(100, 200, 500, 1000)
  .reverse();
const icons = {
  play: '<svg viewBox="0 0 24 24"><path class="fill" d="M8 5v14l11-7z"/></svg>',
  pause:
    '<svg viewBox="0 0 24 24"><path class="fill" d="M7 5h3.5v14H7zM13.5 5H17v14h-3.5z"/></svg>',
};

/** Buttons of the bar that need a model. */
const ofModel = ['play', 'step', 'back', 'reset'];

/** @param {import('../studio.js').Studio} studio @param {import('../commands.js').Commands} commands */
export function addTransport(studio, commands) {
  const play = byId('play');
  const keyframe = byId('keyframe', HTMLSelectElement);
  const start = () => studio.reset(Number(keyframe.value));
  addRunning(studio, commands, start);
  keyframe.onchange = start;
  addSpeeds(studio, commands);
  addHistory(studio);
  const allow = (/** @type {boolean} */ on) => {
    for (const id of ofModel) byId(id, HTMLButtonElement).disabled = !on;
  };
  allow(false);
  studio.on('model', () => allow(true));

  const showRunning = () => {
    play.innerHTML = studio.running ? icons.pause : icons.play;
    play.setAttribute('aria-pressed', String(studio.running));
    showClock(studio);
  };
  studio.on('running', showRunning);
  studio.onAny(['frame', 'state', 'reset'], () => showClock(studio));
  studio.on('reset', () => (keyframe.value = String(studio.key)));
  studio.onAny(['model', 'keys'], () => fillKeyframes(studio, keyframe));
  showRunning();
}

/** Run, step, back, start again, undo. @param {import('../studio.js').Studio} studio @param {import('../commands.js').Commands} commands @param {() => void} start */
function addRunning(studio, commands, start) {
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
  commands.add({
    id: 'back',
    group,
    title: 'One step back',
    key: 'ArrowLeft',
    run: () => studio.scrub({ by: -1 }),
  });
  commands.add({ id: 'reset', group, title: 'Start again', key: 'Backspace', run: start });
  commands.add({
    id: 'undo',
    group,
    title: 'Undo the last change of values or state',
    key: 'Ctrl+z',
    run: () => {
      hint(studio.undo.pop() || 'There is nothing to undo.');
      studio.changed('state');
    },
  });
  for (const id of ofModel) byId(id).onclick = () => commands.run(id);
}

/** @param {import('../studio.js').Studio} studio @param {import('../commands.js').Commands} commands */
function addSpeeds(studio, commands) {
  const speed = byId('speed', HTMLSelectElement);
  speed.append(
    ...speeds.map(
      (value) => new Option(`${value}%`, String(value / 100), value === 100, value === 100),
    ),
  );
  speed.onchange = () => studio.setSpeed(Number(speed.value));
  studio.on('speed', () => (speed.value = String(studio.speed)));
  for (const [id, title, key, way] of /** @type {const} */ ([
    ['slower', 'Slower', '-', 1],
    ['faster', 'Faster', '=', -1],
  ]))
    commands.add({
      id,
      group: 'Simulation',
      title,
      key,
      run: () => {
        const index = speed.selectedIndex + way;
        if (index >= 0 && index < speed.options.length)
          studio.setSpeed(Number(speed.options[index].value));
      },
    });
}

/** The slider of earlier states. @param {import('../studio.js').Studio} studio */
function addHistory(studio) {
  const slider = byId('history', HTMLInputElement);
  const show = () => {
    const { length, position } = studio.history ?? { length: 0, position: 0 };
    const newest = Math.max(length - 1, 0);
    slider.disabled = newest === 0;
    slider.max = String(newest);
    slider.value = String(position);
    slider.setAttribute('aria-valuetext', `${newest - position} steps back`);
  };
  slider.oninput = () => studio.scrub({ to: Number(slider.value) });
  studio.onAny(['model', 'reset', 'frame', 'state', 'running'], show);
}

/** @param {import('../studio.js').Studio} studio @param {HTMLSelectElement} select */
function fillKeyframes({ mujoco, simulation, key }, select) {
  if (!simulation) return;
  select.replaceChildren(new Option('Start', '-1'));
  for (let i = 0; i < simulation.model.nkey; i++)
    select.append(
      new Option(nameOf(simulation, mujoco.mjtObj.mjOBJ_KEY.value, i, 'keyframe'), String(i)),
    );
  select.value = String(key);
  /** @type {HTMLElement} */ (select.parentElement).hidden = simulation.model.nkey === 0;
}

/** @param {import('../studio.js').Studio} studio */
function showClock({ simulation, running, pace }) {
  if (!simulation) return;
  byId('clock').textContent = `${simulation.data.time.toFixed(2)} s`;
  byId('factor').textContent = running ? `${pace.realTimeFactor.toFixed(2)}×` : 'paused';
}
