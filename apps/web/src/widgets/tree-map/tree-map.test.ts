import type { MetricRow } from '@solvane/contract/metric-values';
import { treeMapSettings } from '@solvane/contract/widgets/tree-map';
import { expect, test } from 'vitest';
import { SITES, toSite } from '../../testing/fake-fleet.ts';
import { metricRow } from '../../testing/metric-row.ts';
import { widgetText } from '../../testing/widget-text.ts';
import { mappedSites, type TreeMapProps, treeMapTable } from './tree-map.ts';

const sites = SITES.slice(0, 3).map(toSite);
const [a = '', b = '', c = ''] = sites.map(({ siteId }) => siteId);

function props(settings: object, { sizes, values }: { sizes: MetricRow[]; values: MetricRow[] }): TreeMapProps {
  const read = treeMapSettings.read({ version: 1, settings: settings as never });
  if (read.status !== 'complete') throw new RangeError(read.status);
  const page = { sites, period: { startMs: 0, endMs: 1 }, zone: 'UTC', nowMs: 1, powerDeviceIds: null };
  const rowsOf = (rows: MetricRow[]) => ({ groups: [], rows, totals: [], timezone: 'UTC' });
  return { settings: read.settings, page, data: { sizes: rowsOf(sizes), values: rowsOf(values) } } as never;
}

const size = (key: string, kw: number) => metricRow(kw, { key, metricId: 'capacityAc', unit: 'kW' });
const pr = (key: string, value: number | null, points?: number) =>
  metricRow(value, {
    ...{ key, metricId: 'performance', unit: '%' },
    ...(points !== undefined && value !== null && { compared: { value: value - points, amount: points, kind: 'points', have: 1, of: 1 } }),
  });

test('colour is the difference from the reference: 5 points are the end of the scale, and a missing value has none', () => {
  const mapped = mappedSites(props({}, { sizes: [size(a, 500), size(b, 300)], values: [pr(a, 80, -2.5), pr(b, 90, 12), pr(c, null)] }));
  expect(mapped.map((site) => [site.size, site.difference, site.share])).toEqual([
    [500, -2.5, -0.5],
    [300, 12, 1],
    [null, null, null],
  ]);
});

test('the median is that of the sites with a value', () => {
  const mapped = mappedSites(props({ reference: 'median' }, { sizes: [], values: [pr(a, 80), pr(b, 84), pr(c, null)] }));
  expect(mapped.map(({ reference, difference }) => [reference, difference])).toEqual([
    [82, -2],
    [82, 2],
    [82, null],
  ]);
});

test('the table has every site, also those without a tile, with its reason', () => {
  const { rows } = treeMapTable(props({}, { sizes: [size(a, 500)], values: [pr(a, 80, 1), pr(b, null)] }), widgetText());
  expect(rows.map(({ values: { size: kw, value, difference }, reason }) => [kw, value, difference, reason])).toEqual([
    [500, 80, 1, undefined],
    [null, null, null, 'Not calculated yet.'],
    [null, null, null, undefined],
  ]);
});
