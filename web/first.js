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

  // What the page asks on every load is answered with it where the service could, or else goes out now, as the app would ask
  // it. web/service/early.ts hands the app the answers.
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
  /** @typedef {{ status: number, etag: string | null, body: string }} Came */
  // Of somebody who has signed out nothing is asked, and what came all the same is not looked at.
  const isLeaving = remembered('sign-out') !== null;
  const place = document.querySelector('#first-answers');
  const written = (isLeaving ? '' : place?.textContent) || '{}';
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the service that served this page
  const came = /** @type {Record<string, Came>} */ (JSON.parse(written));
  const me = came['/api/auth/me'];
  const isSignedIn = me ? me.status === 200 : remembered('session') !== null;
  const needed = isLeaving ? [] : ['/api/auth/me', isSignedIn ? '/api/tasks' : '/api/auth/providers'];
  const responseOf = (/** @type {Came} */ { status, etag, body }) =>
    new Response(body, { status, headers: etag ? { ETag: etag } : {} });
  globalThis.earlyAnswers = new Map([
    ...needed.filter((path) => !(path in came)).map(ask),
    ...Object.entries(came).map(([path, answer]) => /** @type {const} */ ([path, responseOf(answer)])),
  ]);

  // The code of the view that the address asks for comes beside the page's own, not after it.
  const listed = document.querySelector('#view-files')?.textContent || '{}';
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- by web/build/view-files.ts
  const filesOf = /** @type {Record<string, string[]>} */ (JSON.parse(listed));
  for (const file of (isSignedIn && view && filesOf[view]) || []) {
    const link = document.createElement('link');
    const isStyle = file.endsWith('.css');
    link.rel = isStyle ? 'preload' : 'modulepreload';
    if (isStyle) link.as = 'style';
    // As the import asks for it, which then finds it there.
    link.crossOrigin = '';
    link.href = file;
    document.head.append(link);
  }

  // The first date and number in words take as long as drawing the page; now nothing else is to be done.
  // In the machine's own language, which is known to Intl whatever the browser calls its own.
  const inWords = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' };
  setTimeout(() => {
    new Intl.DateTimeFormat(undefined, inWords).format(0);
    new Intl.PluralRules().select(1);
    new Intl.NumberFormat().format(1);
  });
}
