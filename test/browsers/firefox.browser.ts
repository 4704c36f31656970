import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';

import puppeteer from 'puppeteer-core';
import type { Page as Tab } from 'puppeteer-core';

import { walk } from './service.ts';
import { sizes, timeZone } from './page.ts';
import type { Engine, Look, Page } from './page.ts';
import { allWalks } from './walks.ts';

/** Firefox over WebDriver BiDi. The driver reports every error, also policy violations. */
const firefox: Engine = {
  name: 'Firefox',
  async launch(look) {
    const home = mkdtempSync(join(tmpdir(), 'dueline-firefox-'));
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr',
      headless: true,
      env: { PATH: env['PATH'], HOME: home, TZ: timeZone, MOZ_HEADLESS: '1' },
      extraPrefsFirefox: prefsFor(look),
    });
    const faults: string[] = [];
    return {
      async newPage() {
        const tab = await browser.newPage();
        tab.on('console', (message) => {
          if (['error', 'warn'].includes(message.type()))
            faults.push(`${message.type()}: ${message.text()} ${message.location().url ?? ''}`);
        });
        tab.on('pageerror', (error) => faults.push(`uncaught: ${String(error)}`));
        await tab.setViewport(sizes[look.size]);
        await tab.bringToFront();
        return pageOf(tab);
      },
      faults: () => faults,
      async close() {
        await browser.close();
        rmSync(home, { recursive: true, force: true, maxRetries: 3 });
      },
    };
  },
};

function prefsFor({ size, theme, language = 'en-GB' }: Look): Record<string, unknown> {
  const finger = 1;
  return {
    'intl.accept_languages': language,
    'layout.css.prefers-color-scheme.content-override': theme === 'dark' ? 0 : 1,
    ...(size === 'phone' && {
      'ui.primaryPointerCapabilities': finger,
      'ui.allPointerCapabilities': finger,
    }),
  };
}

function pageOf(tab: Tab): Page {
  return {
    open: async (address) => void (await tab.goto(address)),
    read: async (expression) => String(await tab.evaluate(`(async () => ${expression})()`)),
    async click(expression) {
      const found = await tab.evaluateHandle<[], () => Promise<Element>>(
        `(async () => ${expression})()`,
      );
      if (found.asElement() === null) return false;
      await found.click();
      return true;
    },
    type: (text) => tab.keyboard.type(text),
    async press(...keys) {
      const held = keys.slice(0, -1);
      for (const key of held) await tab.keyboard.down(key);
      for (const key of keys.slice(-1)) await tab.keyboard.press(key);
      for (const key of held.toReversed()) await tab.keyboard.up(key);
    },
    screenshot: () => tab.screenshot(),
    close: () => tab.close(),
  };
}

allWalks(firefox);

// Not in WebKitGTK: it requests only the language of the system, which a test cannot set.
const german: Look = { size: 'desktop', theme: 'light', language: 'de-AT' };
walk(
  firefox,
  'who asks for German is answered in German from the first page on',
  german,
  async (scene) => {
    const visitor = await scene.openTab();
    await visitor.sees({ role: 'heading', name: 'Anmelden' });
    await visitor.until('a page in German', () => document.documentElement.lang === 'de');
    await visitor.shows('signed-out-german');
  },
);
