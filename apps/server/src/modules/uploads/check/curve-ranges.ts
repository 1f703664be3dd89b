import type { RowReader } from './read-cells.ts';

const MINUTES = { min: 1, minute: 1, minutes: 1, h: 60, hour: 60, hours: 60 } as const;
const RESOLUTION = /^(\d{1,4})\s*([a-z]+)$/i;
const DAYS = /^(\d{2})-(\d{2})\s*\/\s*(\d{2})-(\d{2})$/;
const HOURS = /^(\d{2}):(\d{2})\s*\/\s*(\d{2}):(\d{2})$/;
const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const MINUTES_OF_DAY = 1_440;

/** Interval of the sites that a curve is for. [min] */
export function readResolution(row: RowReader): number | undefined {
  const text = row.text('resolution');
  if (text === undefined) return undefined;
  const [, count, unit] = RESOLUTION.exec(text) ?? [];
  const minutes = MINUTES[unit?.toLowerCase() as keyof typeof MINUTES];
  const length = Number(count) * minutes;
  return length > 0 && length <= MINUTES_OF_DAY ? length : row.refuse('resolutionInvalid', 'resolution', { value: text });
}

export interface CurveRanges {
  dayRange: { from: number; to: number } | null;
  timeRange: { fromMinute: number; toMinute: number } | null;
}

/** Days of the year and hours of the day in which a curve applies: both or none. */
export function readRanges(row: RowReader, resolution: number | undefined): CurveRanges | undefined {
  const [days, hours] = [row.raw('dayRange'), row.raw('hourRange')];
  if (days === '' && hours === '') return { dayRange: null, timeRange: null };
  if (days === '') row.refuse('rangeIncomplete', 'dayRange');
  if (hours === '') row.refuse('rangeIncomplete', 'hourRange');
  const dayRange = days === '' ? undefined : readDays(row, days);
  const timeRange = hours === '' ? undefined : readHours(row, hours, resolution);
  return dayRange && timeRange ? { dayRange, timeRange } : undefined;
}

function readDays(row: RowReader, text: string): NonNullable<CurveRanges['dayRange']> | undefined {
  const [, ...parts] = DAYS.exec(text) ?? [];
  const [fromMonth = 0, fromDay = 0, toMonth = 0, toDay = 0] = parts.map(Number);
  const ends = [
    [fromMonth, fromDay],
    [toMonth, toDay],
  ] as const;
  if (ends.some(([month, day]) => month === 2 && day === 29)) return row.refuse('dayRangeLeapDay', 'dayRange', { value: text });
  if (parts.length === 0 || ends.some(([month, day]) => !(day >= 1 && day <= (DAYS_OF_MONTH[month - 1] ?? 0))))
    return row.refuse('dayRangeFormat', 'dayRange', { value: text });
  const range = { from: fromMonth * 100 + fromDay, to: toMonth * 100 + toDay };
  return range.from > range.to ? row.refuse('rangeOrder', 'dayRange', { value: text }) : range;
}

function readHours(row: RowReader, text: string, resolution: number | undefined): NonNullable<CurveRanges['timeRange']> | undefined {
  const [, ...parts] = HOURS.exec(text) ?? [];
  const [fromHour = 0, fromMinutes = 0, toHour = 0, toMinutes = 0] = parts.map(Number);
  const range = { fromMinute: fromHour * 60 + fromMinutes, toMinute: toHour * 60 + toMinutes };
  const isTime = fromMinutes < 60 && toMinutes < 60 && range.fromMinute < MINUTES_OF_DAY && range.toMinute <= MINUTES_OF_DAY;
  if (parts.length === 0 || !isTime) return row.refuse('hourRangeFormat', 'hourRange', { value: text });
  if (range.fromMinute >= range.toMinute) return row.refuse('rangeOrder', 'hourRange', { value: text });
  if (resolution !== undefined && (range.fromMinute % resolution !== 0 || range.toMinute % resolution !== 0))
    return row.refuse('hourRangeResolution', 'hourRange', { value: text, minutes: resolution });
  return range;
}
