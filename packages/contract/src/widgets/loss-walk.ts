import { z } from 'zod';
import { GROUP_BY_FIELD, GROUP_BY_SHAPE } from './widget-grouping.ts';
import type { WidgetPage } from './widget-page.ts';
import type { WidgetQuery } from './widget-queries.ts';
import { widgetSettings } from './widget-settings.ts';

const shape = {
  start: z.enum(['budget', 'theoretical']).default('budget'),
  of: z.enum(['auto', 'PV', 'Wind', 'BESS', 'Connection']).default('auto'),
  by: z.enum(['period', 'month']).default('period'),
  /** `ledger`: who sent how much where behind the connection of hybrid sites. */
  view: z.enum(['waterfall', 'table', 'ledger']).default('waterfall'),
  percentOf: z.enum(['none', 'start', 'expected']).default('none'),
  ...GROUP_BY_SHAPE,
};

/** From budget or theoretical energy to the grid meter, in steps that add up. */
export const lossWalkSettings = widgetSettings({
  type: 'lossWalk',
  shape,
  form: [
    { name: 'start', label: 'LossWalk_Start', choices: { budget: 'LossWalk_Step_budget', theoretical: 'LossWalk_Step_theoretical' } },
    {
      name: 'of',
      label: 'LossWalk_Of',
      choices: {
        auto: 'LossWalk_Of_auto',
        PV: 'EnergyType_PV',
        Wind: 'EnergyType_Wind',
        BESS: 'EnergyType_BESS',
        Connection: 'LossWalk_Of_Connection',
      },
    },
    { name: 'by', label: 'LossWalk_By', choices: { period: 'Availability_By_period', month: 'PeriodTable_Bucket_month' } },
    {
      name: 'view',
      label: 'LossWalk_View',
      help: 'LossWalk_View_Help',
      choices: { waterfall: 'LossWalk_View_waterfall', table: 'LossWalk_View_table', ledger: 'LossWalk_View_ledger' },
    },
    { ...GROUP_BY_FIELD, when: { name: 'view', is: ['waterfall', 'table'] } },
    {
      name: 'percentOf',
      label: 'LossWalk_PercentOf',
      choices: { none: 'LossWalk_PercentOf_none', start: 'LossWalk_PercentOf_start', expected: 'LossWalk_Step_expected' },
    },
  ],
});

export type LossWalkSettings = z.output<z.ZodObject<typeof shape>>;

/** One query per site: their walks are added step by step. Ledgers are read of hybrid sites only. */
export function lossWalkQueries(
  { start, by, view }: LossWalkSettings,
  { sites, period }: WidgetPage,
): Record<string, WidgetQuery<'walk' | 'ledger'>> {
  if (view === 'ledger')
    return Object.fromEntries(
      sites
        .filter(({ metadata }) => metadata.energyType === 'Hybrid')
        .map(({ siteId }) => [siteId, { kind: 'ledger', body: { siteId, ...period, by } }]),
    );
  return Object.fromEntries(sites.map(({ siteId }) => [siteId, { kind: 'walk', body: { siteId, ...period, by, start } }]));
}
