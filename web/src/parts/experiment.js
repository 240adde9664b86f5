// Experiments: an example with a program beside it (examples/NAME.js) is driven by that program; its parameters become sliders.
import { hint } from '../dom.js';

const programs = import.meta.glob('../../../examples/*.js');

/**
 * @typedef {object} Program
 * @property {Record<string, { title: string, value: number, min: number, max: number, step?: number }>} parameters
 * @property {(simulation: Pick<import('limber').Simulation, 'mujoco' | 'model' | 'data'>, values: Record<string, number>) => () => void} controller
 */

/** @param {import('../studio.js').Studio} studio @param {import('../panel.js').Panel} panel */
export function addExperiments(studio, panel) {
  /** @type {Program | null} */
  let program = null;
  /** @type {Record<string, number>} */
  let values = {};
  let on = true;
  let act = () => {};
  studio.beforeStep.add(() => act());

  /** Starts the program anew on the model that runs. */
  function restart() {
    const { simulation } = studio;
    act = () => {};
    if (!program || !on || !simulation) return;
    act = program.controller(simulation, values);
  }

  studio.on('reset', restart);
  studio.on('model', async () => {
    const { example, xml } = studio.source;
    act = () => {};
    program = null;
    const read = example && programs[`../../../examples/${example}.js`];
    if (!read) return;
    await studio.attempt(async () => {
      const loaded = /** @type {Program} */ (await read());
      if (studio.source.xml !== xml) return;
      program = loaded;
      values = Object.fromEntries(
        Object.entries(program.parameters).map(([name, { value }]) => [name, value]),
      );
      takeValues(loaded);
      addFolder(loaded);
      restart();
      hint('A program drives this model: see Experiment in the controls.');
    });
  });

  studio.experiment = () => (program ? { on, values: { ...values } } : null);

  /** What a link says of the program: parameters that it has, within their bounds. @param {Program} loaded */
  function takeValues({ parameters }) {
    const given = studio.source.program;
    if (!given) return;
    on = given.on;
    for (const [name, { min, max }] of Object.entries(parameters))
      if (Object.hasOwn(given.values, name))
        values[name] = Math.min(max, Math.max(min, given.values[name]));
  }

  /** @param {Program} loaded */
  function addFolder(loaded) {
    const folder = panel.folder('Experiment');
    const holder = {
      get on() {
        return on;
      },
      set on(value) {
        on = value;
        studio.simulation?.data.ctrl.fill(0);
        restart();
      },
    };
    folder.add(holder, 'on').name('Program runs');
    for (const [name, { title, min, max, step }] of Object.entries(loaded.parameters))
      folder.add(values, name, min, max, step ?? (max - min) / 200).name(title);
    folder.domElement.parentElement?.prepend(folder.domElement);
    folder.open();
  }
}
