import { expect, test } from 'vitest';
import { exportRows } from './widget-table.ts';

const columns = [
  { id: 'start', header: 'Start', isTime: true },
  { id: 'energy', header: 'Energy', unit: 'kWh' },
];

test('exports have the unit in the head, all digits, and instants in UTC and on the clock of the zone', () => {
  const rows = [{ id: '1', values: { start: Date.UTC(2025, 2, 30, 1), energy: 0.123456789 } }];
  expect(exportRows({ columns, rows }, { zone: 'Europe/Stockholm', reason: 'Reason' })).toEqual([
    ['Start (UTC)', 'Start (Europe/Stockholm)', 'Energy [kWh]'],
    ['2025-03-30T01:00:00Z', '2025-03-30T03:00:00+02:00', 0.123456789],
  ]);
});

test('a missing value has its reason in the last column', () => {
  const rows = [
    { id: '1', values: { start: 0, energy: null }, reason: 'No data in this period' },
    { id: '2', values: { start: 0, energy: 5 } },
  ];
  const [head, first, second] = exportRows({ columns, rows }, { zone: 'UTC', reason: 'Reason' });
  expect([head?.at(-1), first?.slice(2), second?.slice(2)]).toEqual(['Reason', [null, 'No data in this period'], [5, null]]);
});
