// Sets the look before the first paint: theme, density and view.
{
  /** @param {string} name */
  const remembered = (name) => {
    try {
      return localStorage.getItem(`dueline.${name}`);
    } catch {
      // The browser refuses storage.
      return null;
    }
  };

  const { dataset } = document.documentElement;
  const theme = remembered('theme');
  if (theme === 'light' || theme === 'dark') dataset.theme = theme;
  if (remembered('density') === 'compact') dataset.density = 'compact';
  // The width of the page depends on the view.
  const view = new URLSearchParams(location.search).get('view');
  if (view === 'board' || view === 'month') dataset.view = view;
}
