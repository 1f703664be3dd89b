import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import { formulaIdOf } from '@solvane/contract/formulas';
import type { SegmentId, SignalId, SiteId } from '@solvane/contract/ids';
import type { signalEndpoints } from '@solvane/contract/signals';
import { unitInCurrency } from '@solvane/energy/units/currency';
import type { Caller } from '../../../http/caller.ts';
import type { StoredSeries } from '../../../signals/signal-reader.ts';
import { explainFormula } from '../formulas/explain-formula.ts';
import { findFormulas } from '../formulas/stored-formulas.ts';
import type { QueryDeps } from './prepare-request.ts';
import { getRequestedSegments } from './requested-segments.ts';
import { getDefinitions } from './requested-series.ts';
import { facetOf, storedSignalOf } from './stored-signal.ts';

/** One interval of a computed signal. */
export interface ComputedPoint {
  siteId: SiteId;
  segmentId: SegmentId;
  zone: string;
  intervalMs: number;
  apCode: string;
  calcType: string;
  timeMs: number;
  hasValue: boolean;
  /** Quality bits and number of the method; 0 where the kind has none. */
  flags: number;
  method: number;
}

/** What a computed value was made of: message key with its placeholders, the values that went in, and why there is none. */
export type Explanation = Pick<
  ResponseOf<typeof signalEndpoints.explain>,
  'method' | 'values' | 'inputs' | 'reasons' | 'missingInputs' | 'rules' | 'neighbours' | 'changedIn'
>;

/** The module that computes also explains. */
export type ExplainComputed = (point: ComputedPoint) => Promise<Explanation>;

/** Where one point comes from, or why there is none. Of raw points that is every version received, of computed ones what they were made of. */
export async function explainPoint(
  deps: QueryDeps & { explainComputed: ExplainComputed },
  caller: Caller,
  { segmentId, signalId, timeMs }: BodyOf<typeof signalEndpoints.explain>,
): Promise<ResponseOf<typeof signalEndpoints.explain>> {
  const { directory, signals, now } = deps;
  const [segment] = await getRequestedSegments(directory, caller, [segmentId]);
  const formulaId = formulaIdOf(signalId);
  const [formula] = formulaId === undefined ? [] : await findFormulas(deps.db, caller, [formulaId]);
  if (segment && formula)
    return explainFormula(deps, { formula, segment, signalId, timeMs, nowMs: now(), inventoryVersion: caller.inventoryVersion });
  const [definition] = getDefinitions([signalId]);
  if (!segment || !definition) throw new AppError('resource.notFound');
  const { kind, facet, ...stored } = storedSignalOf(definition);
  const series = segment.series.get(stored.signalId)?.series;
  const request = series === undefined ? undefined : { series, kind, zone: segment.zone, intervalMs: segment.intervalMs };
  const versions = request ? await signals.readVersions(request, timeMs) : [];
  const [newest] = versions;
  const value = newest ? facetOf(newest, facet) : Number.NaN;
  const explanation =
    kind === 'raw'
      ? await explainRaw(deps, { segmentId, signalId, timeMs, stored: request })
      : await deps.explainComputed({
          ...segment,
          apCode: definition.apCode,
          calcType: kind === 'validated' ? 'Validated' : definition.calcType,
          timeMs,
          hasValue: !Number.isNaN(value),
          flags: newest?.flags ?? 0,
          method: newest?.method ?? 0,
        });
  return {
    segmentId,
    signalId,
    timeMs,
    value: toNullable(value),
    stage: kind,
    ...explanation,
    method: newest ? explanation.method : 'Signals_Explain_Nothing',
    values: {
      signal: definition.name,
      unit: unitInCurrency(definition.unit, segment.currency),
      versions: versions.length,
      ...explanation.values,
    },
    received: versions.map(({ value: each, receivedAtMs }) => ({ value: toNullable(each), receivedAtMs })),
    reasons: Number.isNaN(value) ? noValueReasons({ explanation, hasSeries: series !== undefined, isAhead: timeMs >= now() }) : [],
  };
}

/** Points received before and after. */
const NEIGHBOURS = 6;

async function explainRaw(
  { signals }: QueryDeps,
  { segmentId, signalId, timeMs, stored }: { segmentId: SegmentId; signalId: SignalId; timeMs: number; stored: StoredSeries | undefined },
): Promise<Explanation> {
  const reach = NEIGHBOURS * (stored?.intervalMs ?? 0);
  const points =
    stored && (await signals.readPoints({ ...stored, series: [stored.series], startMs: timeMs - reach, endMs: timeMs + reach + 1 }));
  const neighbours = [...(points?.timesMs ?? [])]
    .map((at, i) => ({ segmentId, signalId, timeMs: at, value: toNullable(points?.values[i] ?? Number.NaN) }))
    .filter((each) => each.timeMs !== timeMs)
    .sort((a, b) => a.timeMs - b.timeMs);
  return {
    method: 'Signals_Explain_Raw',
    values: {},
    inputs: [],
    reasons: ['notReceived'],
    missingInputs: [],
    rules: [],
    neighbours,
    changedIn: null,
  };
}

function noValueReasons({ explanation, hasSeries, isAhead }: { explanation: Explanation; hasSeries: boolean; isAhead: boolean }): string[] {
  if (isAhead) return ['notYet'];
  const { reasons, missingInputs } = explanation;
  if (!hasSeries && missingInputs.length === 0 && reasons.every((reason) => UNSPECIFIC.has(reason))) return ['noSeries'];
  return reasons;
}

/** Of a signal that the device never had these say less than that. */
const UNSPECIFIC: ReadonlySet<string> = new Set(['notReceived', 'notApplicable', 'notComputed']);

function toNullable(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
