import { useId, useState } from 'preact/hooks';

import type { CurrentUserResponse } from '../../contract/auth.ts';
import { useWords } from '../ui/page-context.ts';
import { initialsOf, isPictureUrl } from './initials.ts';
import './account.css';

type Props = {
  user: CurrentUserResponse;
  onOpen: (dialog: 'settings' | 'exchange' | 'week' | 'keys' | 'leave') => void;
};

/** The person's name, with a menu for settings, files and the sign-out. */
export function Account({ user, onOpen }: Props) {
  const words = useWords();
  const id = useId();
  const name = user.name || user.email;
  const items = [
    ['settings', words.account.settings],
    ['exchange', words.account.exchange],
    ['week', words.views.week.print],
    ['keys', words.commands.keys],
    ['leave', words.account.signOut],
  ] as const;

  return (
    <div class="account">
      <button
        type="button"
        class="account-button line"
        popovertarget={id}
        aria-label={words.account.menu(name)}
      >
        <span class="account-name one-line quiet">{name}</span>
        <Picture name={name} url={user.pictureUrl ?? null} />
      </button>
      <div id={id} popover="auto" class="popover account-panel">
        <p class="account-who">
          <strong>{name}</strong>
          {name !== user.email && <span class="note">{user.email}</span>}
        </p>
        {items.map(([dialog, label]) => (
          <button
            key={dialog}
            type="button"
            class="menu-item"
            onClick={({ currentTarget }) => {
              // Before the dialog opens, so that it returns the focus to the button of the menu.
              currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
              onOpen(dialog);
            }}
          >
            {label}
          </button>
        ))}
      </div>
    </div>
  );
}

/** The person's picture, or the initials when there is none or it fails to load. Decoration: the name is beside it. */
function Picture({ name, url }: { name: string; url: string | null }) {
  const [broken, setBroken] = useState<string | null>(null);
  if (url === null || url === broken || !isPictureUrl(url)) {
    return (
      <span class="picture" aria-hidden="true">
        {initialsOf(name)}
      </span>
    );
  }
  return (
    <img
      class="picture"
      src={url}
      alt=""
      width={28}
      height={28}
      referrerpolicy="no-referrer"
      onError={() => setBroken(url)}
    />
  );
}
