import type { ServerResponse } from 'node:http';

/** Markup that is safe to put into a page: made by `html` only. */
export type Markup = Readonly<{ markup: string }>;

type Piece = Markup | string | number | null | readonly Markup[];

export type Page = Readonly<{ title: string; body: Markup }>;

/** Markup from a template: every piece that is not markup itself is escaped, and null adds nothing. */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  const inserted = pieces.map((piece) => textOf(piece));
  return { markup: strings.map((text, index) => text + (inserted[index] ?? '')).join('') };
}

/** Sends a page. `formTarget`: another origin to which the response to its forms may redirect. */
export function sendPage(response: ServerResponse, status: number, page: Page, formTarget = ''): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': [
      "default-src 'none'",
      "style-src 'self'",
      "font-src 'self'",
      'img-src data:',
      // Chromium checks every redirect after a form against this list.
      `form-action 'self' ${formTarget}`.trimEnd(),
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'x-content-type-options': 'nosniff',
    // Not no-referrer: a form would then arrive with `Origin: null`.
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  });
  response.end(documentOf(page).markup);
}

const documentOf = ({ title, body }: Page): Markup =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/account/page.css" />
      </head>
      <body>
        ${body}
        <footer>
          <p>
            <strong>A local provider, for this machine only.</strong> It asks for no password: anyone who
            opens this page can sign in as anybody. It answers at loopback addresses and refuses to run in
            production.
          </p>
        </footer>
      </body>
    </html> `;

function textOf(piece: Piece): string {
  if (piece === null) return '';
  if (typeof piece === 'object') return 'markup' in piece ? piece.markup : piece.map(textOf).join('');
  return String(piece).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
