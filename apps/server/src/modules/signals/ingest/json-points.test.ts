import { LIMITS } from '@solvane/contract/limits';
import { expect, test } from 'vitest';
import { readJsonPoints } from './json-points.ts';

const NOON = Date.UTC(2026, 0, 1, 12);
const LATEST = { latestMs: NOON, foreseenMs: NOON };

function read(t: unknown[], v: unknown[]) {
  return readJsonPoints(Buffer.from(JSON.stringify({ series: [{ segmentId: 'inv-1', signal: 'ActivePower', t, v }] })), LATEST)[0];
}

test('times are epoch milliseconds or ISO 8601 with a zone', () => {
  const series = read([NOON - 1000, '2026-01-01T11:00:00Z', '2026-01-01T11:00:00+01:00'], [1, 2, 3]);
  expect([...(series?.timesMs ?? [])]).toEqual([NOON - 1000, NOON - 3_600_000, NOON - 7_200_000]);
  expect(series?.rejected.size).toBe(0);
});

test('each bad point is told by its place and costs no other', () => {
  const series = read(['2026-01-01T11:00:00', 'soon', 1.5, NOON + 1, NOON, NOON], [1, 2, 3, 4, 'x', 6]);
  expect(Object.fromEntries(series?.rejected ?? [])).toEqual({
    timeWithoutZone: { count: 1, lines: [0] },
    timeInvalid: { count: 2, lines: [1, 2] },
    inFuture: { count: 1, lines: [3] },
    valueInvalid: { count: 1, lines: [4] },
  });
  expect([...(series?.values ?? [])]).toEqual([6]);
});

test('null is no value and no mistake', () => {
  const series = read([NOON, NOON], [null, 5]);
  expect([...(series?.values ?? [])]).toEqual([5]);
  expect(series?.rejected.size).toBe(0);
});

test('times and values of different lengths are refused as a whole', () => {
  const series = read([NOON, NOON - 1], [1]);
  expect(Object.fromEntries(series?.rejected ?? [])).toEqual({ lengthMismatch: { count: 2, lines: [0, 1] } });
});

test('more points than one request may hold are refused with both counts', () => {
  const times = new Array(LIMITS.ingestJsonPoints + 1).fill(NOON);
  expect(() => read(times, times)).toThrow(
    expect.objectContaining({
      code: 'ingest.tooManyPoints',
      values: { requested: LIMITS.ingestJsonPoints + 1, allowed: LIMITS.ingestJsonPoints },
    }),
  );
});

test('what is no JSON is malformed', () => {
  expect(() => readJsonPoints(Buffer.from('{'), LATEST)).toThrow(expect.objectContaining({ code: 'request.malformed' }));
});
