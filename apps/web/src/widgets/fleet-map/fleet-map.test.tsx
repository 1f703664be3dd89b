import { fleetMapSettings } from '@solvane/contract/widgets/fleet-map';
import { expect, test } from 'vitest';
import { SITES, toSite } from '../../testing/fake-fleet.ts';
import { metricRow } from '../../testing/metric-row.ts';
import { widgetText } from '../../testing/widget-text.ts';
import { type FleetMapProps, fleetMapTable, missingFields, sitesOnMap } from './fleet-map.ts';

const [first, second] = SITES.map(toSite);
const sites = [first, second].flatMap((site) => site ?? []);

function props(settings: object, places: readonly object[], values: object[] = []): FleetMapProps {
  const read = fleetMapSettings.read({ version: 1, settings: settings as never });
  if (read.status !== 'complete') throw new RangeError(read.status);
  const placed = sites.map((site, index) => ({ ...site, metadata: { ...site.metadata, ...places[index] } }));
  const page = { sites: placed, period: { startMs: 0, endMs: 1 }, zone: 'UTC', nowMs: 1, powerDeviceIds: null };
  return { settings: read.settings, page, data: { status: { items: [], nowMs: 1 }, values: { rows: values } } } as never;
}

const NORTH = { latitude: 60, longitude: 15, country: 'SE' };
const NOWHERE = { latitude: null, longitude: 15 };

test('sites without coordinates are no points, and are in the table', () => {
  const given = props({}, [NORTH, NOWHERE]);
  expect(sitesOnMap(given).map(({ place }) => place)).toEqual(expect.arrayContaining([{ latitude: 60, longitude: 15 }, null]));
  expect(given.page.sites.map(missingFields)).toEqual([[], ['latitude']]);
  const { rows } = fleetMapTable(given, widgetText());
  expect(rows.map(({ values: { latitude, country } }) => [latitude, country])).toContainEqual([60, 'SE']);
  expect(rows).toHaveLength(2);
});

test('a metric is a column of its own, with its reason where it is missing', () => {
  const rows = [metricRow(-4, { key: sites[0]?.siteId ?? '', unit: '%' }), metricRow(null, { key: sites[1]?.siteId ?? '', unit: '%' })];
  const table = fleetMapTable(props({ color: 'metric' }, [NORTH, NORTH], rows), widgetText());
  expect(table.columns.find(({ id }) => id === 'metric')).toMatchObject({ header: 'Energy vs expected', unit: '%' });
  expect(table.rows.map(({ values, reason }) => [values.metric, reason])).toEqual(
    expect.arrayContaining([
      [-4, undefined],
      [null, 'Not calculated yet.'],
    ]),
  );
});

test('fixed bounds have to be an area of the earth', () => {
  const read = (settings: object) => fleetMapSettings.read({ version: 1, settings: settings as never }).status;
  expect(read({ area: 'fixed', west: 10, east: 20, south: 50, north: 60 })).toBe('complete');
  expect(read({ area: 'fixed', west: 20, east: 10, south: 50, north: 60 })).toBe('incomplete');
  expect(read({ area: 'fixed' })).toBe('incomplete');
});
