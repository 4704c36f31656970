import { useId } from 'preact/hooks';
import type { ComponentChildren } from 'preact';

export type Option<Value extends string> = {
  value: Value;
  label: string;
  mark?: ComponentChildren;
  lang?: string;
};
type Props<Value extends string> = { legend: string; hint?: string; options: readonly Option<Value>[] };
type One<Value extends string> = Props<Value> & { value: Value; onChoose: (value: Value) => void };
type Many<Value extends string> = Props<Value> & {
  values: readonly Value[];
  onChoose: (values: readonly Value[]) => void;
};

/** One of a few, all in sight: native radio buttons in a row. */
export function Choice<Value extends string>({ value, onChoose, ...props }: One<Value>) {
  return <Options {...props} type="radio" values={[value]} onChange={onChoose} />;
}

/** Any number of a few, all in sight: native check boxes in a row. */
export function ManyChoice<Value extends string>({ values, onChoose, ...props }: Many<Value>) {
  const toggle = (value: Value, checked: boolean) =>
    onChoose(checked ? [...values, value] : values.filter((each) => each !== value));
  return <Options {...props} type="checkbox" values={values} onChange={toggle} />;
}

type OptionsProps<Value extends string> = Props<Value> & {
  type: 'radio' | 'checkbox';
  values: readonly Value[];
  onChange: (value: Value, checked: boolean) => void;
};

function Options<Value extends string>(props: OptionsProps<Value>) {
  const { legend, hint, options, type, values, onChange } = props;
  const name = useId();
  return (
    <fieldset class="choice" aria-describedby={hint && `${name}-hint`}>
      <legend>{legend}</legend>
      <div class="choice-row">
        {options.map(({ value, label, mark, lang }) => (
          <label key={value}>
            <input
              type={type}
              name={name}
              value={value}
              checked={values.includes(value)}
              onChange={({ currentTarget }) => onChange(value, currentTarget.checked)}
            />
            {mark}
            <span lang={lang}>{label}</span>
          </label>
        ))}
      </div>
      {hint && (
        <p id={`${name}-hint`} class="note">
          {hint}
        </p>
      )}
    </fieldset>
  );
}
