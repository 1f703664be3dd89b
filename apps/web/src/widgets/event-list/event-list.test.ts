import { eventListOptionalQueries, eventListQueries, eventListSettings } from '@solvane/contract/widgets/event-list';
import { expect, test } from 'vitest';
import { fakeEvent } from '../../testing/fake-event.ts';
import { SITES, toSite } from '../../testing/fake-fleet.ts';
import { completeSettings } from '../../testing/widget-props.ts';
import { widgetText } from '../../testing/widget-text.ts';
import { costsPerHour, type EventListProps, eventListTable, losingEvents } from './event-list-table.ts';

const sites = SITES.slice(0, 2).map(toSite);
const page = { sites, period: { startMs: 0, endMs: 86_400_000 }, zone: 'UTC', nowMs: 86_400_000, powerDeviceIds: null };

function props(items: readonly object[], settings: object = {}, status: readonly object[] = []): EventListProps {
  const data = { events: { items, nextCursor: null, issues: [] }, status: { nowMs: page.nowMs, items: status } };
  return { settings: completeSettings(eventListSettings, settings), page, data } as never;
}

test('open events with losses are by what they lose each hour, or in the order that the settings name', () => {
  const items = [
    fakeEvent(1, { lostEnergyKwh: 10, durationMs: 3_600_000 }),
    fakeEvent(2, { lostEnergyKwh: 50, durationMs: 10 * 3_600_000 }),
    fakeEvent(3, { lostEnergyKwh: null }),
    fakeEvent(4, { lostEnergyKwh: 30, durationMs: 3_600_000 }),
  ];
  const order = (settings: object) => losingEvents(props(items, settings)).map(({ lostEnergyKwh }) => lostEnergyKwh);
  expect([order({}), order({ sort: 'duration' }), order({ rows: 1 })]).toEqual([[30, 10, 50], [10, 50, 30], [30]]);
});

test('the filter of the settings goes to the list and to its count', () => {
  const settings = completeSettings(eventListSettings, { which: 'period', query: ' code:301 ', sort: 'priority' });
  expect(eventListQueries(settings, page).events.body).toMatchObject({
    filter: { query: 'code:301', startMs: 0 },
    sort: { by: 'priority', direction: 'asc' },
  });
  expect(eventListOptionalQueries(settings, page).totals.body.filter).toEqual(eventListQueries(settings, page).events.body.filter);
});

test('costs per hour are one amount for each currency of the sites of the page', () => {
  const cost = (site: number, currency: string | null, costPerHour: number | null) => ({ siteId: SITES[site]?.id, currency, costPerHour });
  const given = props([], {}, [cost(0, 'EUR', 500), cost(1, 'EUR', 32), cost(2, 'EUR', 7), cost(1, 'SEK', null)]);
  expect(costsPerHour(given)).toEqual([{ currency: 'EUR', perHour: 532 }]);
});

test('the table has who acknowledged, how the event was found, and why a loss is not known', () => {
  const acknowledged = { atMs: 5, by: 'Ada' };
  const given = props([fakeEvent(1, { acknowledged, origin: 'detected', lostEnergyKwh: null })], { which: 'period' });
  const [row] = eventListTable(given, widgetText()).rows;
  expect(row?.values).toMatchObject({ acknowledgedBy: 'Ada', origin: 'Detected in signals', lostEnergy: null, lostPower: null });
  expect(row?.reason).toBe('noExpectation');
});
