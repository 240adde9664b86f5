// What a file holds, told by its first bytes.

/** @param {Uint8Array} bytes */
const startOf = (bytes) => new TextDecoder().decode(bytes.subarray(0, 256));

/** MJCF or URDF, as text. @param {string} text */
export const isXmlText = (text) => /^[\s\uFEFF]*</.test(text);

/** MJCF or URDF. @param {Uint8Array} bytes */
export const isXml = (bytes) => isXmlText(startOf(bytes));

/** A page for people. @param {Uint8Array} bytes */
export const isPage = (bytes) => /^\s*<(!doctype\s+)?html\b/i.test(startOf(bytes));

/** A zip or mjz archive. @param {Uint8Array} bytes */
export const isZip = (bytes) => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] < 9;
