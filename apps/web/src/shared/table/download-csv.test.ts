import { expect, test } from 'vitest';
import { csvRows } from './download-csv.tsx';

test('a file has heads with units, unrounded values and empty cells', () => {
  const columns = [
    { id: 'speed', header: 'Wind speed', unit: 'm/s', value: ({ speed }: { speed: number; power: number | null }) => speed },
    { id: 'power', header: 'Power', unit: 'kW', value: ({ power }: { power: number | null }) => power, text: () => 'rounded' },
    { id: 'actions', header: 'Actions', cell: () => null },
  ];
  expect(
    csvRows(columns, [
      { speed: 3.25, power: 12.3456 },
      { speed: 4, power: null },
    ]),
  ).toEqual([
    ['Wind speed, m/s', 'Power, kW'],
    [3.25, 12.3456],
    [4, null],
  ]);
});
