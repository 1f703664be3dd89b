import { KindChart } from '@solvane/charts/kind-chart';
import { numberText } from '@solvane/charts/options/number-text';
import type { DataColumn } from '@solvane/ui/data-table-props';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { ScreenTable } from '../table/screen-table.tsx';
import type { AnyWidget, WidgetProps } from './define-widget.ts';
import classes from './widget.module.css';
import type { WidgetTable, WidgetTableColumn, WidgetTableRow, WidgetText } from './widget-table.ts';

interface PictureProps {
  definition: AnyWidget;
  text: WidgetText;
  props: WidgetProps<unknown>;
}

/** Charts of a widget, one below the other. */
export function WidgetCharts({ definition, text, props: { settings, page, data } }: PictureProps) {
  const charts = useMemo(() => definition.charts?.({ settings, page, data }, text) ?? [], [definition, text, settings, page, data]);
  const { formatMessage } = useIntl();
  if (charts.length === 0) return <p className={classes.none}>{formatMessage({ id: 'Widget_NoData' })}</p>;
  return charts.map(({ label, build }) => (
    <figure key={label} className={classes.chart}>
      {charts.length > 1 && <figcaption className={classes.quiet}>{label}</figcaption>}
      <KindChart label={label} build={build} />
    </figure>
  ));
}

interface TwinProps extends PictureProps {
  title: string;
}

/** The data of a widget as a table. */
export function WidgetTwin({ definition, text, props: { settings, page, data }, title }: TwinProps) {
  const table = useMemo(() => definition.table({ settings, page, data }, text), [definition, text, settings, page, data]);
  const columns = useColumns(table, page.zone);
  return (
    <div className={classes.twin}>
      <ScreenTable isBare label={title} rows={table.rows} columns={columns} getRowId={({ id }) => id} />
    </div>
  );
}

const TIME = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'shortOffset',
} as const;
const DIGITS = 3;
const WIDTH = { text: 150, number: 110, time: 190, reason: 220 };

function useColumns({ columns, rows }: WidgetTable, timeZone: string): DataColumn<WidgetTableRow>[] {
  const { formatMessage, formatDate, formatNumber, locale } = useIntl();
  const shown = (value: string | number, { isTime, digits }: WidgetTableColumn): string => {
    if (typeof value === 'string') return value;
    if (isTime) return formatDate(value, { ...TIME, timeZone });
    return digits === undefined
      ? formatNumber(value, { maximumFractionDigits: DIGITS }).replace('-', '\u2212')
      : numberText(value, digits, locale);
  };
  const drawn = columns.map((column, index): DataColumn<WidgetTableRow> => {
    const { id, header, unit, isTime = false } = column;
    const isNumber = unit !== undefined;
    return {
      id,
      header,
      ...(unit !== undefined && { unit }),
      isRowHeader: index === 0,
      align: isNumber ? 'end' : 'start',
      width: isTime ? WIDTH.time : isNumber ? WIDTH.number : WIDTH.text,
      value: ({ values }) => values[id] ?? null,
      reason: ({ reason }) => reason,
      text: (value) => shown(value, column),
    };
  });
  if (!rows.some(({ reason }) => reason !== undefined)) return drawn;
  const reasons = { id: 'reason', header: formatMessage({ id: 'Widget_Reason' }), width: WIDTH.reason };
  return [...drawn, { ...reasons, value: ({ reason }) => reason ?? '' }];
}
