export const hfield = '';
