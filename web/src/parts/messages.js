// The box with an error of the model: file, line, what was expected, and the way to the line.
import { byId, element } from '../dom.js';

/** @param {import('../studio.js').Studio} studio @param {import('../commands.js').Commands} commands @param {{ goToLine(line: number, file?: string): void }} editor */
export function addMessages(studio, commands, editor) {
  const box = byId('message');
  const close = () => (box.hidden = true);
  studio.on('model', close);
  const wait = byId('loading');
  studio.on('loading', () => {
    wait.textContent = 'Loading …';
    wait.hidden = false;
  });
  studio.onAny(['model', 'error'], () => {
    wait.hidden = studio.simulation !== null;
    wait.textContent = 'No model runs. Choose one above, or drop files here.';
  });
  studio.on('error', (error) => {
    const { message, line, file } = describe(error);
    const { failed, source } = studio;
    const ofModel = failed && failed.error === error ? failed.source : null;
    const buttons = [element('button', { textContent: 'Close', onclick: close })];
    const isOurs = ofModel === source || source.files.has(file ?? '');
    const where = isOurs ? fileOf(source, file) : undefined;
    if (line && where !== undefined)
      buttons.unshift(
        element('button', {
          textContent: 'Show the line',
          onclick: () => editor.goToLine(line, where),
        }),
      );
    const title = file || ofModel?.name || (studio.simulation ? '' : 'Nothing was opened');
    box.replaceChildren(
      element('b', { textContent: `${title}${title && line ? `, line ${line}` : ''}` }),
      element('pre', { textContent: message }),
      ...buttons,
    );
    box.hidden = false;
  });
}

/**
 * The file of a model that an error names, '' for the model itself, undefined for none of them.
 * @param {import('../studio.js').Source} source
 * @param {string} [file]
 */
export function fileOf({ name, files }, file) {
  if (!file || file === name) return '';
  return files.has(file) ? file : undefined;
}

/** What to tell of an error: what it says, and where in the model it is. @param {unknown} error @returns {{ message: string, line?: number, file?: string }} */
export function describe(error) {
  const { line, file } = /** @type {Partial<import('limber').MjError>} */ (error ?? {});
  const message = (error instanceof Error ? error.message : String(error)).replace(
    /^MuJoCo Error: (Loading error: )?/,
    '',
  );
  return { message, line, file };
}
