import { parseLocalTime, resolveLocalTime, toIsoLocalTime, toLocalTime } from '@solvane/energy/time/local-time';

/** Date and time as a person typed them, on the clock of a site. */
export interface TypedTime {
  /** `2026-06-24`, `20260624`, `2026-6-24`; empty: none yet. What cannot be read stays as it was typed. */
  date: string;
  /** `9:05`, `0905`, `09.05`, `09:05:30`. */
  time: string;
  /** Of a time that the clock showed twice, the second one is meant. */
  isSecond: boolean;
}

/** What was typed means: an instant, two of them, or none. */
export type Moment =
  | { kind: 'empty' }
  | { kind: 'invalid' }
  | { kind: 'ok'; instantMs: number }
  /** The clock was put forward over it. */
  | { kind: 'skipped'; localText: string; nextMs: number }
  /** The clock was put back over it: it came twice. */
  | { kind: 'twice'; instantMs: number; firstMs: number; secondMs: number };

export const NO_TIME: TypedTime = { date: '', time: '', isSecond: false };

const DAY = /^(\d{4})(?:-(\d{1,2})-(\d{1,2})|(\d{2})(\d{2}))$/;
const CLOCK = /^(\d{1,2})[:.hH]?(\d{2})(?:[:.](\d{2}))?$/;

/** @throws RangeError for an unknown zone */
export function readMoment({ date, time, isSecond }: TypedTime, zone: string): Moment {
  if (date.trim() === '' || time.trim() === '') return { kind: 'empty' };
  const day = readDay(date);
  if (day === undefined) return { kind: 'invalid' };
  const [, hour, minute, second = '00'] = CLOCK.exec(time.trim()) ?? [];
  const localText = `${day}T${(hour ?? '').padStart(2, '0')}:${minute}:${second}`;
  const localMs = hour === undefined ? undefined : parseLocalTime(localText);
  if (localMs === undefined) return { kind: 'invalid' };
  const found = resolveLocalTime(localMs, zone);
  if (found.kind === 'ok') return found;
  if (found.kind === 'nonexistent') return { kind: 'skipped', localText, nextMs: found.shiftedMs };
  const { earlierMs, laterMs } = found;
  return { kind: 'twice', instantMs: isSecond ? laterMs : earlierMs, firstMs: earlierMs, secondMs: laterMs };
}

/** The day that was typed, as `YYYY-MM-DD`; undefined while it is none. */
export function readDay(text: string): string | undefined {
  const [, year, month, day, twoMonth, twoDay] = DAY.exec(text.trim()) ?? [];
  if (year === undefined) return undefined;
  const iso = `${year}-${(month ?? twoMonth ?? '').padStart(2, '0')}-${(day ?? twoDay ?? '').padStart(2, '0')}`;
  return parseLocalTime(`${iso}T00:00:00`) === undefined ? undefined : iso;
}

/** The instant that was meant, if there is one. */
export function instantOf(moment: Moment): number | undefined {
  return moment.kind === 'ok' || moment.kind === 'twice' ? moment.instantMs : undefined;
}

/** An instant as a person would type it; seconds only where it has any. */
export function toTypedTime(instantMs: number, zone: string): TypedTime {
  const localMs = toLocalTime(instantMs, zone);
  const [date = '', time = ''] = toIsoLocalTime(localMs).split('T');
  const found = resolveLocalTime(localMs, zone);
  return { date, time, isSecond: found.kind === 'ambiguous' && instantMs >= found.laterMs };
}
