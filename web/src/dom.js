// Small helpers for elements of the page.

/** Light or dark, as the visitor has chosen in the studio, or else wants it everywhere. */
export function takeTheme() {
  document.documentElement.dataset.theme =
    localStorage.getItem('theme') ??
    (matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark');
}

/**
 * An element that the page has.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @param {new () => T} [type] its class
 * @returns {T}
 */
export function byId(id, type) {
  const found = document.getElementById(id);
  if (!(found instanceof (type ?? HTMLElement))) throw new Error(`This page has no '${id}'.`);
  return /** @type {T} */ (found);
}

/**
 * An element with properties and children; text is never read as HTML.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, unknown>} [properties]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith('aria-') || name === 'role') made.setAttribute(name, String(value));
    else Object.assign(made, { [name]: value });
  }
  made.append(...children);
  return made;
}

/** Hands a file to the visitor. @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const link = element('a', { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Whether there is room for one pane only. */
export const isNarrow = () => matchMedia('(max-width: 760px)').matches;

/** A small button that plots something. @param {string} text what @param {() => void} plot */
export const plotButton = (text, plot) =>
  element('button', {
    className: 'plot-this',
    title: `Plot ${text}`,
    'aria-label': `Plot ${text}`,
    textContent: '∿',
    onclick: plot,
  });

let hintTimer = 0;

/** A line that goes away by itself. @param {string} text */
export function hint(text) {
  const box = byId('hint');
  box.textContent = text;
  box.hidden = !text;
  clearTimeout(hintTimer);
  hintTimer = window.setTimeout(() => (box.hidden = true), 3200);
}
