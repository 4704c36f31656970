import { todayAt } from '../dates/calendar.ts';
import type { Tasks } from '../sync/tasks.ts';
import type { Page } from './open-page.ts';

/** Reminds of tasks while the person wants it and the browser allows it. Returns a function that ends this. */
export function followReminders({ rows }: Tasks, page: Page): () => void {
  const { settings } = page;
  /** Aborted when the person no longer wants reminders; null while they are off. */
  let wanted: AbortController | null = null;

  async function begin({ signal }: AbortController): Promise<void> {
    // Some browsers ask only during the click that switches reminders on: nothing may be awaited before it.
    const isAllowed = await askPermission();
    const { showReminders } = await import('./reminders.ts');
    if (signal.aborted) return;
    if (!isAllowed) return refuse(page);
    // The lock is refused when the wait for it ends.
    await showReminders(rows, momentNow, signal).catch(() => undefined);
  }

  function end(): void {
    wanted?.abort();
    wanted = null;
  }

  const unfollow = settings.current.subscribe(({ reminders }) => {
    if ((reminders === 'on') === (wanted !== null)) return;
    end();
    if (reminders === 'on') void begin((wanted = new AbortController()));
  });
  return () => {
    unfollow();
    end();
  };
}

const askPermission = async (): Promise<boolean> =>
  'Notification' in globalThis && (await Notification.requestPermission()) === 'granted';

/** Switches reminders off, and says why. */
function refuse({ settings, reading, toasts, announcer }: Page): void {
  settings.set('reminders', 'off');
  const text = reading.value.words.settings.remindersDenied;
  announcer.say(text);
  toasts.show({ key: 'reminders', text });
}

function momentNow() {
  const now = new Date();
  return { dayIso: todayAt(now.getTime()), minutes: 60 * now.getHours() + now.getMinutes() };
}
