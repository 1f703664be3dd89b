import { setImmediate as nextTurn } from 'node:timers/promises';
import { siteViewSums } from '@solvane/energy/site-day/availability/view-sums';
import { computeSiteDay } from '@solvane/energy/site-day/compute-site-day';
import type { SiteDayInputs } from '@solvane/energy/site-day/inputs';
import type { SiteDayEvidence } from '@solvane/energy/site-day/learn/evidence';
import { learnSite } from '@solvane/energy/site-day/learn-site';
import { EMPTY_MEMORY } from '@solvane/energy/site-day/memory';
import type { SiteDayOutputs } from '@solvane/energy/site-day/outputs';
import { ledgerSums } from '@solvane/energy/storage/ledger-sums';
import { type IntervalGrid, intervalGrid } from '@solvane/energy/time/interval';
import { dayBounds, type LocalDay, type Period } from '@solvane/energy/time/local-day';
import { MARGIN_DAYS } from '../../../jobs/site-days.ts';
import type { SignalStore } from '../../../signals/signal-store.ts';
import { giveBackAll } from '../../../signals/sql/give-back.ts';
import type { SiteSetup } from '../configuration/site-configuration.ts';
import { EVIDENCE_BYTES, EvidenceCache, type StoredEvidence } from '../evidence-cache.ts';
import { evidenceFromJson } from '../evidence-text.ts';
import type { BatchResult, BatchTask, ComputedDay, FailedDay, RegisterSeries } from './batch.ts';
import { DayMemory } from './day-memory.ts';
import { KnownConfigurations } from './known-configurations.ts';
import { type GridColumns, isRead, toGrid, toInputs } from './raw-columns.ts';
import { ComputedSeries, derivedReplacement, validatedReplacement } from './result-columns.ts';

export interface BatchDeps {
  store: Pick<SignalStore, 'readPoints' | 'replaceComputed'>;
  register: RegisterSeries;
}

/**
 * Computes the days of a batch one after the other and puts their points in the place of what was there. A day that cannot be computed costs no
 * other. Doing it twice ends the same.
 */
export async function computeBatch({ store, register }: BatchDeps, task: BatchTask): Promise<BatchResult> {
  const memory = new DayMemory();
  try {
    const run = await computeDays(task, await readColumns(store, task), (outputs) => memory.keep(outputs));
    await writeOutputs({ store, register }, task, run.outputs);
    return { computed: run.computed, failed: run.failed };
  } finally {
    memory.giveBack();
  }
}

export interface BatchRun {
  computed: ComputedDay[];
  failed: FailedDay[];
  outputs: SiteDayOutputs[];
}

/** The raw columns of a batch over its days and their margins. */
export interface BatchColumns {
  columns: GridColumns;
  whole: IntervalGrid;
}

export async function readColumns(store: Pick<SignalStore, 'readPoints'>, task: BatchTask): Promise<BatchColumns> {
  const [first, last] = [task.days[0] ?? Number.NaN, task.days.at(-1) ?? Number.NaN];
  const stored = task.series.filter(isRead);
  const whole = windowOf(first, last, task);
  const period = { startMs: whole.startMs, endMs: whole.startMs + whole.count * whole.stepMs };
  const points = await store.readPoints({ kind: 'raw', series: stored.map(({ series }) => series), ...period }, { lane: 'background' });
  const columns = toGrid(points, stored, whole);
  giveBackAll(Object.values(points));
  return { columns, whole };
}

/**
 * Everything but reading and writing. Between two days the batches beside it have their turn: one that is being written has little to do, but often.
 *
 * @param keep - what becomes of the columns of a day until all are computed
 */
export async function computeDays(
  task: BatchTask,
  { columns, whole }: BatchColumns,
  keep: (outputs: SiteDayOutputs) => SiteDayOutputs = (outputs) => outputs,
): Promise<BatchRun> {
  const lessons = new Map(task.evidence.map(parsedEvidence).map((evidence) => [evidence.day, evidence]));
  const detected = new Map(task.detected);
  const run: BatchRun = { computed: [], failed: [], outputs: [] };
  for (const day of task.days) {
    await nextTurn();
    try {
      const { outputs, computed } = computeDay(day, task, { columns, whole, lessons, detected });
      detected.set(day, outputs.detected);
      if (!task.keptEvidence.has(day)) lessons.set(day, outputs.evidence);
      run.outputs.push(keep(outputs));
      run.computed.push(computed);
    } catch (error) {
      run.failed.push({ day, message: error instanceof Error ? error.message : String(error) });
    }
  }
  return run;
}

const configurations = new KnownConfigurations();

/** Days learn from nearly the same days as those before them did. */
const parsed = new EvidenceCache<SiteDayEvidence>(EVIDENCE_BYTES);

function parsedEvidence(stored: StoredEvidence): SiteDayEvidence {
  const known = parsed.find(stored);
  if (known) return known;
  const evidence = evidenceFromJson(JSON.parse(stored.json));
  parsed.keep(stored, evidence);
  return evidence;
}

interface Known extends BatchColumns {
  lessons: ReadonlyMap<LocalDay, SiteDayEvidence>;
  detected: BatchTask['detected'];
}

function computeDay(day: LocalDay, task: BatchTask, known: Known): { outputs: SiteDayOutputs; computed: ComputedDay } {
  const setup = setupOf(day, task);
  const site = configurations.get(setup);
  const window = windowOf(day, day, task);
  const windowEndMs = window.startMs + window.count * window.stepMs;
  const horizonMs = Math.min(windowEndMs, Math.floor(task.nowMs / task.stepMs) * task.stepMs);
  const stored = task.series.filter(isRead);
  const inputs: SiteDayInputs = {
    ...toInputs(known.columns, stored, { whole: known.whole, window, altitude: site.location.altitude }),
    grid: window,
    horizonMs,
    beginMs: task.beginMs,
    rawEvents: [
      ...task.rawEvents.filter(({ startMs, endMs }) => startMs < windowEndMs && (endMs ?? Number.POSITIVE_INFINITY) > window.startMs),
      ...daysBeside(day).flatMap((each) => known.detected.get(each) ?? []),
    ],
    overlays: task.overlays,
  };
  const earlier = [...known.lessons.values()].filter((evidence) => evidence.day < day);
  const memory = earlier.length === 0 ? EMPTY_MEMORY : learnSite(site, day, earlier, task.olderIndices);
  const outputs = computeSiteDay(site, day, inputs, memory);
  const { detected, timelines, promoted, losses, walk, evidence } = outputs;
  const learnedFrom = earlier.length === 0 ? undefined : Math.min(...earlier.map((each) => each.day));
  return {
    outputs,
    computed: {
      ...{ day, horizonMs, configurationHash: setup.hash, learnedFrom, detected, timelines, promoted, losses, walk, evidence },
      ledger: outputs.ledger && ledgerSums(outputs.ledger, task.stepMs / 3_600_000),
      availability: siteViewSums(outputs.availability),
    },
  };
}

function daysBeside(day: LocalDay): LocalDay[] {
  return Array.from({ length: 2 * MARGIN_DAYS + 1 }, (_, i) => day - MARGIN_DAYS + i);
}

/** From the first interval that begins on the first of the days to the last that begins on the last, with their margins. */
function windowOf(first: LocalDay, last: LocalDay, { zone, stepMs }: BatchTask): IntervalGrid {
  const { startMs } = dayBounds(first - MARGIN_DAYS, zone);
  const { endMs } = dayBounds(last + MARGIN_DAYS, zone);
  const toStep = (instantMs: number) => Math.ceil(instantMs / stepMs) * stepMs;
  return intervalGrid({ startMs: toStep(startMs), endMs: toStep(endMs) }, stepMs);
}

function setupOf(day: LocalDay, { setups }: BatchTask): SiteSetup {
  const entry = setups.findLast(({ fromDay }) => fromDay <= day);
  if (!entry) throw new RangeError(`No configuration for day ${day}`);
  return entry.setup;
}

async function writeOutputs({ store, register }: BatchDeps, task: BatchTask, outputs: readonly SiteDayOutputs[]): Promise<void> {
  const numbers = new ComputedSeries(task.siteId, task.series, register);
  await numbers.ensure(outputs);
  for (const run of toRuns(outputs)) {
    const [validated, derived] = [validatedReplacement(run, numbers), derivedReplacement(run, numbers)];
    const rollUp = { zone: task.zone, intervalMs: task.stepMs, directions: numbers.directions };
    await store.replaceComputed({ ...periodOf(run, task.zone), validated, derived, rollUp });
    giveBackAll([...Object.values(validated.points), ...Object.values(derived.points)]);
  }
}

/** Days that follow each other are replaced together; what lies between others is not ours to replace. */
function toRuns(outputs: readonly SiteDayOutputs[]): SiteDayOutputs[][] {
  const runs: SiteDayOutputs[][] = [];
  for (const output of outputs) {
    const run = runs.at(-1);
    if (run?.at(-1)?.day === output.day - 1) run?.push(output);
    else runs.push([output]);
  }
  return runs;
}

function periodOf(run: readonly SiteDayOutputs[], zone: string): Period {
  const [first, last] = [run[0]?.day ?? Number.NaN, run.at(-1)?.day ?? Number.NaN];
  return { startMs: dayBounds(first, zone).startMs, endMs: dayBounds(last, zone).endMs };
}
