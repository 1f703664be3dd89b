import { SIGNAL_CALC_PERIODS } from '@solvane/energy/time/interval';
import type { Period } from '@solvane/energy/time/local-day';
import { signalIdSchema } from '../ids.ts';
import type { Resolution } from '../signal-resolutions.ts';
import { SITE_STATUS_QUERY, type WidgetPage } from './widget-page.ts';
import type { WidgetQuery } from './widget-queries.ts';
import { widgetSettings } from './widget-settings.ts';

/** Net power of the sites at their grid connections against expected power. */
export const fleetPowerSettings = widgetSettings({ type: 'fleetPower', shape: {} });

const HOUR_MS = 3_600_000;
const FINE: readonly PowerResolution[] = [
  { resolution: 'PT10M', ms: 600_000 },
  { resolution: 'PT15M', ms: 900_000 },
  { resolution: 'PT30M', ms: 1_800_000 },
  { resolution: 'hour', ms: HOUR_MS },
];
const MOST_POINTS = 1_000;
const MOST_HOURS = 400 * 24;

export interface PowerResolution {
  resolution: Resolution;
  ms: number;
}

/** Measured power; null: the devices are not known yet. */
export function fleetPowerQueries(_settings: unknown, page: WidgetPage) {
  const { powerDeviceIds, period, sites } = page;
  const { resolution } = powerResolution(period, coarsestMs(sites));
  const body = { signalIds: [signalIdSchema.parse('ActivePower||Raw')], ...period, resolution, treeAggregation: 'site' as const };
  const power = powerDeviceIds && ({ kind: 'series', body: { ...body, segmentIds: [...powerDeviceIds] } } as const satisfies WidgetQuery);
  return { power };
}

/** Expected power at the terminals of the generators, and the share that is lost on the way to the grid connection. */
export function fleetPowerOptionalQueries(_settings: unknown, { period, sites }: WidgetPage) {
  const { resolution } = powerResolution(period, coarsestMs(sites));
  const segmentIds = sites.map(({ siteSegmentId }) => siteSegmentId);
  const body = { signalIds: [signalIdSchema.parse('ActivePower||Expected')], ...period, resolution, segmentIds };
  return { expected: { kind: 'series', body }, status: SITE_STATUS_QUERY } as const satisfies Record<string, WidgetQuery>;
}

/** Finest clock interval that all sites have and that keeps the line short; the day where the period is too long for hours. */
export function powerResolution({ startMs, endMs }: Period, coarsest: number): PowerResolution {
  const isShort = ({ resolution, ms }: PowerResolution) => (endMs - startMs) / ms <= (resolution === 'hour' ? MOST_HOURS : MOST_POINTS);
  return FINE.find((each) => each.ms >= coarsest && isShort(each)) ?? { resolution: 'day', ms: 24 * HOUR_MS };
}

/** Longest interval of the sites. [ms] */
export function coarsestMs(sites: WidgetPage['sites']): number {
  return Math.max(0, ...sites.map(({ metadata }) => SIGNAL_CALC_PERIODS[metadata.signalCalcPeriod]));
}
