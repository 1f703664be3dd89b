import { useIntl } from 'react-intl';
import { filteredNote } from '../../shared/filters/filtered-note.ts';
import widgetClasses from '../../shared/widgets/widget.module.css';
import type { TimeSeriesProps } from './time-series.ts';

/** The time zone of the axis, what filters left, and what intervals stand for where there were too many values. */
export function TimeSeriesHead({ page: { zone }, data: { series } }: TimeSeriesProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const count = Math.max(0, ...(series?.series.map(({ timesMs }) => timesMs.length) ?? []));
  const note = series?.reduced
    ? formatMessage({ id: 'TimeSeries_Reduced' }, { count })
    : series?.native
      ? formatMessage({ id: 'TimeSeries_Native' })
      : '';
  return <span className={widgetClasses.quiet}>{[zone, filteredNote(series?.filtering, intl), note].filter(Boolean).join(', ')}</span>;
}
