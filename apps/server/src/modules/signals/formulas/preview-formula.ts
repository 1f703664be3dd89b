import type { BodyOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import { type formulaEndpoints, formulaSignalId } from '@solvane/contract/formulas';
import { LIMITS } from '@solvane/contract/limits';
import type { SignalValuesResponse } from '@solvane/contract/signals';
import type { Caller } from '../../../http/caller.ts';
import type { QueryDeps } from '../queries/prepare-request.ts';
import { getRequestedSegments } from '../queries/requested-segments.ts';
import { countPoints } from '../queries/resolution.ts';
import { toValuesResponse } from '../queries/signal-values.ts';
import { countFormulaSeries, readFormulaSeries } from './formula-values.ts';
import { getFormula } from './stored-formulas.ts';

/** Stands for a formula that has no id yet. */
const NOT_SAVED = '00000000-0000-4000-8000-000000000000';

/** Values of a formula that is being written. @throws AppError request.invalid with the place of the problem; signals.tooManyDatapoints */
export async function previewFormula(
  deps: QueryDeps,
  caller: Caller,
  { segmentIds, startMs, endMs, text, unit }: BodyOf<typeof formulaEndpoints.preview>,
): Promise<SignalValuesResponse> {
  const formula = getFormula({ text, unit });
  const segments = await getRequestedSegments(deps.directory, caller, segmentIds);
  const formulas = [{ formulaId: NOT_SAVED, name: '', text, formula, timeAggregation: 'avg' as const, treeAggregation: 'none' as const }];
  const period = { startMs, endMs };
  const intervalMs = Math.min(...segments.map((segment) => segment.intervalMs));
  const requested = countFormulaSeries(formulas, segments) * countPoints('raw', period, { intervalMs, zone: 'UTC' });
  if (requested > LIMITS.datapointsPerResponse)
    throw new AppError('signals.tooManyDatapoints', { values: { requested, allowed: LIMITS.datapointsPerResponse } });
  const series = await readFormulaSeries(deps, {
    formulas,
    segments,
    period,
    unit: undefined,
    inventoryVersion: caller.inventoryVersion,
    filterInputs: async (inputs) => inputs,
  });
  return toValuesResponse({
    resolution: 'raw',
    reduced: false,
    native: true,
    series: series.map(({ segment, timesMs, values }) => ({
      key: segment.segmentId,
      label: segment.name,
      segmentId: segment.segmentId,
      signalId: formulaSignalId(NOT_SAVED),
      unit: formula.unit,
      aggregation: 'avg',
      timezone: segment.zone,
      periodsBack: 0,
      timesMs,
      values,
    })),
  });
}
