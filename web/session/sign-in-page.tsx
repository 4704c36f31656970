import { useEffect, useRef, useState } from 'preact/hooks';

import type { Api } from '../service/api.ts';
import { DayMark } from '../ui/controls.tsx';
import { useToday, useWords } from '../ui/page-context.ts';
import { Panel } from '../ui/panel.tsx';
import { usableProviders } from './sign-in.ts';
import type { Arrival } from './sign-in.ts';
import './sign-in.css';

type Props = {
  ended: boolean;
  arrival: Arrival | null;
  listProviders: Api['listProviders'];
};

/** The sign-in page: the reason why it is shown, if there is one, and one link per provider. */
export function SignInPage({ ended, arrival, listProviders }: Props) {
  const words = useWords();
  return (
    <main class="main sign-in">
      <DayMark iso={useToday()} />
      <div class="sign-in-text">
        {ended && <Notice {...words.signIn.ended} />}
        {!ended && arrival && <Notice {...words.signIn[arrival]} />}
        <h1>{words.signIn.title}</h1>
        <Providers listProviders={listProviders} />
      </div>
    </main>
  );
}

/** One link per provider that can be used. */
function Providers({ listProviders }: Pick<Props, 'listProviders'>) {
  const words = useWords();
  const [answer, setAnswer] = useState<Awaited<ReturnType<Api['listProviders']>> | null>(null);
  function request(): void {
    setAnswer(null);
    void listProviders().then(setAnswer);
  }
  useEffect(request, [listProviders]);
  if (answer && answer.kind !== 'ok')
    return (
      <Panel role="alert" {...words.signIn.unreachable} action={words.retry} onAction={request} />
    );
  const usable = answer && usableProviders(answer.value, location.origin);
  if (usable?.length === 0)
    return <Panel {...words.signIn.notConfigured} action={words.retry} onAction={request} />;
  return (
    <>
      <p>{words.signIn.sentence}</p>
      {usable && (
        <ul class="ways">
          {usable.map(({ id, label, loginUrl, host }) => (
            <li key={id}>
              {/* A plain link, because signing in is a full-page navigation; the note names the host. */}
              <a class="button primary" href={loginUrl}>
                {words.signIn.continueWith(label)}
              </a>
              <p class="note">{host === null ? words.signIn.here : words.signIn.at(host)}</p>
            </li>
          ))}
        </ul>
      )}
      {!usable && (
        <p class="ways" aria-busy="true">
          {words.signIn.asking}
        </p>
      )}
    </>
  );
}

/** The reason why the sign-in page is shown. Its heading gets the focus, so that a screen reader reads it first. */
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
