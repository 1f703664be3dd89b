import type { PageDevice } from '@solvane/contract/widgets/widget-devices';
import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import { weatherSources } from '@solvane/contract/widgets/widget-signals';
import type { SeriesColumns } from './series-columns.ts';

/** Values of several signals of one device at the same times. */
export interface DevicePoints {
  device: PageDevice;
  timesMs: Float64Array;
  /** One per signal, in their order; null: the device has no such signal. */
  columns: readonly (Float64Array | null)[];
}

/**
 * Values of signals by device, at the times of the first signal. A signal that a device does not have itself is that of its site or of a station there, as
 * light; at least one has to be its own.
 *
 * @param needed - how many of the first signals have to be there
 */
export function devicePoints(
  series: readonly SeriesColumns[],
  { devices, signalIds, needed, page }: { devices: readonly PageDevice[]; signalIds: readonly string[]; needed: number; page: WidgetPage },
): DevicePoints[] {
  const byId = new Map(series.map((one) => [`${one.segmentId} ${one.signalId}`, one]));
  const sources = new Map(page.sites.map((site) => [site.siteId, weatherSources(page, [site])]));
  const ofSite = ({ site }: PageDevice, signalId: string) =>
    sources.get(site.siteId)?.flatMap((segmentId) => byId.get(`${segmentId} ${signalId}`) ?? [])[0];
  return devices.flatMap((device) => {
    const own = signalIds.map((signalId) => byId.get(`${device.segmentId} ${signalId}`));
    if (own.every((one) => one === undefined)) return [];
    const found = signalIds.map((signalId, i) => own[i] ?? ofSite(device, signalId));
    const [first] = found;
    if (!first || found.slice(0, needed).some((one) => one === undefined)) return [];
    const { timesMs } = first;
    return [{ device, timesMs, columns: found.map((one) => (one ? valuesAt(one, timesMs) : null)) }];
  });
}

/** Name of a device, with its site where there are several. */
export function deviceName({ name, site, segmentId }: PageDevice, all: readonly PageDevice[]): string {
  const isSite = segmentId === site.siteSegmentId;
  return isSite || new Set(all.map((each) => each.site.siteId)).size <= 1 ? name : `${site.name} ${name}`;
}

/** Values of a series at other times; NaN where it has none. Both ascend. */
export function valuesAt({ timesMs, values }: Pick<SeriesColumns, 'timesMs' | 'values'>, atMs: Float64Array): Float64Array {
  if (timesMs === atMs) return values;
  if (timesMs.length === atMs.length && timesMs[0] === atMs[0] && timesMs.every((time, i) => time === atMs[i])) return values;
  const found = new Float64Array(atMs.length).fill(Number.NaN);
  let from = 0;
  for (let i = 0; i < atMs.length; i++) {
    const time = atMs[i] ?? Number.NaN;
    while (from < timesMs.length && (timesMs[from] ?? 0) < time) from++;
    if (timesMs[from] === time) found[i] = values[from] ?? Number.NaN;
  }
  return found;
}
