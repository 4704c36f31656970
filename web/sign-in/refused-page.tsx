import { Panel } from '../ui/panel.tsx';
import { useWords } from '../words/words.ts';
import { SignOut } from './sign-out.tsx';

/** Signed in, but with nothing that the service can know the person by. */
export function RefusedPage({ code, onLeave }: { code: string; onLeave: () => void }) {
  const { refused } = useWords();
  const known = code === 'email_missing' || code === 'email_invalid' || code === 'email_unverified';
  const text = known ? refused[code] : refused.other;
  return (
    <main class="leaf lone">
      <Panel role="alert" level={1} {...text}>
        <SignOut class="button" onLeave={onLeave} />
      </Panel>
    </main>
  );
}
