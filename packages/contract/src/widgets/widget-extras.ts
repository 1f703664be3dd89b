import { z } from 'zod';
import { pointFiltersSchema } from '../point-filters.ts';
import { type Resolution, resolutionSchema } from '../signal-resolutions.ts';
import type { WidgetField } from './widget-settings.ts';

/** Settings that only some widgets have, each with its fields: they are spread into the shape and the form of those. */

const RESOLUTION_NAMES = {
  auto: 'DataStudio_Resolution_auto',
  raw: 'DataStudio_Resolution_raw',
  PT1M: 'DataStudio_Resolution_PT1M',
  PT5M: 'DataStudio_Resolution_PT5M',
  PT10M: 'DataStudio_Resolution_PT10M',
  PT15M: 'DataStudio_Resolution_PT15M',
  PT30M: 'DataStudio_Resolution_PT30M',
  hour: 'DataStudio_Resolution_hour',
  day: 'DataStudio_Resolution_day',
  week: 'DataStudio_Resolution_week',
  month: 'DataStudio_Resolution_month',
  quarter: 'DataStudio_Resolution_quarter',
  year: 'DataStudio_Resolution_year',
} as const satisfies Record<Resolution, string>;

/** Of values over time; `auto`: the finest that can be told apart. */
export const RESOLUTION_SHAPE = { resolution: resolutionSchema.default('auto') };
export const RESOLUTION_FIELD = {
  name: 'resolution',
  label: 'DataStudio_Resolution',
  choices: RESOLUTION_NAMES,
} as const satisfies WidgetField<'resolution'>;

/** As Data Studio filters points, before anything is aggregated. A form shows them by itself. */
export const FILTERS_SHAPE = { filters: pointFiltersSchema.default([]) };

export const MOST_PERIODS_BACK = 100;

const COMPARISON_NAMES = {
  none: 'Widget_Reference_none',
  previousPeriod: 'Widget_Reference_previousPeriod',
  previousYear: 'Widget_Reference_previousYear',
  periodsBack: 'Widget_Reference_periodsBack',
} as const;
export type PeriodComparison = keyof typeof COMPARISON_NAMES;

/** The same time earlier; `periodsBack` counts periods of the length of this one. */
export const COMPARISON_SHAPE = {
  comparison: z.enum(Object.keys(COMPARISON_NAMES) as [PeriodComparison, ...PeriodComparison[]]).default('none'),
  periodsBack: z.number().int().min(1).max(MOST_PERIODS_BACK).default(1),
};
export const COMPARISON_FIELDS = [
  { name: 'comparison', label: 'Widget_Form_Comparison', choices: COMPARISON_NAMES },
  {
    name: 'periodsBack',
    label: 'Widget_Form_PeriodsBack',
    min: 1,
    max: MOST_PERIODS_BACK,
    when: { name: 'comparison', is: ['periodsBack'] },
  },
] as const satisfies readonly WidgetField<'comparison' | 'periodsBack'>[];

/** As requests state it; undefined: nothing is compared. */
export function comparisonOf({ comparison, periodsBack }: { comparison: PeriodComparison; periodsBack: number }) {
  if (comparison === 'none') return undefined;
  return comparison === 'periodsBack' ? { periodsBack } : comparison;
}
