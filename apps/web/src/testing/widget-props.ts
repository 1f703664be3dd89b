import type { Series } from '@solvane/contract/signals';
import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import type { WidgetSettings } from '@solvane/contract/widgets/widget-settings';
import { SITES, toSite } from './fake-fleet.ts';

/** Complete settings of a widget from those that differ from the defaults. */
export function completeSettings<Settings>(definition: WidgetSettings<Settings>, settings: object): Settings {
  const read = definition.read({ version: definition.version, settings: { ...settings } });
  if (read.status !== 'complete') throw new RangeError(`${read.status}: ${JSON.stringify('issues' in read ? read.issues : [])}`);
  return read.settings;
}

interface SeriesInput {
  segmentId: string;
  signalId: string;
  startMs: number;
  stepMs: number;
  values: readonly (number | null)[];
  unit?: string;
  completeness?: readonly number[];
  timezone?: string;
}

/** A series of a response, evenly spaced. */
export function seriesOf({
  segmentId,
  signalId,
  startMs,
  stepMs,
  values,
  unit = '',
  completeness,
  timezone = 'Europe/Stockholm',
}: SeriesInput): Series {
  return {
    ...{ key: segmentId, label: segmentId, segmentId: segmentId as never, signalId: signalId as never, unit, timezone },
    ...{ aggregation: 'avg', periodsBack: 0 },
    timesMs: values.map((_, i) => startMs + i * stepMs),
    values: [...values],
    ...(completeness && { completeness: [...completeness] }),
  };
}

/** A page of the first sites, each with devices of one type. */
export function devicePage(period: WidgetPage['period'], devices: Readonly<Record<string, readonly string[]>>, type: string): WidgetPage {
  const sites = SITES.map(toSite).slice(0, Math.max(1, Object.keys(devices).length));
  const trees = new Map(
    sites.map((site, index) => {
      const names = Object.values(devices)[index] ?? [];
      const root = { id: site.siteSegmentId, name: site.name, type: 'Site', parent: -1, end: names.length + 1, isDisabled: false };
      const nodes = names.map((name, i) => ({ id: name as never, name, type, parent: 0, end: i + 2, isDisabled: false }));
      return [site.siteId as string, { nodes: [root, ...nodes] }];
    }),
  );
  return { sites, trees, period, zone: 'Europe/Stockholm', nowMs: period.endMs, powerDeviceIds: null };
}
