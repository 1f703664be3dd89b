import { setTimeout as delay } from 'node:timers/promises';
import { segmentIdSchema, signalIdSchema } from '@solvane/contract/ids';
import { ingestEndpoints } from '@solvane/contract/ingest';
import { sessionEndpoints } from '@solvane/contract/session';
import { SIGNAL_COLUMNS_TYPE } from '@solvane/contract/signal-columns-type';
import { type SignalValuesRequest, signalEndpoints } from '@solvane/contract/signals';
import { atRest } from './at-rest.ts';
import { type BenchProduct, startBenchProduct } from './bench-fleet.ts';
import { diskUsage } from './disk-usage.ts';
import { startInflux } from './influx.ts';
import { type Measurement, median, timeOnce, timeRuns } from './measure.ts';
import { type PointBlock, pointsOf, toColumnarCsv, valueAt } from './point-bodies.ts';
import { startPostgres } from './postgres.ts';
import { readMemory, sumMemory } from './process-memory.ts';
import { startVictoriaMetrics } from './victoria-metrics.ts';

const DAY_MS = 86_400_000;
const DAYS = 30;
const START_MS = Date.UTC(2026, 0, 1);
const END_MS = START_MS + DAYS * DAY_MS;
/** Three months in a row are ingested, and the last one is asked about: programs that compile what runs often are not judged by their first file. */
const MONTHS = [START_MS - 2 * DAYS * DAY_MS, START_MS - DAYS * DAY_MS, START_MS];
const REST_MS = 5_000;
/** One signal has a year. */
const YEAR_START_MS = Date.UTC(2025, 0, 1);
const YEAR_END_MS = Date.UTC(2026, 0, 1);
const POINTS_OF_MONTH = DAYS * 144 * 1_000;
const POINTS = MONTHS.length * POINTS_OF_MONTH + (YEAR_END_MS - YEAR_START_MS) / 600_000;
const RUNS = 20;
/** Of each question: programs that compile what runs often are not judged by their first thousand answers. */
const WARM_UP_MS = 4_000;

/** What is asked of each, and how long it took: milliseconds. */
interface Work {
  ingest: number;
  signalDay: number;
  hourly: number;
  fleetSum: number;
  latest: number;
  signalMonth: number;
  yearByDay: number;
  /** Megabytes that the points take. */
  disk: number;
  /** Megabytes after all questions. */
  memory: number;
}

const WORK: [keyof Work, string][] = [
  ['ingest', `Ingestion of ${(POINTS_OF_MONTH / 1e6).toFixed(2)} M points, durable`],
  ['signalDay', 'One signal-day'],
  ['hourly', '100 signals x 30 days, hourly'],
  ['fleetSum', 'Sum of 1,000 signals per day over 30 days'],
  ['latest', 'Latest of 1,000 signals'],
  ['signalMonth', 'One signal-month, raw'],
  ['yearByDay', 'One signal, a year by day'],
  ['disk', `Disk for ${(POINTS / 1e6).toFixed(2)} M points`],
  ['memory', 'Memory after these questions'],
];
const MEGABYTE = 1_048_576;
const UNITS: Partial<Record<keyof Work, string>> = { disk: 'MB', memory: 'MB' };

const WITH_RESULTS =
  'validated values, some 40 calculated signals of each device, roll-ups and results of days: nothing that the others have';

/** The same work on whatever else is installed here, in the same run: only the ratios mean something. */
export const sideBySideBenchmark = {
  title: 'Comparison with other databases',
  async run(): Promise<Measurement[]> {
    const others = [await measurePostgres(), await measureVictoriaMetrics(), await measureInflux()].filter((other) => other !== undefined);
    if (others.length === 0) return [];
    const { diskWithResults, session, ...ours } = await measureOurs();
    const rows = WORK.flatMap(([key, name]) => [
      {
        name: `${name}: Solvane`,
        value: ours[key],
        unit: unitOf(key),
        note: 'through the HTTP API as the web app asks, session and scope included',
      },
      ...others.flatMap((other) => [
        { name: `${name}: ${other.name}`, value: other.work[key], unit: unitOf(key), note: other.note },
        { name: `${name}: ${other.name} / Solvane`, value: other.work[key] / ours[key], unit: 'x' },
      ]),
    ]);
    return [
      ...rows,
      { name: 'Session and rights alone: Solvane', value: session, unit: 'ms', note: 'part of each of its answers' },
      { name: 'Disk with all that is calculated from them: Solvane', value: diskWithResults, unit: 'MB', note: WITH_RESULTS },
    ];
  },
};

function unitOf(key: keyof Work): string {
  return UNITS[key] ?? 'ms';
}

/** In the middle of the months, each of them given to a program that has rested. */
async function monthTime(load: (startMs: number) => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (const startMs of MONTHS) {
    await delay(REST_MS);
    times.push(await load(startMs));
  }
  return median(times);
}

/** In the middle of some runs, once the program has answered for a while. */
async function answerTime(ask: () => Promise<unknown>): Promise<number> {
  const endMs = performance.now() + WARM_UP_MS;
  while (performance.now() < endMs) await ask();
  return median(await timeRuns(ask, { runs: RUNS, warmUp: 0 }));
}

/** What a server that rests takes on disk and in memory. */
function footprintOf({ folder, pid }: { folder: string; pid: number | undefined }): Pick<Work, 'disk' | 'memory'> {
  return { disk: diskUsage(folder) / MEGABYTE, memory: pid === undefined ? Number.NaN : sumMemory(readMemory(pid)) / MEGABYTE };
}

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
      work: { ...(await askPostgres(postgres.run)), ...footprintOf(postgres) },
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
    const ingest = await monthTime(async (startMs) => {
      const rows = toRows(startMs, (timeMs) => String(timeMs));
      return timeOnce(() => metrics.load(rows));
    });
    await metrics.load(
      toYearRows((timeMs) => String(timeMs)),
      'year',
    );
    const ask = async (path: string, question: Record<string, string>): Promise<number> => answerTime(() => metrics.ask(path, question));
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
        signalMonth: await ask('/api/v1/export', { 'match[]': 'power{series="370"}', start, end }),
        yearByDay: await ask('/api/v1/query_range', {
          query: 'avg_over_time(year[1d])',
          start: String(YEAR_START_MS / 1000),
          end: String(YEAR_END_MS / 1000 - 1),
          step: '1d',
        }),
        ...footprintOf(metrics),
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
    const ingest = await monthTime(async (startMs) => {
      const lines = toLines(startMs);
      return timeOnce(() => influx.load(lines));
    });
    await influx.load(toYearLines());
    const ask = async (question: string): Promise<number> => answerTime(() => influx.ask(question));
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
        signalMonth: await ask(`select v from power where "series" = '370' and ${period}`),
        yearByDay: await ask(`select mean(v) from year where ${between(YEAR_START_MS, YEAR_END_MS)} group by time(1d)`),
        ...footprintOf(influx),
      },
    };
  } finally {
    await influx.stop();
  }
}

function toLines(startMs: number): string[] {
  const lines: string[] = [];
  for (let series = 0; series < 1_000; series += 1) {
    for (let timeMs = startMs; timeMs < startMs + DAYS * DAY_MS; timeMs += 600_000)
      lines.push(`power,series=${series} v=${valueAt(series, timeMs)} ${timeMs}`);
  }
  return lines;
}

async function askPostgres(run: (statements: readonly string[], input?: string) => number[]): Promise<Omit<Work, 'disk' | 'memory'>> {
  run(['create table point (series int, time timestamptz, value float8, primary key (series, time))']);
  const ingest = await monthTime(async (startMs) => {
    const rows = toRows(startMs, (timeMs) => new Date(timeMs).toISOString());
    return sum(run(['copy point from stdin with (format csv)'], `${rows}\\.\n`));
  });
  run(['create table year (series int, time timestamptz, value float8, primary key (series, time))']);
  run(['copy year from stdin with (format csv)'], `${toYearRows((timeMs) => new Date(timeMs).toISOString())}\\.\n`);
  run(['vacuum analyze point', 'vacuum analyze year']);
  const ask = (statement: string): number => median(run(Array.from({ length: RUNS + 2 }, () => statement)).slice(2));
  const period = `time >= '${new Date(START_MS).toISOString()}' and time < '${new Date(END_MS).toISOString()}'`;
  const day = `time >= '${new Date(START_MS + 9 * DAY_MS).toISOString()}' and time < '${new Date(START_MS + 10 * DAY_MS).toISOString()}'`;
  return {
    ingest,
    signalDay: ask(`select time, value from point where series = 370 and ${day} order by time`),
    hourly: ask(
      `select series, date_trunc('hour', time), avg(value) from point where series < 100 and ${period} group by 1, 2 order by 1, 2`,
    ),
    fleetSum: ask(
      `select day, sum(mean) from (select series, date_trunc('day', time, 'Europe/Stockholm') as day, avg(value) as mean from point where ${period} group by 1, 2) as days group by day order by day`,
    ),
    signalMonth: ask(`select time, value from point where series = 370 and ${period} order by time`),
    yearByDay: ask("select date_trunc('day', time, 'Europe/Stockholm'), avg(value) from year where series = 0 group by 1 order by 1"),
    latest: ask(
      'select s, p.time, p.value from generate_series(0, 999) as s cross join lateral (select time, value from point where series = s order by time desc limit 1) as p',
    ),
  };
}

/** Series one after the other, as they are cheapest to index. */
function toRows(startMs: number, timeOf: (timeMs: number) => string): string {
  const rows: string[] = [];
  for (let series = 0; series < 1_000; series += 1) {
    for (let timeMs = startMs; timeMs < startMs + DAYS * DAY_MS; timeMs += 600_000)
      rows.push(`${series},${timeOf(timeMs)},${valueAt(series, timeMs)}`);
  }
  return `${rows.join('\n')}\n`;
}

function toYearRows(timeOf: (timeMs: number) => string): string {
  return `${yearTimes()
    .map((timeMs) => `0,${timeOf(timeMs)},${valueAt(0, timeMs)}`)
    .join('\n')}\n`;
}

function toYearLines(): string[] {
  return yearTimes().map((timeMs) => `year v=${valueAt(0, timeMs)} ${timeMs}`);
}

function yearTimes(): number[] {
  return Array.from({ length: (YEAR_END_MS - YEAR_START_MS) / 600_000 }, (_, index) => YEAR_START_MS + index * 600_000);
}

async function measureOurs(): Promise<Work & { diskWithResults: number; session: number }> {
  const bench = await startBenchProduct();
  try {
    const ingest = await monthTime((startMs) =>
      ingestOurs(bench, { deviceIds: bench.deviceIds, signals: ['ActivePower'], startMs, intervals: DAYS * 144 }),
    );
    await ingestOurs(bench, {
      deviceIds: bench.deviceIds.slice(0, 1),
      signals: ['DcPower'],
      startMs: YEAR_START_MS,
      intervals: yearTimes().length,
    });
    // Calculations begin when points have rested for a while.
    const disk = diskUsage(bench.product.dataFolder) / MEGABYTE;
    await atRest(bench);
    const segmentIds = bench.deviceIds.map((id) => segmentIdSchema.parse(id));
    const signalIds = [signalIdSchema.parse('ActivePower||Raw')];
    const ask = async (
      body: Pick<SignalValuesRequest, 'segmentIds' | 'startMs' | 'endMs' | 'resolution'> & Partial<SignalValuesRequest>,
    ): Promise<number> => answerTime(() => askColumns(bench, { signalIds, ...body }));
    const period = { startMs: START_MS, endMs: END_MS };
    const answers = {
      signalDay: await ask({
        segmentIds: segmentIds.slice(370, 371),
        startMs: START_MS + 9 * DAY_MS,
        endMs: START_MS + 10 * DAY_MS,
        resolution: 'raw',
      }),
      hourly: await ask({ segmentIds: segmentIds.slice(0, 100), ...period, resolution: 'hour' }),
      fleetSum: await ask({ segmentIds, ...period, resolution: 'day', treeAggregation: 'total' }),
      latest: await answerTime(() => bench.user.call(signalEndpoints.latest, { body: { segmentIds, signalIds } })),
      signalMonth: await ask({ segmentIds: segmentIds.slice(370, 371), ...period, resolution: 'raw' }),
      yearByDay: await ask({
        segmentIds: segmentIds.slice(0, 1),
        signalIds: [signalIdSchema.parse('DcPower||Raw')],
        startMs: YEAR_START_MS,
        endMs: YEAR_END_MS,
        resolution: 'day',
      }),
    };
    const session = await answerTime(() => bench.user.call(sessionEndpoints.permissions, {}));
    const footprint = footprintOf({ folder: bench.product.dataFolder, pid: bench.product.pid });
    return { ingest, ...answers, memory: footprint.memory, disk, diskWithResults: footprint.disk, session };
  } finally {
    await bench.product.dispose();
  }
}

/** In the form that the web app asks for; as with the others, the bytes are read and not decoded. */
async function askColumns({ user }: BenchProduct, body: SignalValuesRequest): Promise<void> {
  const response = await user.send(signalEndpoints.values, { body }, { accept: SIGNAL_COLUMNS_TYPE });
  const bytes = await response.arrayBuffer();
  if (!response.ok || bytes.byteLength === 0) throw new Error(`Values answered ${response.status}`);
}

async function ingestOurs({ product, ingestionKey }: BenchProduct, block: PointBlock): Promise<number> {
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

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
