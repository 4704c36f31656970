import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';

import axeCore from 'axe-core';

import { finderSource, soughtOf } from './finder.ts';
import type { Sought, Target } from './finder.ts';
import type { Page } from './page.ts';

/** A person at one tab: waits for each element before the next action. */
export type Visitor = ReturnType<typeof visitorAt>;

// Only a failing test waits this long.
const patienceMs = 30_000;

export function visitorAt(page: Page, folder: string) {
  const evaluate = async <Args extends readonly unknown[], Result>(
    run: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result> =>
    JSON.parse(await page.read(`JSON.stringify((await ${callOf(run, args)}) ?? null)`));

  async function inPage<Result>(look: () => Promise<Result>): Promise<Result> {
    const isNew = await evaluate(() => !('findAll' in globalThis));
    if (isNew) await page.read(`(() => { ${finderSource(axeCore.source)} })()`);
    return look();
  }

  async function until(what: string, look: () => Promise<boolean>): Promise<void> {
    const deadlineMs = performance.now() + patienceMs;
    let cause: unknown;
    while (performance.now() < deadlineMs) {
      // A page that is being left evaluates no expression.
      const isThere = await look().catch((error: unknown) => {
        cause = error;
        return false;
      });
      if (isThere) return;
      await pause(40);
    }
    const text = await evaluate(() => document.body.innerText);
    throw new Error(`${what} did not come about. The page says:\n${text}`, { cause });
  }

  const count = (target: Target) =>
    inPage(() => evaluate((sought) => findAll(sought).length, soughtOf(target)));
  const click = (target: Target) =>
    until(`a click on ${wordsOf(target)}`, () =>
      inPage(() => page.click(callOf((sought: Sought) => findToClick(sought), [soughtOf(target)]))),
    );

  return {
    page,
    count,
    click,
    sees: (target: Target) =>
      until(`the sight of ${wordsOf(target)}`, async () => (await count(target)) > 0),
    /** Waits until no element matches. */
    missesAny: (target: Target) =>
      until(`the end of ${wordsOf(target)}`, async () => (await count(target)) === 0),
    /** Replaces the text of a field. */
    async enter(target: Target, text: string) {
      await click(target);
      await page.press('Control', 'a');
      await page.type(text);
    },
    /** Waits until a function in the page returns true. */
    until: (what: string, look: () => boolean | Promise<boolean>) =>
      until(what, () => evaluate(look)),
    /** Checks a state of the page: axe finds no fault, and no content is too wide. SCREENSHOTS may name a folder for its picture. */
    async shows(name: string) {
      const { findings, px } = await inPage(() => evaluate(inspect));
      assert.deepEqual(findings, [], `axe at ${name}`);
      assert.ok(px <= 0, `${name} is ${px} px too wide`);
      const pictures = env['SCREENSHOTS'];
      if (pictures !== undefined)
        writeFileSync(join(pictures, `${folder}-${name}.png`), await page.screenshot());
    },
  };
}

/** The source of a call of a function that uses no variables of this module. */
const callOf = (run: (...args: never[]) => unknown, args: readonly unknown[]): string =>
  `(${String(run)})(...${JSON.stringify(args)})`;

const wordsOf = (target: Target): string =>
  [
    'text' in target ? `“${target.text}”` : `the ${target.role} ${target.name}`,
    ...(target.within === undefined ? [] : [`at “${target.within}”`]),
  ].join(' ');

/** Runs in the page, after all animations: the findings of axe (WCAG 2.2 AA and best practice), and the excess width in px. */
async function inspect() {
  const ends = (each: Animation) => each.effect?.getComputedTiming().endTime !== Infinity;
  // A cancelled animation rejects: it has ended too.
  await Promise.allSettled(
    document
      .getAnimations()
      .filter(ends)
      .map((each) => each.finished),
  );
  const values = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const { violations } = await globalThis.axe.run(document, { runOnly: { type: 'tag', values } });
  return {
    findings: violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
    ),
    px: document.documentElement.scrollWidth - innerWidth,
  };
}
