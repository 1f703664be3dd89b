import { segmentIdSchema, signalIdSchema } from '@solvane/contract/ids';
import { ingestEndpoints } from '@solvane/contract/ingest';
import { decodeSignalColumns } from '@solvane/contract/signal-columns';
import { SIGNAL_COLUMNS_TYPE } from '@solvane/contract/signal-columns-type';
import { type SignalValuesRequest, signalEndpoints } from '@solvane/contract/signals';
import { atRest } from './at-rest.ts';
import { BENCH_SIGNALS, type BenchProduct, startBenchProduct } from './bench-fleet.ts';
import { type Measurement, median, timeOnce, timeRuns } from './measure.ts';
import { type PointBlock, pointsOf, toColumnarArrow, toColumnarCsv, toJson, toRowArrow, toRowCsv } from './point-bodies.ts';

const DAY_MS = 86_400_000;
const DAYS = 30;
const INTERVALS_PER_DAY = 144;
/** A past winter month: no clock change, days of 24 hours. */
const START_MS = Date.UTC(2026, 0, 1);
/** Whole local days of the sites, one less than there are: midnight in Stockholm is an hour earlier. */
const LOCAL_START_MS = START_MS + DAY_MS - 3_600_000;
const LOCAL_END_MS = LOCAL_START_MS + (DAYS - 1) * DAY_MS;
const RUNS = 50;
/** A product that has just started still compiles its code, which no normal day does. */
const WARM_UP = 50;

interface Format {
  name: string;
  type: string;
  goal: number;
  body(block: PointBlock): string | Uint8Array<ArrayBuffer>;
  blocks: PointBlock[];
}

export const signalsBenchmark = {
  title: 'Signals through the HTTP API',
  async run(): Promise<Measurement[]> {
    const bench = await startBenchProduct();
    try {
      const ingestion = await measureIngestion(bench);
      await atRest(bench);
      const reads = await measureReads(bench);
      return [...ingestion, ...reads];
    } finally {
      await bench.product.dispose();
    }
  },
};

/** Fills the 30 days on the way; each format takes its own share of them. */
async function measureIngestion(bench: BenchProduct): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  const month: PointBlock = { deviceIds: bench.deviceIds, signals: BENCH_SIGNALS, startMs: START_MS, intervals: 0 };
  const days = (from: number, count: number): PointBlock => ({
    ...month,
    startMs: START_MS + from * DAY_MS,
    intervals: count * INTERVALS_PER_DAY,
  });
  const formats: Format[] = [
    {
      name: 'Arrow, columnar',
      type: 'application/vnd.apache.arrow.stream',
      goal: 1_000_000,
      body: toColumnarArrow,
      blocks: [days(0, 6), days(6, 6)],
    },
    {
      name: 'Arrow, rows',
      type: 'application/vnd.apache.arrow.stream',
      goal: 1_000_000,
      body: toRowArrow,
      blocks: [days(12, 3), days(15, 3)],
    },
    { name: 'CSV, columnar', type: 'text/csv', goal: 1_000_000, body: toColumnarCsv, blocks: [days(18, 5), days(23, 5)] },
    { name: 'CSV, rows', type: 'text/csv', goal: 300_000, body: toRowCsv, blocks: [days(28, 1), days(29, 1)] },
    { name: 'JSON', type: 'application/json', goal: 300_000, body: toJson, blocks: [days(28, 1), days(29, 1)] },
  ];
  for (const { name, type, goal, body, blocks } of formats) {
    const bodies = blocks.map((block) => body(block));
    const points = blocks.reduce((sum, block) => sum + pointsOf(block), 0);
    const time = await timeOnce(async () => {
      for (const bytes of bodies) await send(bench, type, bytes);
    });
    measurements.push({
      name: `Ingestion, ${name}`,
      value: (points / time) * 1000,
      unit: 'points/s',
      goal: { value: goal, direction: 'atLeast' },
      note: `${points.toLocaleString('en-US')} points in ${bodies.length} requests, one connection`,
    });
  }
  return measurements;
}

async function send({ product, ingestionKey }: BenchProduct, type: string, body: string | Uint8Array<ArrayBuffer>): Promise<void> {
  const response = await fetch(`${product.baseUrl}${ingestEndpoints.points.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ingestionKey}`, 'content-type': type },
    body,
  });
  const answer = await response.text();
  if (!response.ok || JSON.parse(answer).rejected !== 0) throw new Error(`Ingestion answered ${response.status}: ${answer.slice(0, 500)}`);
}

async function measureReads({ user, deviceIds }: BenchProduct): Promise<Measurement[]> {
  const segmentIds = deviceIds.map((id) => segmentIdSchema.parse(id));
  const signalIds = BENCH_SIGNALS.map((apCode) => signalIdSchema.parse(`${apCode}||Raw`));
  const values = async (body: SignalValuesRequest, expectedSeries: number) => {
    // As the product's own screens ask.
    const response = await user.send(signalEndpoints.values, { body }, { accept: SIGNAL_COLUMNS_TYPE });
    if (!response.ok) throw new Error(`Values answered ${response.status}: ${(await response.text()).slice(0, 500)}`);
    const answer = decodeSignalColumns(await response.arrayBuffer());
    if (answer.series.length !== expectedSeries) throw new Error(`Expected ${expectedSeries} series, got ${answer.series.length}`);
    if (!answer.series.some((series) => series.values.some((value) => !Number.isNaN(value)))) throw new Error('No values came back');
  };
  let turn = 0;
  const next = () => {
    turn += 1;
    return turn;
  };
  /** Another question with every number: other devices, other signals. */
  const hourly = (number: number): SignalValuesRequest => ({
    segmentIds: Array.from({ length: 100 }, (_, index) => segmentIds[(number * 7 + index * 10) % segmentIds.length]).filter(
      (id) => id !== undefined,
    ),
    signalIds: signalIds.slice(number % 3, (number % 3) + 1),
    startMs: LOCAL_START_MS,
    endMs: LOCAL_END_MS,
    resolution: 'hour',
  });
  /** The devices in another order each time. */
  const fleetSum = (number: number): SignalValuesRequest => ({
    segmentIds: [...segmentIds.slice(number), ...segmentIds.slice(0, number)],
    signalIds: signalIds.slice(number % 3, (number % 3) + 1),
    startMs: LOCAL_START_MS,
    endMs: LOCAL_END_MS,
    resolution: 'day',
    treeAggregation: 'total',
  });
  /** Another device and another day. */
  const signalDay = (number: number): SignalValuesRequest => {
    const startMs = START_MS + (number % DAYS) * DAY_MS;
    const device = segmentIds[(number * 37) % segmentIds.length] ?? segmentIds[0];
    return { segmentIds: device ? [device] : [], signalIds: signalIds.slice(0, 1), startMs, endMs: startMs + DAY_MS, resolution: 'raw' };
  };
  /** The devices in another order each time. */
  const latest = async (number: number) => {
    const asked = [...segmentIds.slice(number), ...segmentIds.slice(0, number)];
    const { items } = await user.call(signalEndpoints.latest, { body: { segmentIds: asked, signalIds } });
    if (items.length !== segmentIds.length * signalIds.length) throw new Error(`Expected every latest value, got ${items.length}`);
  };
  const questions = [
    { name: 'One signal-day, 10 minutes, first query', goal: 5, ask: () => values(signalDay(next()), 1) },
    { name: 'One signal-day, 10 minutes, repeated query', goal: 5, ask: () => values(signalDay(0), 1) },
    {
      name: '100 signals x 30 days, hourly, first query',
      goal: 25,
      ask: () => values(hourly(next()), 100),
    },
    { name: '100 signals x 30 days, hourly, repeated query', goal: 25, ask: () => values(hourly(0), 100) },
    {
      name: 'Fleet sum of 1,000 signals per day over 30 days, first query',
      goal: 15,
      ask: () => values(fleetSum(next()), 1),
    },
    { name: 'Fleet sum of 1,000 signals per day over 30 days, repeated query', goal: 15, ask: () => values(fleetSum(0), 1) },
    { name: 'Latest of 3,000 signals, first query', goal: 15, ask: () => latest(next()) },
    { name: 'Latest of 3,000 signals, repeated query', goal: 15, ask: () => latest(0) },
  ];
  const measurements: Measurement[] = [];
  // Whichever were measured first would pay for what all of them share.
  for (const { ask } of questions) await timeRuns(ask, { runs: 1, warmUp: WARM_UP });
  for (const { name, goal, ask } of questions) {
    const times = await timeRuns(ask, { runs: RUNS, warmUp: WARM_UP });
    measurements.push({
      name,
      value: median(times),
      unit: 'ms',
      goal: { value: goal, direction: 'atMost' },
      note: `median of ${RUNS} after ${WARM_UP} others, session and scope included, columns read by the client`,
    });
  }
  return measurements;
}
