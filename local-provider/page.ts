import type { ServerResponse } from 'node:http';

import { escapeHtml, makePage } from '../server/http/page.ts';

/** Markup that is safe to put into a page: made by `html` only. */
export type Markup = Readonly<{ markup: string }>;

type Piece = Markup | string | null | readonly Markup[];

export type Page = Readonly<{ title: string; numeral?: string; main: Markup }>;

/** Markup from a template: every piece that is not markup itself is escaped, and null adds nothing. */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  return { markup: String.raw({ raw: strings }, ...pieces.map(textOf)) };
}

function textOf(piece: Piece): string {
  if (piece === null) return '';
  if (typeof piece === 'string') return escapeHtml(piece);
  return 'markup' in piece ? piece.markup : piece.map(textOf).join('');
}

/** Sends a page. `formTarget`: another origin to which the response to its forms may redirect. */
export function sendPage(
  response: ServerResponse,
  status: number,
  { title, numeral = '', main }: Page,
  formTarget = '',
): void {
  const page = makePage({
    title,
    numeral,
    main: main.markup + notice.markup,
    style,
    // Chromium checks every redirect after a form against this list.
    formAction: `'self' ${formTarget}`.trimEnd(),
  });
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': page.contentSecurityPolicy,
    'x-content-type-options': 'nosniff',
    // Not no-referrer: a form would then arrive with `Origin: null`.
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  });
  response.end(page.html);
}

const notice = html`<p class="notice">
  <strong>A local provider, for this machine only.</strong> It asks for no password: anyone who opens this
  page can sign in as anybody. It answers at loopback addresses and refuses to run in production.
</p>`;

const style = `
:root {
  --edge: light-dark(oklch(0.6 0.02 250), oklch(0.58 0.02 255));
  --late: light-dark(oklch(0.49 0.17 28), oklch(0.75 0.13 30));
}
main { max-width: 448px; overflow-wrap: anywhere; }
.email, .hint, .fine, .fault, .notice { color: var(--second); font-size: 13px; line-height: 20px; }
.notice { margin-top: 40px; padding-top: 16px; border-top: 3px double var(--line); }
ul { margin: 24px 0 32px; padding: 0; list-style: none; border-top: 1px solid var(--line); }
li { border-bottom: 1px solid var(--line); }
button, input { min-height: 44px; border-radius: 2px; font: inherit; color: inherit; }
button { cursor: pointer; }
li button {
  display: flex; align-items: center; gap: 16px; width: 100%; padding: 12px 8px;
  border: 0; background: none; text-align: start;
}
li button:hover { background: var(--raised); }
.initials {
  flex: none; width: 36px; height: 36px; border: 1px solid var(--edge); border-radius: 50%;
  font-size: 13px; line-height: 34px; text-align: center;
}
.name, .email { display: block; }
.name, label { font-weight: 600; }
label { display: block; margin: 16px 0 4px; font-size: 13px; }
.hint { font-weight: 400; }
input { width: 100%; padding: 0 12px; border: 1px solid var(--edge); background: var(--raised); }
input[aria-invalid] { border-color: var(--late); }
.fault { margin: 4px 0 0; color: var(--late); }
form p { margin: 24px 0 0; }
.primary {
  padding: 0 20px; border: 1px solid var(--accent); background: var(--accent); color: var(--paper); font-weight: 600;
}
.cancel { margin-top: 8px; padding: 0; border: 0; background: none; color: var(--accent); text-decoration: underline; }
`;
