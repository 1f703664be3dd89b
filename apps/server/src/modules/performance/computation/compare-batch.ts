import { dayBounds } from '@solvane/energy/time/local-day';
import type { ImpactSums } from '../../../db/schema/quality.ts';
import type { SignalReader } from '../../../signals/signal-reader.ts';
import { addImpacts, impactOf } from '../impact/impact-sums.ts';
import type { BatchTask, ComparedSignal, Comparison, ComparisonTask } from './batch.ts';
import { type BatchColumns, computeDays, readColumns } from './compute-batch.ts';

/**
 * The same calculation with two configurations on the same points, summed up: what a site comes to with each. Nothing is written.
 *
 * @throws RangeError saying which day cannot be computed and why
 */
export async function compareBatch(
  store: Pick<SignalReader, 'readPoints'>,
  { task, changed, watched }: ComparisonTask,
): Promise<Comparison> {
  const columns = await readColumns(store, task);
  const before = await sumUp(task, { columns, watched });
  const after = await sumUp({ ...task, ...changed }, { columns, watched });
  const raw = watched && rawOf(task, columns, watched);
  const isKnown = before.signal.values.length > 0 && raw !== undefined;
  return {
    before: before.sums,
    after: after.sums,
    ...(isKnown && { watched: { ...raw, before: before.signal, after: after.signal } }),
  };
}

interface Watch {
  columns: BatchColumns;
  watched: ComparisonTask['watched'];
}

async function sumUp(task: BatchTask, { columns, watched }: Watch): Promise<{ sums: ImpactSums; signal: ComparedSignal }> {
  let sums: ImpactSums | undefined;
  const signal: ComparedSignal = { values: [], flags: [], methods: [] };
  const { failed } = await computeDays(task, columns, (outputs) => {
    sums = addImpacts(sums, impactOf(outputs, task.siteSegmentId, watched));
    const column = outputs.validated.find(({ deviceId, apCode }) => deviceId === watched?.segmentId && apCode === watched.apCode);
    if (!column) return;
    signal.values.push(...column.values);
    signal.flags.push(...column.flags);
    signal.methods.push(...column.methods);
  });
  const [failure] = failed;
  if (failure) throw new RangeError(`Day ${failure.day}: ${failure.message}`);
  return { sums: sums ?? { points: null, figures: {} }, signal };
}

/** What arrived, over the intervals of the days that have passed. undefined: the device does not measure it */
function rawOf(
  { series, days, zone, nowMs }: BatchTask,
  { columns, whole }: BatchColumns,
  watched: NonNullable<ComparisonTask['watched']>,
): { timesMs: number[]; raw: number[] } | undefined {
  const own = series.find(
    ({ segmentId, apCode, calcType }) => segmentId === watched.segmentId && apCode === watched.apCode && calcType === 'Raw',
  );
  const column = own && columns.get(own.series);
  if (!column) return undefined;
  const [timesMs, raw]: [number[], number[]] = [[], []];
  for (const day of days) {
    const { startMs, endMs } = dayBounds(day, zone);
    const first = Math.ceil((startMs - whole.startMs) / whole.stepMs);
    const end = Math.ceil((Math.min(endMs, Math.floor(nowMs / whole.stepMs) * whole.stepMs) - whole.startMs) / whole.stepMs);
    for (let i = first; i < end; i++) {
      timesMs.push(whole.startMs + i * whole.stepMs);
      raw.push(column[i] ?? Number.NaN);
    }
  }
  return { timesMs, raw };
}
