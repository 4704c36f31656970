import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { Page } from '@playwright/test';
import type axeCore from 'axe-core';

declare global {
  var axe: typeof axeCore;
}

// The minified source: half as long as `axeCore.source`, and each page must parse it.
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The findings of axe in the page, one line for each broken rule: WCAG 2.2 AA and best practice. */
export async function findingsIn(page: Page): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  if (!isThere) await page.evaluate(source);
  return page.evaluate(inspect);
}

/** Runs in the page, at its top and after all animations: a fade lowers the contrast, and a sticky bar may cover part of a target. */
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
