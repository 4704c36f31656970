import { useEffect, useRef } from 'preact/hooks';

import { todayAt } from '../dates/calendar.ts';
import { DayMark } from '../ui/day-mark.tsx';
import { Panel } from '../ui/panel.tsx';
import { useWords } from '../ui/page-context.ts';
import type { Arrival } from './arrival.ts';
import type { UsableProvider } from './providers.ts';
import type { Options } from './who.ts';
import './sign-in.css';

type Props = {
  options: Options;
  ended: boolean;
  arrival: Arrival | null;
  nowMs: () => number;
  onRetry: () => void;
};

/** The signed-out page: why one is here, if there is a why, and the ways in. */
export function SignInPage({ options, ended, arrival, nowMs, onRetry }: Props) {
  const words = useWords();
  return (
    <main class="main sign-in">
      <DayMark iso={todayAt(nowMs())} />
      <div class="sign-in-text">
        {ended ? <Notice {...words.signIn.ended} /> : arrival && <Notice {...words.signIn[arrival]} />}
        <h1>{words.signIn.title}</h1>
        <Ways options={options} onRetry={onRetry} />
      </div>
      <div class="ruled" aria-hidden="true" />
    </main>
  );
}

function Ways({ options, onRetry }: Pick<Props, 'options' | 'onRetry'>) {
  const words = useWords();
  if (options.kind === 'asking')
    return (
      <>
        <p>{words.signIn.sentence}</p>
        <p class="ways ways-coming" aria-busy="true">
          {words.signIn.asking}
        </p>
      </>
    );
  if (options.kind === 'unknown') {
    return <Panel role="alert" {...words.signIn.unreachable} action={words.retry} onAction={onRetry} />;
  }
  if (options.usable.length === 0) {
    return <Panel {...words.signIn.notConfigured} action={words.retry} onAction={onRetry} />;
  }
  return (
    <>
      <p>{words.signIn.sentence}</p>
      <ul class="ways">
        {options.usable.map((provider) => (
          <Way key={provider.id} provider={provider} />
        ))}
      </ul>
    </>
  );
}

/** A plain link: signing in is a full-page navigation. */
function Way({ provider }: { provider: UsableProvider }) {
  const words = useWords();
  return (
    <li>
      <a class="button primary" href={provider.loginUrl}>
        {words.signIn.continueWith(provider.label)}
      </a>
      <span class="host">{provider.host}</span>
    </li>
  );
}

/** Why the sign-in page is shown. It takes the focus, so that it is read first. */
function Notice({ title, text }: { title: string; text: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div class="sign-in-notice" role="status">
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p>{text}</p>
    </div>
  );
}
