import { setImmediate as nextTurn } from 'node:timers/promises';
import { type DetectedDaysOptions, detectedDays } from '@solvane/energy/events/detected-days';
import { detectedMergeGapMs } from '@solvane/energy/events/raw-events';
import { siteDayAccount } from '@solvane/energy/site-day/availability/day-account';
import { siteViewSums } from '@solvane/energy/site-day/availability/view-sums';
import { computeSiteDay } from '@solvane/energy/site-day/compute-site-day';
import type { SiteDayInputs } from '@solvane/energy/site-day/inputs';
import { keepEvidence, type SiteDayEvidence, tellsMore } from '@solvane/energy/site-day/learn/evidence';
import { fixBaselines, learnSite } from '@solvane/energy/site-day/learn-site';
import { EMPTY_MEMORY } from '@solvane/energy/site-day/memory';
import type { SiteDayOutputs } from '@solvane/energy/site-day/outputs';
import { ledgerSums } from '@solvane/energy/storage/ledger-sums';
import { type IntervalGrid, intervalGrid } from '@solvane/energy/time/interval';
import { dayBounds, type LocalDay, type Period } from '@solvane/energy/time/local-day';
import { releaseBuffers } from '../../../signals/release-buffer.ts';
import type { SignalReader } from '../../../signals/signal-reader.ts';
import type { SignalWriter } from '../../../signals/signal-writer.ts';
import { MARGIN_DAYS } from '../../recalculation/site-days.ts';
import type { SiteSetup } from '../configuration/site-configuration.ts';
import { EVIDENCE_BYTES, EvidenceCache, type StoredEvidence } from '../evidence/evidence-cache.ts';
import { evidenceFromJson } from '../evidence/evidence-text.ts';
import type { BatchResult, BatchTask, ComputedDay, FailedDay, RegisterSeries } from './batch.ts';
import { ComputedSeries } from './computed-series.ts';
import { KnownConfigurations } from './known-configurations.ts';
import { type GridColumns, isRead, type ReadingsBeyond, toGrid, toInputs } from './raw-columns.ts';
import { readingsBeyond } from './readings-beyond.ts';
import { ResultColumns } from './result-columns.ts';

export interface BatchDeps {
  store: Pick<SignalReader, 'readPoints'> & Pick<SignalWriter, 'replaceComputed'>;
  register: RegisterSeries;
}

/**
 * Computes the days of a batch one after the other and puts their points in the place of what was there. A day that cannot be computed costs no
 * other. Doing it twice ends the same.
 */
export async function computeBatch({ store, register }: BatchDeps, task: BatchTask): Promise<BatchResult> {
  const results = new ResultColumns(windowOf(task.days, 0, task));
  try {
    const run = await computeDays(task, await readColumns(store, task), (outputs) => results.add(outputs));
    await writeResults({ store, register }, task, run, results);
    return run;
  } finally {
    results.releaseBuffer();
  }
}

/** The raw columns of a batch over its days and their margins. */
export interface BatchColumns {
  columns: GridColumns;
  whole: IntervalGrid;
  beyond: ReadingsBeyond;
}

export async function readColumns(store: Pick<SignalReader, 'readPoints'>, task: BatchTask): Promise<BatchColumns> {
  const stored = task.series.filter(isRead);
  const whole = windowOf(task.days, MARGIN_DAYS, task);
  const period = { startMs: whole.startMs, endMs: whole.startMs + whole.count * whole.stepMs };
  const points = await store.readPoints({ kind: 'raw', series: stored.map(({ series }) => series), ...period }, { lane: 'background' });
  const columns = toGrid(points, stored, whole);
  releaseBuffers(Object.values(points));
  return { columns, whole, beyond: await readingsBeyond(store, stored, { columns, whole, beginMs: task.beginMs, nowMs: task.nowMs }) };
}

/**
 * Everything but reading and writing. Between two days the batches beside it have their turn: one that is being written has little to do, but often.
 *
 * @param take - takes the outputs of each day that can be computed, ascending
 */
export async function computeDays(task: BatchTask, batch: BatchColumns, take: (outputs: SiteDayOutputs) => void): Promise<BatchResult> {
  const lessons = new Map(task.evidence.map(parsedEvidence).map((evidence) => [evidence.day, evidence]));
  const detected = new Map(task.detected);
  const computed: ComputedDay[] = [];
  const failed: FailedDay[] = [];
  const telling: LocalDay[] = [];
  for (const day of task.days) {
    await nextTurn();
    try {
      const result = computeDay(day, task, { ...batch, lessons, detected });
      take(result.outputs);
      detected.set(day, result.outputs.detected);
      const before = task.keptEvidence.has(day) ? lessons.get(day) : undefined;
      const { evidence: fresh } = result.outputs;
      if (before && tellsMore(fresh, before)) telling.push(day);
      const evidence = before ? keepEvidence(before, fresh) : fresh;
      lessons.set(day, evidence);
      computed.push({ ...result.computed, evidence });
    } catch (error) {
      failed.push({ day, message: error instanceof Error ? error.message : String(error) });
    }
  }
  return { computed, failed, baselines: fixBaselines(task.older, lessons.values()), telling };
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
  const window = windowOf([day], MARGIN_DAYS, task);
  const windowEndMs = window.startMs + window.count * window.stepMs;
  const nowMs = Math.floor(task.nowMs / task.stepMs) * task.stepMs;
  const horizonMs = Math.min(windowEndMs, nowMs);
  const stored = task.series.filter(isRead);
  const inputs: SiteDayInputs = {
    ...toInputs(known.columns, stored, {
      whole: known.whole,
      window,
      altitude: site.location.altitude,
      beyond: known.beyond,
      invalidations: task.invalidations,
    }),
    grid: window,
    horizonMs,
    nowMs,
    beginMs: task.beginMs,
    rawEvents: [
      ...task.rawEvents.filter(({ startMs, endMs }) => startMs < windowEndMs && (endMs ?? Number.POSITIVE_INFINITY) > window.startMs),
      ...[...detectedDays(known.detected, beside(day, task.stepMs)).values()].flat(),
    ],
    overlays: task.overlays,
  };
  const earlier = [...known.lessons.values()].filter((evidence) => evidence.day < day);
  const memory = earlier.length === 0 ? EMPTY_MEMORY : learnSite(site, day, earlier, task.older);
  const outputs = computeSiteDay(site, day, inputs, memory);
  const { detected, timelines, promoted, losses, expectationGaps, walk, removals, darkSilences, evidence } = outputs;
  const learnedFrom = earlier.length === 0 ? undefined : Math.min(...earlier.map((each) => each.day));
  return {
    outputs,
    computed: {
      ...{
        day,
        horizonMs,
        configurationHash: setup.hash,
        learnedFrom,
        detected,
        timelines,
        promoted,
        losses,
        expectationGaps,
        walk,
        removals,
        darkSilences,
        evidence,
      },
      isSilent: isSilent(inputs, outputs.grid),
      ledger: outputs.ledger && ledgerSums(outputs.ledger, task.stepMs / 3_600_000),
      availability: siteViewSums(outputs.availability),
      quality: outputs.quality,
      account: siteDayAccount(outputs.availability),
    },
  };
}

function isSilent({ grid, signals }: SiteDayInputs, day: IntervalGrid): boolean {
  const first = Math.round((day.startMs - grid.startMs) / grid.stepMs);
  for (const reported of signals.values()) {
    for (const { raw } of reported) for (let i = first; i < first + day.count; i++) if (!Number.isNaN(raw[i])) return false;
  }
  return true;
}

function beside(day: LocalDay, stepMs: number): DetectedDaysOptions {
  return { first: day - MARGIN_DAYS, last: day + MARGIN_DAYS, gapMs: detectedMergeGapMs(stepMs) };
}

/** From the first interval that begins on the first of the days to the last that begins on the last, with so many days around them. */
function windowOf(days: readonly LocalDay[], margin: number, { zone, stepMs }: Pick<BatchTask, 'zone' | 'stepMs'>): IntervalGrid {
  const [first, last] = [days[0] ?? Number.NaN, days.at(-1) ?? Number.NaN];
  const { startMs } = dayBounds(first - margin, zone);
  const { endMs } = dayBounds(last + margin, zone);
  const toStep = (instantMs: number) => Math.ceil(instantMs / stepMs) * stepMs;
  return intervalGrid({ startMs: toStep(startMs), endMs: toStep(endMs) }, stepMs);
}

function setupOf(day: LocalDay, { setups }: BatchTask): SiteSetup {
  const entry = setups.findLast(({ fromDay }) => fromDay <= day);
  if (!entry) throw new RangeError(`No configuration for day ${day}`);
  return entry.setup;
}

async function writeResults(
  { store, register }: BatchDeps,
  task: BatchTask,
  { computed }: BatchResult,
  results: ResultColumns,
): Promise<void> {
  const numbers = new ComputedSeries(task.siteId, task.series, register);
  await numbers.ensure(results.signals());
  for (const period of periodsOf(computed, task.zone)) {
    const [validated, derived] = [results.validatedPoints(period, numbers), results.derivedPoints(period, numbers)];
    const rollUp = { zone: task.zone, intervalMs: task.stepMs, directions: numbers.directions };
    await store.replaceComputed({ ...period, validated, derived, rollUp });
    releaseBuffers([...Object.values(validated.points), ...Object.values(derived.points)]);
  }
}

/** Days that follow each other are replaced together; what lies between others is not ours to replace. */
function periodsOf(computed: readonly Pick<ComputedDay, 'day'>[], zone: string): Period[] {
  const runs: { first: LocalDay; last: LocalDay }[] = [];
  for (const { day } of computed) {
    const run = runs.at(-1);
    if (run?.last === day - 1) run.last = day;
    else runs.push({ first: day, last: day });
  }
  return runs.map(({ first, last }) => ({ startMs: dayBounds(first, zone).startMs, endMs: dayBounds(last, zone).endMs }));
}
