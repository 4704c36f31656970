/** Palette, keys, search, filters and selection. */
export const commands = {
  palette: 'Commands',
  keys: 'Keys',
};
