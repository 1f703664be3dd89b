import { signalIdSchema } from '@solvane/contract/ids';
import type { Filtering } from '@solvane/contract/point-filters';
import type { ColumnSeries, SignalColumns } from '@solvane/contract/signal-columns';
import type { SignalValuesResponse } from '@solvane/contract/signals';
import type { Period } from '@solvane/energy/time/local-day';
import { unitInCurrency } from '@solvane/energy/units/currency';
import type { Caller } from '../../../http/caller.ts';
import { dataHorizon } from '../../../signals/data-horizon.ts';
import type { SeriesColumns } from '../../../signals/signal-reader.ts';
import { isDerived, readDerived } from '../derived/read-derived.ts';
import { comparedPeriods, shiftOnto } from './comparison.ts';
import { readGroupSeries } from './group-values.ts';
import { type PreparedRequest, prepareRequest, type QueryDeps, type SignalValuesBody, toReadQuery } from './prepare-request.ts';
import type { RequestedSeries } from './requested-series.ts';

/** Values of signals x segments. Everything that is too much is refused before the store is requested. */
export async function readSignalColumns(deps: QueryDeps, caller: Caller, request: SignalValuesBody): Promise<SignalColumns> {
  const prepared = await prepareRequest(deps, caller, request);
  const { chosen, period, zone } = prepared;
  const periods = [{ ...period, periodsBack: 0 }, ...comparedPeriods(period, request.comparison, zone)];
  const parts = await Promise.all(
    periods.map(async ({ periodsBack, ...part }) => {
      const response = await readPart(deps, request, prepared, part);
      const series = response.series.map((one) => ({
        ...one,
        periodsBack,
        timesMs:
          periodsBack === 0
            ? one.timesMs
            : shiftOnto(one.timesMs, { from: part, onto: period, resolution: chosen.resolution, zone: one.timezone }),
      }));
      return { reduced: response.reduced, series, filtering: response.filtering };
    }),
  );
  return {
    resolution: chosen.resolution,
    native: chosen.isNative,
    reduced: parts.some(({ reduced }) => reduced) || (request.resolution === 'auto' && chosen.resolution !== 'raw'),
    series: parts.flatMap(({ series }) => series),
    ...(parts[0]?.filtering && { filtering: parts[0].filtering }),
  };
}

function readPart(
  deps: QueryDeps,
  request: SignalValuesBody,
  prepared: PreparedRequest,
  part: Period,
): Promise<{ reduced: boolean; series: ColumnSeries[]; filtering?: Filtering | undefined }> {
  if (isDerived(request)) return readDerived(deps, request, prepared, part);
  return request.treeAggregation === 'device' ? readDeviceSeries(deps, prepared, part) : readGroupSeries(deps, request, prepared, part);
}

/** The same as lists: columns say missing with NaN, the wire with null. */
export function toValuesResponse({ series, ...response }: SignalColumns): SignalValuesResponse {
  return {
    ...response,
    series: series.map(({ timesMs, values, min, max, completeness, ...own }) => ({
      ...own,
      timesMs: Array.from(timesMs),
      values: toNullable(values),
      ...(min && max ? { min: toNullable(min), max: toNullable(max) } : {}),
      ...(completeness ? { completeness: Array.from(completeness) } : {}),
    })),
  };
}

async function readDeviceSeries(
  { signals, now }: QueryDeps,
  prepared: PreparedRequest,
  period: Period,
): Promise<{ reduced: boolean; series: ColumnSeries[] }> {
  if (prepared.series.length === 0) return { reduced: false, series: [] };
  const response = await signals.read(toReadQuery(prepared, period, dataHorizon(now())));
  return {
    reduced: response.reduced,
    series: response.series.map((columns, index) => {
      const requested = prepared.series[index];
      if (!requested) throw new RangeError('The store returned more series than were requested');
      return toSeries(requested, columns);
    }),
  };
}

function toSeries(
  { segment, definition, query }: RequestedSeries,
  { timesMs, values, min, max, completeness }: SeriesColumns,
): ColumnSeries {
  const { aggregation } = query;
  return {
    key: segment.segmentId,
    label: segment.name,
    segmentId: segment.segmentId,
    signalId: signalIdSchema.parse(definition.signalId),
    unit: unitInCurrency(definition.unit, segment.currency),
    aggregation: typeof aggregation === 'string' ? aggregation : `p${aggregation.percentile}`,
    timezone: segment.zone,
    periodsBack: 0,
    timesMs,
    values,
    ...(min && max ? { min, max } : {}),
    ...(completeness ? { completeness } : {}),
  };
}

function toNullable(values: Float64Array): (number | null)[] {
  const list = new Array<number | null>(values.length);
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    list[index] = value === undefined || Number.isNaN(value) ? null : value;
  }
  return list;
}
