import { segmentIdSchema, signalIdSchema } from '@solvane/contract/ids';
import { ingestEndpoints } from '@solvane/contract/ingest';
import { type SignalValuesRequest, signalEndpoints } from '@solvane/contract/signals';
import { atRest } from './at-rest.ts';
import { type BenchProduct, startBenchProduct } from './bench-fleet.ts';
import { startInflux } from './influx.ts';
import { type Measurement, median, timeOnce, timeRuns } from './measure.ts';
import { type PointBlock, pointsOf, toColumnarCsv, valueAt } from './point-bodies.ts';
import { startPostgres } from './postgres.ts';
import { startVictoriaMetrics } from './victoria-metrics.ts';

const DAY_MS = 86_400_000;
const DAYS = 30;
const START_MS = Date.UTC(2026, 0, 1);
const END_MS = START_MS + DAYS * DAY_MS;
const RUNS = 10;

/** What is asked of each, and how long it took: milliseconds. */
interface Work {
  ingest: number;
  signalDay: number;
  hourly: number;
  fleetSum: number;
  latest: number;
}

const WORK: [keyof Work, string][] = [
  ['ingest', 'Ingestion of 4.32 M points, durable'],
  ['signalDay', 'One signal-day'],
  ['hourly', '100 signals x 30 days, hourly'],
  ['fleetSum', 'Sum of 1,000 signals per day over 30 days'],
  ['latest', 'Latest of 1,000 signals'],
];

/** The same work on whatever else is installed here, in the same run: only the ratios mean something. */
export const sideBySideBenchmark = {
  title: 'Comparison with other databases',
  async run(): Promise<Measurement[]> {
    const others = [await measurePostgres(), await measureVictoriaMetrics(), await measureInflux()].filter((other) => other !== undefined);
    if (others.length === 0) return [];
    const ours = await measureOurs();
    return WORK.flatMap(([key, name]) => [
      { name: `${name}: Solvane`, value: ours[key], unit: 'ms', note: 'through the HTTP API, session and scope included' },
      ...others.flatMap((other) => [
        { name: `${name}: ${other.name}`, value: other.work[key], unit: 'ms', note: other.note },
        { name: `${name}: ${other.name} / Solvane`, value: other.work[key] / ours[key], unit: 'x' },
      ]),
    ]);
  },
};

interface Other {
  name: string;
  note: string;
  work: Work;
}

async function measurePostgres(): Promise<Other | undefined> {
  const postgres = await startPostgres();
  if (!postgres) {
    console.log('PostgreSQL is not installed here.');
    return undefined;
  }
  try {
    return {
      name: `PostgreSQL ${postgres.version.split(' ', 1)[0]}`,
      note: 'psql on a socket; primary key (series, time)',
      work: askPostgres(postgres.run),
    };
  } finally {
    await postgres.stop();
  }
}

async function measureVictoriaMetrics(): Promise<Other | undefined> {
  const metrics = await startVictoriaMetrics();
  if (!metrics) {
    console.log('VictoriaMetrics is not installed here.');
    return undefined;
  }
  try {
    const rows = toRows((timeMs) => String(timeMs));
    const ingest = await timeOnce(() => metrics.load(rows));
    const ask = async (path: string, question: Record<string, string>): Promise<number> =>
      median(await timeRuns(() => metrics.ask(path, question), { runs: RUNS, warmUp: 2 }));
    const [start, end] = [String(START_MS / 1000), String(END_MS / 1000 - 1)];
    const dayStart = START_MS / 1000 + 9 * 86_400;
    return {
      name: 'VictoriaMetrics',
      note: 'HTTP without a session; its acknowledgement is not durable, its days are UTC days',
      work: {
        ingest,
        signalDay: await ask('/api/v1/export', {
          'match[]': 'power{series="370"}',
          start: String(dayStart),
          end: String(dayStart + 86_399),
        }),
        hourly: await ask('/api/v1/query_range', { query: 'avg_over_time(power{series=~"[0-9]{1,2}"}[1h])', start, end, step: '1h' }),
        fleetSum: await ask('/api/v1/query_range', { query: 'sum(avg_over_time(power[1d]))', start, end, step: '1d' }),
        latest: await ask('/api/v1/query', { query: 'last_over_time(power[1h])', time: end }),
      },
    };
  } finally {
    await metrics.stop();
  }
}

async function measureInflux(): Promise<Other | undefined> {
  const influx = await startInflux();
  if (!influx) {
    console.log('InfluxDB is not installed here.');
    return undefined;
  }
  try {
    const lines = toLines();
    const ingest = await timeOnce(() => influx.load(lines));
    const ask = async (question: string): Promise<number> => median(await timeRuns(() => influx.ask(question), { runs: RUNS, warmUp: 2 }));
    const between = (startMs: number, endMs: number): string => `time >= ${startMs}ms and time < ${endMs}ms`;
    const period = between(START_MS, END_MS);
    const dayMs = START_MS + 9 * DAY_MS;
    return {
      name: 'InfluxDB 1',
      note: 'HTTP without a session; its days are UTC days',
      work: {
        ingest,
        signalDay: await ask(`select v from power where "series" = '370' and ${between(dayMs, dayMs + DAY_MS)}`),
        hourly: await ask(`select mean(v) from power where "series" =~ /^[0-9]{1,2}$/ and ${period} group by "series", time(1h)`),
        fleetSum: await ask(
          `select sum(mean) from (select mean(v) from power where ${period} group by "series", time(1d)) where ${period} group by time(1d)`,
        ),
        latest: await ask('select last(v) from power group by "series"'),
      },
    };
  } finally {
    await influx.stop();
  }
}

function toLines(): string[] {
  const lines: string[] = [];
  for (let series = 0; series < 1_000; series += 1) {
    for (let timeMs = START_MS; timeMs < END_MS; timeMs += 600_000)
      lines.push(`power,series=${series} v=${valueAt(series, timeMs)} ${timeMs}`);
  }
  return lines;
}

function askPostgres(run: (statements: readonly string[], input?: string) => number[]): Work {
  run(['create table point (series int, time timestamptz, value float8, primary key (series, time))']);
  const load = run(['copy point from stdin with (format csv)'], `${toRows((timeMs) => new Date(timeMs).toISOString())}\\.\n`);
  run(['vacuum analyze point']);
  const ask = (statement: string): number => median(run(Array.from({ length: RUNS + 2 }, () => statement)).slice(2));
  const period = `time >= '${new Date(START_MS).toISOString()}' and time < '${new Date(END_MS).toISOString()}'`;
  const day = `time >= '${new Date(START_MS + 9 * DAY_MS).toISOString()}' and time < '${new Date(START_MS + 10 * DAY_MS).toISOString()}'`;
  return {
    ingest: load.reduce((sum, time) => sum + time, 0),
    signalDay: ask(`select time, value from point where series = 370 and ${day} order by time`),
    hourly: ask(
      `select series, date_trunc('hour', time), avg(value) from point where series < 100 and ${period} group by 1, 2 order by 1, 2`,
    ),
    fleetSum: ask(
      `select day, sum(mean) from (select series, date_trunc('day', time, 'Europe/Stockholm') as day, avg(value) as mean from point where ${period} group by 1, 2) as days group by day order by day`,
    ),
    latest: ask(
      'select s, p.time, p.value from generate_series(0, 999) as s cross join lateral (select time, value from point where series = s order by time desc limit 1) as p',
    ),
  };
}

/** Series one after the other, as they are cheapest to index. */
function toRows(timeOf: (timeMs: number) => string): string {
  const rows: string[] = [];
  for (let series = 0; series < 1_000; series += 1) {
    for (let timeMs = START_MS; timeMs < END_MS; timeMs += 600_000) rows.push(`${series},${timeOf(timeMs)},${valueAt(series, timeMs)}`);
  }
  return `${rows.join('\n')}\n`;
}

async function measureOurs(): Promise<Work> {
  const bench = await startBenchProduct();
  try {
    const ingest = await ingestOurs(bench);
    await atRest(bench);
    const segmentIds = bench.deviceIds.map((id) => segmentIdSchema.parse(id));
    const signalIds = [signalIdSchema.parse('ActivePower||Raw')];
    const ask = async (
      body: Pick<SignalValuesRequest, 'segmentIds' | 'startMs' | 'endMs' | 'resolution'> & { treeAggregation?: 'total' },
    ): Promise<number> =>
      median(await timeRuns(() => bench.user.call(signalEndpoints.values, { body: { ...body, signalIds } }), { runs: RUNS, warmUp: 2 }));
    const period = { startMs: START_MS, endMs: END_MS };
    return {
      ingest,
      signalDay: await ask({
        segmentIds: segmentIds.slice(370, 371),
        startMs: START_MS + 9 * DAY_MS,
        endMs: START_MS + 10 * DAY_MS,
        resolution: 'raw',
      }),
      hourly: await ask({ segmentIds: segmentIds.slice(0, 100), ...period, resolution: 'hour' }),
      fleetSum: await ask({ segmentIds, ...period, resolution: 'day', treeAggregation: 'total' }),
      latest: median(
        await timeRuns(() => bench.user.call(signalEndpoints.latest, { body: { segmentIds, signalIds } }), { runs: RUNS, warmUp: 2 }),
      ),
    };
  } finally {
    await bench.product.dispose();
  }
}

async function ingestOurs({ product, ingestionKey, deviceIds }: BenchProduct): Promise<number> {
  const block: PointBlock = { deviceIds, signals: ['ActivePower'], startMs: START_MS, intervals: DAYS * 144 };
  const body = toColumnarCsv(block);
  return timeOnce(async () => {
    const answer = await fetch(`${product.baseUrl}${ingestEndpoints.points.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ingestionKey}`, 'content-type': 'text/csv' },
      body,
    });
    const { accepted } = (await answer.json()) as { accepted: number };
    if (accepted !== pointsOf(block)) throw new Error(`Accepted ${accepted} points`);
  });
}
