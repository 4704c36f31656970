// Runs before the first paint, so that a chosen look never flashes the other one.
try {
  const { dataset } = document.documentElement;
  const theme = localStorage.getItem('dueline.theme');
  if (theme === 'light' || theme === 'dark') dataset.theme = theme;
  if (localStorage.getItem('dueline.density') === 'compact') dataset.density = 'compact';
} catch {
  // Storage may be refused; the system's theme stands.
}
