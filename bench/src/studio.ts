import { formulaEndpoints } from '@solvane/contract/formulas';
import { type SegmentId, segmentIdSchema, signalIdSchema } from '@solvane/contract/ids';
import { ingestEndpoints } from '@solvane/contract/ingest';
import { signalAnalysisEndpoints } from '@solvane/contract/signal-analysis';
import { decodeSignalColumns } from '@solvane/contract/signal-columns';
import { SIGNAL_COLUMNS_TYPE } from '@solvane/contract/signal-columns-type';
import { type SignalValuesRequest, signalEndpoints } from '@solvane/contract/signals';
import { atRest } from './at-rest.ts';
import { type BenchProduct, startBenchProduct } from './bench-fleet.ts';
import { type Measurement, median, timeRuns } from './measure.ts';
import { type PointBlock, toColumnarArrow } from './point-bodies.ts';

const DAY_MS = 86_400_000;
const PER_DAY = 144;
/** A year before the first day of 2026, in UTC. */
const START_MS = Date.UTC(2025, 0, 1);
const MONTH_MS = Date.UTC(2025, 10, 1);
const RUNS = 11;
const WARM_UP = 3;

/** What Data Studio asks of the server: full resolution, filters, formulas, statistics and peers. */
export const studioBenchmark = {
  title: 'Data Studio on the server',
  async run(): Promise<Measurement[]> {
    const bench = await startBenchProduct({ sites: 1, devicesPerSite: 100 });
    try {
      await fill(bench);
      await atRest(bench);
      return await measure(bench);
    } finally {
      await bench.product.dispose();
    }
  },
};

/** One device for a year, all of them for a month. */
async function fill({ product, ingestionKey, deviceIds }: BenchProduct): Promise<void> {
  const block = (devices: readonly string[], startMs: number, days: number): PointBlock => ({
    deviceIds: devices,
    signals: ['ActivePower'],
    startMs,
    intervals: days * PER_DAY,
  });
  for (const one of [block(deviceIds.slice(0, 1), START_MS, 365), block(deviceIds.slice(1), MONTH_MS, 30)]) {
    const response = await fetch(`${product.baseUrl}${ingestEndpoints.points.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ingestionKey}`, 'content-type': 'application/vnd.apache.arrow.stream' },
      body: toColumnarArrow(one),
    });
    if (!response.ok) throw new Error(`Ingestion answered ${response.status}: ${await response.text()}`);
  }
}

async function measure({ user, deviceIds }: BenchProduct): Promise<Measurement[]> {
  const segmentIds = deviceIds.map((id) => segmentIdSchema.parse(id));
  const power = signalIdSchema.parse('ActivePower||Raw');
  const { items } = await user.call(formulaEndpoints.save, {
    body: {
      name: 'Against the mean',
      text: 'ActivePower.Raw - avgOver(ActivePower.Raw)',
      unit: null,
      timeAggregation: 'avg',
      treeAggregation: 'avg',
      sharedWith: null,
    },
  });
  const formula = items[0]?.signalId ?? power;
  const year = { startMs: START_MS, endMs: START_MS + 365 * DAY_MS };
  let turn = 0;
  /** The devices in another order and other days each time. */
  const month = () => {
    turn += 1;
    const startMs = MONTH_MS - (turn % 7) * 3_600_000;
    return { segmentIds: rotated(segmentIds, turn), signalIds: [power], startMs, endMs: startMs + 29 * DAY_MS };
  };
  const values = async (body: SignalValuesRequest) => {
    const response = await user.send(signalEndpoints.values, { body }, { accept: SIGNAL_COLUMNS_TYPE });
    if (!response.ok) throw new Error(`Values answered ${response.status}: ${(await response.text()).slice(0, 500)}`);
    const { series } = decodeSignalColumns(await response.arrayBuffer());
    if (!series.some((one) => one.values.length > 0)) throw new Error('No values came back');
  };
  const filters = [
    { kind: 'value' as const, signalId: power, min: 10 },
    { kind: 'timeOfDay' as const, from: 360, to: 1200 },
  ];
  const queries = [
    {
      name: 'A year of one 10-minute signal, full resolution, repeated query',
      goal: 400,
      days: 'the same days',
      ask: () => values({ segmentIds: rotated(segmentIds, 0).slice(0, 1), signalIds: [power], ...year, resolution: 'raw' }),
    },
    { name: '100 devices x a month, hourly', goal: 150, ask: () => values({ ...month(), resolution: 'hour' }) },
    { name: 'The same with two filters on native points', ask: () => values({ ...month(), resolution: 'hour', filters }) },
    { name: 'The same of a formula over all devices', ask: () => values({ ...month(), signalIds: [formula], resolution: 'hour' }) },
    {
      name: 'Band of 100 peers, a month, hourly',
      ask: () => {
        const { signalIds: _, ...span } = month();
        return user.call(signalAnalysisEndpoints.peers, {
          body: { ...span, segmentIds: segmentIds.slice(0, 1), signalId: power, resolution: 'hour', among: 'site' },
        });
      },
    },
    {
      name: 'Statistics of 100 devices x a month of native points',
      ask: () => user.call(signalAnalysisEndpoints.statistics, { body: month() }),
    },
  ];
  const measurements: Measurement[] = [];
  for (const { name, goal, ask, days = 'other days each time' } of queries) {
    const times = await timeRuns(ask, { runs: RUNS, warmUp: WARM_UP });
    measurements.push({
      name,
      value: median(times),
      unit: 'ms',
      ...(goal !== undefined && { goal: { value: goal, direction: 'atMost' as const } }),
      note: `median of ${RUNS} after ${WARM_UP} others, ${days}, session and scope included, columns read by the client`,
    });
  }
  return measurements;
}

function rotated(ids: readonly SegmentId[], by: number): SegmentId[] {
  return [...ids.slice(by % ids.length), ...ids.slice(0, by % ids.length)];
}
