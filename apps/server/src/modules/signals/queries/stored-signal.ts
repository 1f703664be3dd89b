import { isEstimated, QUALITY_FLAGS } from '@solvane/energy/quality/flags';
import { NO_METHOD } from '@solvane/energy/quality/methods';
import type { CalcType } from '@solvane/energy/signals/calc-types';
import { toSignalId } from '@solvane/energy/signals/signal-id';
import type { PointKind } from '../../../signals/point-kind.ts';
import { pointKindOf } from '../../../signals/series-registry.ts';
import type { Facet } from '../../../signals/signal-reader.ts';

/** Signals that have no series of their own: they are read from the rows of validated values. */
const FACETS: Partial<Record<CalcType, Facet>> = {
  ManualValidationFlag: 'invalidated',
  QualityFlag: 'flags',
  EstimatedFlag: 'estimated',
  EstimationMethod: 'method',
};

export const QUALITY_CALC_TYPES = [
  'ManualValidationFlag',
  'QualityFlag',
  'EstimatedFlag',
  'EstimationMethod',
] as const satisfies readonly CalcType[];

/** Series a signal is read from, and what of its points. */
export interface StoredSignal {
  signalId: string;
  kind: PointKind;
  facet: Facet;
}

export function storedSignalOf({ apCode, calcType }: { apCode: string; calcType: CalcType }): StoredSignal {
  const facet = FACETS[calcType];
  const stored = facet === undefined ? calcType : 'Validated';
  return { signalId: toSignalId(apCode, stored), kind: pointKindOf(stored), facet: facet ?? 'value' };
}

/** What is read of a point. NaN: there is none */
export function facetOf({ value, flags, method }: { value: number; flags: number; method: number }, facet: Facet): number {
  if (facet === 'flags') return flags;
  if (facet === 'invalidated') return Number((flags & QUALITY_FLAGS.MANUAL_INVALID) !== 0);
  if (facet === 'method') return method === NO_METHOD ? Number.NaN : method;
  if (facet === 'estimated') return Number.isNaN(value) ? Number.NaN : Number(isEstimated(flags));
  return value;
}
