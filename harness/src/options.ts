import { parseArgs } from 'node:util';

export interface HarnessOptions {
  /** Parts to run, in this order; empty: all. */
  parts: readonly string[];
  /** The long form, by hand; otherwise the short one that `npm test` runs too. */
  isLong: boolean;
  /** First seed: the same seed repeats the same cases. */
  seed: number;
  /** Cases or loops per check instead of what the form has. */
  loops: number | undefined;
  /** Longest time of a check: what did not run by then is not counted. */
  minutes: number | undefined;
  /** Runs only checks whose name contains this text, and writes no report. */
  only: string | undefined;
}

export const USAGE = `npm run harness -- [part ...] [options]: attacks a product of its own; the results go to docs/reliability.md.

  part             matrix, garbage, faults; without one: all
  --long           the long form, by hand; otherwise the short one, which \`npm test\` runs too
  --only <text>    checks whose name contains the text; writes no report
  --loops <count>  cases or loops per check
  --minutes <n>    longest time per check; what did not run by then is not counted
  --seed <number>  the first seed: the same one repeats the same cases`;

/** @throws RangeError naming the argument that is wrong and what is allowed */
export function parseOptions(args: readonly string[], knownParts: readonly string[]): HarnessOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      long: { type: 'boolean', default: false },
      seed: { type: 'string', default: '1' },
      loops: { type: 'string' },
      minutes: { type: 'string' },
      only: { type: 'string' },
    },
  });
  const unknown = positionals.filter((name) => !knownParts.includes(name));
  if (unknown.length > 0) throw new RangeError(`Unknown part ${unknown.join(', ')}. Allowed: ${knownParts.join(', ')}.`);
  return {
    parts: positionals,
    isLong: values.long,
    seed: parseCount('seed', values.seed),
    loops: values.loops === undefined ? undefined : parseCount('loops', values.loops),
    minutes: values.minutes === undefined ? undefined : parseCount('minutes', values.minutes),
    only: values.only,
  };
}

function parseCount(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new RangeError(`--${name} must be a whole number`);
  return Number(text);
}
