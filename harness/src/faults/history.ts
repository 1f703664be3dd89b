import { type Event, eventEndpoints } from '@solvane/contract/events';
import type { SegmentId, SignalId } from '@solvane/contract/ids';
import { ingestEndpoints } from '@solvane/contract/ingest';
import { signalEndpoints } from '@solvane/contract/signals';
import type { HttpUser } from '@solvane/testing/http-user';
import { ensureComputed, recalculateAll } from './computation.ts';
import { DEVICES, type FaultPlant, openPlant, type PlantOptions, START_MS } from './plant.ts';
import { POINTS_PER_BODY } from './senders.ts';
import { ensure } from './wait.ts';

const STEP_MS = 600_000;
const DAY_MS = 86_400_000;
const DAYS = 20;
export const HISTORY_END_MS = START_MS + DAYS * DAY_MS;
/** The first body of senders that lies behind it. */
export const FIRST_BODY_AFTER = (DAYS * 144) / POINTS_PER_BODY;

/** A plant with a history that is computed. */
export async function openHistory(options?: PlantOptions): Promise<FaultPlant> {
  const plant = await openPlant(options);
  await fillHistory(plant);
  return plant;
}

export async function fillHistory(plant: FaultPlant): Promise<void> {
  await sendHistory(plant);
  const operator = await plant.operator();
  await recalculateAll(operator);
  await ensureComputed(operator);
}

/** Twenty days of both inverters, with an alarm of two hours on each of them every day. */
async function sendHistory(plant: FaultPlant): Promise<void> {
  const times = Array.from({ length: DAYS * 144 }, (_, index) => START_MS + index * STEP_MS);
  const series = DEVICES.map((segmentId, device) => ({
    segmentId,
    signal: 'ActivePower',
    t: times,
    v: times.map((_, index) => Math.max(0, 80 * Math.sin(((index % 144) / 144) * 2 * Math.PI - Math.PI / 2)) + device),
  }));
  await post(plant, ingestEndpoints.points.path, { series });
  const events = Array.from({ length: DAYS }, (_, day) => day).flatMap((day) =>
    DEVICES.map((segmentId, device) => {
      const start = START_MS + day * DAY_MS + (10 + device) * 3_600_000;
      return { segmentId, code: `E${device}`, start, end: start + 2 * 3_600_000 };
    }),
  );
  await post(plant, ingestEndpoints.events.path, { events });
}

async function post({ product, key }: FaultPlant, path: string, body: unknown): Promise<void> {
  const answer = await fetch(`${product.baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  ensure(answer.ok && text.includes('"rejected":0'), `${path} answered ${answer.status}: ${text}`);
}

export async function listEvents(operator: HttpUser): Promise<Event[]> {
  const filter = { startMs: START_MS, endMs: HISTORY_END_MS };
  return (await operator.call(eventEndpoints.search, { body: { filter, limit: 1_000 } })).items;
}

/** What users see of the history, in one text: equal before and after a fault that lost and doubled nothing. */
export async function readResults(operator: HttpUser): Promise<string> {
  const body = {
    segmentIds: [...DEVICES] as SegmentId[],
    signalIds: ['ActivePower||Raw', 'ActivePower||Validated'] as SignalId[],
    startMs: START_MS,
    endMs: HISTORY_END_MS,
    resolution: 'raw' as const,
  };
  const { series } = await operator.call(signalEndpoints.values, { body });
  const values = series.map(({ segmentId, signalId, timesMs, values: column }) => ({ segmentId, signalId, timesMs, column }));
  const events = (await listEvents(operator)).map(({ eventId, segmentId, code, type, startMs, endMs, lostEnergyKwh, commentCount }) => ({
    eventId,
    segmentId,
    code,
    type,
    startMs,
    endMs,
    lostEnergyKwh,
    commentCount,
  }));
  return JSON.stringify({ values, events: events.sort((left, right) => (left.eventId < right.eventId ? -1 : 1)) });
}
