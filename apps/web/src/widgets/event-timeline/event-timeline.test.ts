import { expect, test } from 'vitest';
import { widgetText } from '../../testing/widget-text.ts';
import { type EventTimelineProps, eventTimelineTable, orderedLanes } from './event-timeline.ts';

const bar = (startMs: number, own = {}) => ({
  type: 'Downtime',
  startMs,
  endMs: startMs + 10,
  isOpen: false,
  count: 1,
  lostEnergyKwh: 5,
  ...own,
});
const lane = (deviceName: string, ...bars: unknown[]) => ({ segmentId: deviceName, deviceName, siteName: 'Norrvind', bars });

function given(sort: 'cost' | 'name'): EventTimelineProps {
  const lanes = [lane('WT-10', bar(0, { count: 3, lostEnergyKwh: null })), lane('WT-2', bar(5, { isOpen: true }))];
  return { settings: { sort, lanes: 20 }, data: { lanes: { lanes, laneCount: 7 } } } as never;
}

test('lanes come with the costliest device first, or by their names as people count', () => {
  const names = (sort: 'cost' | 'name') => orderedLanes(given(sort)).map(({ deviceName }) => deviceName);
  expect([names('cost'), names('name')]).toEqual([
    ['WT-10', 'WT-2'],
    ['WT-2', 'WT-10'],
  ]);
});

test('as a table each bar is a row; an open event has no end, and a loss that is not known is not zero', () => {
  const { rows } = eventTimelineTable(given('cost'), widgetText());
  expect(rows.map(({ values: { device, end, open, count, lostEnergy } }) => [device, end, open, count, lostEnergy])).toEqual([
    ['WT-10', 10, '', 3, null],
    ['WT-2', null, 'open', 1, 5],
  ]);
  expect(rows[0]?.reason).toBe('Without expected');
});
