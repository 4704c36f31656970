import { logoutPath } from '../api/asked.shapes.ts';
import { useWords } from '../words/words.ts';

/** A plain link: signing out is a full-page navigation, too. */
export function SignOut({ class: name, onLeave }: { class: string; onLeave: () => void }) {
  const words = useWords();
  return (
    <a class={name} href={logoutPath} onClick={onLeave}>
      {words.account.signOut}
    </a>
  );
}
