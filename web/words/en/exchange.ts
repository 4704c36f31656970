export const exchange = {
  title: 'Export and import',
  open: 'Export and import',
};
