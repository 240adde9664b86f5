// Callbacks that workers load by the address of this module.
export default (/** @type {{ data: MjData }} */ { data }) => {
  data.ctrl[0] = Math.sin(data.time);
};

export const passive = () => {
  throw new TypeError('own error');
};
