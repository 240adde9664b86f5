// Models from outside: the file picker, drops, the gallery's menu, addresses; and a new one to write.
import { findModels, readFiles } from 'limber';
import { byId, element } from '../dom.js';
import { givePolicy, policyAmong, runTask } from '../policy/choose.js';
import { controlAmong } from '../control/among.js';
import { exampleSource, followTraveller, themes, titleOf } from '../examples.js';

const OWN = 'file:'; // before names of opened files in the menu
const TASK = 'task:'; // before names of tasks
const CONTROL = 'control:'; // before names of tasks that are planned
/** Tasks whose policies are shipped. */
const trained = [
  'quadruped',
  'drone',
  'humanoid',
  'walker',
  'arm',
  'hand',
  'cheetah',
  'hopper',
  'cartpole',
  'reacher',
  'plate',
  'acrobot',
];
/** Tasks that planners are shown with; the Control tab has the others. */
const planned = ['climber', 'quadruped', 'arm', 'cart-pole', 'acrobot'];
const NEW_MODEL = `<!-- A pendulum: change a number, and it swings on with it. -->
<mujoco model="pendulum">
  <option timestep="0.002" integrator="RK4"/>
  <statistic center="0 0 0.8" extent="2.2"/>
  <visual>
    <global azimuth="120" elevation="-10"/>
    <headlight ambient="0.35 0.35 0.35" diffuse="0.3 0.3 0.3"/>
    <rgba haze="0.6 0.68 0.76 1"/>
  </visual>

  <asset>
    <texture name="sky" type="skybox" builtin="gradient" rgb1="0.6 0.7 0.8" rgb2="0.2 0.3 0.4" width="64" height="384"/>
    <texture name="tiles" type="2d" builtin="checker" rgb1="0.55 0.57 0.6" rgb2="0.5 0.52 0.55" width="256" height="256"/>
    <material name="floor" texture="tiles" texrepeat="1 1" texuniform="true"/>
  </asset>

  <worldbody>
    <light type="directional" pos="1 -2 4" dir="-0.3 0.4 -1" diffuse="0.6 0.6 0.6"/>
    <geom type="plane" size="0 0 0.1" material="floor"/>
    <geom type="cylinder" fromto="0.15 0 1.5 -0.15 0 1.5" size="0.015" rgba="0.3 0.33 0.38 1" contype="0" conaffinity="0"/>
    <body name="pendulum" pos="0 0 1.5">
      <joint name="pivot" type="hinge" axis="1 0 0" damping="0.005"/>
      <geom name="rod" type="capsule" fromto="0 0 0 0 0 -0.9" size="0.012" mass="0.1"/>
      <geom name="bob" type="sphere" pos="0 0 -1" size="0.1" mass="1" rgba="0.93 0.55 0.24 1"/>
    </body>
  </worldbody>

  <sensor>
    <jointpos name="angle" joint="pivot"/>
  </sensor>

  <keyframe>
    <key name="lifted" qpos="1"/>
  </keyframe>
</mujoco>
`;

/** @param {import('../studio.js').Studio} studio @param {import('../commands.js').Commands} commands */
export function addFiles(studio, commands) {
  addMenu(studio);
  const input = byId('files', HTMLInputElement);
  const pick = (/** @type {boolean} */ folder) => {
    input.webkitdirectory = folder;
    input.click();
  };
  const group = 'Model';
  commands.add({
    id: 'new',
    group,
    title: 'New model: a pendulum',
    run: () => {
      const source = { xml: NEW_MODEL, name: 'model.xml', files: new Map() };
      if (!studio.runModel(source, false)) return;
      studio.reset(0);
      studio.setRunning(true);
      if (byId('editor').hidden) commands.run('editor');
    },
  });
  commands.add({ id: 'open', group, title: 'Open files', run: () => pick(false) });
  commands.add({ id: 'open-folder', group, title: 'Open a folder', run: () => pick(true) });
  commands.add({
    id: 'reload',
    group,
    title: 'Read the model again and start it anew',
    key: 'Shift+l',
    windowKey: 'Ctrl+l',
    run: () => {
      const { example } = studio.source;
      return example ? runExample(studio, example) : studio.reload();
    },
  });
  input.onchange = async () => {
    if (input.files?.length) await runOpened(studio, input.files);
    input.value = '';
  };
  addDrops(studio);
}

/** The menu of models: the gallery's, and before them those that were opened. @param {import('../studio.js').Studio} studio */
function addMenu(studio) {
  const menu = byId('gallery', HTMLSelectElement);
  for (const { theme, models } of themes)
    menu.append(
      element(
        'optgroup',
        { label: theme },
        ...models.map((name) => new Option(titleOf(name), name)),
      ),
    );
  // the package's studio has no trained policies, and nothing that plans
  if (import.meta.env.MODE !== 'package')
    menu.append(
      element(
        'optgroup',
        { label: 'Trained policies' },
        ...trained.map((name) => new Option(`${titleOf(name)}, trained`, TASK + name)),
      ),
      element(
        'optgroup',
        { label: 'Planned' },
        ...planned.map((name) => new Option(`${titleOf(name)}, planned`, CONTROL + name)),
      ),
    );
  const own = element('optgroup', { label: 'Opened' });
  // until a model runs there is none in the menu
  menu.value = '';
  menu.onchange = () => {
    if (menu.value.startsWith(TASK))
      return studio.attempt(() => runTask(studio, menu.value.slice(TASK.length)));
    if (menu.value.startsWith(CONTROL)) return runControl(studio, menu.value.slice(CONTROL.length));
    if (!menu.value.startsWith(OWN)) return runExample(studio, menu.value);
    const { files, read } = studio.source;
    return studio.runFiles(files, menu.value.slice(OWN.length), read);
  };
  studio.on('model', ({ kept }) => {
    // where the model before came from; who opens a link says it again
    if (!kept) document.querySelector('.origin')?.remove();
  });
  studio.onAny(['model', 'source'], async () => {
    const { example, files, name, task, control } = studio.source;
    const listed = control && planned.includes(control);
    /** @param {string[]} names */
    const show = (names) => {
      own.replaceChildren(...names.map((one) => new Option(one, OWN + one)));
      if (names.length > 0) menu.prepend(own);
      else own.remove();
      menu.value = example ?? (task ? TASK + task : listed ? CONTROL + control : OWN + name);
    };
    if (example || task || listed) return show([]);
    // what runs at once, the others of its set when they are known
    show([name]);
    const names = (await findModels(files, studio.mujoco)).sort();
    // another model came meanwhile
    if (studio.source.files !== files || studio.source.name !== name) return;
    show(names.includes(name) ? names : [name, ...names]);
  });
}

/**
 * A function that reads what was opened, as often as it is called. Files that were dropped are read anew each time. Of files that were
 * picked the browser may keep a snapshot: it refuses to read one that has changed since.
 * @param {FileList | DataTransfer} given
 * @returns {() => Promise<import('../studio.js').Files>}
 */
function readerOf(given) {
  if (!('items' in given)) {
    const picked = Array.from(given);
    return async () => {
      try {
        return await readFiles(picked);
      } catch (error) {
        if (/** @type {Error} */ (error).name !== 'NotReadableError') throw error;
        throw new Error(
          'The files have changed, and the browser does not let the page read them again: open them once more.',
          { cause: error },
        );
      }
    };
  }
  // the list of items is emptied when the event ends
  const items = [...given.items].map((item) => {
    const entry = item.webkitGetAsEntry?.() ?? null;
    const file = entry ? null : item.getAsFile();
    return { webkitGetAsEntry: () => entry, getAsFile: () => file };
  });
  const dropped = /** @type {DataTransfer} */ (/** @type {unknown} */ ({ items, types: [] }));
  return () => readFiles(dropped);
}

/** @param {import('../studio.js').Studio} studio @param {FileList | DataTransfer} given */
const runOpened = (studio, given) =>
  studio.attempt(async () => {
    const read = readerOf(given);
    const files = await read();
    // meshes alone go into the model that runs
    if (files.size > 0 && [...files.keys()].every((name) => /\.(stl|obj|msh)$/i.test(name))) {
      const { ModelEdits } = await import('../mjcf/edits.js');
      new ModelEdits(studio).addMeshes(files);
      return;
    }
    const policy = policyAmong(files);
    const control = controlAmong(files);
    // what is to be achieved, alone: with the model that runs
    if (control !== undefined && files.size === 1) {
      const all = new Map([...studio.source.files, ...files]);
      studio.runModel({ ...studio.edited, files: all, program: undefined }, true);
      return;
    }
    // a policy alone drives what runs, or the model of its task
    if (policy !== undefined && files.size === 1) await givePolicy(studio, policy, files);
    else if ((await studio.runFiles(files, undefined, read)) && policy !== undefined)
      await givePolicy(studio, policy, files);
  });

/** Runs a task with its planner. @param {import('../studio.js').Studio} studio @param {string} name */
export const runControl = (studio, name) =>
  studio.attempt(async () => {
    const isLast = studio.opening();
    const { controlSource } = await import('../control/file.js');
    const { source, key, travels } = await controlSource(name);
    if (!isLast() || !studio.runModel(source, false)) return;
    if (travels) studio.stage.look(-2);
    if (key === undefined) return;
    studio.reset(studio.simulation?.names('key').indexOf(key));
    studio.undo.clear();
  });

/** @param {import('../studio.js').Studio} studio @param {string} name */
export function runExample(studio, name) {
  return studio.attempt(async () => {
    const isLast = studio.opening();
    const source = await exampleSource(name);
    if (!isLast() || !studio.runModel(source, false)) return;
    followTraveller(studio.stage, name);
  });
}

/** @param {import('../studio.js').Studio} studio */
function addDrops(studio) {
  const shade = byId('drop');
  addEventListener('dragover', (event) => {
    event.preventDefault();
    shade.hidden = false;
  });
  addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) shade.hidden = true;
  });
  addEventListener('drop', (event) => {
    event.preventDefault();
    shade.hidden = true;
    const { dataTransfer } = event;
    if (dataTransfer) runOpened(studio, dataTransfer);
  });
}
