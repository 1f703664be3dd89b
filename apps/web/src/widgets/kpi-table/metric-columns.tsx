import type { PeriodMetricId } from '@solvane/contract/metric-ids';
import type { MetricRow } from '@solvane/contract/metric-values';
import { isSiteColumn, type KpiColumn } from '@solvane/contract/widgets/kpi-table';
import { measuredNumberText } from '@solvane/i18n/number-text';
import type { DataColumn } from '@solvane/ui/data-table-props';
import { ReasonedValue } from '@solvane/ui/reasoned-value';
import { displayUnit } from '../../shared/units/display-unit.ts';
import { metricReason, metricText } from '../../shared/widgets/metric-text.ts';
import { MissingValue } from '../../shared/widgets/missing-value.tsx';
import { Sparkline } from '../../shared/widgets/sparkline.tsx';
import type { WidgetText } from '../../shared/widgets/widget-table.ts';
import { hasSeveralCurrencies, type KpiRow } from './kpi-rows.ts';

interface MetricColumnsRequest {
  columns: readonly KpiColumn[];
  rows: readonly KpiRow[];
  /** Of some rows together, as the server formed them. */
  sumsOf: (rows: readonly KpiRow[]) => ReadonlyMap<PeriodMetricId, readonly MetricRow[]> | undefined;
  text: WidgetText;
}

/** Columns of metrics by their position in the settings; one unit for each. */
export function metricColumns({ columns, rows, sumsOf, text }: MetricColumnsRequest): Map<number, DataColumn<KpiRow>> {
  return new Map(
    columns.flatMap((column, index) => {
      const { of } = column;
      return isSiteColumn(of) ? [] : [[index, metricColumn({ ...column, of }, index, { rows, sumsOf, text })] as const];
    }),
  );
}

type MetricColumn = KpiColumn & { of: PeriodMetricId };

function metricColumn(
  { of, alias, below, above, sparkline }: MetricColumn,
  index: number,
  { rows, sumsOf, text }: Omit<MetricColumnsRequest, 'columns'>,
): DataColumn<KpiRow> {
  const { intl } = text;
  const amounts = rows.flatMap(({ values }) => values.get(of) ?? []);
  const known = amounts.flatMap(({ value }) => (value === null ? [] : Math.abs(value)));
  const isMoney = amounts.some(({ currency }) => currency !== null);
  const own = amounts[0]?.unit ?? '';
  const { unit, factor } = displayUnit(own, Math.max(0, ...known));
  const isMixed = hasSeveralCurrencies(rows, of);
  const shown = ({ value, unit: rowUnit }: MetricRow) =>
    value === null ? '' : `${measuredNumberText(value * factor, intl.locale)}${isMoney ? `\u00a0${rowUnit}` : ''}`;
  const firstOf = ({ values }: KpiRow) => values.get(of)?.[0];
  return {
    id: `metric-${index}`,
    header: alias === '' ? metricText(of, intl) : alias,
    ...(!isMoney && unit !== '' && { unit }),
    ...(isMixed && { hint: intl.formatMessage({ id: 'MetricReason_currencies' }) }),
    isSortable: !isMixed,
    align: 'end',
    width: sparkline === 'none' ? 92 : 168,
    card: 'fact',
    value: (row) => firstOf(row)?.value ?? null,
    reason: (row) => reasonOf(firstOf(row), text),
    tone: (row) => {
      const value = firstOf(row)?.value ?? null;
      return value !== null && ((below !== null && value < below) || (above !== null && value > above)) ? 'danger' : undefined;
    },
    cell: (row) => {
      const value = firstOf(row);
      const trend = row.trends.get(of);
      return (
        <>
          {sparkline !== 'none' && trend && <Sparkline values={trend} kind={sparkline} label={metricText(of, intl)} />}
          {!value || value.value === null ? (
            <MissingValue reason={reasonOf(value, text)} />
          ) : (
            <ReasonedValue reason={reasonOf(value, text)}>
              {shown(value)}
              {value.isPartial && <span aria-hidden="true">{'\u2009+\u2009?'}</span>}
            </ReasonedValue>
          )}
        </>
      );
    },
    sum: (of_) => <Sums rows={sumsOf(of_)?.get(of)} shown={shown} text={text} />,
  };
}

/** Of several currencies one line each; a sum that is not formed is a dash. */
function Sums({ rows = [], shown, text }: { rows: readonly MetricRow[] | undefined; shown: (row: MetricRow) => string; text: WidgetText }) {
  const known = rows.filter(({ value }) => value !== null);
  if (known.length === 0) return <MissingValue reason={reasonOf(rows[0], text)} />;
  return known.map((row) => (
    <div key={row.currency ?? row.unit}>
      <ReasonedValue reason={reasonOf(row, text)}>
        {shown(row)}
        {row.have < row.of && ` (${text.intl.formatMessage({ id: 'Widget_HaveOf' }, { have: row.have, of: row.of })})`}
      </ReasonedValue>
    </div>
  ));
}

function reasonOf(row: MetricRow | undefined, { intl, noValueText }: WidgetText): string | undefined {
  return row ? metricReason(row, intl) : noValueText(['notComputed']);
}
