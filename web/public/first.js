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

  // The first questions go out now, as the app would ask them. web/api/early.ts hands the app the answers.
  /** @type {(path: string) => [string, Promise<Response>]} */
  const ask = (path) => {
    const answer = fetch(path, {
      method: 'GET',
      headers: {
        Accept: 'application/json, application/problem+json',
        'X-Requested-With': 'JavaScript',
      },
      credentials: 'same-origin',
      mode: 'same-origin',
      cache: 'no-store',
      redirect: 'manual',
      keepalive: false,
      signal: AbortSignal.timeout(20_000),
    });
    // Whoever takes the answer hears of a failure; until then nobody need.
    answer.catch(() => undefined);
    return [path, answer];
  };
  const paths = ['/api/auth/me', '/api/auth/providers'];
  if (remembered('session') !== null) paths.push('/api/tasks');
  globalThis.earlyAnswers = new Map(paths.map(ask));
}
