import { importMappingSchema } from '@solvane/contract/import-mapping';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { guessMapping, type SampleFile } from './guess-mapping.ts';
import { writeMapping } from './write-mapping.ts';

const written = (sample: SampleFile): string => writeMapping(guessMapping(sample));

const rows = (step: number, device?: string) =>
  Array.from({ length: 6 }, (_, index) => [
    `2025-06-01 10:${String(index * step).padStart(2, '0')}:00`,
    ...(device ? [device] : []),
    '1317',
    '21.5',
  ]);

test('a guess is a mapping that can be used once its doubts are gone', () => {
  const text = written({ columns: ['timestamp', 'power_kW', 'air_temp'], rows: rows(10), kind: 'csv', delimiter: ',' });
  const mapping = importMappingSchema.parse(parse(text));
  expect(mapping).toMatchObject({
    time: { column: 'timestamp', zone: 'UTC', interval: 'PT10M' },
    signals: [
      { column: 'power_kW', signal: 'ActivePower', unit: 'kW' },
      { column: 'air_temp', signal: 'AmbientTemperature', unit: '°C' },
    ],
  });
  expect(text).toContain('DOUBT: the times carry no zone');
  expect(text).toContain('DOUBT: does a time name the start or the end');
});

test('a column of device names becomes a table to fill in', () => {
  const text = written({ columns: ['time', 'turbine', 'P_avg', 'Ws_avg'], rows: rows(5, 'WT1'), kind: 'csv', delimiter: ';' });
  expect(parse(text)).toMatchObject({
    format: { delimiter: ';' },
    time: { interval: 'PT5M' },
    device: { column: 'turbine', segments: { WT1: 'your-segment' } },
  });
});

test('columns nobody understands are named, not forgotten', () => {
  expect(written({ columns: ['time', 'kw', 'xyzzy'], rows: rows(10), kind: 'csv', delimiter: ',' })).toContain('Not mapped: xyzzy');
});
