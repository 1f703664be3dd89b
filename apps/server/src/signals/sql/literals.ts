import { type LocalDay, toIsoDate } from '@solvane/energy/time/local-day';

/** A text as a literal of the dialect. */
export function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** A text as the name of a column. */
export function quotedName(text: string): string {
  return `\`${text.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;
}

/** An instant as a literal of the type of every time column. */
export function instant(timeMs: number): string {
  if (!Number.isSafeInteger(timeMs)) throw new RangeError(`${timeMs} is no instant`);
  return `fromUnixTimestamp64Milli(toInt64(${timeMs}), 'UTC')`;
}

/** A local day as a literal of the type of every day column. */
export function localDate(day: LocalDay): string {
  return `toDate32('${toIsoDate(day)}')`;
}

/** Whole numbers as a list. */
export function wholeNumbers(numbers: ArrayLike<number>): string {
  const list = Array.from(numbers);
  for (const number of list) if (!Number.isSafeInteger(number)) throw new RangeError(`${number} is no whole number`);
  return list.join(',');
}
