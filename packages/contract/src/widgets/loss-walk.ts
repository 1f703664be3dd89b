import { z } from 'zod';
import type { WidgetPage } from './widget-page.ts';
import type { WidgetQuery } from './widget-queries.ts';
import { widgetSettings } from './widget-settings.ts';

const shape = {
  start: z.enum(['budget', 'theoretical']).default('budget'),
  of: z.enum(['auto', 'PV', 'Wind', 'BESS', 'Connection']).default('auto'),
  view: z.enum(['waterfall', 'table']).default('waterfall'),
  percentOf: z.enum(['none', 'start', 'expected']).default('none'),
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
    { name: 'view', label: 'LossWalk_View', choices: { waterfall: 'LossWalk_View_waterfall', table: 'LossWalk_View_table' } },
    {
      name: 'percentOf',
      label: 'LossWalk_PercentOf',
      choices: { none: 'LossWalk_PercentOf_none', start: 'LossWalk_PercentOf_start', expected: 'LossWalk_Step_expected' },
    },
  ],
});

export type LossWalkSettings = z.output<z.ZodObject<typeof shape>>;

/** One query per site: their walks are added step by step. */
export function lossWalkQueries({ start }: LossWalkSettings, { sites, period }: WidgetPage): Record<string, WidgetQuery<'walk'>> {
  return Object.fromEntries(sites.map(({ siteId }) => [siteId, { kind: 'walk', body: { siteId, ...period, start } }]));
}
