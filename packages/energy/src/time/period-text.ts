import { addUnits, type CalendarUnit, unitStart } from './bucket.ts';
import { civilDate, type LocalDay, localDay, parseIsoDate, toIsoDate } from './local-day.ts';
import { parseLocalTime } from './local-time.ts';
import type { PeriodSelection, PeriodUnit, PlainPreset } from './period.ts';

/** What people type, in the product's languages. Words are compared without case and without accents. */
const LAST_WORDS = ['last', 'past', 'senaste', 'sista', 'dernier', 'derniers', 'derniere', 'dernieres'];
const UNIT_WORDS: Record<PeriodUnit, readonly string[]> = {
  hour: ['h', 'hour', 'hours', 'timme', 'timmar', 'tim', 'heure', 'heures'],
  day: ['d', 'day', 'days', 'dag', 'dagar', 'dygn', 'j', 'jour', 'jours'],
  week: ['w', 'week', 'weeks', 'v', 'vecka', 'veckor', 'sem', 'semaine', 'semaines'],
  month: ['m', 'mo', 'month', 'months', 'man', 'manad', 'manader', 'mois'],
  quarter: ['q', 'quarter', 'quarters', 'kvartal', 'trimestre', 'trimestres'],
  year: ['y', 'year', 'years', 'ar', 'a', 'an', 'ans', 'annee', 'annees'],
};
const PRESET_WORDS: readonly (readonly [PlainPreset, ...string[]])[] = [
  ['today', 'today', 'idag', "aujourd'hui"],
  ['yesterday', 'yesterday', 'igar', 'hier'],
  ['thisWeek', 'this week', 'denna vecka', 'cette semaine'],
  ['thisMonth', 'this month', 'denna manad', 'ce mois'],
  ['thisYear', 'this year', 'detta ar', 'cette annee'],
  ['weekToDate', 'week to date', 'wtd'],
  ['monthToDate', 'month to date', 'mtd'],
  ['yearToDate', 'year to date', 'ytd'],
];

/**
 * Reads what a user typed into the period picker.
 *
 * A year `2026`, a quarter `2026-Q2`, a month `2026-03`, an ISO week `2026-W12`, a day `2026-03-14`, a time `2026-03-14 06:00` as one end of
 * a range, a range of any two `2026-03 .. 2026-05`, some units up to now `last 10 d` or `36 h`, the unit before this one `last week`, or the words of a preset.
 *
 * @param text - as typed
 * @returns undefined when it means no period
 */
export function parsePeriodText(text: string): PeriodSelection | undefined {
  const words = plainWords(text);
  return presetOf(words) ?? lastOf(words) ?? rangeOf(text.trim());
}

function presetOf(words: string): PeriodSelection | undefined {
  const found = PRESET_WORDS.find(([, ...spellings]) => spellings.includes(words));
  return found && { type: 'preset', selectedPreset: found[0], includesCurrentPeriod: true };
}

function lastOf(words: string): PeriodSelection | undefined {
  const parts = /^(?:([a-z]+) )?(?:(\d{1,4}) ?)?([a-z]+)$/.exec(words);
  const [, last, digits, unitWord = ''] = parts ?? [];
  if (last !== undefined && !LAST_WORDS.includes(last)) return undefined;
  if (last === undefined && digits === undefined) return undefined;
  const unit = unitOf(unitWord);
  const count = Number(digits ?? '1');
  // "Last week" is the one before this week; "last 3 weeks" reach up to today.
  const includesCurrentPeriod = digits !== undefined || unit === 'hour';
  return unit === undefined || count === 0 ? undefined : { type: 'last', count, unit, includesCurrentPeriod };
}

function unitOf(word: string): PeriodUnit | undefined {
  for (const unit of ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const) if (UNIT_WORDS[unit].includes(word)) return unit;
  return undefined;
}

function rangeOf(text: string): PeriodSelection | undefined {
  const ends = text.split(/\s*(?:\.\.+|\u2026|\u2013|\u2014|\bto\b|\btill\b|\bau\b| - )\s*/);
  const [first = '', second, tooMany] = ends;
  if (tooMany !== undefined) return undefined;
  const start = partOf(first);
  const end = second === undefined ? start : partOf(second);
  if (start === undefined || end === undefined || (second === undefined && start.isTime)) return undefined;
  return start.start < end.end ? { type: 'custom', value: { start: start.start, end: end.end } } : undefined;
}

interface Part {
  start: string;
  end: string;
  isTime: boolean;
}

/** One end of a range: the period a text names, or the same time twice. */
function partOf(text: string): Part | undefined {
  const named = /^(\d{4})(?:-(?:W(\d{2})|Q([1-4])|(\d{2})))?$/i.exec(text);
  if (named !== null) {
    const [, year = '', week, quarter, month] = named;
    if (week !== undefined) return weekPart(Number(year), Number(week));
    if (quarter !== undefined) return unitPart(localDay(Number(year), Number(quarter) * 3 - 2, 1), 'quarter');
    if (month === undefined) return unitPart(localDay(Number(year), 1, 1), 'year');
    return Number(month) >= 1 && Number(month) <= 12 ? unitPart(localDay(Number(year), Number(month), 1), 'month') : undefined;
  }
  const day = parseIsoDate(text);
  if (day !== undefined) return unitPart(day, 'day');
  if (parseLocalTime(text) === undefined) return undefined;
  const time = text.replace(' ', 'T');
  return { start: time, end: time, isTime: true };
}

function weekPart(year: number, week: number): Part | undefined {
  const first = unitStart(localDay(year, 1, 4), 'week') + 7 * (week - 1);
  // A week belongs to the year its Thursday lies in.
  return week >= 1 && civilDate(first + 3).year === year ? unitPart(first, 'week') : undefined;
}

function unitPart(first: LocalDay, unit: CalendarUnit): Part {
  return { start: toIsoDate(first), end: toIsoDate(addUnits(first, unit, 1)), isTime: false };
}

function plainWords(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}
