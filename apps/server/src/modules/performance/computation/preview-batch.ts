import { findSignalDefinition } from '@solvane/energy/signals/catalogue';
import type { SiteDayOutputs } from '@solvane/energy/site-day/outputs';
import type { SignalReader } from '../../../signals/signal-reader.ts';
import type { BatchTask, PreviewedSignal, PreviewTask } from './batch.ts';
import { type BatchColumns, computeDays, readColumns } from './compute-batch.ts';

/**
 * The same calculation with two configurations on the same points: what differs, most changed first. Nothing is written.
 *
 * @throws RangeError saying which day cannot be computed and why
 */
export async function previewBatch(store: Pick<SignalReader, 'readPoints'>, { task, changed }: PreviewTask): Promise<PreviewedSignal[]> {
  const columns = await readColumns(store, task);
  const before = sumUp(await computeAll(task, columns));
  const after = sumUp(await computeAll({ ...task, ...changed }, columns));
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((name) => difference(name, before.get(name), after.get(name)))
    .filter(({ changedIntervals }) => changedIntervals > 0)
    .sort(
      (a, b) => b.changedIntervals - a.changedIntervals || compareText(a.segmentId, b.segmentId) || compareText(a.signalId, b.signalId),
    );
}

async function computeAll(task: BatchTask, columns: BatchColumns): Promise<SiteDayOutputs[]> {
  const outputs: SiteDayOutputs[] = [];
  const { failed } = await computeDays(task, columns, (each) => outputs.push(each));
  const [failure] = failed;
  if (failure) throw new RangeError(`Day ${failure.day}: ${failure.message}`);
  return outputs;
}

interface SignalSums {
  deviceId: string;
  signalId: string;
  columns: Float64Array[];
}

function sumUp(outputs: readonly SiteDayOutputs[]): Map<string, SignalSums> {
  const sums = new Map<string, SignalSums>();
  const add = (deviceId: string, signalId: string, values: Float64Array): void => {
    const name = `${deviceId} ${signalId}`;
    const known = sums.get(name) ?? { deviceId, signalId, columns: [] };
    sums.set(name, known);
    known.columns.push(values);
  };
  for (const { validated, derived } of outputs) {
    for (const { deviceId, apCode, values } of validated) add(deviceId, `${apCode}||Validated`, values);
    for (const { deviceId, signalId, values } of derived) add(deviceId, signalId, values);
  }
  return sums;
}

function difference(name: string, before: SignalSums | undefined, after: SignalSums | undefined): PreviewedSignal {
  const { deviceId, signalId } = after ?? before ?? { deviceId: name, signalId: '' };
  const [left, right] = [before?.columns ?? [], after?.columns ?? []];
  let changedIntervals = 0;
  for (let part = 0; part < Math.max(left.length, right.length); part++) {
    const [a, b] = [left[part] ?? NOTHING, right[part] ?? NOTHING];
    for (let i = 0; i < Math.max(a.length, b.length); i++) if (!Object.is(a[i] ?? Number.NaN, b[i] ?? Number.NaN)) changedIntervals += 1;
  }
  const addsUp = findSignalDefinition(signalId)?.timeAggregation === 'sum';
  return { segmentId: deviceId, signalId, changedIntervals, before: total(left, addsUp), after: total(right, addsUp) };
}

const NOTHING = new Float64Array(0);

function total(columns: readonly Float64Array[], addsUp: boolean): number {
  let [sum, count] = [0, 0];
  for (const column of columns) {
    for (const value of column) {
      if (Number.isNaN(value)) continue;
      sum += value;
      count += 1;
    }
  }
  if (count === 0) return Number.NaN;
  return addsUp ? sum : sum / count;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
