import { columnDigits } from '@solvane/charts/options/value-scale';
import type { PeriodMetricId } from '@solvane/contract/metric-ids';
import type { MetricRow } from '@solvane/contract/metric-values';
import { isSiteColumn, type KpiColumn } from '@solvane/contract/widgets/kpi-table';
import { amountText, decimalText } from '@solvane/i18n/number-text';
import type { DataColumn } from '@solvane/ui/data-table-props';
import { ReasonedValue } from '@solvane/ui/reasoned-value';
import { lazy, Suspense } from 'react';
import { displayUnit } from '../../shared/units/display-unit.ts';
import { textWidth } from '../../shared/widgets/figure-column.tsx';
import { Sparkline } from '../../shared/widgets/lazy-sparkline.tsx';
import type { MetricSubject } from '../../shared/widgets/metric-explanation.tsx';
import { metricReason, metricText } from '../../shared/widgets/metric-text.ts';
import { MissingValue } from '../../shared/widgets/missing-value.tsx';
import type { WidgetText } from '../../shared/widgets/widget-table.ts';
import { hasSeveralCurrencies, type KpiRow, matchingRule } from './kpi-rows.ts';
import type { MetricCellProps } from './metric-cell.tsx';

interface MetricColumnsRequest {
  columns: readonly KpiColumn[];
  rows: readonly KpiRow[];
  /** Of some rows together, as the server formed them. */
  sumsOf: (rows: readonly KpiRow[]) => ReadonlyMap<PeriodMetricId, readonly MetricRow[]> | undefined;
  text: WidgetText;
  /** The values are not there yet. */
  isLoading: boolean;
  /** Zone and instant at which a number is explained. */
  where: Pick<MetricSubject, 'zone' | 'timeMs'>;
}

/** Columns of metrics by their position in the settings; one unit for each. */
export function metricColumns({ columns, ...request }: MetricColumnsRequest): Map<number, DataColumn<KpiRow>> {
  return new Map(
    columns.flatMap((column, index) => {
      const { of } = column;
      return isSiteColumn(of) ? [] : [[index, metricColumn({ ...column, of }, index, request)] as const];
    }),
  );
}

// Home shows no metrics of a period in its table.
const MetricCell = lazy(() => import('./metric-cell.tsx'));

type MetricColumn = KpiColumn & { of: PeriodMetricId };

function metricColumn(
  { of, alias, thresholds, sparkline }: MetricColumn,
  index: number,
  { rows, sumsOf, text, isLoading, where }: Omit<MetricColumnsRequest, 'columns'>,
): DataColumn<KpiRow> {
  const { intl } = text;
  const amounts = rows.flatMap(({ values }) => values.get(of) ?? []);
  const known = amounts.flatMap(({ value }) => (value === null ? [] : Math.abs(value)));
  const isMoney = amounts.some(({ currency }) => currency !== null);
  const own = amounts[0]?.unit ?? '';
  const { unit, factor } = displayUnit(own, Math.max(0, ...known));
  const isMixed = hasSeveralCurrencies(rows, of);
  const isCount = own === '' && known.every(Number.isInteger);
  const digits = isCount ? 0 : columnDigits(Math.max(0, ...known) * factor);
  const shown = ({ value, unit: rowUnit }: MetricRow) => {
    if (value === null) return '';
    if (isMoney) return `${amountText(value, { unit: rowUnit, locale: intl.locale })}\u00a0${rowUnit}`;
    return decimalText(value * factor, { digits, locale: intl.locale });
  };
  const firstOf = ({ values }: KpiRow) => values.get(of)?.[0];
  const reasonOf = (row: MetricRow | undefined) => reasonIn(row, { text, isLoading });
  const sums = sumsOf(rows)?.get(of) ?? [];
  const header = alias === '' ? metricText(of, intl) : alias;
  // Two lines, the unit in the second one, and no word is parted.
  const headLength = Math.max((header.length + unit.length + 1) / 2, ...header.split(' ').map((word) => word.length));
  const longest = Math.max(0, ...[...amounts, ...sums].map((each) => sumText(each, shown, text).length));
  return {
    id: `metric-${index}`,
    header,
    ...(!isMoney && unit !== '' && { unit }),
    ...(isMixed && { hint: intl.formatMessage({ id: 'MetricReason_currencies' }) }),
    isSortable: !isMixed,
    align: 'end',
    width: Math.max(WIDTH.least, textWidth(Math.max(longest, headLength)) + WIDTH.beside) + (sparkline === 'none' ? 0 : WIDTH.sparkline),
    card: 'fact',
    value: (row) => firstOf(row)?.value ?? null,
    reason: (row) => reasonOf(firstOf(row)),
    cell: (row) => {
      const value = firstOf(row);
      const trend = row.trends.get(of);
      return (
        <>
          {sparkline !== 'none' && trend && <Sparkline values={trend} kind={sparkline} label={metricText(of, intl)} />}
          <Explained
            row={value?.value == null ? undefined : value}
            threshold={matchingRule(thresholds, row, of)}
            labels={[row.name]}
            segmentId={row.device.segmentId}
            {...where}
          >
            {!value || value.value === null ? (
              <MissingValue reason={reasonOf(value)} />
            ) : (
              <ReasonedValue reason={reasonOf(value)} isPartial={value.isPartial}>
                {shown(value)}
              </ReasonedValue>
            )}
          </Explained>
        </>
      );
    },
    sum: (of_) => <Sums rows={sumsOf(of_)?.get(of)} shown={shown} text={text} isLoading={isLoading} where={where} />,
  };
}

/** Of a column: numbers, sums with the counts of what they are of, and units are never cut. */
const WIDTH = { least: 92, beside: 14, sparkline: 76 };

function sumText(row: MetricRow, shown: (row: MetricRow) => string, { intl }: WidgetText): string {
  const counts = row.have < row.of && row.of > 1 ? ` (${intl.formatMessage({ id: 'Widget_HaveOf' }, { have: row.have, of: row.of })})` : '';
  return `${shown(row)}${counts}`;
}

/** Of several currencies one line each; a sum that is not formed is a dash. */
interface SumsProps extends Pick<MetricColumnsRequest, 'text' | 'isLoading' | 'where'> {
  rows: readonly MetricRow[] | undefined;
  shown: (row: MetricRow) => string;
}

function Sums({ rows = [], shown, text, isLoading, where }: SumsProps) {
  const known = rows.filter(({ value }) => value !== null);
  if (known.length === 0) return <MissingValue reason={reasonIn(rows[0], { text, isLoading })} />;
  return known.map((row) => (
    <div key={row.currency ?? row.unit}>
      <Explained row={row} labels={[]} segmentId={undefined} {...where}>
        <ReasonedValue reason={reasonIn(row, { text, isLoading })}>{sumText(row, shown, text)}</ReasonedValue>
      </Explained>
    </div>
  ));
}

/** The number alone until the code is there that marks and explains it. */
function Explained(props: MetricCellProps) {
  return (
    <Suspense fallback={props.children}>
      <MetricCell {...props} />
    </Suspense>
  );
}

/** What is still to come is not missing. */
function reasonIn(row: MetricRow | undefined, { text, isLoading }: Pick<MetricColumnsRequest, 'text' | 'isLoading'>): string | undefined {
  if (row) return metricReason(row, text.intl);
  return isLoading ? text.intl.formatMessage({ id: 'Common_Loading' }) : text.noValueText(['notComputed']);
}
