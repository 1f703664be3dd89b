import type { LineQuality, TimeSeriesPlot } from '@solvane/charts/options/time-series';
import { type SignalId, signalIdSchema } from '@solvane/contract/ids';
import type { SignalValuesRequest } from '@solvane/contract/signals';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { seriesQuery } from '../../../shared/series/series.queries.ts';
import type { SeriesColumns } from '../../../shared/series/series-columns.ts';
import { lineId } from '../../../shared/series/series-plots.ts';
import { useServerText } from '../../../shared/text/use-server-text.ts';
import { lineQuality } from './line-quality.ts';

/** Marks on more lines than these would hide them. */
const MOST_LINES = 10;
const VALIDATED = '||Validated';
const NONE: ReadonlyMap<string, LineQuality> = new Map();

interface LineQualityQuery {
  /** The request that the lines on screen answer; undefined: there are none yet. */
  request: SignalValuesRequest | undefined;
  series: readonly SeriesColumns[] | undefined;
  isOn: boolean;
  asOfMs: number | null;
}

/** Quality of the points of validated lines of single devices, by the id of the line. */
export function useLineQuality({ request, series, isOn, asOfMs }: LineQualityQuery): ReadonlyMap<string, LineQuality> {
  const serverText = useServerText();
  const qualityRequest = isOn && request ? toQualityRequest(request) : null;
  const { data } = useQuery(seriesQuery(qualityRequest, { asOfMs }));
  return useMemo(() => {
    if (!data || !series) return NONE;
    const words = {
      state: (state: string) => serverText(`QualityState_${state}`),
      method: (method: string) => serverText(`QualityMethod_${method}`),
    };
    const facet = (segmentId: string | null, signalId: string) =>
      data.series.find((one) => one.segmentId === segmentId && one.signalId === signalId);
    return new Map(
      series.flatMap((one) => {
        if (one.periodsBack > 0 || !one.signalId.endsWith(VALIDATED)) return [];
        const apCode = one.signalId.slice(0, -VALIDATED.length);
        const flags = facet(one.segmentId, `${apCode}||QualityFlag`);
        const methods = facet(one.segmentId, `${apCode}||EstimationMethod`);
        return flags ? [[lineId(one), lineQuality(one, { flags, methods }, words)] as const] : [];
      }),
    );
  }, [data, series, serverText]);
}

/** The plots with what is known of their points. */
export function withQuality(plots: readonly TimeSeriesPlot[], quality: ReadonlyMap<string, LineQuality>): readonly TimeSeriesPlot[] {
  if (quality.size === 0) return plots;
  return plots.map((plot) => ({ ...plot, lines: plot.lines.map((line) => ({ ...line, quality: quality.get(line.id) })) }));
}

/** The same request for flags and methods; null where no line has them, or too many do. */
function toQualityRequest(request: SignalValuesRequest): SignalValuesRequest | null {
  const { segmentIds, signalIds, treeAggregation, comparison: _, ...rest } = request;
  const codes = signalIds.flatMap((id) => (id.endsWith(VALIDATED) ? [id.slice(0, -VALIDATED.length)] : []));
  if (codes.length === 0 || segmentIds.length * codes.length > MOST_LINES || (treeAggregation ?? 'device') !== 'device') return null;
  const facets = codes.flatMap((code): SignalId[] =>
    ['QualityFlag', 'EstimationMethod'].map((calcType) => signalIdSchema.parse(`${code}||${calcType}`)),
  );
  return { ...rest, segmentIds, signalIds: facets, treeAggregation: 'device' };
}
