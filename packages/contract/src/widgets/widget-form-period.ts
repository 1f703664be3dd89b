import { addUnits } from '@solvane/energy/time/bucket';
import { parseIsoDate, toIsoDate } from '@solvane/energy/time/local-day';
import { PERIOD_PRESETS, type PeriodSelection, type PeriodUnit } from '@solvane/energy/time/period';

/** Value of the period field that follows the page. */
export const OF_PAGE = 'page';

export const PERIOD_FIELDS = ['period', 'periodCount', 'periodUnit', 'periodStart', 'periodEnd', 'includesCurrent'] as const;
type PeriodField = (typeof PERIOD_FIELDS)[number];
type PeriodValue = string | number | boolean | null | readonly string[];

const UNITS: readonly PeriodUnit[] = ['hour', 'day', 'week', 'month', 'quarter', 'year'];

/** Values of the fields of a period. A custom one is shown by its days, the last one included. */
export function periodValuesOf(period: 'page' | PeriodSelection): Record<PeriodField, PeriodValue> {
  const empty = { periodCount: 7, periodUnit: ['day'], periodStart: null, periodEnd: null, includesCurrent: true };
  if (period === OF_PAGE) return { ...empty, period: [OF_PAGE] };
  if (period.type === 'custom') {
    const { start, end } = period.value;
    return { ...empty, period: ['custom'], periodStart: dayOf(start, 0), periodEnd: dayOf(end, isDate(end) ? -1 : 0) };
  }
  const includesCurrent = period.includesCurrentPeriod !== false;
  if (period.type === 'preset') return { ...empty, period: [period.selectedPreset], includesCurrent };
  return { ...empty, period: ['last'], periodCount: period.count, periodUnit: [period.unit], includesCurrent };
}

/** The period that values of the fields state. */
export function periodOf(values: Readonly<Partial<Record<PeriodField, PeriodValue>>>): 'page' | PeriodSelection {
  const chosen = firstOf(values.period);
  const includesCurrentPeriod = values.includesCurrent !== false;
  if (chosen === 'custom') {
    const { periodStart: start, periodEnd: last } = values;
    return { type: 'custom', value: { start: String(start ?? ''), end: (typeof last === 'string' && dayOf(last, 1)) || '' } };
  }
  if (chosen === 'last') {
    const unit = UNITS.find((each) => each === firstOf(values.periodUnit)) ?? 'day';
    return { type: 'last', count: typeof values.periodCount === 'number' ? values.periodCount : 0, unit, includesCurrentPeriod };
  }
  const selectedPreset = PERIOD_PRESETS.find((preset) => preset === chosen);
  return selectedPreset === undefined ? OF_PAGE : { type: 'preset', selectedPreset, includesCurrentPeriod };
}

function firstOf(value: PeriodValue | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : undefined;
}

function isDate(text: string): boolean {
  return parseIsoDate(text) !== undefined;
}

/** The local date of a local time, some days later; null: there is none. */
function dayOf(text: string, days: number): string | null {
  const day = parseIsoDate(text.slice(0, 'YYYY-MM-DD'.length));
  return day === undefined ? null : toIsoDate(addUnits(day, 'day', days));
}
