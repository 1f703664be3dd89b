import { eventParetoQueries, eventParetoSettings } from '@solvane/contract/widgets/event-pareto';
import { expect, test } from 'vitest';
import { toEventFilter } from '../../features/event-log/event-log-filter.ts';
import { SITES, toSite } from '../../testing/fake-fleet.ts';
import { widgetText } from '../../testing/widget-text.ts';
import { cumulativePercents, type EventParetoProps, eventParetoTable, eventsOf, withoutExpected } from './event-pareto.ts';

const HOUR = 3_600_000;
const group = (key: string, lostEnergyKwh: number | null, count = 1) => ({
  ...{
    key,
    name: `${key} Text`,
    siteName: null,
    unacknowledged: 0,
    filter: {},
    count,
    durationMs: 6 * HOUR,
    lostEnergyKwh,
    revenueLoss: 5,
  },
  ...{ energyUnknownCount: lostEnergyKwh === null ? count : 0, revenueUnknownCount: 0, leftOutIntervals: 0 },
});

function props(groups: object, currencies = ['EUR']): EventParetoProps {
  const read = eventParetoSettings.read({ version: 1, settings: {} });
  if (read.status !== 'complete') throw new RangeError(read.status);
  return { settings: read.settings, page: { sites: currencies.map((currency) => ({ currency })) }, data: { groups } } as never;
}

test('whole events with the share that they make together (vector A7), the rest last', () => {
  const { rows } = eventParetoTable(
    props({ items: [group('301', 100), group('302', null)], groupCount: 4, rest: group('', 25, 3) }),
    widgetText(),
  );
  expect(
    rows.map(({ values }) => [values.name, values.events, values.duration, values.lostEnergy, values.cumulative, values.withoutExpected]),
  ).toEqual([
    ['301 Text', 1, 6, 100, 80, 0],
    ['302 Text', 1, 6, null, 80, 1],
    ['Other (2)', 3, 6, 25, 100, 0],
  ]);
  expect(rows[1]?.reason).toBeDefined();
});

test('amounts of several currencies are not added', () => {
  const items = { items: [group('301', 100)], groupCount: 1, rest: group('', null, 0) };
  expect(eventParetoTable(props(items), widgetText()).rows[0]?.values.revenueLoss).toBe(5);
  const several = eventParetoTable(props(items, ['EUR', 'USD']), widgetText()).rows[0];
  expect([several?.values.revenueLoss, several?.reason?.includes('currencies')]).toEqual([null, true]);
});

test('of nothing there is no share', () => {
  expect(cumulativePercents([null, 0], null)).toEqual([null, null]);
});

test('events whose loss is not known are counted, those of the other groups too', () => {
  expect(withoutExpected(props({ items: [group('301', null, 2), group('302', 5)], groupCount: 3, rest: group('', null, 4) }))).toBe(6);
});

test('a bar opens the event log with the very events it is made of', () => {
  const sites = SITES.slice(0, 2).map(toSite);
  const period = { startMs: Date.UTC(2026, 1, 1), endMs: Date.UTC(2026, 2, 1) };
  const page = { sites, period, zone: 'UTC', nowMs: 0, powerDeviceIds: null };
  const read = eventParetoSettings.read({ version: 1, settings: { groupBy: 'code', acknowledged: 'no', types: ['Downtime', 'Warning'] } });
  if (read.status !== 'complete') throw new RangeError(read.status);
  const choice = eventsOf({ settings: read.settings, page }, 'F 301');
  expect(choice).toEqual({ open: { to: 'eventLog', search: { q: 'ack:no code="F 301"', types: ['Downtime', 'Warning'] } } });
  const { filter } = eventParetoQueries(read.settings, page).groups.body;
  const siteIds = sites.map(({ siteId }) => siteId);
  const { query, ...log } = toEventFilter(
    { q: 'ack:no code="F 301"', types: ['Downtime', 'Warning'] },
    { siteIds, segmentIds: [], period },
  );
  const { isAcknowledged, ...bars } = filter;
  // The log says in its search box what the widget asks as a condition.
  expect([bars, isAcknowledged, query]).toEqual([log, false, 'ack:no code="F 301"']);
});
