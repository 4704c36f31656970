import { Choice } from '../ui/controls.tsx';
import { useWords } from '../ui/page-context.ts';
import { useSettingChoices } from './setting-choices.ts';

export function SettingsForm() {
  const { settings: words } = useWords();
  return (
    <div class="stack">
      {/* Keyed by position, so that a change of language keeps the controls and the focus. */}
      {useSettingChoices().map((choice, at) => (
        <Choice key={at} {...choice} />
      ))}
      <p class="quiet">{words.saved}</p>
    </div>
  );
}
