import { instantMsSchema, segmentIdSchema, signalIdSchema } from '@solvane/contract/ids';
import { signalEndpoints } from '@solvane/contract/signals';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeSignalCache, openSignalCache, signalValuesCache } from '../../api/signal-cache.ts';
import { createFakeServer, type FakeServer } from '../../testing/fake-server.ts';
import { seriesQuery } from './series.queries.ts';

/** The cache stamps its records with the clock of the browser. */
const NOW_MS = Date.now();
const REQUEST = {
  segmentIds: [segmentIdSchema.parse('inv-1')],
  signalIds: [signalIdSchema.parse('ActivePower||Raw')],
  startMs: instantMsSchema.parse(NOW_MS - 3_600_000),
  endMs: instantMsSchema.parse(NOW_MS),
};

let server: FakeServer;
const calls = () => server.callsOf(signalEndpoints.values).length;
const keys = async () => [...(await signalValuesCache.readMany([JSON.stringify([REQUEST, null])])).keys()];

beforeEach(async () => {
  server = createFakeServer({ nowMs: NOW_MS });
  server.on(signalEndpoints.values, () => ({ resolution: 'raw' as const, reduced: false, native: false, series: [] }));
  vi.stubGlobal('fetch', server.fetch);
  await openSignalCache('anna');
});

afterEach(async () => {
  await signalValuesCache.clear();
  await closeSignalCache();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('values that were read less than a minute ago are shown again without the server, for the rest of that minute', async () => {
  await new QueryClient().fetchQuery(seriesQuery(REQUEST, { asOfMs: null }));
  await vi.waitFor(async () => expect(await keys()).toHaveLength(1));
  vi.spyOn(Date, 'now').mockReturnValue(NOW_MS + 40_000);
  const reloaded = new QueryClient();
  expect(await reloaded.fetchQuery(seriesQuery(REQUEST, { asOfMs: null }))).toMatchObject({ resolution: 'raw', series: [] });
  expect(calls()).toBe(1);
  vi.spyOn(Date, 'now').mockReturnValue(NOW_MS + 120_000);
  await reloaded.fetchQuery(seriesQuery(REQUEST, { asOfMs: null }));
  expect(calls()).toBe(2);
});

test('a refetch, another period and old values are read from the server', async () => {
  const client = new QueryClient();
  await client.fetchQuery(seriesQuery(REQUEST, { asOfMs: null }));
  await vi.waitFor(async () => expect(await keys()).toHaveLength(1));
  await client.fetchQuery({ ...seriesQuery(REQUEST, { asOfMs: null }), staleTime: 0 });
  expect(calls()).toBe(2);
  await client.fetchQuery(seriesQuery(REQUEST, { asOfMs: NOW_MS }));
  expect(calls()).toBe(3);
  vi.spyOn(Date, 'now').mockReturnValue(NOW_MS + 120_000);
  await new QueryClient().fetchQuery(seriesQuery(REQUEST, { asOfMs: null }));
  expect(calls()).toBe(4);
});
