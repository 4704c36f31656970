import { useId } from 'preact/hooks';
import type { ComponentChildren } from 'preact';

type Option<Value extends string> = { value: Value; label: string; mark?: ComponentChildren; lang?: string };
type Props<Value extends string> = {
  legend: string;
  hint?: string;
  options: readonly Option<Value>[];
  value: Value;
  onChoose: (value: Value) => void;
};

/** One of a few, all in sight: native radio buttons in a row. */
export function Choice<Value extends string>({ legend, hint, options, value, onChoose }: Props<Value>) {
  const name = useId();
  return (
    <fieldset class="choice" aria-describedby={hint && `${name}-hint`}>
      <legend>{legend}</legend>
      <div class="choice-row">
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
            />
            {option.mark}
            <span lang={option.lang}>{option.label}</span>
          </label>
        ))}
      </div>
      {hint && (
        <p id={`${name}-hint`} class="choice-hint">
          {hint}
        </p>
      )}
    </fieldset>
  );
}
