import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { contractResultEndpoints } from '@solvane/contract/contract-results';
import { contractEndpoints } from '@solvane/contract/contracts';
import { enterpriseIdSchema, type SiteId, segmentIdSchema, siteIdSchema } from '@solvane/contract/ids';
import { ingestEndpoints } from '@solvane/contract/ingest';
import { type QualityContent, qualityEndpoints } from '@solvane/contract/quality';
import { BACKTEST_DAYS, type Backtest, qualityImpactEndpoints } from '@solvane/contract/quality-impact';
import { type Upload, uploadEndpoints } from '@solvane/contract/uploads/uploads';
import { dayStart, localDayOf } from '@solvane/energy/time/local-day';
import { until, untilComputed } from './at-rest.ts';
import { BENCH_ZONE, type BenchProduct, startBenchProduct } from './bench-fleet.ts';
import { type Measurement, median, timeOnce, timeRuns } from './measure.ts';
import { type PointBlock, toColumnarArrow } from './point-bodies.ts';

const DAY_MS = 86_400_000;
const PER_DAY = 144;
const PREVIEW_DAYS = 31;
const SITES = 100;
const PREVIEWED_SITES = 10;
const MONTHS = 12;
/** Of the other sites' months: reading their results costs the same, computing them does not. */
const DAYS_A_MONTH = 2;
const UPLOADED_ROWS = 200_000;
const LOOK_MS = 50;

/** What a user waits for who changes rules, terms or files: previews by the engine, results of months, validation of uploads. */
export const configurationBenchmark = {
  title: 'Quality, contracts and uploads',
  async run(): Promise<Measurement[]> {
    const measurements: Measurement[] = [];
    for (const measure of [ofQuality, ofContracts]) {
      const part = await measure();
      measurements.push(...part.map((each) => ({ ...each, note: `${each.note ?? ''}; load ${loadavg()[0]?.toFixed(1)}` })));
    }
    return measurements;
  },
};

/** One site with 100 inverters and ninety days of power. */
async function ofQuality(): Promise<Measurement[]> {
  const bench = await startBenchProduct({ sites: 1, devicesPerSite: 100 });
  try {
    const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    const days = BACKTEST_DAYS + 1;
    await send(bench, { deviceIds: bench.deviceIds, signals: ['ActivePower'], startMs: today - days * DAY_MS, intervals: days * PER_DAY });
    await delay(16_000);
    await untilComputed(bench.user, 1_800);
    return [...(await measurePreview(bench)), ...(await measureBacktest(bench)), ...(await measureUpload(bench))];
  } finally {
    await bench.product.dispose();
  }
}

async function measurePreview({ user, deviceIds }: BenchProduct): Promise<Measurement[]> {
  const content = await user.call(qualityEndpoints.defaults, {});
  const today = localDayOf(Date.now(), BENCH_ZONE);
  const period = { startMs: dayStart(today - PREVIEW_DAYS, BENCH_ZONE), endMs: dayStart(today, BENCH_ZONE) };
  let turn = 0;
  const times = await timeRuns(
    () => {
      turn += 1;
      const body = {
        siteId: siteIdSchema.parse('bench-0'),
        ...period,
        signal: { segmentId: segmentIdSchema.parse(deviceIds[turn % deviceIds.length]), apCode: 'ActivePower' },
        trial: { kind: 'quality' as const, content: stricter(content, 0.5 + turn / 100) },
      };
      return user.call(qualityImpactEndpoints.preview, { body });
    },
    { runs: 3, warmUp: 1 },
  );
  return [
    {
      name: 'Impact preview of 31 days of a site with 100 devices',
      ...{ value: median(times) / 1000, unit: 's', goal: { value: 3, direction: 'atMost' as const } },
      note: 'other rules each time, as it is and as it would be, median of 3 after 1',
    },
  ];
}

async function measureBacktest({ user }: BenchProduct): Promise<Measurement[]> {
  const content = await user.call(qualityEndpoints.defaults, {});
  const start = async (share: number) =>
    user.call(qualityImpactEndpoints.startBacktest, {
      body: { siteId: siteIdSchema.parse('bench-0'), signal: null, content: stricter(content, share) },
    });
  const read = (backtestId: string) => user.poll(qualityImpactEndpoints.readBacktest, { query: { backtestId } });
  const seen = new Set<number>();
  let last: Backtest | undefined;
  const time = await timeOnce(async () => {
    const { backtestId } = await start(0.6);
    await until(
      async () => {
        last = await read(backtestId);
        seen.add(last.doneDays);
        return last.state !== 'running';
      },
      900,
      LOOK_MS,
    );
  });
  if (last?.state !== 'done' || last.result === null) throw new Error(`The back-test ended as ${last?.state}`);
  const { backtestId } = await start(0.7);
  await until(async () => (await read(backtestId)).doneDays > 0, 300, LOOK_MS);
  const cancelled = await timeOnce(() => user.call(qualityImpactEndpoints.cancelBacktest, { body: { backtestId } }));
  return [
    {
      name: `Back-test of ${last.days} days of a site with 100 devices`,
      ...{ value: time / 1000, unit: 's', goal: { value: 20, direction: 'atMost' as const } },
      note: `from the start of the job to its result, ${seen.size} states of progress seen`,
    },
    { name: 'A back-test is cancelled', value: cancelled, unit: 'ms', note: 'after its first days' },
  ];
}

/** The same rules with another highest value. */
function stricter(content: QualityContent, share: number): QualityContent {
  return {
    signals: content.signals.map((signal) => ({
      ...signal,
      internal: signal.internal.map((entry) =>
        entry.method === 'outOfRangeMax' ? { ...entry, attributes: { ...entry.attributes, max: share, ofCapacity: true } } : entry,
      ),
    })),
  };
}

/** Manual data of all devices, as a CSV file: from the first byte sent to the list of findings. */
async function measureUpload({ product, user, deviceIds }: BenchProduct): Promise<Measurement[]> {
  const perDevice = Math.floor(UPLOADED_ROWS / deviceIds.length);
  const startMs = startWithoutClockChange();
  const timeText = (at: number) => new Date(startMs + at * 600_000).toISOString().slice(0, 16).replace('T', ' ');
  const lines = deviceIds.flatMap((id) =>
    Array.from({ length: perDevice }, (_, at) => `${id},,ActivePower,kW,${timeText(at)},${(at % 900) + 0.5}`),
  );
  const text = `Device id,Device name,Signal,Unit,Timestamp,Value\n${lines.join('\n')}\n`;
  await longestBlockMs(product.baseUrl);
  let upload: Upload | undefined;
  const time = await timeOnce(async () => {
    const form = new FormData();
    form.append('file', new Blob([text], { type: 'text/csv' }), 'manual.csv');
    const response = await fetch(`${product.baseUrl}${uploadEndpoints.create.path}?kind=manualData`, {
      method: 'POST',
      headers: { cookie: user.cookie, ...user.csrf },
      body: form,
    });
    if (!response.ok) throw new Error(`The upload answered ${response.status}: ${(await response.text()).slice(0, 500)}`);
    const { id } = (await response.json()) as Upload;
    await until(
      async () => {
        upload = await user.poll(uploadEndpoints.get, { body: { id } });
        return upload.state !== 'validating';
      },
      300,
      LOOK_MS,
    );
  });
  const blocked = await longestBlockMs(product.baseUrl);
  const rows = upload?.sheets[0]?.rows ?? 0;
  if (upload?.state !== 'review' || rows !== lines.length || upload.errors > 0)
    throw new Error(`The upload is ${upload?.state} with ${rows} rows and ${upload?.errors} errors`);
  const note = `CSV of ${rows.toLocaleString('en-US')} rows, ${(text.length / 2 ** 20).toFixed(1)} MiB`;
  return [
    {
      name: 'Upload of 200,000 rows validated',
      ...{ value: time / 1000, unit: 's', goal: { value: 15, direction: 'atMost' as const } },
      note: `from the first byte to the findings; ${note}`,
    },
    {
      name: 'Longest block of the main thread meanwhile',
      ...{ value: blocked, unit: 'ms', goal: { value: 200, direction: 'atMost' as const } },
      note: 'delay of its event loop, as the server measures it',
    },
  ];
}

/** Two weeks of local times without a change of the clock, which are over. */
function startWithoutClockChange(): number {
  const now = Date.now();
  const year = new Date(now).getUTCFullYear();
  const starts = [Date.UTC(year - 1, 6, 1), Date.UTC(year, 0, 10), Date.UTC(year, 6, 1)];
  return starts.findLast((startMs) => startMs + 20 * DAY_MS < now) ?? 0;
}

/** Since the last reading. */
async function longestBlockMs(baseUrl: string): Promise<number> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text();
  const found = /solvane_event_loop_delay_seconds\{quantile="1"\} ([\d.e+-]+)/.exec(text)?.[1];
  if (found === undefined) throw new Error('The server does not tell the delay of its main thread');
  return Number(found) * 1000;
}

/** A hundred sites with one inverter under one contract; ten of them with all days of a year. */
async function ofContracts(): Promise<Measurement[]> {
  const bench = await startBenchProduct({ sites: SITES, devicesPerSite: 1 });
  try {
    const { user, deviceIds } = bench;
    const siteIds = deviceIds.map((_, site) => siteIdSchema.parse(`bench-${site}`));
    const terms = await user.call(contractEndpoints.defaults, { body: { energyType: 'PV' } });
    const steps = [{ fromPercent: 0, bonusPerPoint: 500, penaltyPerPoint: 1_000 }];
    const guaranteed = { ...terms, guarantees: [{ view: 'Technical' as const, basis: 'time' as const, percent: 97, steps }] };
    const { id } = await user.call(contractEndpoints.save, {
      body: {
        ...{ id: null, enterpriseId: enterpriseIdSchema.parse('bench'), name: `Bench ${randomUUID()}`, description: '' },
        ...{ energyType: 'PV' as const, validFrom: null, validTo: null, lossCategorySetId: null, siteIds, terms: guaranteed },
      },
    });
    const months = lastMonths(MONTHS);
    const [first, last] = [months[0] ?? '', months.at(-1) ?? ''];
    const [firstMs, endMs] = [Date.parse(`${first}-01T00:00:00Z`), monthEndMs(last)];
    await send(bench, {
      deviceIds: deviceIds.slice(0, PREVIEWED_SITES),
      signals: ['ActivePower'],
      ...{ startMs: firstMs, intervals: ((endMs - firstMs) / DAY_MS) * PER_DAY },
    });
    for (const month of months) {
      const startMs = Date.parse(`${month}-05T00:00:00Z`);
      await send(bench, {
        deviceIds: deviceIds.slice(PREVIEWED_SITES),
        signals: ['ActivePower'],
        startMs,
        intervals: DAYS_A_MONTH * PER_DAY,
      });
    }
    await delay(16_000);
    await untilComputed(user, 3_600);
    const preview = (siteId: SiteId) =>
      user.call(contractResultEndpoints.preview, {
        body: { fromMonth: first, toMonth: last, siteId, terms: { ...guaranteed, degradedFactor: 0.5 }, lossCategorySetId: null },
      });
    let previewed = 0;
    const previewTime = await timeOnce(async () => {
      for (const siteId of siteIds.slice(0, PREVIEWED_SITES)) previewed += (await preview(siteId)).months.length;
    });
    if (previewed !== PREVIEWED_SITES * MONTHS) throw new Error(`${previewed} months were previewed`);
    const read = async () => {
      const { items } = await user.call(contractResultEndpoints.months, {
        body: { contractConfigurationId: id, fromMonth: first, toMonth: last },
      });
      if (items.length !== SITES * MONTHS) throw new Error(`${items.length} months came back`);
    };
    const firstRead = await timeOnce(read);
    const again = await timeRuns(read, { runs: 5, warmUp: 1 });
    return [
      {
        name: 'Contract preview, 12 months x 10 sites',
        ...{ value: previewTime / 1000, unit: 's', goal: { value: 10, direction: 'atMost' as const } },
        note: 'site after site, as the screen does it, all days of the months',
      },
      {
        name: 'Availability results, 100 sites x 12 months',
        ...{ value: median(again) / 1000, unit: 's', goal: { value: 1, direction: 'atMost' as const } },
        note: 'median of 5 after 1 other',
      },
      {
        name: 'The same when no month was added up before',
        ...{ value: firstRead / 1000, unit: 's' },
        note: `all days at 10 sites, ${DAYS_A_MONTH} a month at the others`,
      },
    ];
  } finally {
    await bench.product.dispose();
  }
}

/** Calendar months that are over, the latest last, as 2026-05. */
function lastMonths(count: number): string[] {
  const now = new Date();
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count + index, 1)).toISOString().slice(0, 7),
  );
}

function monthEndMs(month: string): number {
  const start = new Date(`${month}-01T00:00:00Z`);
  return Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1);
}

async function send({ product, ingestionKey }: BenchProduct, block: PointBlock): Promise<void> {
  const response = await fetch(`${product.baseUrl}${ingestEndpoints.points.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ingestionKey}`, 'content-type': 'application/vnd.apache.arrow.stream' },
    body: toColumnarArrow(block),
  });
  const answer = await response.text();
  if (!response.ok || JSON.parse(answer).rejected !== 0) throw new Error(`Ingestion answered ${response.status}: ${answer.slice(0, 500)}`);
}
