import type { TimeSeriesText } from '@solvane/charts/time-series-chart';
import type { MessageKey } from '@solvane/i18n/messages';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';

type LegendText = Omit<TimeSeriesText, 'name' | 'summary' | 'keys' | 'noValue'>;

interface OwnChartText {
  name: string;
  summary: string;
  /** Label on ranges without data; without it "no value". */
  noValue?: MessageKey;
}

/** Texts of a time series chart: its own name and summary, and those that all charts share. */
export function useChartText({ name, summary, noValue = 'Chart_NoValue' }: OwnChartText): TimeSeriesText {
  const { formatMessage } = useIntl();
  const legend = useLegendText();
  return useMemo(
    () => ({ ...legend, name, summary, keys: formatMessage({ id: 'Chart_Keys' }), noValue: formatMessage({ id: noValue }) }),
    [legend, name, summary, noValue, formatMessage],
  );
}

/** Heads of the figures beside the lines of a chart. */
export function useLegendText(): LegendText {
  const { formatMessage } = useIntl();
  return useMemo(
    () => ({
      atCursor: formatMessage({ id: 'Chart_Figure_AtCursor' }),
      last: formatMessage({ id: 'Chart_Figure_Last' }),
      min: formatMessage({ id: 'Chart_Figure_Min' }),
      max: formatMessage({ id: 'Chart_Figure_Max' }),
      mean: formatMessage({ id: 'Chart_Figure_Mean' }),
      dataShare: formatMessage({ id: 'Chart_Figure_DataShare' }),
      toggle: (line) => formatMessage({ id: 'Chart_Line_Show' }, { line }),
    }),
    [formatMessage],
  );
}
