// The page that says what limber is: pictures, which come alive when somebody comes near. What that takes is fetched with the first.
import { takeTheme } from './dom.js';

takeTheme();

const watching = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries)
    if (isIntersecting) {
      watching.unobserve(target);
      start(/** @type {HTMLElement} */ (target)).catch(() =>
        target.setAttribute('title', 'What moves this picture could not be fetched.'),
      );
    }
});

/** @param {HTMLElement} target */
async function start(target) {
  const { startSample } = await import('./welcome_live.js');
  await startSample(target);
}

for (const viewer of document.querySelectorAll('limber-viewer')) watching.observe(viewer);
