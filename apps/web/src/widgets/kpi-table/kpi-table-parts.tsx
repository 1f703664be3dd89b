import type { MetricRow } from '@solvane/contract/metric-values';
import { isSiteColumn, type KpiColumn, type SiteColumnId } from '@solvane/contract/widgets/kpi-table';
import type { DataColumn } from '@solvane/ui/data-table-props';
import { pageMonth } from '../../shared/fleet/page-fleet.ts';
import { rowsWithFigures, tableOfColumns } from '../../shared/widgets/figure-column.tsx';
import { metricReason, metricText } from '../../shared/widgets/metric-text.ts';
import { thresholdText } from '../../shared/widgets/threshold-text.ts';
import widgetClasses from '../../shared/widgets/widget.module.css';
import type { WidgetTable, WidgetTableColumn, WidgetTableRow, WidgetText } from '../../shared/widgets/widget-table.ts';
import { groupSumsOf, type KpiRow, type KpiTableProps, kpiRows, matchingRule, shownColumns, sumsOf } from './kpi-rows.ts';
import { metricColumns } from './metric-columns.tsx';
import { DeviceName, type SiteRow } from './site-cells.tsx';
import { siteColumns } from './site-columns.tsx';

/** Columns of sites by their names in the settings. */
const SITE_COLUMN_OF: Readonly<Record<SiteColumnId, string>> = {
  'now.power': 'power',
  'now.ofRating': 'ofRating',
  'now.againstExpected': 'againstExpected',
  'now.losing': 'losing',
  'now.cost': 'cost',
  'now.openEvents': 'openEvents',
  'month.availability': 'availability',
  'month.againstExpected': 'month-againstExpected',
  'month.againstBudget': 'month-againstBudget',
  'now.age': 'age',
  'now.data': 'data',
  'site.country': 'country',
};

export interface KpiParts {
  columns: DataColumn<KpiRow>[];
  rows: readonly KpiRow[];
  /** Of all rows, those beyond the limit included. */
  count: number;
}

/** What is drawn: the name of each row, then the columns of the settings. */
export function kpiParts(props: KpiTableProps, text: WidgetText): KpiParts {
  const { settings, page, data } = props;
  const { rows, count } = kpiRows(props);
  const shown = shownColumns(props);
  const [sums, groupSums] = [sumsOf(props), groupSumsOf(props)];
  const month = data.month ? pageMonth(page.sites, data.month) : null;
  const siteRows = rows.flatMap(({ now }) => now ?? []);
  const ofSites = new Map(
    settings.rows === 'sites' ? siteColumns({ month, rows: siteRows }, text).map((column) => [column.id, ofNow(column)]) : [],
  );
  const metrics = metricColumns({
    columns: shown,
    rows,
    sumsOf: (some) => (some.length === rows.length ? sums : groupSums.get(some[0]?.group ?? '')),
    text,
    isLoading: data.metrics === undefined,
    where: { zone: data.metrics?.timezone ?? page.zone, timeMs: page.period.startMs },
  });
  const columns = [
    ...(settings.rows === 'sites' ? [ofSites.get('state'), ofSites.get('site')] : [deviceName(text)]),
    ...shown.map(({ of, alias }, index) => {
      const column = isSiteColumn(of) ? ofSites.get(SITE_COLUMN_OF[of]) : metrics.get(index);
      return column && alias !== '' ? { ...column, header: alias } : column;
    }),
  ].filter((column) => column !== undefined);
  return { columns, rows: rowsWithFigures(columns, rows, settings.nulls), count };
}

/** The same as a table: metrics in their own units, money with its currency, and the sums as the first rows. */
export function kpiTable(props: KpiTableProps, text: WidgetText): WidgetTable {
  const { columns, rows } = kpiParts(props, text);
  const others = tableOfColumns(
    columns.filter(({ id }) => !id.startsWith('metric-')),
    rows,
    ({ id }) => id,
  );
  const shown = shownColumns(props);
  const metrics = shown.flatMap((column) => (isSiteColumn(column.of) ? [] : [{ ...column, of: column.of }]));
  const isMoney = ({ of }: KpiColumn) => rows.some(({ values }) => values.get(of as never)?.some(({ currency }) => currency !== null));
  const ownColumns = metrics.flatMap((column): WidgetTableColumn[] => {
    const header = column.alias === '' ? metricText(column.of, text.intl) : column.alias;
    const unit = rows.flatMap(({ values }) => values.get(column.of)?.[0]?.unit ?? [])[0] ?? '';
    const rule = text.intl.formatMessage({ id: 'Widget_Rule' });
    const rules = column.thresholds.length === 0 ? [] : [{ id: `${column.of} rule`, header: `${header}, ${rule}` }];
    if (!isMoney(column)) return [{ id: column.of, header, unit }, ...rules];
    const currency = text.intl.formatMessage({ id: 'Widget_Currency' });
    return [{ id: column.of, header, unit: '' }, { id: `${column.of} currency`, header: `${header}, ${currency}` }, ...rules];
  });
  const valuesOf = (found: readonly (MetricRow | undefined)[]) =>
    Object.fromEntries(
      metrics.flatMap(({ of }, index) => [
        [of, found[index]?.value ?? null],
        [`${of} currency`, found[index]?.currency ?? null],
      ]),
    );
  const rulesOf = (row: KpiRow | undefined) =>
    Object.fromEntries(
      metrics.flatMap(({ of, thresholds }) => {
        const rule = row && matchingRule(thresholds, row, of);
        return thresholds.length === 0 ? [] : [[`${of} rule`, rule ? thresholdText(rule, text.intl) : '']];
      }),
    );
  const reasonOf = (found: readonly (MetricRow | undefined)[]) =>
    [...new Set(found.flatMap((row) => (row && metricReason(row, text.intl)) ?? []))].join('\n') || undefined;
  const bodies = others.rows.map((row, index): WidgetTableRow => {
    const found = metrics.map(({ of }) => rows[index]?.values.get(of)?.[0]);
    const reasons = [row.reason, reasonOf(found)].filter((reason) => reason !== undefined);
    return {
      ...row,
      focus: rows[index]?.device.segmentId,
      values: { ...row.values, ...valuesOf(found), ...rulesOf(rows[index]) },
      reason: reasons.length === 0 ? undefined : reasons.join('\n'),
    };
  });
  return { columns: [...others.columns, ...ownColumns], rows: [...sumRows(), ...bodies] };

  /** One for each currency that any column has. */
  function sumRows(): WidgetTableRow[] {
    if (!props.settings.sumRow || metrics.length === 0) return [];
    const sums = sumsOf(props);
    const currencies = new Set(metrics.flatMap(({ of }) => sums.get(of)?.flatMap(({ currency }) => currency ?? []) ?? []));
    const name = others.columns[0]?.id ?? 'name';
    return [...(currencies.size === 0 ? [null] : currencies)].map((currency, index) => {
      const found = metrics.map(({ of }) => {
        const own = sums.get(of) ?? [];
        // What is no money stands in the first of the rows only.
        return own.find((row) => row.currency === currency) ?? (index === 0 ? own.find((row) => row.currency === null) : undefined);
      });
      const values = { [name]: text.intl.formatMessage({ id: 'KpiTable_Sum' }), ...valuesOf(found) };
      return { id: `sum ${currency ?? ''}`, values, reason: reasonOf(found) };
    });
  }
}

/** A column of sites for rows that have one. */
function ofNow({ value, cell, cardCell, tone, reason, title, text, sum: _, ...rest }: DataColumn<SiteRow>): DataColumn<KpiRow> {
  return {
    ...rest,
    ...(text && { text }),
    ...(value && { value: ({ now }) => (now ? value(now) : null) }),
    ...(cell && { cell: ({ now }) => now && cell(now) }),
    ...(cardCell && { cardCell: ({ now }) => now && cardCell(now) }),
    ...(tone && { tone: ({ now }) => (now ? tone(now) : undefined) }),
    ...(reason && { reason: ({ now }) => (now ? reason(now) : undefined) }),
    ...(title && { title: ({ now }) => (now ? title(now) : undefined) }),
  };
}

function deviceName({ intl }: WidgetText): DataColumn<KpiRow> {
  return {
    id: 'device',
    header: intl.formatMessage({ id: 'EventLog_GroupBy_device' }),
    isRowHeader: true,
    width: 160,
    card: 'title',
    value: ({ name }) => name,
    cell: ({ device, name }) => (
      <>
        <DeviceName device={device} /> {name !== device.name && <span className={widgetClasses.quiet}>{device.site.name}</span>}
      </>
    ),
  };
}
