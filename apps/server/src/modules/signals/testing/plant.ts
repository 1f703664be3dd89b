import type { SegmentId, SignalId } from '@solvane/contract/ids';
import { type IngestResponse, ingestEndpoints } from '@solvane/contract/ingest';
import { signalEndpoints } from '@solvane/contract/signals';
import type { LightMyRequestResponse } from 'fastify';
import { type TestApp, type TestAppOptions, type TestClient, testApp } from '../../../testing/test-app.ts';

const DAY_MS = 86_400_000;

/** The instant at which tests about points take place. */
export const NOON_MS = Date.UTC(2026, 0, 15, 12);

/** A plant of two inverters in Stockholm with a machine that delivers its data and a user who views them. */
export interface Plant extends TestApp {
  siteId: string;
  key: TestClient;
  user: TestClient;
  /** Sends a body as the plant's machine. */
  send(contentType: string, body: string | Buffer, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** The response to a body that is not refused as a whole. @throws Error when it is */
  ingest(contentType: string, body: string | Buffer, headers?: Record<string, string>): Promise<IngestResponse>;
  /** Points of the last month as they are stored, as [UTC time, value]. */
  stored(segmentId: string, signalId?: string): Promise<[string, number | null][]>;
}

export const JSON_TYPE = 'application/json';
export const NDJSON_TYPE = 'application/x-ndjson';
export const CSV_TYPE = 'text/csv';
export const ARROW_TYPE = 'application/vnd.apache.arrow.stream';

export async function openPlant(options: TestAppOptions = {}): Promise<Plant> {
  const app = await testApp({ nowMs: NOON_MS, signals: true, ...options });
  const { given } = app;
  const { id: siteId } = await given.site({ id: 'plant', enterpriseId: 'solvind', name: 'Plant', signalCalcPeriod: 'PT10M' });
  for (const id of ['inv-1', 'inv-2']) await given.segment({ siteId, id, name: id.toUpperCase() });
  const key = await app.asKey([siteId]);
  const user = await app.as({ of: 'solvind', by: 'token' });
  const send: Plant['send'] = (contentType, body, headers = {}) =>
    app.app.inject({
      method: 'POST',
      url: ingestEndpoints.points.path,
      headers: { ...key.headers, 'content-type': contentType, ...headers },
      payload: body,
    });
  return {
    ...app,
    siteId,
    key,
    user,
    send,
    ingest: async (contentType, body, headers) => {
      const response = await send(contentType, body, headers);
      if (response.statusCode !== 200) throw new Error(`Ingestion answered ${response.statusCode}: ${response.body}`);
      return response.json();
    },
    stored: async (segmentId, signalId = 'ActivePower||Raw') => {
      const period = { startMs: NOON_MS - 30 * DAY_MS, endMs: NOON_MS + DAY_MS };
      const body = { segmentIds: [segmentId as SegmentId], signalIds: [signalId as SignalId], ...period, resolution: 'raw' as const };
      const [one] = (await user.call(signalEndpoints.values, { body })).series;
      return (one?.timesMs ?? []).map((timeMs, index) => [new Date(timeMs).toISOString(), one?.values[index] ?? null]);
    },
  };
}
