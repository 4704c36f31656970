import type { Markup, Page } from './page.ts';
import { html } from './page.ts';
import type { Person } from './people.ts';

export type Answer =
  | Readonly<{ kind: 'chosen'; email: string; name: string | null }>
  | Readonly<{ kind: 'cancelled' }>
  | Readonly<{
      kind: 'fault';
      email: string;
      name: string;
      emailFault: string | null;
      nameFault: string | null;
    }>;

type Shown = Readonly<{
  people: readonly Person[];
  nowMs: number;
  email: string;
  name: string;
  emailFault?: string | null;
  nameFault?: string | null;
}>;

const longestEmail = 254;
const longestName = 255;
const emailPattern =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;

/** The choice on the sign-in page: an offered person, an email of their own, or nobody (pure). */
export function readAnswer(form: URLSearchParams): Answer {
  if (form.has('cancel')) return { kind: 'cancelled' };
  const offered = form.get('person');
  const email = (offered ?? form.get('email') ?? '').trim();
  const name = (form.get('name') ?? '').trim();
  const emailFault = faultOfEmail(email);
  const nameFault =
    Array.from(name).length > longestName ? `A name has at most ${longestName} characters.` : null;
  if (emailFault !== null || nameFault !== null) return { kind: 'fault', email, name, emailFault, nameFault };
  return { kind: 'chosen', email, name: name === '' ? null : name };
}

/** The sign-in page, with the typed values and their faults, if any (pure). */
export function signInPage({ people, nowMs, email, name, emailFault = null, nameFault = null }: Shown): Page {
  const isFaulty = emailFault !== null || nameFault !== null;
  return {
    title: `${isFaulty ? 'Not yet: ' : ''}Sign in – local provider`,
    body: html`${dateline(nowMs)}
      <main>
        <h1>Who are you today?</h1>
        <p class="lead">Sign in to Dueline as one of these people, or as anyone you like.</p>
        ${people.length === 0 ? null : offer(people)}
        <form method="post" novalidate class="other">
          <h2>Someone else</h2>
          ${field({ id: 'email', label: 'Email', value: email, fault: emailFault, attributes: html`type="email" autocomplete="email" autocapitalize="none" spellcheck="false" required` })}
          ${field({ id: 'name', label: 'Name', hint: 'optional', value: name, fault: nameFault, attributes: html`type="text" autocomplete="name"` })}
          <button class="primary">Sign in</button>
        </form>
        <form method="post" class="cancel">
          <button class="quiet" name="cancel" value="yes">Cancel and go back</button>
        </form>
      </main>`,
  };
}

function faultOfEmail(email: string): string | null {
  if (email === '') return 'Type an email address.';
  if (email.length > longestEmail) return `An email address has at most ${longestEmail} characters.`;
  return emailPattern.test(email)
    ? null
    : 'This is not an email address. It should look like ada@example.com.';
}

function dateline(nowMs: number): Markup {
  const part = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en', options).format(nowMs);
  return html`<header class="date">
    <span class="numeral">${part({ day: 'numeric' })}</span>
    <span>${part({ weekday: 'long' })}<br />${part({ month: 'long', year: 'numeric' })}</span>
  </header>`;
}

const offer = (people: readonly Person[]): Markup =>
  html`<form method="post" class="people">
    <ul>
      ${people.map(
        ({ email, name }) =>
          html`<li>
            <button name="person" value="${email}">
              <span class="initials" aria-hidden="true">${initialsOf(name ?? email)}</span>
              <span class="who"
                ><span class="name">${name ?? email}</span> <span class="email">${email}</span></span
              >
            </button>
          </li> `,
      )}
    </ul>
  </form>`;

type Field = Readonly<{
  id: string;
  label: string;
  hint?: string;
  value: string;
  fault: string | null;
  attributes: Markup;
}>;

const field = ({ id, label, hint, value, fault, attributes }: Field): Markup =>
  html`<div class="field">
    <label for="${id}">${label}${hint === undefined ? null : html` <span class="hint">${hint}</span>`}</label>
    <input
      id="${id}"
      name="${id}"
      value="${value}"
      ${attributes}${
        fault === null ? null : html` aria-invalid="true" aria-describedby="${id}-fault" autofocus`
      }
    />
    ${fault === null ? null : html`<p class="fault" id="${id}-fault">${fault}</p>`}
  </div>`;

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ends.map((word) => Array.from(word ?? '')[0]?.toUpperCase() ?? '').join('');
}
