import { useState } from 'preact/hooks';
import { useViewState } from '../tasks/workspace.ts';
import { Button } from '../ui/controls.tsx';
import { useSet, useSettings } from '../ui/page-context.ts';
import { applySettings, newOnDevice } from './device-part.ts';
import type { FoundDevicePart } from './file-table.ts';
import { useExchangeWords } from './exchange-words.ts';

/** The saved filters and settings of a file, and the button that takes them over on this device. */
export function DevicePreview({ part }: { part: FoundDevicePart }) {
  const words = useExchangeWords().importing.device;
  const { savedFilters } = useViewState();
  const settings = useSettings();
  const set = useSet();
  const [isDone, setDone] = useState(false);
  // What is new when the preview begins: afterwards nothing of it is.
  const [found] = useState(() => newOnDevice(part, { filters: savedFilters.all(), settings }));
  const count = { filters: found.filters.size, settings: Object.keys(found.settings).length };
  const isNothing = count.filters + count.settings === 0;
  if (isNothing && found.taken.length + part.unknown.length === 0) return null;

  function takeOver(): void {
    for (const [name, query] of found.filters) savedFilters.set(name, query);
    // The language is a setting, and draws the page anew.
    setDone(true);
    applySettings(found.settings, set);
  }

  return (
    <div class="device-part">
      {!isNothing && <p>{words.text(count.filters, count.settings)}</p>}
      {found.taken.map((name) => (
        <p key={name} class="quiet" dir="auto">
          {words.taken(name)}
        </p>
      ))}
      {part.unknown.length > 0 && (
        <p class="quiet" dir="auto">
          {words.unknown(part.unknown.join(', '))}
        </p>
      )}
      {!isNothing && (
        <Button disabled={isDone} onClick={takeOver}>
          {words.use}
        </Button>
      )}
      <p role="status">{isDone && words.done}</p>
    </div>
  );
}
