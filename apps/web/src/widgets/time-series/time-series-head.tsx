import { useIntl } from 'react-intl';
import widgetClasses from '../../shared/widgets/widget.module.css';
import type { TimeSeriesProps } from './time-series.ts';

/** The time zone of the axis, and what intervals stand for where there were too many values. */
export function TimeSeriesHead({ page: { zone }, data: { series } }: TimeSeriesProps) {
  const { formatMessage } = useIntl();
  const count = Math.max(0, ...(series?.series.map(({ timesMs }) => timesMs.length) ?? []));
  const note = series?.reduced
    ? formatMessage({ id: 'TimeSeries_Reduced' }, { count })
    : series?.native
      ? formatMessage({ id: 'TimeSeries_Native' })
      : '';
  return <span className={widgetClasses.quiet}>{[zone, note].filter(Boolean).join(', ')}</span>;
}
