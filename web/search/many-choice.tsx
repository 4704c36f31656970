import type { ComponentChildren } from 'preact';

type Props<Value extends string> = {
  legend: string;
  options: readonly { value: Value; label: string; mark?: ComponentChildren }[];
  values: readonly Value[];
  onChoose: (values: readonly Value[]) => void;
};

/** Any of a few, all in sight: native check boxes in a row. */
export function ManyChoice<Value extends string>({ legend, options, values, onChoose }: Props<Value>) {
  return (
    <fieldset class="choice">
      <legend>{legend}</legend>
      <div class="choice-row">
        {options.map(({ value, label, mark }) => (
          <label key={value}>
            <input
              type="checkbox"
              checked={values.includes(value)}
              onChange={({ currentTarget }) =>
                onChoose(currentTarget.checked ? [...values, value] : values.filter((each) => each !== value))
              }
            />
            {mark}
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
