import { addUnits, bucketOf, type CalendarUnit, unitStart } from './bucket.ts';
import { dayStart, type LocalDay, localDayOf, type Period, parseIsoDate, toIsoDate } from './local-day.ts';
import { type LocalTimeMs, parseTime, resolveLocalTime, toIsoLocalTime, toLocalTime } from './local-time.ts';
import { DAY_MS, HOUR_MS, offsetMsAt } from './zone.ts';

const PLAIN_PRESETS = [
  'today',
  'yesterday',
  'last24Hours',
  'last3Days',
  'last7Days',
  'last30Days',
  'last3Months',
  'last12Months',
  'thisWeek',
  'thisMonth',
  'thisYear',
  'weekToDate',
  'monthToDate',
  'yearToDate',
] as const;

/** Presets that say by themselves which time they mean. */
export type PlainPreset = (typeof PLAIN_PRESETS)[number];

/** Every preset, in the order the picker shows them. */
export const PERIOD_PRESETS = [...PLAIN_PRESETS, 'previousPeriod', 'previousYear'] as const;
export type PeriodPreset = (typeof PERIOD_PRESETS)[number];

export type PeriodUnit = 'hour' | CalendarUnit;

/**
 * What a user chose, in words that stay true tomorrow. It becomes instants only together with a zone and a now.
 *
 * - `preset`: `of` is the preset that `previousPeriod` and `previousYear` look back from; without it the periods before today and before
 *   this calendar year.
 * - `last`: a number of hours, days, ... up to now; the running one counts as one of them.
 * - `custom`: from start to end, each a local date, a local date and time, or an instant with `Z` or an offset. Local ones are taken on the
 *   clock of each site.
 *
 * `includesCurrentPeriod` false leaves out what is still running: the hour, the day, or the month in which now lies.
 */
export type PeriodSelection =
  | { type: 'preset'; selectedPreset: PeriodPreset; includesCurrentPeriod?: boolean | undefined; of?: PlainPreset | undefined }
  | { type: 'last'; count: number; unit: PeriodUnit; includesCurrentPeriod?: boolean | undefined }
  | { type: 'custom'; value: { start: string; end: string } };

export const DEFAULT_PERIOD: PeriodSelection = { type: 'preset', selectedPreset: 'today', includesCurrentPeriod: true };

/** Why a selection means no time. */
export type PeriodProblem = 'start' | 'end' | 'order' | 'count';

const LAST: Partial<Record<PlainPreset, { count: number; unit: PeriodUnit }>> = {
  last24Hours: { count: 24, unit: 'hour' },
  last3Days: { count: 3, unit: 'day' },
  last7Days: { count: 7, unit: 'day' },
  last30Days: { count: 30, unit: 'day' },
  last3Months: { count: 3, unit: 'month' },
  last12Months: { count: 12, unit: 'month' },
};
const WHOLE: Partial<Record<PlainPreset, CalendarUnit>> = { today: 'day', thisWeek: 'week', thisMonth: 'month', thisYear: 'year' };
const TO_DATE: Partial<Record<PlainPreset, CalendarUnit>> = { weekToDate: 'week', monthToDate: 'month', yearToDate: 'year' };

const COUNT_MAX = 10_000;

/**
 * The time a selection means.
 *
 * Days, weeks (from Monday), months and years are those of the zone's calendar; hours are elapsed hours. `this` periods are whole; `last` periods
 * begin with a whole unit and end with the running hour or day; those `to date` end now. Where leaving out the running part leaves nothing, the whole period before is meant.
 *
 * @param selection - what the user chose
 * @param zone - IANA zone of the site
 * @param nowMs - the instant taken for now
 * @throws RangeError for an unknown zone or a selection with a problem (`findPeriodProblem`)
 */
export function resolvePeriod(selection: PeriodSelection, zone: string, nowMs: number): Period {
  const problem = findPeriodProblem(selection, zone);
  if (problem !== undefined) throw new RangeError(`Not a period: ${problem}`);
  if (selection.type === 'custom') return customPeriod(selection.value, zone);
  const includesCurrentPeriod = selection.includesCurrentPeriod ?? true;
  if (selection.type === 'last') return lastPeriod({ ...selection, includesCurrentPeriod, zone, nowMs });
  const { selectedPreset, of } = selection;
  if (selectedPreset !== 'previousPeriod' && selectedPreset !== 'previousYear') {
    return presetPeriod({ preset: selectedPreset, includesCurrentPeriod, zone, nowMs });
  }
  if (selectedPreset === 'previousYear' && of === undefined) return wholeUnit(localDayOf(nowMs, zone), 'year', -1, zone);
  const base: PeriodSelection = { type: 'preset', selectedPreset: of ?? 'today', includesCurrentPeriod };
  return selectedPreset === 'previousPeriod'
    ? resolvePeriod(stepPeriod({ selection: base, steps: -1, zone, nowMs }), zone, nowMs)
    : shiftPeriod({ period: resolvePeriod(base, zone, nowMs), unit: 'year', count: -1, zone });
}

/**
 * What keeps a selection from meaning a time.
 *
 * @param selection - what the user chose or an address states
 * @param zone - IANA zone in which local times are read
 * @returns undefined when the selection has a period
 */
export function findPeriodProblem(selection: PeriodSelection, zone = 'UTC'): PeriodProblem | undefined {
  if (selection.type === 'last') {
    return Number.isInteger(selection.count) && selection.count > 0 && selection.count <= COUNT_MAX ? undefined : 'count';
  }
  if (selection.type === 'preset') return undefined;
  const start = edgeMs(selection.value.start, zone, 'earlier');
  if (start === undefined) return 'start';
  const end = edgeMs(selection.value.end, zone, 'later');
  if (end === undefined) return 'end';
  return start < end ? undefined : 'order';
}

export interface PeriodStep {
  selection: PeriodSelection;
  /** How many periods forward; negative steps back. */
  steps: number;
  /** Zone whose calendar decides what one period is. */
  zone: string;
  nowMs: number;
}

/**
 * The selection some periods later or earlier.
 *
 * Calendar periods step by their calendar length: from March to February, however long both are. Periods `to date` keep their words' length
 * in every earlier unit, other periods move by their own duration. A step that arrives at today, this week, this month or this year becomes
 * those words again, so that the period moves on with time.
 *
 * @param step - selection and how far to go
 * @throws RangeError as `resolvePeriod`
 */
export function stepPeriod({ selection, steps, zone, nowMs }: PeriodStep): PeriodSelection {
  const period = steppedPeriod(selection, zone, nowMs);
  const preset = selection.type === 'preset' ? PLAIN_PRESETS.find((plain) => plain === selection.selectedPreset) : undefined;
  const toDate = preset === undefined ? undefined : TO_DATE[preset];
  const { unit, count } = toDate === undefined ? calendarLength(period, zone) : { unit: toDate, count: 1 };
  const stepped =
    unit === 'hour'
      ? { startMs: period.startMs + steps * count * HOUR_MS, endMs: period.endMs + steps * count * HOUR_MS }
      : shiftPeriod({ period, unit, count: steps * count, zone });
  return inWords(stepped, zone, nowMs) ?? { type: 'custom', value: customValue(stepped, zone) };
}

/** Last months step by whole months, the running one included. */
function steppedPeriod(selection: PeriodSelection, zone: string, nowMs: number): Period {
  const { startMs, endMs } = resolvePeriod(selection, zone, nowMs);
  const last = lastOf(selection);
  if (last === undefined || last.unit === 'hour' || last.includesCurrentPeriod === false) return { startMs, endMs };
  return { startMs, endMs: dayStart(addUnits(localDayOf(startMs, zone), last.unit, last.count), zone) };
}

function lastOf(
  selection: PeriodSelection,
): (Pick<LastQuery, 'count' | 'unit'> & { includesCurrentPeriod?: boolean | undefined }) | undefined {
  if (selection.type === 'last') return selection;
  if (selection.type === 'custom') return undefined;
  const { selectedPreset, includesCurrentPeriod } = selection;
  const preset = PLAIN_PRESETS.find((plain) => plain === selectedPreset);
  const last = preset && LAST[preset];
  return last && { ...last, includesCurrentPeriod };
}

/**
 * The same time a number of units earlier or later: the period a comparison is made with. Ends keep their local clock times.
 *
 * @param shift - period, unit of the calendar, how many (negative is earlier), IANA zone
 * @throws RangeError for an unknown zone
 */
export function shiftPeriod({ period, unit, count, zone }: { period: Period; unit: CalendarUnit; count: number; zone: string }): Period {
  return {
    startMs: shiftedEdge(period.startMs, { unit, count, zone, prefer: 'earlier' }),
    endMs: shiftedEdge(period.endMs, { unit, count, zone, prefer: 'later' }),
  };
}

/**
 * The custom selection that means a period on the local clock.
 *
 * @param period - half open
 * @param zone - IANA zone
 * @returns dates where both ends are local midnights, else dates with times
 * @throws RangeError for an unknown zone
 */
export function toCustomSelection(period: Period, zone: string): PeriodSelection {
  return { type: 'custom', value: customValue(period, zone) };
}

interface PresetQuery {
  preset: PlainPreset;
  includesCurrentPeriod: boolean;
  zone: string;
  nowMs: number;
}

function presetPeriod({ preset, includesCurrentPeriod, zone, nowMs }: PresetQuery): Period {
  const last = LAST[preset];
  if (last !== undefined) return lastPeriod({ ...last, includesCurrentPeriod, zone, nowMs });
  const today = localDayOf(nowMs, zone);
  const toDate = TO_DATE[preset];
  const unit = toDate ?? WHOLE[preset];
  if (unit === undefined) return wholeUnit(today, 'day', -1, zone);
  const whole = wholeUnit(today, unit, 0, zone);
  const runningMs = unit === 'day' ? bucketOf(nowMs, 'hour', zone).startMs : dayStart(today, zone);
  const endMs = includesCurrentPeriod ? (toDate === undefined ? whole.endMs : nowMs) : runningMs;
  return endMs > whole.startMs ? { startMs: whole.startMs, endMs } : wholeUnit(today, unit, -1, zone);
}

interface LastQuery {
  count: number;
  unit: PeriodUnit;
  includesCurrentPeriod: boolean;
  zone: string;
  nowMs: number;
}

function lastPeriod({ count, unit, includesCurrentPeriod, zone, nowMs }: LastQuery): Period {
  if (unit === 'hour') {
    const hour = bucketOf(nowMs, 'hour', zone);
    const endMs = includesCurrentPeriod ? hour.endMs : hour.startMs;
    return { startMs: endMs - count * HOUR_MS, endMs };
  }
  const today = localDayOf(nowMs, zone);
  const running = unitStart(today, unit);
  if (!includesCurrentPeriod) return { startMs: dayStart(addUnits(running, unit, -count), zone), endMs: dayStart(running, zone) };
  return { startMs: dayStart(addUnits(running, unit, 1 - count), zone), endMs: dayStart(today + 1, zone) };
}

function wholeUnit(day: LocalDay, unit: CalendarUnit, offset: number, zone: string): Period {
  const first = addUnits(unitStart(day, unit), unit, offset);
  return { startMs: dayStart(first, zone), endMs: dayStart(addUnits(first, unit, 1), zone) };
}

function customPeriod({ start, end }: { start: string; end: string }, zone: string): Period {
  return { startMs: edgeMs(start, zone, 'earlier') ?? Number.NaN, endMs: edgeMs(end, zone, 'later') ?? Number.NaN };
}

/** A time the clock showed twice is meant so that the period is as long as it can be. */
function edgeMs(text: string, zone: string, prefer: 'earlier' | 'later'): number | undefined {
  const day = parseIsoDate(text);
  if (day !== undefined) return dayStart(day, zone);
  const reading = parseTime(text, zone);
  switch (reading.kind) {
    case 'ok':
      return reading.instantMs;
    case 'ambiguous':
      return prefer === 'earlier' ? reading.earlierMs : reading.laterMs;
    case 'nonexistent':
      return reading.shiftedMs;
    case 'invalid':
      return undefined;
  }
}

/** How long a period is in the calendar: whole years, months or days where both its ends begin such a unit, else hours. */
function calendarLength({ startMs, endMs }: Period, zone: string): { unit: PeriodUnit; count: number } {
  const start = dayBegunAt(startMs, zone);
  const end = dayBegunAt(endMs, zone);
  if (start === undefined || end === undefined) return { unit: 'hour', count: (endMs - startMs) / HOUR_MS };
  for (const unit of ['year', 'month'] as const) {
    if (unitStart(start, unit) !== start || unitStart(end, unit) !== end) continue;
    const days = unit === 'year' ? 365.2425 : 30.436875;
    return { unit, count: Math.round((end - start) / days) };
  }
  return { unit: 'day', count: end - start };
}

function dayBegunAt(instantMs: number, zone: string): LocalDay | undefined {
  const day = localDayOf(instantMs, zone);
  return dayStart(day, zone) === instantMs ? day : undefined;
}

interface EdgeShift {
  unit: CalendarUnit;
  count: number;
  zone: string;
  prefer: 'earlier' | 'later';
}

function shiftedEdge(instantMs: number, { unit, count, zone, prefer }: EdgeShift): number {
  const begun = dayBegunAt(instantMs, zone);
  if (begun !== undefined) return dayStart(addUnits(begun, unit, count), zone);
  const localMs: LocalTimeMs = toLocalTime(instantMs, zone);
  const day = Math.floor(localMs / DAY_MS);
  const resolution = resolveLocalTime(addUnits(day, unit, count) * DAY_MS + (localMs - day * DAY_MS), zone);
  if (resolution.kind === 'ok') return resolution.instantMs;
  if (resolution.kind === 'nonexistent') return resolution.shiftedMs;
  return prefer === 'earlier' ? resolution.earlierMs : resolution.laterMs;
}

function inWords(period: Period, zone: string, nowMs: number): PeriodSelection | undefined {
  for (const selectedPreset of ['today', 'thisWeek', 'thisMonth', 'thisYear'] as const) {
    const { startMs, endMs } = presetPeriod({ preset: selectedPreset, includesCurrentPeriod: true, zone, nowMs });
    if (startMs === period.startMs && endMs === period.endMs) return { type: 'preset', selectedPreset, includesCurrentPeriod: true };
  }
  return undefined;
}

function customValue({ startMs, endMs }: Period, zone: string): { start: string; end: string } {
  const start = dayBegunAt(startMs, zone);
  const end = dayBegunAt(endMs, zone);
  return start !== undefined && end !== undefined
    ? { start: toIsoDate(start), end: toIsoDate(end) }
    : { start: edgeText(startMs, zone), end: edgeText(endMs, zone) };
}

/** An instant that the local clock cannot name alone is written with its offset. */
function edgeText(instantMs: number, zone: string): string {
  const text = toIsoLocalTime(toLocalTime(instantMs, zone));
  return resolveLocalTime(toLocalTime(instantMs, zone), zone).kind === 'ok' ? text : `${text}${offsetText(offsetMsAt(instantMs, zone))}`;
}

function offsetText(offsetMs: number): string {
  const minutes = Math.round(Math.abs(offsetMs) / 60_000);
  return `${offsetMs < 0 ? '-' : '+'}${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
