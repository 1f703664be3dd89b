import { z } from 'zod';
import { SITE_GROUPINGS } from '../fleet.ts';
import { metricName, metricQuery, SITE_GROUPING_CHOICES } from './metric-choices.ts';
import type { WidgetPage } from './widget-page.ts';
import type { WidgetQuery } from './widget-queries.ts';
import { widgetSettings } from './widget-settings.ts';

const METRICS = ['energy', 'availability.Technical.time', 'performance', 'revenue', 'insolation'] as const;
export type BudgetMetric = (typeof METRICS)[number];

const shape = {
  metrics: z.array(z.enum(METRICS)).min(1).max(3).default(['energy']),
  by: z.enum(['site', 'month', ...SITE_GROUPINGS]).default('site'),
  picture: z.enum(['dots', 'bars']).default('dots'),
  /** Of energy: the budget as the weather of the period would have made it. */
  weatherAdjusted: z.boolean().default(false),
  /** By month: sums since the first of them. */
  cumulative: z.boolean().default(false),
};
export type BudgetSettings = z.output<z.ZodObject<typeof shape>>;

/** Actual values against budget and expectation. */
export const budgetSettings = widgetSettings({
  type: 'budget',
  shape,
  form: [
    {
      name: 'metrics',
      label: 'Widget_Form_Metrics',
      isMultiple: true,
      choices: Object.fromEntries(METRICS.map((metric) => [metric, metricName(metric)])),
    },
    { name: 'by', label: 'Budget_By', choices: { site: 'Bar_By_site', month: 'Budget_By_month', ...SITE_GROUPING_CHOICES } },
    { name: 'picture', label: 'Budget_Picture', choices: { dots: 'Budget_Picture_dots', bars: 'Budget_Picture_bars' } },
    { name: 'weatherAdjusted', label: 'Budget_WeatherAdjusted', isFlag: true },
    { name: 'cumulative', label: 'Budget_Cumulative', help: 'Budget_Cumulative_Help', isFlag: true },
  ],
});

/** The metrics against their budgets; energy also against expectation at the grid connection, and against its adjusted budget. */
export function budgetQueries({ metrics, by, weatherAdjusted }: BudgetSettings, page: WidgetPage) {
  const own = [...new Set(metrics)];
  const base = { by: by === 'month' ? 'month' : 'none', groupBy: by === 'month' ? 'total' : by === 'site' ? 'each' : by } as const;
  const hasEnergy = own.includes('energy');
  return {
    actual: metricQuery(page, { ...base, metricIds: own, reference: 'budget' }),
    ...(hasEnergy && {
      expected: metricQuery(page, {
        ...base,
        metricIds: ['expectedAtPcc', ...(weatherAdjusted ? (['budgetWeather'] as const) : [])],
        reference: 'none',
      }),
    }),
  } as const satisfies Record<string, WidgetQuery>;
}
