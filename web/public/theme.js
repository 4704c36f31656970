// Runs before the first paint, so that a chosen look never flashes the other one and the sheet has the width of its view.
const { dataset } = document.documentElement;
dataset.view = new URL(location.href).searchParams.get('view') ?? 'list';
try {
  const theme = localStorage.getItem('dueline.theme');
  if (theme === 'light' || theme === 'dark') dataset.theme = theme;
  if (localStorage.getItem('dueline.density') === 'compact') dataset.density = 'compact';
} catch {
  // Storage may be refused; the system's theme stands.
}
