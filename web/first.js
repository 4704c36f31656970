// Runs before the first paint: sets theme, density and view, sends the first requests, and repeats a failed load of the code.
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

  // The style sheets ignore unknown values.
  const { dataset } = document.documentElement;
  dataset.theme = remembered('theme') ?? '';
  dataset.density = remembered('density') ?? '';
  // The width of the page depends on the view.
  dataset.view = new URLSearchParams(location.search).get('view') ?? '';

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

  // web/service/api.ts uses these responses (docs/decisions/011-the-first-requests.md).
  const session = remembered('session');
  // The last page has stored this hash: to compute it here takes time. Without it another person's tasks could be the response.
  const expectedUser = remembered(`expected-user.${session}`);
  const isNobody = 'nobody' in dataset;
  // A sign-out that is due must be the first request.
  if (remembered('sign-out') === null)
    globalThis.preloaded = {
      session,
      me: isNobody ? Promise.resolve(new Response(null, { status: 499 })) : ask('/api/auth/me'),
      tasks:
        isNobody || !expectedUser
          ? Promise.resolve(null)
          : ask('/api/tasks', { 'Expected-User': expectedUser }),
    };

  // The first use of `Intl` is slow, so it happens after the page's frame is painted, while the code is loading.
  const loadNames = () => new Intl.DateTimeFormat([], { month: 'long' });
  document.addEventListener(
    'readystatechange',
    () => requestAnimationFrame(() => setTimeout(loadNames)),
    {
      once: true,
    },
  );

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

  // During an upgrade a replica of another release does not have this page's code. The file is requested until a replica has it,
  // which puts it into the HTTP cache, or five times. Then the page reloads (docs/decisions/021-two-releases-of-the-page.md).
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement) void openAgain(target.src);
    },
    true,
  );
}
