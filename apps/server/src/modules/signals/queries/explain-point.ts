import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import type { SegmentId, SiteId } from '@solvane/contract/ids';
import type { signalEndpoints } from '@solvane/contract/signals';
import type { Caller } from '../../../http/caller.ts';
import { getAskedSegments } from './asked-segments.ts';
import { getDefinitions, toAskedSeries } from './asked-series.ts';
import type { QueryDeps } from './prepare-question.ts';

/** One stored value of a computed signal. */
export interface ComputedPoint {
  siteId: SiteId;
  segmentId: SegmentId;
  zone: string;
  intervalMs: number;
  apCode: string;
  calcType: string;
  timeMs: number;
  /** Quality bits and number of the method; 0 where the kind has none. */
  flags: number;
  method: number;
}

/** What a computed value was made of: message key with its placeholders, and the values that went in. */
export type Explanation = Pick<ResponseOf<typeof signalEndpoints.explain>, 'method' | 'values' | 'inputs'>;

/** Whoever computes explains. */
export type ExplainComputed = (point: ComputedPoint) => Promise<Explanation>;

/** Where one point comes from. Of raw points that is every version received, of computed ones what they were made of. */
export async function explainPoint(
  deps: QueryDeps & { explainComputed: ExplainComputed },
  caller: Caller,
  { segmentId, signalId, timeMs }: BodyOf<typeof signalEndpoints.explain>,
): Promise<ResponseOf<typeof signalEndpoints.explain>> {
  const { directory, signals } = deps;
  const segments = await getAskedSegments(directory, caller, [segmentId]);
  const definitions = getDefinitions([signalId]);
  const [asked] = toAskedSeries(segments, definitions, undefined);
  const [definition] = definitions;
  if (!asked || !definition) throw new AppError('resource.notFound');
  const versions = await signals.readVersions(asked.question, timeMs);
  const [newest] = versions;
  const { segment, question } = asked;
  const { apCode, calcType, name, unit } = definition;
  const explanation =
    newest && question.kind !== 'raw' ? await deps.explainComputed({ ...segment, apCode, calcType, timeMs, ...newest }) : undefined;
  return {
    segmentId,
    signalId,
    timeMs,
    value: newest === undefined || Number.isNaN(newest.value) ? null : newest.value,
    stage: question.kind,
    method: newest === undefined ? 'Signals_Explain_Nothing' : (explanation?.method ?? 'Signals_Explain_Raw'),
    values: { signal: name, unit, versions: versions.length, ...explanation?.values },
    received: versions.map(({ value, receivedAtMs }) => ({ value, receivedAtMs })),
    inputs: explanation?.inputs ?? [],
  };
}
