import { Panel } from '../ui/panel.tsx';
import { SignOut } from './sign-out.tsx';
import { useWords } from '../ui/page-context.ts';

/** The person is signed in at the provider, but the service does not accept the account. */
export function RefusedPage({ code, onLeave }: { code: string; onLeave: () => void }) {
  const refused = useWords().refused;
  const text = refused[known.find((each) => each === code) ?? 'other'];
  return (
    <main class="main lone">
      <Panel role="alert" level={1} {...text}>
        <SignOut class="button" onLeave={onLeave} />
      </Panel>
    </main>
  );
}

const known = ['email_missing', 'email_invalid', 'email_unverified', 'email_not_allowed'] as const;
