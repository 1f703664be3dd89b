import type { MetricRow } from '@solvane/contract/metric-values';
import { isPlace } from '@solvane/contract/widgets/period-table';
import { decimalText } from '@solvane/i18n/number-text';
import type { DataColumn } from '@solvane/ui/data-table-props';
import { ReasonedValue } from '@solvane/ui/reasoned-value';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { ScreenTable } from '../../shared/table/screen-table.tsx';
import { type DisplayUnit, displayUnit } from '../../shared/units/display-unit.ts';
import { metricReason } from '../../shared/widgets/metric-text.ts';
import { MissingValue } from '../../shared/widgets/missing-value.tsx';
import { chosenUnit } from '../../shared/widgets/number-format.ts';
import { useChoose } from '../../shared/widgets/use-choose.ts';
import { useWidgetText } from '../../shared/widgets/use-widget-text.ts';
import { WhyMetric } from '../../shared/widgets/why-metric.tsx';
import type { WidgetText } from '../../shared/widgets/widget-table.ts';
import type { WidgetChoice } from '../../shared/widgets/widget-target.ts';
import { type HeatScale, heatOf, heatScale } from './heat.ts';
import classes from './period-table.module.css';
import { type Line, lineText, type PeriodTable, type PeriodTableProps, periodTableOf } from './period-table.ts';

interface Shown {
  unit: string;
  factor: number;
  digits: number;
  scale: HeatScale | undefined;
}

/** Periods, metrics and places as rows and columns: heads are chosen for the page, numbers say where they come from. */
export default function PeriodTableView(props: PeriodTableProps) {
  const { settings, page } = props;
  const { formatMessage } = useIntl();
  const text = useWidgetText();
  const choose = useChoose();
  const table = useMemo(() => periodTableOf(props, text), [props, text]);
  const columns = useMemo(() => columnsOf(table, props, { text, choose }), [table, props, text, choose]);
  const [totals, rows] = [table.rows.filter(({ isTotal }) => isTotal), table.rows.filter(({ isTotal }) => !isTotal)];
  const shown =
    settings.nulls === 'hideRow' ? rows.filter((row) => table.columns.some((each) => table.cellOf(row, each)?.value != null)) : rows;
  return (
    <ScreenTable
      isBare
      label={formatMessage({ id: 'Widget_Type_periodTable' })}
      rows={shown}
      columns={columns}
      getRowId={({ id }) => id}
      hasSums={totals.length > 0}
      sumLabel={totals[0]?.label}
      openId={shown.find(({ segmentId }) => segmentId !== undefined && segmentId === page.focus?.segmentId)?.id}
      {...(shown.some(({ choice }) => choice) && { onOpen: ({ choice }: Line) => choose(choice) })}
    />
  );
}

interface Tools {
  text: WidgetText;
  choose: (choice: WidgetChoice | undefined) => void;
}

const WIDTH = { name: 150, least: 84, character: 7.5, padding: 26, most: 176 };

function columnsOf(table: PeriodTable, props: PeriodTableProps, { text, choose }: Tools): DataColumn<Line>[] {
  const { settings } = props;
  const { intl } = text;
  const isByRow = settings.rows === 'metric';
  const shownBy = new Map(
    (isByRow ? table.rows : table.columns).map((line) => {
      const others = isByRow ? table.columns : table.rows;
      const pairs = others.map((other) => ({
        isTotal: other.isTotal || line.isTotal,
        cell: isByRow ? table.cellOf(line, other) : table.cellOf(other, line),
      }));
      return [line.id, pairs] as const;
    }),
  );
  // Without a dimension of metrics all cells are of one, and have one unit and one scale.
  const isOne = ![settings.rows, settings.columns].includes('metric');
  const whole = isOne ? shownOf([...shownBy.values()].flat(), props) : undefined;
  const shown = new Map([...shownBy].map(([id, pairs]) => [id, whole ?? shownOf(pairs, props)]));
  const shownAt = (row: Line, column: Line) => shown.get(isByRow ? row.id : column.id);
  const totalRow = table.rows.find(({ isTotal }) => isTotal);
  return [
    {
      id: 'name',
      header: '',
      isRowHeader: true,
      width: WIDTH.name,
      isSortable: settings.rows !== 'metric',
      value: (row) => row.startMs ?? row.label,
      cell: (row) => <RowName row={row} unit={isByRow ? shown.get(row.id)?.unit : undefined} text={text} />,
    },
    ...table.columns.map((column): DataColumn<Line> => {
      const unit = isByRow ? '' : (shown.get(column.id)?.unit ?? '');
      return {
        id: column.id,
        header: lineText(column, intl),
        ...(unit !== '' && !(isOne && isPlaceOrPeriod(settings.columns)) && { unit }),
        align: 'end',
        // Heads have two lines.
        width: Math.min(WIDTH.most, Math.max(WIDTH.least, ((column.label.length + unit.length) / 2 + 2) * WIDTH.character + WIDTH.padding)),
        ...(column.choice && { onHead: () => choose(column.choice) }),
        value: (row) => table.cellOf(row, column)?.value ?? null,
        cell: (row) => (
          <Cell row={row} column={column} cell={table.cellOf(row, column)} shown={shownAt(row, column)} props={props} text={text} />
        ),
        ...(totalRow && {
          sum: () => (
            <Cell
              row={totalRow}
              column={column}
              cell={table.cellOf(totalRow, column)}
              shown={shownAt(totalRow, column)}
              props={props}
              text={text}
            />
          ),
        }),
      };
    }),
  ];
}

function isPlaceOrPeriod(dimension: PeriodTableProps['settings']['rows']): boolean {
  return dimension === 'period' || isPlace(dimension);
}

/** One unit and as many decimals for all numbers of a metric; totals have no part in the colours. */
function shownOf(
  pairs: readonly { isTotal: boolean | undefined; cell: MetricRow | undefined }[],
  { settings: { numberFormat, heat } }: PeriodTableProps,
): Shown {
  const own = pairs.find(({ cell }) => cell)?.cell?.unit ?? '';
  const known = pairs.flatMap(({ cell, isTotal }) => (cell?.value == null ? [] : [{ value: cell.value, isTotal: isTotal ?? false }]));
  const largest = Math.max(0, ...known.map(({ value }) => Math.abs(value)));
  const { unit, factor }: DisplayUnit = chosenUnit(own, numberFormat) ?? displayUnit(own, largest);
  return {
    unit,
    factor,
    digits:
      numberFormat.decimals === 'auto'
        ? digitsOf(
            known.map(({ value }) => value),
            largest * factor,
          )
        : numberFormat.decimals,
    scale:
      heat === 'none'
        ? undefined
        : heatScale(
            known.flatMap(({ value, isTotal }) => (isTotal ? [] : value)),
            heat,
          ),
  };
}

/** Counts stay whole; others have three to four digits that matter in the largest of them. */
function digitsOf(values: readonly number[], largest: number): number {
  if (values.every(Number.isInteger) || largest >= 1_000) return 0;
  return largest >= 100 ? 1 : largest >= 1 ? 2 : 3;
}

function RowName({ row, unit, text: { intl } }: { row: Line; unit: string | undefined; text: WidgetText }) {
  return (
    <span className={row.isToDate ? classes.running : undefined}>
      {lineText(row, intl)}
      {unit !== undefined && unit !== '' && <span className={classes.unit}> {unit}</span>}
    </span>
  );
}

interface CellProps {
  row: Line;
  column: Line;
  cell: MetricRow | undefined;
  shown: Shown | undefined;
  props: PeriodTableProps;
  text: WidgetText;
}

function Cell({ row, column, cell, shown, props: { page, data }, text: { intl } }: CellProps) {
  if (!cell || !shown) return <MissingValue reason={undefined} />;
  const reason = metricReason(cell, intl);
  if (cell.value === null) return <MissingValue reason={reason} />;
  const isTotal = row.isTotal || column.isTotal;
  const heat = isTotal || !shown.scale ? undefined : heatOf(cell.value, shown.scale);
  const [place, period] = [[row, column].find(({ segmentId }) => segmentId), [row, column].find(({ startMs }) => startMs !== undefined)];
  const sites = page.sites.length === 1 ? page.sites[0] : undefined;
  return (
    <span className={classes.cell} data-heat={heat} data-running={row.isToDate || column.isToDate || undefined}>
      <WhyMetric
        row={cell}
        labels={[...(place ? [place.label] : sites ? [sites.name] : []), ...(period ? [lineText(period, intl)] : [])]}
        segmentId={place?.segmentId ?? sites?.siteSegmentId}
        zone={data.cells.timezone}
        timeMs={period?.startMs ?? page.period.startMs}
      >
        <ReasonedValue reason={reason} isPartial={cell.isPartial}>
          {decimalText(cell.value * shown.factor, { digits: shown.digits, locale: intl.locale })}
        </ReasonedValue>
      </WhyMetric>
    </span>
  );
}
