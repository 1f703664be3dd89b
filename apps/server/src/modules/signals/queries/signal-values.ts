import { signalIdSchema } from '@solvane/contract/ids';
import type { ColumnSeries, SignalColumns } from '@solvane/contract/signal-columns';
import type { SignalValuesResponse } from '@solvane/contract/signals';
import type { Period } from '@solvane/energy/time/local-day';
import type { Caller } from '../../../http/caller.ts';
import type { SeriesColumns } from '../../../signals/signal-store.ts';
import type { AskedSeries } from './asked-series.ts';
import { comparedPeriod, shiftOnto } from './comparison.ts';
import { readGroupSeries } from './group-values.ts';
import { type PreparedQuestion, prepareQuestion, type QueryDeps, type SignalValuesQuestion, toReadQuery } from './prepare-question.ts';

/** Values of signals x segments. Everything that is too much is refused before the store is asked. */
export async function readSignalColumns(deps: QueryDeps, caller: Caller, question: SignalValuesQuestion): Promise<SignalColumns> {
  const prepared = await prepareQuestion(deps, caller, question);
  const { chosen, period, zone } = prepared;
  const periods = [{ ...period, periodsBack: 0 }, ...(question.comparison ? [comparedPeriod(period, question.comparison, zone)] : [])];
  const parts = await Promise.all(
    periods.map(async ({ periodsBack, ...part }) => {
      const answer =
        question.treeAggregation === 'device'
          ? await readDeviceSeries(deps, prepared, part)
          : await readGroupSeries(deps, question, prepared, part);
      const series = answer.series.map((one) => ({
        ...one,
        periodsBack,
        timesMs:
          periodsBack === 0
            ? one.timesMs
            : shiftOnto(one.timesMs, { from: part, onto: period, resolution: chosen.resolution, zone: one.timezone }),
      }));
      return { reduced: answer.reduced, series };
    }),
  );
  return {
    resolution: chosen.resolution,
    native: chosen.isNative,
    reduced: parts.some(({ reduced }) => reduced) || (question.resolution === 'auto' && chosen.resolution !== 'raw'),
    series: parts.flatMap(({ series }) => series),
  };
}

/** The same as lists: columns say missing with NaN, the wire with null. */
export function toValuesResponse({ series, ...answer }: SignalColumns): SignalValuesResponse {
  return {
    ...answer,
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
  prepared: PreparedQuestion,
  period: Period,
): Promise<{ reduced: boolean; series: ColumnSeries[] }> {
  if (prepared.series.length === 0) return { reduced: false, series: [] };
  const answer = await signals.read(toReadQuery(prepared, period, now()));
  return {
    reduced: answer.reduced,
    series: answer.series.map((columns, index) => {
      const asked = prepared.series[index];
      if (!asked) throw new RangeError('The store answered more series than were asked for');
      return toSeries(asked, columns);
    }),
  };
}

function toSeries(
  { segment, definition, question }: AskedSeries,
  { timesMs, values, min, max, completeness }: SeriesColumns,
): ColumnSeries {
  const { aggregation } = question;
  return {
    key: segment.segmentId,
    label: segment.name,
    segmentId: segment.segmentId,
    signalId: signalIdSchema.parse(definition.signalId),
    unit: definition.unit,
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
