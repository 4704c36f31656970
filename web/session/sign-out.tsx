import { logoutPath } from '../service/service.shapes.ts';
import { useWords } from '../ui/page-context.ts';

/** A link that the page's script follows: without a connection a navigation ends at an error page of the browser. */
export function SignOut({ class: name, onLeave }: { class: string; onLeave: () => void }) {
  const words = useWords();
  return (
    <a
      class={name}
      href={logoutPath}
      onClick={(event) => {
        event.preventDefault();
        onLeave();
      }}
    >
      {words.account.signOut}
    </a>
  );
}
