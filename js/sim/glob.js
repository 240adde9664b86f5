// Patterns of names.

/** A text in which * stands for any text, as part of an expression. @param {string} text */
const withStars = (text) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');

/** A pattern in which * stands for any text. @param {string} pattern */
export const fromStars = (pattern) => new RegExp(`^${withStars(pattern)}$`);

/** A pattern in which * stands for any text and ? for a letter. @param {string} glob */
export const fromGlob = (glob) => new RegExp(`^${glob.split('?').map(withStars).join('.')}$`, 's');
