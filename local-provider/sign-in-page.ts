import type { IncomingMessage } from 'node:http';

import { isEmail } from '../server/config/values.ts';
import type { Markup, Page } from './page.ts';
import { html } from './page.ts';
import type { Person } from './people.ts';

export type Answer =
  | Readonly<{ kind: 'chosen'; email: string; name: string | null }>
  | Readonly<{ kind: 'cancelled' }>
  | Readonly<{ kind: 'fault'; email: string; name: string; fault: string }>;

/** The choice on the sign-in page: an offered person, an email of their own, or nobody. */
export async function readAnswer(request: IncomingMessage): Promise<Answer> {
  const form = await readForm(request);
  if (form.has('cancel')) return { kind: 'cancelled' };
  const email = (form.get('person') ?? form.get('email') ?? '').trim();
  const name = (form.get('name') ?? '').trim();
  const fault = faultOfEmail(email);
  return fault === null
    ? { kind: 'chosen', email, name: name === '' ? null : name }
    : { kind: 'fault', email, name, fault };
}

const longestBytes = 8192;

/** The fields of a posted form. A body longer than our own forms can be is read as empty. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    bytes += chunk.length;
    if (bytes <= longestBytes) chunks.push(chunk);
  }
  return new URLSearchParams(bytes > longestBytes ? '' : Buffer.concat(chunks).toString('utf8'));
}

function faultOfEmail(email: string): string | null {
  if (email === '') return 'Type an email address.';
  if (email.length > 254) return 'An email address has at most 254 characters.';
  if (isEmail(email)) return null;
  return 'This is not an email address. It should look like ada@example.com.';
}

type Shown = Readonly<{
  people: readonly Person[];
  nowMs: number;
  email: string;
  name?: string;
  fault?: string;
}>;

/** The sign-in page, with the typed values and the fault of the email, if any (pure). */
export function signInPage({ people, nowMs, email, name = '', fault }: Shown): Page {
  return {
    title: `${fault === undefined ? '' : 'Not yet: '}Sign in at the local provider`,
    numeral: new Intl.DateTimeFormat('en', { day: 'numeric' }).format(nowMs),
    main: html`<h1>Who are you today?</h1>
      <p>Sign in to Dueline as one of these people, or as anyone you like.</p>
      ${people.length === 0 ? null : offer(people)}
      <form method="post" novalidate>
        <h2>Someone else</h2>
        <label for="email">Email</label>
        <input
          id="email"
          name="email"
          value="${email}"
          type="email"
          autocomplete="email"
          autocapitalize="none"
          spellcheck="false"
          required
          ${fault === undefined ? null : html`aria-invalid="true" aria-describedby="email-fault" autofocus`}
        />
        ${fault === undefined ? null : html`<p class="fault" id="email-fault">${fault}</p>`}
        <label for="name">Name <span class="hint">optional</span></label>
        <input id="name" name="name" value="${name}" maxlength="255" autocomplete="name" />
        <p><button class="primary">Sign in</button></p>
      </form>
      <form method="post">
        <button class="cancel" name="cancel" value="yes">Cancel and go back</button>
      </form>`,
  };
}

const offer = (people: readonly Person[]): Markup =>
  html`<form method="post">
    <ul>
      ${people.map(
        ({ email, name }) =>
          html`<li>
            <button name="person" value="${email}">
              <span class="initials" aria-hidden="true">${initialsOf(name ?? email)}</span>
              <span><span class="name">${name ?? email}</span> <span class="email">${email}</span></span>
            </button>
          </li>`,
      )}
    </ul>
  </form>`;

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ends.map((word) => Array.from(word ?? '')[0]?.toUpperCase() ?? '').join('');
}
