import { z } from 'zod';
import { SITE_GROUPINGS } from '../fleet.ts';
import { AVAILABILITY_VIEWS } from '../metric-ids.ts';
import { SITE_GROUPING_CHOICES } from './metric-choices.ts';
import type { WidgetPage } from './widget-page.ts';
import type { WidgetQuery } from './widget-queries.ts';
import { widgetSettings } from './widget-settings.ts';

const shape = {
  view: z.enum(AVAILABILITY_VIEWS).default('Technical'),
  basis: z.enum(['time', 'production', 'both']).default('both'),
  by: z.enum(['period', 'day', 'month', 'site', ...SITE_GROUPINGS]).default('month'),
  picture: z.enum(['bars', 'waterfall']).default('bars'),
  guarantee: z.boolean().default(true),
  /** Below the guarantee by no more than this it is kept. [pp] */
  tolerance: z.number().min(0).max(5).default(0.25),
};
export type AvailabilitySettings = z.output<z.ZodObject<typeof shape>>;

/** Availability as contracts count it, by time and by production, with what took it from 100 %. */
export const availabilitySettings = widgetSettings({
  type: 'availability',
  shape,
  form: [
    {
      name: 'view',
      label: 'Availability_View',
      choices: Object.fromEntries(AVAILABILITY_VIEWS.map((view) => [view, `Availability_View_${view}`])),
    },
    {
      name: 'basis',
      label: 'Availability_Basis',
      choices: { both: 'Availability_Basis_both', time: 'Availability_Basis_time', production: 'Availability_Basis_production' },
    },
    {
      name: 'by',
      label: 'Bar_By',
      choices: {
        month: 'PeriodTable_Bucket_month',
        day: 'PeriodTable_Bucket_day',
        period: 'Availability_By_period',
        site: 'Bar_By_site',
        ...SITE_GROUPING_CHOICES,
      },
    },
    { name: 'picture', label: 'Budget_Picture', choices: { bars: 'Budget_Picture_bars', waterfall: 'Availability_Picture_waterfall' } },
    { name: 'guarantee', label: 'Availability_Guarantee', isFlag: true },
    { name: 'tolerance', label: 'Availability_Tolerance', help: 'Availability_Tolerance_Help', isOpen: true },
  ],
});

type Grain = Extract<WidgetQuery<'availability'>['body']['by'], string>;

/** Days are put together as a whole, by month or by day. */
function grainOf({ by }: Pick<AvailabilitySettings, 'by'>): Grain {
  return by === 'month' || by === 'day' ? by : 'period';
}

/** One query per site: rating-hours and energies add up over sites. */
export function availabilityQueries(
  settings: AvailabilitySettings,
  { sites, period }: WidgetPage,
): Record<string, WidgetQuery<'availability'>> {
  const by = grainOf(settings);
  return Object.fromEntries(sites.map(({ siteId }) => [siteId, { kind: 'availability', body: { siteId, ...period, by } }]));
}

/** What contracts guarantee, where the user may read contracts. */
export function guaranteeQueries(settings: AvailabilitySettings, { sites, period }: WidgetPage): Record<string, WidgetQuery<'guarantees'>> {
  if (!settings.guarantee) return {};
  const by = grainOf(settings);
  return Object.fromEntries(sites.map(({ siteId }) => [guaranteeName(siteId), { kind: 'guarantees', body: { siteId, ...period, by } }]));
}

/** Name of the query for the guarantees of a site. */
export function guaranteeName(siteId: string): string {
  return `guarantee ${siteId}`;
}
