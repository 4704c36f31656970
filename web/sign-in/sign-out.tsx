import { logoutPath } from '../service/service.shapes.ts';
import { useWords } from '../ui/page-context.ts';

/** A plain link, which the page follows itself: without a connection a navigation would end at an error of the browser's. */
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
