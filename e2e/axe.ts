import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { Page } from '@playwright/test';
import type axeCore from 'axe-core';

declare global {
  var axe: typeof axeCore;
}

// Half as long as `axeCore.source`, which each page has to read.
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds in the page as it stands, a line for each rule that is broken: WCAG 2.2 AA and best practice, or its colours alone. */
export async function findingsIn(page: Page, ofColours = false): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  if (!isThere) await page.evaluate(source);
  return page.evaluate(inspect, ofColours);
}

/** In the page, when nothing fades in any more: half a colour has half a contrast, and half a target is under a sticky bar. */
async function inspect(ofColours: boolean) {
  scrollTo(0, 0);
  await new Promise(requestAnimationFrame);
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const colours = ['color-contrast', 'link-in-text-block'];
  const { violations } = await globalThis.axe.run(document, {
    runOnly: ofColours ? { type: 'rule', values: colours } : { type: 'tag', values: tags },
    resultTypes: ['violations'],
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
