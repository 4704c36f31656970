import type { TaskImportance, TaskState } from '../../contract/task.ts';

export type Language = 'en' | 'de' | 'fr';
export type Unit = 'day' | 'week' | 'month' | 'year';

/**
 * What one language says about dates, importance and state. Alternatives are parted by `|`; the first is the one that
 * completion offers. Case and accents do not matter, so only other spellings are listed.
 */
export type Words = {
  readonly daysAhead: readonly (readonly [phrases: string, days: number])[];
  readonly nextWeek: string;
  readonly nextMonth: string;
  readonly nextYear: string;
  /** With the word before it: the weekend alone is no date. */
  readonly weekend: string;
  readonly weekdays: readonly string[];
  readonly shortWeekdays: readonly string[];
  /** Those of the short names that are no other word of the language. */
  readonly clearWeekdays: string;
  readonly months: readonly string[];
  readonly units: Readonly<Record<Unit, string>>;
  /** Before a count and a unit: "in 3 days". */
  readonly within: string;
  /** From one to as far as people count in words: two weeks are fourteen days in German, fifteen in French. */
  readonly counts: readonly string[];
  /** Read together with the date that follows: "by Friday". */
  readonly leads: string;
  /** A short name that is also another word (`sun`, `so`, `mer`) names a day after one of these only. */
  readonly shortLeads: string;
  /** Before and after the name of a weekday only: "next Friday", "vendredi prochain". */
  readonly weekdayLeads: string;
  readonly weekdayTails: string;
  /** Between a weekday and next week, or a day and its month: "3rd of December". */
  readonly links: string;
  /** After these and after a weekday, the word for tomorrow is the morning instead. */
  readonly beforeMorning: string;
  readonly importance: Readonly<Record<TaskImportance, string>>;
  readonly state: Readonly<Record<TaskState, string>>;
};
