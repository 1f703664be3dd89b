import { setTimeout as delay } from 'node:timers/promises';
import { eventBulkEndpoints } from '@solvane/contract/event-commands';
import { EVENT_SORTS } from '@solvane/contract/event-names';
import { type EventFilter, eventEndpoints } from '@solvane/contract/events';
import { type HttpUser, signIn } from '@solvane/testing/http-user';
import { startProduct } from '@solvane/testing/product';
import { LOGIN, startBenchProduct } from './bench-fleet.ts';
import { EVENTS_PERIOD, EVENTS_START_MS, fillEvents } from './event-fill.ts';
import { measureEventScreen } from './event-screen.ts';
import { type Measurement, median, timeOnce, timeRuns } from './measure.ts';

const EVENTS = 1_000_000;
const DAY_MS = 86_400_000;
const MONTH: Partial<EventFilter> = { startMs: EVENTS_START_MS + 200 * DAY_MS, endMs: EVENTS_START_MS + 230 * DAY_MS };
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
      fillEvents({ dataFolder: product.dataFolder, count: EVENTS });
      const again = await startProduct({ demo: 'off', dataFolder: product.dataFolder, env: { SOLVANE_LOG_LEVEL: 'warn' } });
      try {
        const user = await signIn(again.baseUrl, LOGIN);
        const totals = await measureTotals(user);
        const pages = await measurePages(user);
        return [
          ...pages,
          ...totals,
          ...(await measureEventScreen({ ...LOGIN, baseUrl: again.baseUrl, period: EVENTS_PERIOD })),
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
