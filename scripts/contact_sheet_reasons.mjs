// What is left of differences between our pictures and those of native MuJoCo, and how near ours have to be.

const rules = { overlap: 0.97, mean: 1.3 };

const edges = 'What is left: single pixels along edges, where pixels are sampled at other places.';
const light =
  'By choice light is found at every pixel; native MuJoCo finds it at corners and spreads it over faces (--vertex-light shows that). ' +
  'Spots on the ground are rounder and highlights sharper.';
const letters =
  'The font is that of the page, its size and base line are those of native MuJoCo, whose letters are bitmaps.';
const shadows =
  'Native MuJoCo speckles surfaces that hardly face a light with their own shadow; ours are clean.';

/**
 * By picture: why it differs, and bounds where the common ones cannot hold.
 *
 * @type {Record<string, { why: string, overlap?: number, mean?: number }>}
 */
const left = {
  'mug.png': { why: `${shadows} ${light} The cup is small: its rim is much of it.`, overlap: 0.96 },
  'kinova.png': { why: `${light} The picture is nearly black; what stands out is small.` },
  'cassie.png': { why: light },
  'poncho.png': { why: light },
  'car.png': { why: light },
  'flag.png': { why: light },
  'sphere_full.png': { why: light },
  'particle.png': { why: light },
  'carousel.png': { why: light },
  'humanoid_texture.png': {
    why: `${light} On a white ground that shows most: the edge of the cone is in steps in the native picture.`,
    overlap: 0.96,
  },
  'humanoid_label_body.png': { why: letters, overlap: 0.55, mean: 7 },
  'humanoid_label_geom.png': { why: letters, overlap: 0.5, mean: 8 },
  'humanoid_rnd_wireframe.png': {
    why:
      'Lines are those of native MuJoCo, each once: it draws them again for every light that throws shadows, so that they shine and ' +
      'are broken where lines shadow each other. Squares of a plane without end lie elsewhere, for ours move by whole periods of the ' +
      'texture.',
    overlap: 0.9,
    mean: 5.5,
  },
  'humanoid_rnd_segment.png': {
    why: 'Colours tell geoms apart; there is no silhouette to measure.',
  },
  'leaves.png': { why: 'All leaves are above the picture: there is no silhouette to measure.' },
};

/** @param {string} image */
export const reasonOf = (image) => left[image]?.why ?? edges;

/** Least overlap and greatest mean difference of a picture. @param {string} image */
export const expectedOf = (image) => ({ ...rules, ...left[image] });
