import type { ComponentChildren, ComponentProps } from 'preact';
import { useId } from 'preact/hooks';

import { useDays, useSayDay } from './page-context.ts';

const paths = {
  close: 'M5 5l10 10M15 5L5 15',
  more: 'M4 10h.01M10 10h.01M16 10h.01',
  remove: 'M4 6h12M8 6V4h4v2M6 6l.7 10h6.6L14 6',
  fold: 'M7 5l5 5-5 5',
  search: 'M8.75 4a4.75 4.75 0 1 1 0 9.5 4.75 4.75 0 0 1 0-9.5zM12.3 12.3l3.7 3.7',
  calendar: 'M4 5.5h12v10.5H4zM4 9h12M7 3.5v3.5M13 3.5v3.5',
  list: 'M4 5.5h12M4 10h12M4 14.5h12',
  board: 'M3.5 4.5h3.5v11h-3.5zM8.25 4.5h3.5v7h-3.5zM13 4.5h3.5v9h-3.5z',
  plan: 'M4 5.5h12M4 10h5M4 14.5h5M14 9v6.5M11 12.5l3 3 3-3',
  repeat:
    'M4.5 9.5a5.5 5.5 0 0 1 9.6-3.2L16 8M16 4v4h-4M15.5 10.5a5.5 5.5 0 0 1-9.6 3.2L4 12M4 16v-4h4',
} as const;

/** An icon of 20 by 20; the text beside it, or the name of its button, has its meaning. */
export function Icon({ name }: { name: keyof typeof paths }) {
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 20 20" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}

/** A button that submits no form. */
export const Button = (props: ComponentProps<'button'>) => (
  <button type="button" class="button" {...props} />
);

export const SmallButton = (props: ComponentProps<'button'>) => (
  <Button class="button small" {...props} />
);
export const PrimaryButton = (props: ComponentProps<'button'>) => (
  <Button class="button primary" {...props} />
);

/** A button with an icon alone. It needs a name for screen readers: `aria-label` or `title`. */
export const IconButton = ({
  icon,
  ...props
}: ComponentProps<'button'> & { icon: keyof typeof paths }) => (
  <Button class="icon-button" {...props}>
    <Icon name={icon} />
  </Button>
);

export type Option<Value extends string> = {
  value: Value;
  label: string;
  mark?: ComponentChildren;
  lang?: string | undefined;
};

export type ChoiceProps<Value extends string = string> = {
  legend: string;
  hint?: string | undefined;
  options: readonly Option<Value>[];
  /** The chosen value, or an array of the chosen values. */
  value: Value | readonly Value[];
  /** A method, whose parameters are bivariant: `ChoiceProps` of any values can be assigned to `ChoiceProps`. */
  onChoose(this: void, value: Value, isChosen: boolean): void;
};

/** Widens the type of a choice, for a list of choices with different values. */
export const choiceOf = <Value extends string>(choice: ChoiceProps<Value>): ChoiceProps => choice;

export const isChosen = ({ value: chosen }: Pick<ChoiceProps, 'value'>, value: string): boolean =>
  typeof chosen === 'string' ? chosen === value : chosen.includes(value);

/** A choice of one or of several options, all visible: native radio buttons or check boxes in a row. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { legend, hint, options, value: chosen, onChoose } = props;
  const name = useId();
  return (
    <fieldset class="choice" aria-describedby={hint && `${name}-hint`}>
      <legend>{legend}</legend>
      <div class="choice-row">
        {options.map(({ value, label, mark, lang }) => (
          <label key={value}>
            <input
              type={typeof chosen === 'string' ? 'radio' : 'checkbox'}
              name={name}
              value={value}
              checked={isChosen(props, value)}
              onChange={({ currentTarget }) => onChoose(value, currentTarget.checked)}
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

/** A day in short words, or as `shown`; screen readers get the full date. */
export function DayWords({ iso, shown }: { iso: string; shown?: string }) {
  const sayDay = useSayDay();
  const days = useDays();
  return (
    <>
      <span aria-hidden="true">{shown ?? sayDay(iso)}</span>
      <span class="unseen">{days.full(iso)}</span>
    </>
  );
}

/** A date as a large numeral, with weekday and month small beside it; screen readers get the date in words elsewhere. */
export function DayMark({ iso, children }: { iso: string; children?: ComponentChildren }) {
  const days = useDays();
  return (
    <span class="day-mark" aria-hidden="true">
      <span class="numeral">{days.day(iso)}</span>
      <span class="day-words">
        <span>{days.weekday(iso)}</span>
        <span>{days.month(iso)}</span>
      </span>
      {children}
    </span>
  );
}
