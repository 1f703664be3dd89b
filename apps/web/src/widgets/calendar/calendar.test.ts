import type { MetricRow } from '@solvane/contract/metric-values';
import { calendarQueries, calendarSettings } from '@solvane/contract/widgets/calendar';
import { expect, test } from 'vitest';
import { SITES, toSite } from '../../testing/fake-fleet.ts';
import { metricRow } from '../../testing/metric-row.ts';
import { widgetText } from '../../testing/widget-text.ts';
import { type CalendarProps, calendarTable, scaleOf } from './calendar.ts';

const HOUR_MS = 3_600_000;
const NOON_MS = Date.UTC(2025, 2, 31, 10);
const page = { sites: SITES.map(toSite), period: { startMs: 0, endMs: 1 }, zone: 'Europe/Stockholm', nowMs: NOON_MS, powerDeviceIds: null };

function props(settings: object, totals: readonly MetricRow[]): CalendarProps {
  const read = calendarSettings.read({ version: 1, settings: settings as never });
  if (read.status !== 'complete') throw new RangeError(read.status);
  return { settings: read.settings, page, data: { days: { groups: [], rows: [], totals, timezone: 'Europe/Stockholm' } } } as never;
}

const [SATURDAY, SUNDAY, MONDAY] = [Date.UTC(2025, 2, 28, 23), Date.UTC(2025, 2, 29, 23), Date.UTC(2025, 2, 30, 22)];

test('months end today and begin with the first day of the first of them', () => {
  const { body } = calendarQueries(props({ months: 3 }, []).settings, page).days;
  expect(body).toMatchObject({ by: 'day', groupBy: 'total', period: { fromDay: '2025-01-01', toDay: '2025-04-01' } });
});

test('a day of 23 hours says so, and partial and missing days have their reason (vector A10)', () => {
  const totals = [
    metricRow(130, { bucketMs: SATURDAY, coverage: 130 / 144 }),
    metricRow(124, { bucketMs: SUNDAY, coverage: 124 / 138, isPartial: true, reason: 'incomplete' }),
    metricRow(null, { bucketMs: MONDAY, coverage: 60 / 144, reason: 'incomplete' }),
  ];
  const { rows } = calendarTable(props({}, totals), widgetText());
  expect(rows.map(({ values, reason }) => [values.day, values.value, values.hours, values.coverage, reason])).toEqual([
    ['2025-03-29', 130, 24, expect.closeTo(90.2778, 3), undefined],
    ['2025-03-30', 124, 23, expect.closeTo(89.8551, 3), expect.stringContaining('50')],
    ['2025-03-31', null, 24, expect.closeTo(41.6667, 3), expect.stringContaining('50')],
  ]);
});

test('days without a row are missing, not left out', () => {
  const { rows } = calendarTable(
    props({}, [metricRow(1, { bucketMs: SATURDAY }), metricRow(2, { bucketMs: MONDAY + HOUR_MS })]),
    widgetText(),
  );
  expect(rows.map(({ id, values }) => [id, values.value])).toEqual([
    ['2025-03-29', 1],
    ['2025-03-30', null],
    ['2025-03-31', 2],
  ]);
});

test('a diverging scale is as long to both sides, and stated ends win', () => {
  const open = { from: null, to: null };
  expect(scaleOf([-2, 5], { scale: 'diverging', ...open })).toEqual({ kind: 'diverging', from: -5, to: 5 });
  expect(scaleOf([3, 5], { scale: 'sequential', ...open })).toEqual({ kind: 'sequential', from: 0, to: 5 });
  expect(scaleOf([3, 5], { scale: 'sequential', from: 2, to: 4 })).toEqual({ kind: 'sequential', from: 2, to: 4 });
});
