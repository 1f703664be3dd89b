import { createServer, type Server } from 'node:http';
import { ingestEventSchema } from '@solvane/contract/ingest';
import { HOUR_MS } from '@solvane/energy/time/zone';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { STEP_MS } from '../calendar/day-frame.ts';
import { type FeedProgress, feedDemo } from './feed-demo.ts';
import type { FeedState } from './feed-state.ts';

/** Points as they arrived: `segment/signal time` to value, and the spans of time in the order they came. */
interface Received {
  spans: { startMs: number; endMs: number }[];
  points: Map<string, number>;
  events: z.infer<typeof ingestEventSchema>[];
  keys: Set<string>;
}

type Answer = { status: number; headers?: Record<string, string>; body?: unknown };

const OK = { accepted: 0, rejected: 0, reasons: [] };
const NOW = Date.UTC(2026, 2, 20, 12, 7);
const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

async function ingestion(answerOf: (path: string, count: number) => Answer = () => ({ status: 200, body: OK })) {
  const received: Received = { spans: [], points: new Map(), events: [], keys: new Set() };
  let count = 0;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    const answer = answerOf(request.url ?? '', count++);
    received.keys.add(request.headers.authorization ?? '');
    if (answer.status === 200) store(received, request.url ?? '', body);
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(JSON.stringify(answer.body ?? {}));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { received, baseUrl: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}` };
}

function store(received: Received, path: string, body: string): void {
  if (path === '/api/ingest/events') {
    received.events.push(...z.object({ events: z.array(ingestEventSchema) }).parse(JSON.parse(body)).events);
    return;
  }
  const [header = '', ...lines] = body.trimEnd().split('\n');
  const [, ...series] = header.split(',');
  const times = lines.map((line) => Number(line.slice(0, line.indexOf(','))));
  received.spans.push({ startMs: times[0] ?? Number.NaN, endMs: (times.at(-1) ?? Number.NaN) + STEP_MS });
  lines.forEach((line, i) => {
    const [, ...cells] = line.split(',');
    cells.forEach((cell, c) => {
      if (cell !== '') received.points.set(`${series[c]} ${times[i]}`, Number(cell));
    });
  });
}

/** Runs a feed with a clock that only moves when the feed sleeps, until it is live or the clock passes `untilMs`. */
async function feed(
  baseUrl: string,
  {
    state,
    nowMs = NOW,
    untilMs = nowMs,
    stopAfterSends,
  }: { state?: FeedState; nowMs?: number; untilMs?: number; stopAfterSends?: number } = {},
) {
  const stop = new AbortController();
  const kept: FeedState[] = [];
  const progress: FeedProgress[] = [];
  const waits: number[] = [];
  const warnings: string[] = [];
  let clock = nowMs;
  await feedDemo({
    baseUrl,
    ingestionKey: 'key-1',
    demo: 'small',
    nowMs: () => clock,
    signal: stop.signal,
    progress: {
      get: () => Promise.resolve(JSON.parse(JSON.stringify(state ?? null))),
      set: (reached) => {
        kept.push(reached);
        if (stopAfterSends === kept.length) stop.abort();
        return Promise.resolve();
      },
    },
    onProgress: (reached) => progress.push(reached),
    log: { info: () => undefined, warn: (_details, message) => warnings.push(message) },
    sleep: (ms) => {
      waits.push(ms);
      clock += ms;
      if (clock > untilMs && progress.at(-1)?.stage === 'live') stop.abort();
      return Promise.resolve();
    },
  });
  return { kept, progress, waits, warnings, state: kept.at(-1) };
}

describe('feeding the demo', () => {
  test('sends the newest day first, then older days without a gap, to the start of the history', async () => {
    const { received, baseUrl } = await ingestion();
    const { progress, state } = await feed(baseUrl);
    const [first] = received.spans;
    expect(first).toEqual({ startMs: Date.UTC(2026, 2, 19, 12), endMs: Date.UTC(2026, 2, 20, 12) });
    expect(received.spans.slice(1).map(({ endMs }) => endMs)).toEqual(received.spans.slice(0, -1).map(({ startMs }) => startMs));
    expect(received.spans.at(-1)?.startMs).toBe(Date.UTC(2026, 2, 6));
    expect(state).toMatchObject({ fedFromMs: Date.UTC(2026, 2, 6), fedToMs: Date.UTC(2026, 2, 20, 12) });
    expect(progress.map(({ share }) => share)).toEqual(progress.map(({ share }) => share).toSorted((a, b) => a - b));
    expect([progress[0]?.stage, progress.at(-1)]).toEqual(['recent', { stage: 'live', share: 1 }]);
    expect(received.keys).toEqual(new Set(['Bearer key-1']));
    expect(received.points.size).toBeGreaterThan(14 * 120 * 144 * 0.9);
  });

  test('goes on with every interval as it ends', async () => {
    const { received, baseUrl } = await ingestion();
    await feed(baseUrl, { untilMs: NOW + HOUR_MS });
    const live = received.spans.filter(({ startMs }) => startMs >= Date.UTC(2026, 2, 20, 12));
    expect(live.length).toBeGreaterThanOrEqual(6);
    const fromMs = Date.UTC(2026, 2, 20, 12);
    expect(live).toEqual(live.map((_, i) => ({ startMs: fromMs + i * STEP_MS, endMs: fromMs + (i + 1) * STEP_MS })));
  });

  test('never sends an interval that is not over', async () => {
    const { received, baseUrl } = await ingestion();
    await feed(baseUrl);
    expect(Math.max(...received.spans.map(({ endMs }) => endMs))).toBeLessThanOrEqual(NOW);
  });

  test('goes on where it stopped, sending nothing twice', async () => {
    const whole = await ingestion();
    await feed(whole.baseUrl);
    const parts = await ingestion();
    const { state } = await feed(parts.baseUrl, { stopAfterSends: 2 });
    const sent = parts.received.spans.length;
    await feed(parts.baseUrl, { ...(state ? { state } : {}) });
    expect(sent).toBe(2);
    expect(parts.received.spans).toEqual(whole.received.spans);
    expect(parts.received.points).toEqual(whole.received.points);
  });

  test('after a pause catches up first, and gets the same numbers as if it had never stopped', async () => {
    const paused = await ingestion();
    const { state } = await feed(paused.baseUrl);
    const before = paused.received.spans.length;
    await feed(paused.baseUrl, { ...(state ? { state } : {}), nowMs: NOW + 10 * HOUR_MS });
    expect(paused.received.spans.slice(before)).toEqual([{ startMs: Date.UTC(2026, 2, 20, 12), endMs: Date.UTC(2026, 2, 20, 22) }]);
    const steady = await ingestion();
    await feed(steady.baseUrl, { untilMs: NOW + 10 * HOUR_MS });
    for (const [key, value] of paused.received.points) expect(steady.received.points.get(key)).toBe(value);
  });

  test('sends a code open while it lasts and closed when it ends', async () => {
    const { received, baseUrl } = await ingestion();
    // Dusk at Guadal is before 20 UTC, dawn after 5 UTC.
    await feed(baseUrl, { nowMs: Date.UTC(2026, 2, 20, 21), untilMs: Date.UTC(2026, 2, 21, 8) });
    const night = received.events.filter(
      ({ segmentId, code, start }) => segmentId === 's01-inv-1' && code === '1001' && Number(start) > Date.UTC(2026, 2, 20, 16),
    );
    expect(night.map(({ end }) => end === null)).toEqual([true, false]);
    expect(new Set(night.map(({ start }) => start)).size).toBe(1);
    expect(Number(night[1]?.end)).toBeGreaterThan(Date.UTC(2026, 2, 21, 5));
    expect(received.events.every(({ start }) => Number(start) <= Date.UTC(2026, 2, 21, 8, 10))).toBe(true);
  });

  test('waits as long as ingestion asks and loses nothing', async () => {
    const calm = await ingestion();
    await feed(calm.baseUrl);
    const busy = await ingestion((_path, count) =>
      count % 2 === 0 ? { status: 429, headers: { 'retry-after': '7' } } : { status: 200, body: OK },
    );
    const { waits } = await feed(busy.baseUrl, { untilMs: NOW + HOUR_MS });
    expect(waits.filter((ms) => ms === 7_000).length).toBeGreaterThanOrEqual(4);
    for (const [key, value] of calm.received.points) expect(busy.received.points.get(key)).toBe(value);
  });

  test('tries again when the server fails, ever more patiently', async () => {
    const { baseUrl, received } = await ingestion((_path, count) => (count < 4 ? { status: 503 } : { status: 200, body: OK }));
    const { waits } = await feed(baseUrl);
    expect(waits.slice(0, 4)).toEqual([500, 1000, 2000, 4000]);
    expect(received.points.size).toBeGreaterThan(0);
  });

  test('gives up when it is refused for good, and says why', async () => {
    const { baseUrl } = await ingestion(() => ({ status: 401, body: { code: 'auth.required' } }));
    await expect(feed(baseUrl)).rejects.toThrow(/401.*auth\.required/);
  });

  test('says once what was rejected', async () => {
    const rejected = {
      accepted: 1,
      rejected: 5,
      reasons: [{ segmentId: 's01-inv-1', signal: 'DcPower||Raw', reason: 'unknownDevice', count: 5, lines: [] }],
    };
    const { baseUrl } = await ingestion(() => ({ status: 200, body: rejected }));
    const { warnings } = await feed(baseUrl);
    expect(warnings).toEqual(['ingestion rejected part of the demo']);
  });

  test('starts again for another seed, and when the stored state cannot be read', async () => {
    const { baseUrl, received } = await ingestion();
    const { state } = await feed(baseUrl);
    const sent = received.spans.length;
    if (!state) throw new Error('nothing kept');
    await feed(baseUrl, { state: { ...state, seed: 12 } });
    expect(received.spans.length).toBe(2 * sent);
    await feed(baseUrl, { state: { ...state, fedFromMs: Number.NaN } });
    expect(received.spans.length).toBe(3 * sent);
  });
});
