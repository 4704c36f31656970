import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';

/** The most steps back that one search may take; an input of this test has at most `longestInput` UTF-16 units. */
const mostSteps = 20_000;
export const longestInput = 300;

/**
 * Runs the work, and fails when a search with a regular expression goes back more than `mostSteps` times. V8 counts these steps,
 * so the result does not depend on the speed of the machine.
 */
export async function countingSteps(work: () => unknown): Promise<void> {
  let excess: Error | undefined;
  /** All methods that search with a regular expression call this one, when it is not the engine's own. */
  function countedExec(this: RegExp, text: string) {
    let counter = counters.get(this);
    if (counter === undefined) {
      useExec(ownExec);
      counter = sharedCounterOf(this);
      useExec(countedExec);
    }
    counter.lastIndex = this.lastIndex;
    if (ownExec.call(counter, text) !== null) return ownExec.call(this, text);
    excess ??= new Error(`more than ${mostSteps} steps with ${String(this).slice(0, 200)}`);
    throw excess;
  }
  useExec(countedExec);
  try {
    await work();
  } finally {
    useExec(ownExec);
  }
  // The work may have caught it.
  if (excess !== undefined) throw excess;
}

type Exec = (this: RegExp, text: string) => RegExpExecArray | null;
// oxlint-disable-next-line typescript/unbound-method -- it is called with a regular expression
const ownExec: Exec = RegExp.prototype.exec;
const useExec = (exec: Exec) => Reflect.set(RegExp.prototype, 'exec', exec);

/** The counters of all expressions so far, which are slow to compile: of each object, and of each text for all objects with it. */
const counters = new WeakMap<RegExp, RegExp>();
const sharedCounters = new Map<string, RegExp>();

function sharedCounterOf(expression: RegExp): RegExp {
  const text = String(expression);
  const counter = sharedCounters.get(text) ?? counterOf(expression);
  sharedCounters.set(text, counter);
  counters.set(expression, counter);
  return counter;
}

type MakeLimited = (source: string, flags: string, mostSteps: number) => RegExp;

/** The same expression, which matches nothing at all in the end: it fails only when it takes too many steps. */
function counterOf({ source, flags, sticky }: RegExp): RegExp {
  setFlagsFromString('--allow-natives-syntax');
  const makeLimited: MakeLimited = runInThisContext(
    '(source, flags, most) => %NewRegExpWithBacktrackLimit(source, flags, most)',
  );
  const end = sticky ? '' : '$(?![^])';
  const counted = source.replace(single, (atom: string, quantifier: string | undefined) =>
    quantifier === undefined ? atom : `(?:${atom.slice(0, -quantifier.length)}(?=))${quantifier}`,
  );
  return makeLimited(`(?:${counted})|${end}`, flags, mostSteps);
}

/** One character or class, repeated or not. V8 counts the steps of a loop only when there is more in it than one of these. */
const single =
  /(?:\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|k<[^>]*>|.)|\[(?:\\.|[^\]\\])*\]|[^()|*+?{}[\]\\^$])([*+]|\{\d+,\d*\})?/gsu;
