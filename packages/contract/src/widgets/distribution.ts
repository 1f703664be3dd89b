import { z } from 'zod';
import { signalIdSchema } from '../ids.ts';
import { type DeviceLevel, devicesAt } from './widget-devices.ts';
import { FILTERS_SHAPE } from './widget-extras.ts';
import type { WidgetPage } from './widget-page.ts';
import type { WidgetQuery } from './widget-queries.ts';
import { widgetSettings } from './widget-settings.ts';
import { SIGNAL_CHOICES, signalsQuery } from './widget-signals.ts';

/** Above this many values they are read at a coarser resolution, which is named. */
const MOST_VALUES = 100_000;
/** Parts of a period in which events of one device can be told apart. */
const EVENT_STEPS = 4_000;
const MOST_LANES = 500;

const shape = {
  ...FILTERS_SHAPE,
  signals: z.array(signalIdSchema).min(1).max(10),
  kind: z.enum(['histogram', 'duration', 'box']).default('histogram'),
  /** null: as many as the values need. */
  bins: z.number().int().min(5).max(100).nullable().default(null),
  boxBy: z.enum(['device', 'site', 'month', 'hour']).default('device'),
  share: z.enum(['count', 'hours', 'percent']).default('percent'),
  /** Intervals with an event that loses energy are left out. */
  excludeEvents: z.boolean().default(false),
};
export type DistributionSettings = z.output<z.ZodObject<typeof shape>>;

/** How often which values occur. */
export const distributionSettings = widgetSettings({
  type: 'distribution',
  shape,
  levels: ['asSelected', 'sites', 'generators', 'Inverter', 'WindTurbine', 'WeatherStation'],
  form: [
    { name: 'signals', label: 'Distribution_Signals', isMultiple: true, choices: SIGNAL_CHOICES },
    {
      name: 'kind',
      label: 'Distribution_Kind',
      choices: { histogram: 'Distribution_Kind_histogram', duration: 'Distribution_Kind_duration', box: 'Distribution_Kind_box' },
    },
    { name: 'bins', label: 'Distribution_Bins', help: 'Distribution_Bins_Help', isOpen: true, when: { name: 'kind', is: ['histogram'] } },
    {
      name: 'share',
      label: 'Distribution_Share',
      choices: { percent: 'Distribution_Share_percent', hours: 'Distribution_Share_hours', count: 'Distribution_Share_count' },
      when: { name: 'kind', is: ['histogram'] },
    },
    {
      name: 'boxBy',
      label: 'Distribution_BoxBy',
      choices: {
        device: 'Distribution_BoxBy_device',
        site: 'Distribution_BoxBy_site',
        month: 'Distribution_BoxBy_month',
        hour: 'Distribution_BoxBy_hour',
      },
      when: { name: 'kind', is: ['box'] },
    },
    { name: 'excludeEvents', label: 'Distribution_ExcludeEvents', isFlag: true },
  ],
});

type Settings = DistributionSettings & { level: DeviceLevel };

export function distributionQueries({ signals, level, filters }: Settings, page: WidgetPage) {
  return { values: signalsQuery(page, { signalIds: signals, level, filters, resolution: 'auto', most: MOST_VALUES }) } satisfies Record<
    string,
    WidgetQuery | null
  >;
}

/** Events that lose energy, of the devices and of their sites. */
export function distributionOptionalQueries({ excludeEvents, level }: Settings, page: WidgetPage) {
  const devices = excludeEvents ? devicesAt(page, level) : null;
  const { startMs, endMs } = page.period;
  const segmentIds = [...new Set((devices ?? []).flatMap(({ segmentId, site }) => [segmentId, site.siteSegmentId]))];
  const body = {
    filter: { segmentIds, isExact: true, startMs, endMs, types: ['Downtime' as const, 'Curtailment' as const, 'Degraded' as const] },
    view: { startMs, endMs },
    steps: EVENT_STEPS,
    limit: MOST_LANES,
  };
  return { lanes: segmentIds.length > 0 ? { kind: 'eventLanes', body } : null } as const satisfies Record<string, WidgetQuery | null>;
}
