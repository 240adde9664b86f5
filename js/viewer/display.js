// Display switches of a view, to take over into another one; and the fields of structs of the engine that they are.

/** @typedef {import('../three/simulation_view.js').SimulationView} SimulationView */
/** Numbers and rows of numbers by name. @typedef {Record<string, number | number[]>} Values */
/** Fields of a struct of the engine. @typedef {Record<string, number | { [index: number]: number, length: number }>} Fields */

export const optionFields = [
  'label',
  'frame',
  'geomgroup',
  'sitegroup',
  'jointgroup',
  'tendongroup',
  'actuatorgroup',
  'flexgroup',
  'skingroup',
  'flags',
  'bvh_depth',
  'flex_layer',
];

/** @param {unknown} value @returns {value is number} */
export const isNumber = (value) => typeof value === 'number' && Number.isFinite(value);

/** An own property: a name such as __proto__ finds nothing. @param {unknown} value @param {string} name @returns {unknown} */
export const own = (value, name) =>
  value !== null && typeof value === 'object' && Object.hasOwn(value, name)
    ? /** @type {Record<string, unknown>} */ (value)[name]
    : undefined;

/** @param {object} struct a struct of the engine */
export const fieldsIn = (struct) => /** @type {Fields} */ (/** @type {unknown} */ (struct));

/** Copies of numbers and rows of numbers. @param {object} struct a struct of the engine @param {string[]} names @returns {Values} */
export function readFields(struct, names) {
  const fields = fieldsIn(struct);
  return Object.fromEntries(
    names.map((name) => {
      const value = fields[name];
      return [name, typeof value === 'number' ? value : Array.from(value)];
    }),
  );
}

/** Sets fields whose names and lengths fit. @param {object} struct a struct of the engine @param {string[]} names @param {Values} values */
export function writeFields(struct, names, values) {
  const fields = fieldsIn(struct);
  for (const name of names) {
    const value = own(values, name);
    const field = fields[name];
    if (typeof field === 'number') {
      if (isNumber(value)) fields[name] = value;
    } else if (Array.isArray(value) && value.length === field.length) {
      for (let i = 0; i < value.length; i++) field[i] = value[i];
    }
  }
}

/** Display options of a view, all of them. @param {SimulationView} view */
export const readDisplay = (view) => ({
  flags: { ...view.flags, geomgroup: [...view.flags.geomgroup] },
  option: readFields(view.option, optionFields),
});

/** Shows with the options that readDisplay() took from another view. @param {SimulationView} view @param {ReturnType<typeof readDisplay>} display */
export function writeDisplay(view, { flags, option }) {
  Object.assign(view.flags, flags);
  writeFields(view.option, optionFields, option);
  view.apply();
}
