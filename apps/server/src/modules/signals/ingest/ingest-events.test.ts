import { ingestEndpoints } from '@solvane/contract/ingest';
import { asc } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rawEvents } from '../../../db/schema/arrivals.ts';
import { NOON_MS, openPlant, type Plant } from '../testing/plant.ts';

const TEN = '2026-01-15T10:00:00Z';
const TEN_MS = Date.parse(TEN);
const GOOD = { segmentId: 'inv-1', code: 'F12', start: TEN, end: null };

function send({ key }: Plant, ...events: unknown[]) {
  return key.call(ingestEndpoints.events, { body: { events } });
}

async function stored({ db }: Plant) {
  const rows = await db.select().from(rawEvents).orderBy(asc(rawEvents.segmentId), asc(rawEvents.startMs), asc(rawEvents.code));
  return rows.map(({ segmentId, code, startMs, endMs, message }) => [segmentId, code, startMs, endMs, message]);
}

test('events are stored with their times, open ones without an end', async () => {
  const plant = await openPlant();
  const response = await send(plant, GOOD, {
    segmentId: 'inv-2',
    code: '7',
    text: 'Grid lost',
    start: TEN_MS,
    end: '2026-01-15T11:30:00+01:00',
  });
  expect(response).toEqual({ accepted: 2, rejected: 0, reasons: [] });
  expect(await stored(plant)).toEqual([
    ['inv-1', 'F12', TEN_MS, null, ''],
    ['inv-2', '7', TEN_MS, TEN_MS + 30 * 60_000, 'Grid lost'],
  ]);
});

test('the same device, code and start replaces what was there: an open event is closed', async () => {
  const plant = await openPlant();
  await send(plant, GOOD);
  await send(plant, { ...GOOD, start: TEN_MS, end: TEN_MS + 60_000, text: 'over' });
  expect(await stored(plant)).toEqual([['inv-1', 'F12', TEN_MS, TEN_MS + 60_000, 'over']]);
});

test('of the same event twice in one body the last one holds', async () => {
  const plant = await openPlant();
  expect(await send(plant, GOOD, { ...GOOD, end: TEN_MS + 1 })).toMatchObject({ accepted: 2 });
  expect(await stored(plant)).toEqual([['inv-1', 'F12', TEN_MS, TEN_MS + 1, '']]);
});

test.each([
  ['an unknown device', { ...GOOD, segmentId: 'unknown' }, 'unknownDevice'],
  ['a start in the future', { ...GOOD, start: NOON_MS + 600_001 }, 'inFuture'],
  ['an end in the future', { ...GOOD, end: NOON_MS + 600_001 }, 'inFuture'],
  ['an end before its start', { ...GOOD, end: TEN_MS - 1 }, 'timeInvalid'],
  ['a start without a zone', { ...GOOD, start: '2026-01-15T10:00:00' }, 'timeWithoutZone'],
  ['a word for a start', { ...GOOD, start: 'soon' }, 'timeInvalid'],
  ['a start before time', { ...GOOD, start: -1e14 }, 'timeInvalid'],
  ['a start between two milliseconds', { ...GOOD, start: 1.5 }, 'timeInvalid'],
  ['no code', { ...GOOD, code: '' }, 'rowInvalid'],
  ['a number for a code', { ...GOOD, code: 12 }, 'rowInvalid'],
  ['no start', { segmentId: 'inv-1', code: 'F12', end: null }, 'rowInvalid'],
  ['no event at all', null, 'rowInvalid'],
])('%s costs itself only', async (_, bad, reason) => {
  const plant = await openPlant();
  const response = await send(plant, GOOD, bad, { ...GOOD, segmentId: 'inv-2' });
  expect(response).toMatchObject({ accepted: 2, rejected: 1, reasons: [{ reason, count: 1, lines: [1] }] });
  expect((await stored(plant)).map(([segmentId]) => segmentId)).toEqual(['inv-1', 'inv-2']);
});

test('characters that no database takes are replaced', async () => {
  const plant = await openPlant();
  expect(await send(plant, { ...GOOD, code: 'F\u000012', text: '\u0000\ud800' })).toMatchObject({ accepted: 1 });
  expect((await stored(plant))[0]?.[1]).toBe('F\uFFFD12');
});

test('many bad events are told together by device, code and reason, with their first places', async () => {
  const plant = await openPlant();
  const { rejected, reasons } = await send(plant, ...Array.from({ length: 30 }, () => ({ ...GOOD, start: 'soon' })));
  expect({ rejected, reasons }).toEqual({
    rejected: 30,
    reasons: [
      { segmentId: 'inv-1', signal: 'F12', reason: 'timeInvalid', count: 30, lines: Array.from({ length: 20 }, (_, index) => index) },
    ],
  });
});

test('more devices than a statement has room for are looked up all the same', async () => {
  const plant = await openPlant();
  const strangers = Array.from({ length: 70_000 }, (_, index) => ({ ...GOOD, segmentId: `unknown-${index}` }));
  const { accepted, rejected } = await send(plant, ...strangers, GOOD);
  expect({ accepted, rejected }).toEqual({ accepted: 1, rejected: 70_000 });
});

test('a device of a plant that the key is not for is unknown', async () => {
  const plant = await openPlant();
  const other = await plant.given.site({ enterpriseId: 'other' });
  await plant.given.segment({ siteId: other.id, id: 'theirs' });
  expect(await send(plant, { ...GOOD, segmentId: 'theirs' })).toMatchObject({ accepted: 0, reasons: [{ reason: 'unknownDevice' }] });
  expect(await stored(plant)).toEqual([]);
});
