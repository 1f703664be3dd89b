import { findPeriodProblem, PERIOD_PRESETS, type PeriodSelection, type PeriodUnit } from '@solvane/energy/time/period';

const UNITS: readonly PeriodUnit[] = ['hour', 'day', 'week', 'month', 'quarter', 'year'];
const WITHOUT_CURRENT = '~';

/**
 * A period as one word of the address: `last7Days`, `previousPeriod:thisWeek`, `10-day`, `2026-03-01_2026-04-01`; a trailing `~` leaves out
 * what is still running. undefined is the default, which needs no word.
 */
export function toPeriodParam(selection: PeriodSelection): string | undefined {
  if (selection.type === 'custom') return `${selection.value.start}_${selection.value.end}`;
  const suffix = selection.includesCurrentPeriod === false ? WITHOUT_CURRENT : '';
  if (selection.type === 'last') return `${selection.count}-${selection.unit}${suffix}`;
  const of = selection.of === undefined ? '' : `:${selection.of}`;
  const text = `${selection.selectedPreset}${of}${suffix}`;
  return text === 'today' ? undefined : text;
}

/** undefined for anything that means no period: a mangled link opens with the default. */
export function parsePeriodParam(text: unknown): PeriodSelection | undefined {
  if (typeof text !== 'string') return undefined;
  const selection = presetOf(text) ?? lastOf(text) ?? customOf(text);
  return selection && findPeriodProblem(selection) === undefined ? selection : undefined;
}

function presetOf(text: string): PeriodSelection | undefined {
  const includesCurrentPeriod = !text.endsWith(WITHOUT_CURRENT);
  const [name, base] = text.replace(WITHOUT_CURRENT, '').split(':');
  const selectedPreset = PERIOD_PRESETS.find((preset) => preset === name);
  if (selectedPreset === undefined) return undefined;
  const of = PERIOD_PRESETS.find((preset) => preset === base);
  if (of === 'previousPeriod' || of === 'previousYear') return undefined;
  return { type: 'preset', selectedPreset, includesCurrentPeriod, ...(of && { of }) };
}

function lastOf(text: string): PeriodSelection | undefined {
  const [, digits, name] = /^(\d{1,5})-([a-z]+)~?$/.exec(text) ?? [];
  const unit = UNITS.find((known) => known === name);
  if (digits === undefined || unit === undefined) return undefined;
  return { type: 'last', count: Number(digits), unit, includesCurrentPeriod: !text.endsWith(WITHOUT_CURRENT) };
}

function customOf(text: string): PeriodSelection | undefined {
  const [start, end, tooMany] = text.split('_');
  return start && end && tooMany === undefined ? { type: 'custom', value: { start, end } } : undefined;
}
