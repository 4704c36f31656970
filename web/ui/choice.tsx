import { useId } from 'preact/hooks';
import type { ComponentChildren } from 'preact';

type Props<Value extends string> = {
  legend: string;
  options: readonly { value: Value; label: string; mark?: ComponentChildren }[];
  value: Value;
  onChoose: (value: Value) => void;
};

/** One of a few, all in sight: native radio buttons in a row. */
export function Choice<Value extends string>({ legend, options, value, onChoose }: Props<Value>) {
  const name = useId();
  return (
    <fieldset class="choice">
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
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
