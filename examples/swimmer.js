// A wave that travels from head to tail makes the eel swim; a bias to one side makes it turn.

export const parameters = {
  frequency: { title: 'Frequency, 1/s', value: 1.2, min: 0, max: 3 },
  amplitude: { title: 'Amplitude, rad', value: 0.45, min: 0, max: 0.8 },
  turn: { title: 'Turn', value: 0, min: -0.3, max: 0.3, steer: 'turn' },
};

const WAVES_ON_BODY = 0.9;

/** @param {{ model: any, data: any }} sim @param {Record<string, number>} values */
export function controller({ model, data }, values) {
  const { nu } = model;
  return () => {
    const phase = 2 * Math.PI * values.frequency * data.time;
    for (let i = 0; i < nu; i++) {
      const along = i / (nu - 1);
      const envelope = 0.35 + 0.65 * along;
      const wave = Math.sin(phase - 2 * Math.PI * WAVES_ON_BODY * along);
      data.ctrl[i] = values.turn + values.amplitude * envelope * wave;
    }
  };
}
