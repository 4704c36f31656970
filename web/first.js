// Runs before the first paint: sets the look (theme, density and view), begins the first requests and waits for the code.
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

  /** @param {string} path @param {Record<string, string>} [more] */
  const ask = (path, more) =>
    fetch(path, {
      headers: {
        Accept: 'application/json, application/problem+json',
        'X-Requested-With': 'JavaScript',
        ...more,
      },
      credentials: 'same-origin',
      mode: 'same-origin',
      cache: 'no-store',
      redirect: 'manual',
      signal: AbortSignal.timeout(20_000),
    }).catch(() => null);

  // web/service/api.ts takes these responses (docs/decisions/011-the-first-requests.md).
  const session = remembered('session');
  // To hash the email here would delay the request. Without the hash somebody else's list could come, so the page requests it later.
  const expectedUser = remembered(`expected-user.${session}`);
  const isNobody = 'nobody' in dataset;
  // A sign-out that is due is the first request.
  if (remembered('sign-out') === null)
    globalThis.preloaded = {
      session,
      me: isNobody ? Promise.resolve(new Response(null, { status: 499 })) : ask('/api/auth/me'),
      tasks:
        isNobody || !expectedUser
          ? Promise.resolve(null)
          : ask('/api/tasks', { 'Expected-User': expectedUser }),
    };

  // Names of days and months take the browser long at their first use: that is after the frame of the page is painted, while the code is on its way.
  const loadNames = () => new Intl.DateTimeFormat([], { month: 'long' });
  document.addEventListener('readystatechange', () => requestAnimationFrame(() => setTimeout(loadNames)), {
    once: true,
  });

  /** @param {string} src */
  const openAgain = async (src) => {
    const opened = (Number(history.state) || 0) + 1;
    for (let pauseMs = 100; pauseMs < 2000; pauseMs *= 2) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      const response = await fetch(src).catch(() => null);
      if (response?.ok && (await response.blob())) break;
    }
    history.replaceState(opened % 8, '');
    if (opened < 8) location.reload();
  };

  // Replicas of two releases may run side by side, and the code of this page is not at the other one. It is requested until it comes,
  // which puts it into the browser's cache; or else until it is gone, and the page is that of another release.
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement) void openAgain(target.src);
    },
    true,
  );
}
