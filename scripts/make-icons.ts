// Draws the icons of the installed app from web/public/icon.svg: node scripts/make-icons.ts
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { chromium } from '@playwright/test';

import { chromiumFlags, chromiumPath } from '../test/chromium.ts';

const publicFile = (name: string) =>
  fileURLToPath(new URL(`../web/public/${name}`, import.meta.url));
const svg = readFileSync(publicFile('icon.svg'), 'utf8');
/** The icon without round corners, up to the edges; `scale` leaves room for the shape that the system cuts out. */
const full = (scale: number) =>
  svg
    .replace('rx="6"', '')
    .replace(
      /(<path class="h" d="M5.*)<\/svg>/,
      `<g transform="translate(16 16) scale(${scale}) translate(-16 -18)">$1</g></svg>`,
    );

const icons = [
  { name: 'icon-192.png', size: 192, source: svg },
  { name: 'icon-512.png', size: 512, source: svg },
  { name: 'icon-maskable-512.png', size: 512, source: full(0.92) },
  { name: 'apple-touch-icon.png', size: 180, source: full(1.06) },
];

const browser = await chromium.launch({
  executablePath: chromiumPath,
  args: chromiumFlags,
});
for (const { name, size, source } of icons) {
  const page = await browser.newPage({
    viewport: { width: size, height: size },
    colorScheme: 'light',
  });
  await page.setContent(
    `<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${source}`,
  );
  await page.screenshot({ path: publicFile(name), omitBackground: true });
  await page.close();
}
await browser.close();
