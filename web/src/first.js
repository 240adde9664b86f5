// What a visit that asks for nothing sees first: a robot that walks under a trained policy, and is steered. It is there before the parts
// of the page are loaded; its picture stands there before it (public/poster.js).

/** The package's studio has no trained policies. */
export const firstTask = import.meta.env.MODE === 'package' ? undefined : 'quadruped';

/** Whether the address of the page asks for nothing. @param {{ hash: string, search: string }} location */
export const asksForNothing = ({ hash, search }) => hash.length < 2 && search.length < 2;

/** When the first scene has moved; the page's timeline says it too. @param {import('./studio.js').Studio} studio @returns {Promise<void>} */
export const firstMotion = (studio) =>
  new Promise((done) => {
    const look = () => {
      if (studio.running && !(Number(studio.simulation?.data.time) > 0)) return;
      studio.removeEventListener('frame', look);
      performance.mark('limber-moves');
      done();
    };
    studio.addEventListener('frame', look);
  });
