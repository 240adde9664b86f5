// A link as a QR code, for the camera of a phone.
import qrcode from 'qrcode-generator';

/** Longer texts have no QR code, or none that a camera reads from a screen. */
export const LONGEST_CODE = 1200;
const QUIET = 4; // modules around the code

/** @param {string} text @param {HTMLCanvasElement} canvas @param {number} size pixels at most */
export function drawCode(text, canvas, size = 232) {
  // the smallest that holds it
  const code = qrcode(0, 'L');
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const pixel = Math.max(1, Math.floor(size / (count + 2 * QUIET)));
  canvas.width = canvas.height = pixel * (count + 2 * QUIET);
  const context = canvas.getContext('2d');
  if (!context) return;
  // dark on light in both themes: cameras ask for it
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#000';
  for (let row = 0; row < count; row++)
    for (let column = 0; column < count; column++)
      if (code.isDark(row, column))
        context.fillRect((column + QUIET) * pixel, (row + QUIET) * pixel, pixel, pixel);
}
