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
    const buttons = [element('button', { textContent: 'Close', onclick: close })];
    if (line && (!file || studio.source.files.has(file)))
      buttons.unshift(
        element('button', {
          textContent: 'Show the line',
          onclick: () => editor.goToLine(line, file),
        }),
      );
    box.replaceChildren(
      element('b', {
        textContent: `${file || studio.source.name || 'Nothing was opened'}${line ? `, line ${line}` : ''}`,
      }),
      element('pre', { textContent: message }),
      ...buttons,
    );
    box.hidden = false;
  });
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
