import { useId } from 'preact/hooks';

import type { CurrentUserResponse } from '../../contract/auth.ts';
import { ThemeChoice } from '../ui/theme-choice.tsx';
import type { SettingsStore } from '../settings/settings.ts';
import { useWords } from '../words/words.ts';
import { Picture } from './picture.tsx';
import { SignOut } from './sign-out.tsx';
import './account.css';
import '../ui/menu.css';

type Props = { user: CurrentUserResponse; settings: SettingsStore; onLeave: () => void };

/** Who is signed in, and behind it what concerns the person rather than the tasks. */
export function Account({ user, settings, onLeave }: Props) {
  const words = useWords();
  const id = useId();
  const name = user.name || user.email;
  return (
    <div class="account">
      <button type="button" class="account-button" popovertarget={id} aria-label={words.account.menu(name)}>
        <span class="account-name">{name}</span>
        <Picture name={name} url={user.pictureUrl ?? null} />
      </button>
      <div id={id} popover="auto" class="popover account-panel">
        <p class="account-who">
          <strong>{name}</strong>
          {name !== user.email && <span>{user.email}</span>}
        </p>
        <ThemeChoice settings={settings} />
        <SignOut class="button" onLeave={onLeave} />
      </div>
    </div>
  );
}
