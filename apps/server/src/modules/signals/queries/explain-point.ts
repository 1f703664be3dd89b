import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import type { signalEndpoints } from '@solvane/contract/signals';
import type { Caller } from '../../../http/caller.ts';
import { getAskedSegments } from './asked-segments.ts';
import { getDefinitions, toAskedSeries } from './asked-series.ts';
import type { QueryDeps } from './prepare-question.ts';

/** Where one point comes from. Of raw points that is every version received; what computed points were made of joins with the performance engine. */
export async function explainPoint(
  deps: QueryDeps,
  caller: Caller,
  { segmentId, signalId, timeMs }: BodyOf<typeof signalEndpoints.explain>,
): Promise<ResponseOf<typeof signalEndpoints.explain>> {
  const { directory, signals } = deps;
  const segments = await getAskedSegments(directory, caller, [segmentId]);
  const definitions = getDefinitions([signalId]);
  const numbers = await directory.findSeries(caller.inventoryVersion, [segmentId]);
  const [asked] = toAskedSeries(segments, definitions, { numbers, aggregation: undefined });
  const [definition] = definitions;
  if (!asked || !definition) throw new AppError('resource.notFound');
  const versions = await signals.readVersions(asked.question, timeMs);
  const [newest] = versions;
  return {
    segmentId,
    signalId,
    timeMs,
    value: newest === undefined || Number.isNaN(newest.value) ? null : newest.value,
    stage: asked.question.kind,
    method: newest === undefined ? 'Signals_Explain_Nothing' : `Signals_Explain_${asked.question.kind === 'raw' ? 'Raw' : 'Computed'}`,
    values: { signal: definition.name, unit: definition.unit, versions: versions.length },
    received: versions.map(({ value, receivedAtMs }) => ({ value, receivedAtMs })),
    inputs: [],
  };
}
