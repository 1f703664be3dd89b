import { TimeSeriesChart } from '@solvane/charts/time-series-chart';
import type { SegmentId } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import type { Period } from '@solvane/energy/time/local-day';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { useIntl } from 'react-intl';
import { seriesResultOf } from '../../../shared/series/series-columns.ts';
import { seriesPlots } from '../../../shared/series/series-plots.ts';
import { useChartText } from '../../../shared/series/use-chart-text.ts';
import { useZoneClock } from '../../../shared/series/use-chart-view.ts';
import { useSeriesColours } from '../../../shared/series/use-series-colours.ts';
import classes from './formulas.module.css';
import { formulaPreviewQuery } from './formulas.queries.ts';

interface FormulaPreviewProps {
  segmentIds: readonly SegmentId[];
  /** null: no day is chosen. */
  period: Period | null;
  zone: string;
  text: string;
  unit: string | null;
  isReadable: boolean;
}

/** The formula at the chosen devices for one day. */
export function FormulaPreview({ segmentIds, period, zone, text, unit, isReadable }: FormulaPreviewProps) {
  const { formatMessage, locale } = useIntl();
  const shown = segmentIds.slice(0, LIMITS.previewDevices);
  const body = isReadable && period && shown.length > 0 ? { segmentIds: shown, ...period, text, unit } : null;
  const { data, error } = useQuery(formulaPreviewQuery(useDeferredValue(body)));
  const result = useMemo(() => data && seriesResultOf(data), [data]);
  const colours = useSeriesColours(result?.series);
  const clock = useZoneClock(zone);
  const chartText = useChartText({ name: formatMessage({ id: 'DataStudio_Formula_Preview' }), summary: '' });
  if (shown.length === 0) return <p className={classes.quiet}>{formatMessage({ id: 'DataStudio_Formula_Preview_NoDevices' })}</p>;
  if (error) return <p className={classes.quiet}>{formatMessage({ id: 'DataStudio_Formula_Preview_Failed' })}</p>;
  if (!result || !period) return null;
  if (result.series.every(({ values }) => values.every(Number.isNaN)))
    return <p className={classes.quiet}>{formatMessage({ id: 'DataStudio_Formula_Preview_NoData' })}</p>;
  const plots = seriesPlots({
    series: result.series,
    signals: new Map(),
    bucketMs: null,
    siteName: () => null,
    calcTypeName: (name) => name,
    periodsBackName: String,
    colours,
  });
  return (
    <div className={classes.preview}>
      <TimeSeriesChart
        plots={plots}
        domain={period}
        view={period}
        nowMs={Date.now()}
        clock={clock}
        locale={locale}
        text={chartText}
        onViewChange={() => undefined}
        onUndo={() => undefined}
      />
    </div>
  );
}
