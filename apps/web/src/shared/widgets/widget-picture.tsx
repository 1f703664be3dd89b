import { numberText } from '@solvane/charts/options/number-text';
import { PrintedChart } from '@solvane/charts/printed-chart';
import { SvgChart } from '@solvane/charts/svg-chart';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import type { DataColumn } from '@solvane/ui/data-table-props';
import { ReasonedValue } from '@solvane/ui/reasoned-value';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { KindChart } from '../charts/kind-chart.tsx';
import { ScreenTable } from '../table/screen-table.tsx';
import type { AnyWidget, WidgetProps } from './define-widget.ts';
import { drawableCharts } from './drawable-charts.ts';
import { LatestValue } from './latest-value.tsx';
import { chosenUnit } from './number-format.ts';
import { usePrintMode } from './print-mode.ts';
import { useChoose, useOpenTab } from './use-choose.ts';
import classes from './widget.module.css';
import { rowsWithValues, type WidgetTable, type WidgetTableColumn, type WidgetTableRow, type WidgetText } from './widget-table.ts';
import { markTarget, type WidgetChoice } from './widget-target.ts';

/** What draws for paper: as a query, so that the print waits for it. */
const printerQuery = queryOptions({
  queryKey: ['charts', 'printer'],
  queryFn: () => import('@solvane/charts/options/chart-svg'),
  staleTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
});

interface PictureProps {
  definition: AnyWidget;
  text: WidgetText;
  props: WidgetProps<CommonSettings>;
}

/** Charts of a widget, one below the other. */
export function WidgetCharts({ definition, text, props: { settings, page, data } }: PictureProps) {
  const charts = useMemo(
    () => drawableCharts(definition.charts?.({ settings, page, data }, text)),
    [definition, text, settings, page, data],
  );
  const { formatMessage } = useIntl();
  const isPrinting = usePrintMode();
  const { data: printer } = useQuery({ ...printerQuery, enabled: isPrinting });
  const choose = useChoose();
  const openTab = useOpenTab();
  const follow = (choice: WidgetChoice | undefined, inNewTab: boolean): void => {
    if (!inNewTab) choose(choice);
    else if (choice) openTab(markTarget(choice, settings.link, { settings, page, selection: definition.selection?.(settings, page) }));
  };
  if (charts.length === 0)
    return (
      <p className={classes.none}>
        {typeof definition.empty === 'function'
          ? definition.empty({ settings, page, data }, text)
          : formatMessage({ id: definition.empty ?? 'Widget_NoData' })}
        {definition.empty === undefined && <LatestValue selection={definition.selection?.(settings, page)} page={page} />}
      </p>
    );
  return charts.map(({ label, build, draw, choose: choiceAt }) => (
    <figure key={label} className={classes.chart}>
      {charts.length > 1 && <figcaption className={classes.quiet}>{label}</figcaption>}
      {build && isPrinting && printer ? (
        <PrintedChart label={label} build={build} draw={printer.chartSvg} />
      ) : build ? (
        <KindChart label={label} build={build} onChoose={choiceAt && ((index, mark) => follow(choiceAt(index, mark), mark.inNewTab))} />
      ) : (
        draw && <SvgChart label={label} draw={draw} />
      )}
    </figure>
  ));
}

interface TwinProps extends PictureProps {
  title: string;
}

/** The data of a widget as a table. */
export function WidgetTwin({ definition, text, props: { settings, page, data }, title }: TwinProps) {
  const table = useMemo(() => definition.table({ settings, page, data }, text), [definition, text, settings, page, data]);
  const { nulls } = settings;
  const choose = useChoose();
  const columns = useColumns(table, { zone: page.zone, settings, choose });
  const rows = nulls === 'hideRow' ? rowsWithValues(table) : table.rows;
  return (
    <div className={classes.twin}>
      <ScreenTable
        isBare
        label={title}
        rows={rows}
        columns={columns}
        getRowId={({ id }) => id}
        {...(rows.some((row) => choiceOf(row) !== undefined) && {
          openId: rows.find(({ focus }) => focus !== undefined && focus === page.focus?.segmentId)?.id,
          onOpen: (row: WidgetTableRow) => choose(choiceOf(row)),
        })}
      />
    </div>
  );
}

function choiceOf({ focus, choice }: WidgetTableRow): WidgetChoice | undefined {
  return focus === undefined ? choice : { focus };
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
const WIDTH = { text: 150, number: 110, time: 214, reason: 220 };

interface ShownAs {
  zone: string;
  settings: Pick<CommonSettings, 'numberFormat' | 'nulls' | 'nullText'>;
  choose: (choice: WidgetChoice) => void;
}

function useColumns({ columns, rows }: WidgetTable, { zone: timeZone, settings, choose }: ShownAs): DataColumn<WidgetTableRow>[] {
  const { numberFormat: format, nulls, nullText } = settings;
  const { formatMessage, formatDate, formatNumber, locale } = useIntl();
  const shown = (value: string | number, { isTime, digits: ownDigits, unit = '' }: WidgetTableColumn): string => {
    if (typeof value === 'string') return value;
    if (isTime) return formatDate(value, { ...TIME, timeZone });
    const scaled = value * (chosenUnit(unit, format)?.factor ?? 1);
    const digits = format.decimals === 'auto' ? ownDigits : format.decimals;
    return digits === undefined
      ? formatNumber(scaled, { maximumFractionDigits: DIGITS }).replace('-', '\u2212')
      : numberText(scaled, digits, locale);
  };
  const cellOf = ({ values, reason }: WidgetTableRow, column: WidgetTableColumn) => {
    const value = values[column.id] ?? null;
    return value === null ? <ReasonedValue reason={reason}>{nullText}</ReasonedValue> : shown(value, column);
  };
  const drawn = columns.map((column, index): DataColumn<WidgetTableRow> => {
    const { id, header, unit, isTime = false, choice } = column;
    const isNumber = unit !== undefined;
    return {
      id,
      header,
      ...(unit !== undefined && { unit: chosenUnit(unit, format)?.unit ?? unit }),
      ...(choice && { onHead: () => choose(choice) }),
      isRowHeader: index === 0,
      align: isNumber ? 'end' : 'start',
      width: isTime ? WIDTH.time : isNumber ? WIDTH.number : WIDTH.text,
      value: ({ values }) => values[id] ?? null,
      reason: ({ reason }) => reason,
      text: (value) => shown(value, column),
      ...(nulls === 'text' && { cell: (row: WidgetTableRow) => cellOf(row, column) }),
    };
  });
  if (!rows.some(({ reason }) => reason !== undefined)) return drawn;
  const reasons = { id: 'reason', header: formatMessage({ id: 'Widget_Reason' }), width: WIDTH.reason };
  return [...drawn, { ...reasons, value: ({ reason }) => reason ?? '' }];
}
