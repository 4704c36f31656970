import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startChild } from '../proxies/child.ts';
import { sizes, timeZone } from './page.ts';
import type { Engine, Page } from './page.ts';
import { codeOf, keyActions } from './webdriver-keys.ts';
import { DriverError, fieldOf, startSession } from './webdriver.ts';
import type { Command } from './webdriver.ts';

/** WebKitGTK over the W3C's WebDriver, on a screen that nobody sees. What goes wrong is heard from the first call on. */
export const webkit: Engine = {
  name: 'WebKitGTK',
  async launch({ size, theme }) {
    const home = mkdtempSync(join(tmpdir(), 'dueline-webkit-'));
    letTheWindowBeNarrow(home);
    const screen = startChild('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1200x24'], { cwd: home });
    const [, display] = await screen.says(/^(\d+)$/m);
    const env = {
      HOME: home,
      DISPLAY: `:${display}`,
      TZ: timeZone,
      LANG: 'C.UTF-8',
      GTK_THEME: theme === 'dark' ? 'Adwaita:dark' : 'Adwaita',
    };
    const { command, end } = await startSession('WebKitWebDriver', env, home);
    const faults: string[] = [];
    const windows = trackWindows(command);
    let isFirst = true;
    return {
      async newPage() {
        const handle = isFirst ? await windows.first() : await windows.open();
        isFirst = false;
        const page = pageOf(windows, handle, faults);
        await fit(page, windows, handle, sizes[size]);
        return page;
      },
      faults: () => faults,
      async close() {
        await end();
        await screen.stop();
        rmSync(home, { recursive: true, force: true, maxRetries: 3 });
      },
    };
  },
};

type Windows = ReturnType<typeof trackWindows>;

/** The driver talks to one window at a time; `in` is said with every command. */
function trackWindows(command: Command) {
  let current: unknown;
  return {
    first: () => command('GET', '/window'),
    open: async () => fieldOf(await command('POST', '/window/new', { type: 'tab' }), 'handle'),
    async in(handle: unknown, ...[method, path, body]: Parameters<Command>): Promise<unknown> {
      if (handle !== current) await command('POST', '/window', { handle });
      current = handle;
      return command(method, path, body);
    },
  };
}

function pageOf(windows: Windows, handle: unknown, faults: string[]): Page {
  const command: Command = (...parts) => windows.in(handle, ...parts);

  async function run(expression: string): Promise<unknown> {
    const script = `(${String(listen)})(); return (async () => [await (${expression}), faultsHere.splice(0)])()`;
    const answer = await command('POST', '/execute/sync', { script, args: [] });
    if (!Array.isArray(answer)) throw new Error('The driver has lost the answer');
    const [value, found]: unknown[] = answer;
    if (Array.isArray(found)) faults.push(...found.map(String));
    return value;
  }

  return {
    open: async (address) => void (await command('POST', '/url', { url: address })),
    read: async (expression) => String(await run(expression)),
    async click(expression) {
      const found = await run(expression);
      if (found === null) return false;
      const [id] = Object.values(Object(found));
      return command('POST', `/element/${String(id)}/click`, {}).then(() => true, ifNotThere);
    },
    type: async (text) => void (await command('POST', '/actions', keyActions(Array.from(text)))),
    async press(...keys) {
      const codes = keys.map(codeOf);
      await command('POST', '/actions', keyActions(codes.slice(-1), codes.slice(0, -1)));
    },
    screenshot: async () => Buffer.from(String(await command('GET', '/screenshot')), 'base64'),
    close: async () => void (await command('DELETE', '/window')),
  };
}

/** Between finding and clicking the page may have drawn itself anew. */
function ifNotThere(error: unknown): false {
  const late = ['stale element reference', 'element not interactable', 'element click intercepted'];
  if (error instanceof DriverError && late.includes(error.code)) return false;
  throw error;
}

declare global {
  var faultsHere: string[];
}

/** In the page: WebKitGTK's driver tells of no fault, so that the page has to. */
function listen(): void {
  if ('faultsHere' in globalThis) return;
  globalThis.faultsHere = [];
  const note = (...parts: unknown[]) => void globalThis.faultsHere.push(parts.map(String).join(' '));
  for (const kind of ['error', 'warn'] as const) console[kind] = (...parts) => note(kind, ...parts);
  addEventListener('error', ({ message }) => note('uncaught', message));
  addEventListener('unhandledrejection', ({ reason }) => note('uncaught', reason));
  document.addEventListener('securitypolicyviolation', (event) =>
    note('policy violation', event.violatedDirective, event.blockedURI, event.sample),
  );
}

async function fit(page: Page, windows: Windows, handle: unknown, size: Size): Promise<void> {
  const frame = await page.read('[outerWidth - innerWidth, outerHeight - innerHeight].join()');
  const [width = 0, height = 0] = frame.split(',').map(Number);
  const rect = { width: size.width + width, height: size.height + height };
  await windows.in(handle, 'POST', '/window/rect', rect);
  const fits = `innerWidth === ${size.width} && innerHeight === ${size.height}`;
  const drawn = '(() => new Promise((resolve) => requestAnimationFrame(resolve)))()';
  for (let frames = 0; (await page.read(fits)) !== 'true'; frames += 1) {
    if (frames === 100) throw new Error(`The window cannot be ${size.width} by ${size.height}`);
    await page.read(drawn);
  }
}

type Size = Readonly<{ width: number; height: number }>;

/** GTK gives the buttons of the toolbar so much room that no window could be as narrow as a phone. */
function letTheWindowBeNarrow(home: string): void {
  const folder = join(home, '.config', 'gtk-3.0');
  const rule = 'toolbar, toolbar *, headerbar, box > button, entry { min-width: 0; padding: 0; margin: 0; }';
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'gtk.css'), rule);
}
