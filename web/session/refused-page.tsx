import { useWords } from '../ui/page-context.ts';
import { PanelPage } from '../ui/panel.tsx';

/**
 * The person is signed in at the provider, but the service does not accept the account: its email is not verified or not allowed, or
 * an operator has blocked the person. Each code of that 403 has a text in web/words/en/refused.ts.
 */
export function RefusedPage({ code, onLeave }: { code: string; onLeave: () => void }) {
  const { account, refused } = useWords();
  const text = new Map(Object.entries(refused)).get(code) ?? refused.other;
  return <PanelPage {...text} action={account.signOut} onAction={onLeave} />;
}
