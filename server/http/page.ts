import { hash } from 'node:crypto';

import { scriptlessPolicy } from './content-security-policy.ts';

type Content = Readonly<{
  title: string;
  /** Shown large in the left margin. */
  numeral: string;
  /** HTML. */
  main: string;
  /** CSS, added to the colours and fonts of the browser app. */
  style?: string;
  /** The allowed targets of the page's forms, as in `form-action` of the policy. */
  formAction?: string;
}>;

/** The HTML of a page, and its policy, which allows only the page's own style. Without the empty icon browsers would request one. */
export function makePage({ title, numeral, main, style = '', formAction = "'none'" }: Content) {
  const css = baseStyle + style;
  const cssHash = hash('sha256', css, 'base64');
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)} – Dueline</title>
<style>${css}</style>
</head>
<body>
<p class="numeral" aria-hidden="true">${escapeHtml(numeral)}</p>
<main>
${main}
</main>
</body>
</html>
`;
  return {
    html,
    contentSecurityPolicy: scriptlessPolicy([`'sha256-${cssHash}'`], formAction),
  };
}

/** Text as HTML that shows exactly this text, in an element or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const baseStyle = `
:root {
  color-scheme: light dark;
  --paper: light-dark(oklch(0.985 0.006 95), oklch(0.19 0.018 255));
  --ink: light-dark(oklch(0.24 0.035 255), oklch(0.94 0.01 95));
  --second: light-dark(oklch(0.44 0.03 255), oklch(0.76 0.014 95));
  --line: light-dark(oklch(0.88 0.01 95), oklch(0.32 0.02 255));
  --accent: light-dark(oklch(0.47 0.14 262), oklch(0.76 0.11 262));
  --raised: light-dark(white, oklch(0.235 0.02 255));
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 48px 24px 96px; max-width: 64rem; background: var(--paper); color: var(--ink);
  font: 15px/22px -apple-system, BlinkMacSystemFont, 'Segoe UI', 'Adwaita Sans', Inter, Cantarell, 'Noto Sans', Ubuntu, system-ui, sans-serif; display: grid; grid-template-columns: 104px minmax(0, 1fr);
}
.numeral {
  margin: 0; color: var(--second); font: 560 40px/44px ui-serif, Georgia, serif;
  font-variant-numeric: oldstyle-nums;
}
main { border-top: 1px solid var(--line); padding-top: 12px; }
h1 { margin: 0 0 8px; font-size: 22px; line-height: 30px; font-weight: 600; }
h2 { margin: 40px 0 8px; font-size: 15px; font-weight: 600; border-top: 1px solid var(--line); padding-top: 12px; }
p { max-width: 72ch; margin: 0 0 12px; }
a { color: var(--accent); display: inline-block; padding: 11px 0; margin-right: 24px; }
p a, li a { padding: 0; margin: 0; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
code { font: 13px/20px ui-monospace, monospace; }
.quiet { color: var(--second); }
@media (max-width: 40rem) { body { display: block; padding-top: 24px; } }
`;
