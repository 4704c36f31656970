// Runs before the first paint, and long before the app's own code has come.
{
  /** @param {string} name */
  const remembered = (name) => {
    try {
      return localStorage.getItem(`dueline.${name}`);
    } catch {
      // Storage may be refused; then nothing is remembered.
      return null;
    }
  };

  // A chosen look never flashes the other one.
  const { dataset } = document.documentElement;
  const theme = remembered('theme');
  if (theme === 'light' || theme === 'dark') dataset.theme = theme;
  if (remembered('density') === 'compact') dataset.density = 'compact';
  // Nor does a sheet change its width when the view that the address asks for has come.
  const view = new URLSearchParams(location.search).get('view');
  if (view === 'board' || view === 'month') dataset.view = view;
}
