import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { Page } from '@playwright/test';
import type axeCore from 'axe-core';

declare global {
  var axe: typeof axeCore;
}

// The minified source: half as long as `axeCore.source`, and each page must parse it.
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const ofColours = ['color-contrast', 'link-in-text-block'];

/**
 * WCAG 2.2 AA and best practice; of these the rules that another theme can break, and those that another language can. No colour of
 * the page depends on its language.
 */
const rules = {
  all: { runOnly: { type: 'tag', values: tags } },
  theme: { runOnly: { type: 'rule', values: ofColours } },
  language: {
    runOnly: { type: 'tag', values: tags },
    rules: Object.fromEntries(ofColours.map((id) => [id, { enabled: false }])),
  },
} as const satisfies Record<string, axeCore.RunOptions>;
export type Rules = keyof typeof rules;

/** The findings of axe in the page, one line for each broken rule. */
export async function findingsIn(page: Page, which: Rules = 'all'): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  if (!isThere) await page.evaluate(source);
  return page.evaluate(inspect, rules[which]);
}

/** Runs in the page, at its top and after all animations: a fade lowers the contrast, and a sticky bar may cover part of a target. */
async function inspect(options: axeCore.RunOptions) {
  scrollTo(0, 0);
  await new Promise(requestAnimationFrame);
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  const { violations } = await globalThis.axe.run(document, {
    ...options,
    resultTypes: ['violations'],
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
