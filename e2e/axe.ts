import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { Page } from '@playwright/test';
import type axeCore from 'axe-core';

declare global {
  var axe: typeof axeCore;
}

// Half as long as `axeCore.source`, which each page has to read.
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds in the page as it stands, a line for each rule that is broken: WCAG 2.2 AA and best practice. */
export async function findingsIn(page: Page): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  if (!isThere) await page.evaluate(source);
  return page.evaluate(inspect);
}

/** In the page, when nothing fades in any more: half a colour has half a contrast, and half a target is under a sticky bar. */
async function inspect() {
  scrollTo(0, 0);
  await new Promise(requestAnimationFrame);
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  const values = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const { violations } = await globalThis.axe.run(document, {
    runOnly: { type: 'tag', values },
    resultTypes: ['violations'],
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
