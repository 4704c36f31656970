// Runs before the first paint: sets the look (theme, density and view) and wakes Intl.
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

  // The first use of Intl is slow. Here it runs while the page's code is still on its way (docs/decisions/011-the-first-answers.md).
  setTimeout(() => {
    new Intl.DateTimeFormat(undefined, {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      timeZone: 'UTC',
    }).format(0);
    new Intl.PluralRules().select(1);
    new Intl.NumberFormat().format(1);
  });
}
