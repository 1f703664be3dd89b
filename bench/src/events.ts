import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { eventBulkEndpoints } from '@solvane/contract/event-commands';
import { EVENT_SORTS, type EventFilter, eventEndpoints } from '@solvane/contract/events';
import { type HttpUser, signIn } from '@solvane/testing/http-user';
import { startProduct } from '@solvane/testing/product';
import { startBenchProduct } from './bench-fleet.ts';
import { measureEventScreen } from './event-screen.ts';
import { type Measurement, median, timeOnce, timeRuns } from './measure.ts';

const EVENTS = 1_000_000;
const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2025, 9, 1);
const SPAN_MS = 395 * DAY_MS;
const MONTH: Partial<EventFilter> = { startMs: START_MS + 200 * DAY_MS, endMs: START_MS + 230 * DAY_MS };
/** The same period as all of the events, as the address of the screen says it. */
const EVERYTHING = '2025-09-30_2026-11-02';
const LOGIN = { email: 'bench@solvane.demo', password: 'kestrel-orbit-4711-lantern' };
/** What the page asks most often has to be there at once. */
const FAST_SORTS: readonly string[] = ['start', 'lostEnergy', 'revenueLoss', 'priority'];
const RUNS = { runs: 9, warmUp: 2 };
const BULK = 5_000;

export const eventsBenchmark = {
  title: 'Event log with a million events',
  async run(): Promise<Measurement[]> {
    const { product } = await startBenchProduct();
    try {
      await product.stop();
      fill(product.dataFolder);
      const again = await startProduct({ demo: 'off', dataFolder: product.dataFolder, env: { SOLVANE_LOG_LEVEL: 'warn' } });
      try {
        const user = await signIn(again.baseUrl, LOGIN);
        const totals = await measureTotals(user);
        const pages = await measurePages(user);
        return [
          ...pages,
          ...totals,
          ...(await measureEventScreen({ ...LOGIN, baseUrl: again.baseUrl, period: EVERYTHING })),
          await measureBulk(user),
        ];
      } finally {
        await again.stop();
      }
    } finally {
      await product.dispose();
    }
  },
};

/** Straight into the database of the stopped product, in parts that stay short: a million events through computations are days of work. */
function fill(dataFolder: string): void {
  const script = `
    import { PGlite } from '@electric-sql/pglite';
    const db = await PGlite.create({ dataDir: ${JSON.stringify(join(dataFolder, 'postgres'))} });
    for (let from = 0; from < ${EVENTS}; from += 25000) await db.exec(\`insert into group_events (id, site_id, segment_id, start_ms, end_ms, is_open, code,
      event_type, category, priority, lost_energy_kwh, revenue_loss, raw_event_ids, updated_at_ms)
      select gen_random_uuid(), 'bench-' || n % 40, 'bench-' || n % 40 || '-inv-' || n / 40 % 25, start_ms, start_ms + 60000 + (n * 7919 % 14400000), false,
        'E' || n * 31 % 200, (array['Downtime','Curtailment','Degraded','Communication Loss','Unknown','Warning','Informational'])[1 + n * 17 % 7],
        (array['Forced outage','Grid outage','Grid curtailment','Underperformance','Data outage','Unclassified','Status'])[1 + n * 17 % 7],
        100 + n * 13 % 700, nullif(n * 7907 % 1000, 0)::float8, n * 7901 % 50, array['raw ' || n], 1
      from (select n, ${START_MS}::bigint + (n / ${EVENTS}::float8 * ${SPAN_MS})::bigint as start_ms from generate_series(\${from}::bigint, \${from + 24999}::bigint) as n) as made\`);
    await db.exec('vacuum analyze group_events');
    await db.close();`;
  const server = fileURLToPath(new URL('../../apps/server', import.meta.url));
  const result = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: server, encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`Filling ended with ${result.status}:\n${result.stderr}`);
}

async function measurePages(user: HttpUser): Promise<Measurement[]> {
  const page = async (filter: Partial<EventFilter>, by: (typeof EVENT_SORTS)[number]): Promise<void> => {
    const { items } = await user.call(eventEndpoints.search, { body: { filter, sort: { by, direction: 'desc' } } });
    if (items.length === 0) throw new Error(`No events by ${by}`);
  };
  const measurements: Measurement[] = [];
  for (const by of EVENT_SORTS)
    for (const [period, filter] of [['of all', {}] as const, ['of a month', MONTH] as const])
      measurements.push({
        name: `Page of 200 ${period}, by ${by}`,
        value: median(await timeRuns(() => page(filter, by), RUNS)),
        unit: 'ms',
        goal: { value: FAST_SORTS.includes(by) ? 50 : 150, direction: 'atMost' },
      });
  for (const query of ['E17', 'inv-7', 'code:E17 lost>100'])
    measurements.push({
      name: `Page of 200 of all, with \`${query}\``,
      value: median(await timeRuns(() => page({ query }, 'start'), RUNS)),
      unit: 'ms',
      goal: { value: 150, direction: 'atMost' },
    });
  return measurements;
}

async function measureTotals(user: HttpUser): Promise<Measurement[]> {
  const totals = (filter: Partial<EventFilter>) => () => user.call(eventEndpoints.totals, { body: { filter } });
  // Every day changed when it was filled: the first questions sum up a part each.
  await timeRuns(totals({}), { runs: 12, warmUp: 0 });
  return [
    {
      name: 'Totals of a month',
      value: median(await timeRuns(totals(MONTH), RUNS)),
      unit: 'ms',
      goal: { value: 100, direction: 'atMost' },
    },
    {
      name: 'Totals of everything',
      value: median(await timeRuns(totals({}), RUNS)),
      unit: 'ms',
      goal: { value: 400, direction: 'atMost' },
    },
    {
      name: 'Totals of everything unacknowledged',
      value: median(await timeRuns(totals({ query: 'ack:no' }), RUNS)),
      unit: 'ms',
      goal: { value: 400, direction: 'atMost' },
    },
  ];
}

async function measureBulk(user: HttpUser): Promise<Measurement> {
  const eventIds = await firstIds(user);
  const time = await timeOnce(async () => {
    const { jobId } = await user.call(eventBulkEndpoints.start, { body: { action: { kind: 'acknowledge' }, selection: { eventIds } } });
    for (;;) {
      const { done, failed } = await user.call(eventBulkEndpoints.outcome, { query: { jobId } });
      if (failed > 0) throw new Error(`${failed} events were not acknowledged`);
      if (done === BULK) return;
      await delay(50);
    }
  });
  return { name: 'Acknowledge 5,000 events', value: time / 1000, unit: 's', goal: { value: 5, direction: 'atMost' } };
}

async function firstIds(user: HttpUser): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = null; ids.length < BULK; ) {
    const page: { items: { eventId: string }[]; nextCursor: string | null } = await user.call(eventEndpoints.search, {
      body: { filter: {}, cursor, limit: 1_000 },
    });
    ids.push(...page.items.map(({ eventId }) => eventId));
    cursor = page.nextCursor;
    if (cursor === null) break;
  }
  return ids;
}
