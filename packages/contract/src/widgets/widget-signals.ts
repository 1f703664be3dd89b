import { findCatalogueRow, SIGNAL_CATALOGUE } from '@solvane/energy/signals/catalogue';
import { toSignalId } from '@solvane/energy/signals/signal-id';
import type { DeviceCode } from '@solvane/energy/signals/signal-row';
import { z } from 'zod';
import { type SegmentId, signalIdSchema } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import type { PointFilter } from '../point-filters.ts';
import type { Resolution } from '../signal-resolutions.ts';
import { coarsestMs } from './fleet-power.ts';
import { costOf } from './widget-cost.ts';
import { type DeviceLevel, devicesAt } from './widget-devices.ts';
import type { WidgetPage } from './widget-page.ts';
import type { WidgetQuery } from './widget-queries.ts';

/** Every quantity at the stage that users look at: validated where it is measured. */
export const SIGNAL_CHOICES: Readonly<Record<string, string>> = Object.fromEntries(
  SIGNAL_CATALOGUE.flatMap(({ apCode, calcTypes }) => {
    const stages: readonly string[] = calcTypes;
    const stage = ['Validated', 'Calculated'].find((each) => stages.includes(each)) ?? stages[0];
    return stage === undefined ? [] : [[toSignalId(apCode, stage), `Signal_${apCode}`]];
  }),
);

/** A signal that has to be chosen. */
export function requiredSignal(error: string) {
  return z.string({ error }).pipe(signalIdSchema);
}

/** Resolutions from fine to coarse; `raw` is the interval of each site. */
const COARSER: readonly Resolution[] = ['raw', 'PT10M', 'PT15M', 'PT30M', 'hour', 'day', 'week', 'month'];

interface SeriesRequest {
  signalIds: readonly string[];
  level: DeviceLevel;
  resolution: Resolution;
  /** Values of the whole response: `auto` takes the finest resolution that has no more. */
  most: number;
  filters?: readonly PointFilter[];
}

/** Values of signals of the devices of a page; null: the devices are not known yet. */
export function signalsQuery(page: WidgetPage, { signalIds, level, resolution, most, filters = [] }: SeriesRequest) {
  const devices = devicesAt(page, level);
  if (devices === null) return null;
  const ids: SegmentId[] = devices.map(({ segmentId }) => segmentId);
  const isOwn = signalIds.every((signalId) => isOfLevel(signalId, level));
  // Without a device the response is empty, which is a result too.
  const others = isOwn && ids.length > 0 ? [] : weatherSources(page, devices.length > 0 ? devices.map(({ site }) => site) : page.sites);
  const segmentIds = [...new Set([...ids, ...others])].slice(0, LIMITS.selectedDevices);
  if (segmentIds.length === 0) return null;
  const body = {
    segmentIds,
    signalIds: [...new Set(signalIds)].map((id) => signalIdSchema.parse(id)),
    ...page.period,
    ...(filters.length > 0 && { filters: [...filters] }),
  };
  const queryAt = (each: Resolution) => ({ kind: 'series', body: { ...body, resolution: each } }) as const satisfies WidgetQuery;
  if (resolution !== 'auto') return queryAt(resolution);
  const isFew = (each: Resolution) => costOf([queryAt(each)], page).points <= most;
  return queryAt(COARSER.filter((each) => isAtLeast(each, coarsestMs(page.sites))).find(isFew) ?? 'month');
}

const CODES: Partial<Record<DeviceLevel, readonly DeviceCode[]>> = {
  generators: ['INV', 'WT', 'BI', 'GEN', 'ANY'],
  Inverter: ['INV', 'GEN', 'ANY'],
  WindTurbine: ['WT', 'GEN', 'ANY'],
  WeatherStation: ['WS', 'ANY'],
};

/** Where a site has light and weather that its devices do not have themselves: the site, then its stations and planes. */
export function weatherSources(page: Pick<WidgetPage, 'trees'>, sites: WidgetPage['sites']): SegmentId[] {
  const distinct = [...new Map(sites.map((site) => [site.siteId, site])).values()];
  return distinct.flatMap((site) => {
    const at = (level: DeviceLevel) => devicesAt({ sites: [site], ...(page.trees && { trees: page.trees }) }, level) ?? [];
    const stations = [...at('WeatherStation'), ...at('PlaneOfArray')].map(({ segmentId }) => segmentId);
    return [site.siteSegmentId, ...stations];
  });
}

/** Whether devices of a level have a signal themselves. */
function isOfLevel(signalId: string, level: DeviceLevel): boolean {
  const row = findCatalogueRow(signalId.split('||')[0] ?? '');
  const codes = CODES[level];
  return row === undefined || codes === undefined || row.devices.some((code) => codes.includes(code));
}

const FINE_MS: Partial<Record<Resolution, number>> = { PT10M: 600_000, PT15M: 900_000, PT30M: 1_800_000 };

/** Not finer than the intervals of all sites. */
function isAtLeast(resolution: Resolution, intervalMs: number): boolean {
  return (FINE_MS[resolution] ?? Number.POSITIVE_INFINITY) > intervalMs;
}
