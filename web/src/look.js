// How pictures are drawn, as this browser remembers it: the look 'nice', or that of MuJoCo's own renderer.
const KEPT = 'look';

export const wantsNice = () => localStorage.getItem(KEPT) === 'nice';

/** Draws in the other look and remembers it. @param {import('limber/three').SimulationView} view */
export function chooseLook(view, nice = view.look !== 'nice') {
  const look = nice ? 'nice' : 'reference';
  localStorage.setItem(KEPT, look);
  return view.setLook(look);
}
