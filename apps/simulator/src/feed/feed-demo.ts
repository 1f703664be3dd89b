import type { Period } from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';
import { STEP_MS } from '../calendar/day-frame.ts';
import type { DemoEvent } from '../events/raw-event.ts';
import { eventsIn } from '../events/site-events.ts';
import { demoSites } from '../fleet/demo-sites.ts';
import type { SitePlan } from '../fleet/site-plan.ts';
import { createDemoWorld, DEMO_SEED, type DemoWorld } from '../plant/demo-world.ts';
import { periodReadings } from '../readings/period-readings.ts';
import { type DemoSize, type FeedState, firstState, historyStartMs, keptState, lastCompleteMs, RECENT_MS } from './feed-state.ts';
import { createIngestClient, type FeedLog, type IngestClient, type IngestClientOptions } from './ingest-client.ts';
import { pointsCsv } from './points-csv.ts';

export interface FeedProgress {
  stage: 'recent' | 'history' | 'live';
  /** Of the whole history, 0 to 1. */
  share: number;
}

export interface FeedOptions extends Omit<IngestClientOptions, 'log'> {
  demo: DemoSize;
  seed?: number;
  nowMs(): number;
  /** Stored by the caller of the feed; what is in it is durable on the server. */
  progress: { get(): Promise<unknown>; set(state: FeedState): Promise<void> };
  onProgress?(progress: FeedProgress): void;
  log: FeedLog;
}

/** The newest day alone: something to look at after a second. */
const FIRST_CHUNK_MS = DAY_MS;
const RECENT_CHUNK_MS = 7 * DAY_MS;
const HISTORY_CHUNK_MS = 14 * DAY_MS;
/** How long after an interval ends its data are there. */
const LATENCY_MS = 2_000;

/**
 * Feeds the demo fleet through public ingestion: the last 35 days newest first, then older history, and every interval as it ends. What was
 * stored is remembered, so it goes on where it stopped; after a pause it catches up first. Returns when it is aborted.
 *
 * @throws Error when ingestion refuses for good
 */
export async function feedDemo(options: FeedOptions): Promise<void> {
  const { demo, seed = DEMO_SEED, nowMs, progress, onProgress, log, signal } = options;
  const client = createIngestClient(options);
  const kept = await progress.get();
  let state = keptState(kept, { seed, demo }) ?? firstState({ seed, demo, nowMs: nowMs() });
  // Two days before the history starts anywhere on earth, so that no register is asked for an earlier reading.
  const world = createDemoWorld({ seed, clock: { kind: 'calendarYear' }, countersFrom: state.firstDay - 2 });
  const feed: Feed = { world, plans: demoSites(demo), client };
  log.info({ sites: feed.plans.length, ...state }, 'feeding the demo fleet');

  try {
    for (;;) {
      onProgress?.(progressOf(state));
      const next = nextSpan(state, nowMs());
      if (!next) {
        await client.sleep(lastCompleteMs(nowMs()) + STEP_MS + LATENCY_MS - nowMs());
        continue;
      }
      await feedSpan(feed, next, Math.max(state.fedToMs, next.endMs));
      state = { ...state, fedFromMs: Math.min(state.fedFromMs, next.startMs), fedToMs: Math.max(state.fedToMs, next.endMs) };
      await progress.set(state);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

interface Feed {
  world: DemoWorld;
  plans: readonly SitePlan[];
  client: IngestClient;
}

/** What to send next: what is new, else older history; undefined when all is there. */
function nextSpan(state: FeedState, nowMs: number): Period | undefined {
  const { fedFromMs, fedToMs } = state;
  const completeMs = lastCompleteMs(nowMs - LATENCY_MS);
  if (completeMs > fedToMs) return { startMs: fedToMs, endMs: Math.min(completeMs, fedToMs + HISTORY_CHUNK_MS) };
  const firstMs = historyStartMs(state);
  if (fedFromMs <= firstMs) return undefined;
  return { startMs: Math.max(firstMs, fedFromMs - chunkMs(state)), endMs: fedFromMs };
}

function chunkMs({ fedFromMs, fedToMs }: FeedState): number {
  const fedMs = fedToMs - fedFromMs;
  if (fedMs < FIRST_CHUNK_MS) return FIRST_CHUNK_MS;
  return fedMs < RECENT_MS ? Math.min(RECENT_CHUNK_MS, RECENT_MS - fedMs) : HISTORY_CHUNK_MS;
}

async function feedSpan({ world, plans, client }: Feed, span: Period, knownToMs: number): Promise<void> {
  await client.points(pointsCsv(periodReadings(world, plans, span)));
  await client.events(plans.flatMap((plan) => eventsToSend(eventsIn(world, plan, span), span, knownToMs)));
}

/** Codes raised in the span, open where their end is not known yet, and codes taken back in it. */
function eventsToSend(
  events: readonly DemoEvent[],
  { startMs, endMs }: Period,
  knownToMs: number,
): { event: DemoEvent; isOpen: boolean }[] {
  return events
    .filter((event) => event.startMs >= startMs || event.endMs <= endMs)
    .map((event) => ({ event, isOpen: event.endMs > knownToMs }));
}

function progressOf(state: FeedState): FeedProgress {
  const { fedFromMs, fedToMs } = state;
  const firstMs = historyStartMs(state);
  const share = Math.min(1, (fedToMs - fedFromMs) / Math.max(1, fedToMs - firstMs));
  if (fedFromMs <= firstMs) return { stage: 'live', share: 1 };
  return { stage: fedToMs - fedFromMs < RECENT_MS ? 'recent' : 'history', share };
}
