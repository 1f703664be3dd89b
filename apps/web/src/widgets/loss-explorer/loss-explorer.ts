import type { LossRow, LossSums } from '@solvane/contract/event-loss-sums';
import {
  EXPLORER_METRICS,
  type ExplorerMetric,
  type LossExplorerSettings,
  lossExplorerQueries,
} from '@solvane/contract/widgets/loss-explorer';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import { eventGroupName } from '../../shared/events/event-group-name.ts';
import type { WidgetProps } from '../../shared/widgets/define-widget.ts';
import type { WidgetTable, WidgetText } from '../../shared/widgets/widget-table.ts';

export type LossExplorerProps = WidgetProps<CommonSettings & LossExplorerSettings, ReturnType<typeof lossExplorerQueries>>;

const HOUR_MS = 3_600_000;
/** Of the table. */
const MOST_COLUMNS = 20;

/** One number of what was lost; amounts belong to one currency. null: it is not known */
function lossValue(sums: LossSums, metric: ExplorerMetric, currency: string | null): number | null {
  if (metric === 'count') return sums.count;
  if (metric === 'duration') return sums.durationMs / HOUR_MS;
  if (metric === 'lostEnergy') return sums.lostEnergyKwh;
  return sums.revenue.find((each) => each.currency === currency)?.amount ?? null;
}

/** Currencies in which something was lost, for one panel each; numbers without a currency have one panel. */
export function panelsOf({ data }: Pick<LossExplorerProps, 'data'>, metric: ExplorerMetric): (string | null)[] {
  const found = data.sums.total.revenue.flatMap(({ currency, amount }) => (amount === null ? [] : [currency]));
  return metric === 'revenueLoss' ? found.toSorted() : [null];
}

export interface ExplorerRow {
  key: string;
  name: string;
  sums: LossSums;
  /** By segments; `avoided` is the part of the amount that is below zero. null: not known, or no event */
  cells: ({ amount: number; avoided: number } | null)[];
}

export interface Explorer {
  segments: { key: string; name: string }[];
  rows: ExplorerRow[];
}

interface Panel {
  metric: ExplorerMetric;
  currency: string | null;
  /** Segments; the smaller ones are put together. */
  most: number;
}

/** Groups with their segments, as they came: the largest first. */
export function explorerOf({ data: { sums }, settings, page }: LossExplorerProps, panel: Panel, intl: WidgetText['intl']): Explorer {
  const { body } = lossExplorerQueries(settings, page).sums;
  const columns = sums.columns.map((column) => ({ key: column.key, name: eventGroupName(body.columns, column, intl) }));
  const shown = columns.length > panel.most ? columns.slice(0, panel.most - 1) : columns;
  const others = columns.slice(shown.length);
  const other = (count: number) => ({ key: OTHER, name: intl.formatMessage({ id: 'Widget_Group_Other' }, { count }) });
  const parts = [...shown.map(({ key }) => [key]), ...(others.length > 0 ? [others.map(({ key }) => key)] : [])];
  const rowOf = (named: { key: string; name: string }, row: LossSums & Pick<LossRow, 'cells'>): ExplorerRow => ({
    ...named,
    sums: row,
    cells: parts.map((keys) => cellOf(row, keys, panel)),
  });
  const left = sums.rowCount - sums.rows.length;
  return {
    segments: [...shown, ...(others.length > 0 ? [other(others.length)] : [])],
    rows: [
      ...sums.rows.map((row) => rowOf({ key: row.key, name: eventGroupName(body.rows, row, intl) }, row)),
      ...(left > 0 ? [rowOf(other(left), sums.rest)] : []),
    ],
  };
}

/** No key of a group. */
const OTHER = '\u0000';

function cellOf({ cells }: Pick<LossRow, 'cells'>, keys: readonly string[], { metric, currency }: Panel): ExplorerRow['cells'][number] {
  const own = cells.filter(({ column }) => keys.includes(column));
  const known = own.flatMap((cell) => lossValue(cell, metric, currency) ?? []);
  const avoided = metric === 'revenueLoss' ? own.map((cell) => cell.revenue.find((each) => each.currency === currency)?.avoided ?? 0) : [];
  const add = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  return known.length === 0 ? null : { amount: add(known), avoided: add(avoided) };
}

export function unitOf(metric: ExplorerMetric, currency: string | null): string {
  if (metric === 'revenueLoss') return currency ?? '';
  return { lostEnergy: 'kWh', duration: 'h', count: '' }[metric];
}

/** Columns are the segments of the first number, and totals of the others. */
export function lossExplorerTable(props: LossExplorerProps, { intl, noValueText }: WidgetText): WidgetTable {
  const { settings, data } = props;
  const { formatMessage } = intl;
  const [metric = 'lostEnergy', ...more] = settings.metrics;
  const currencies = panelsOf(props, metric);
  const panels = currencies.map((currency) => ({ currency, ...explorerOf(props, { metric, currency, most: MOST_COLUMNS }, intl) }));
  const name = (each: ExplorerMetric) => formatMessage({ id: EXPLORER_METRICS[each] });
  const unit = currencies.length === 1 ? unitOf(metric, currencies[0] ?? null) : '';
  const totals = more.flatMap((each) => panelsOf(props, each).map((currency) => ({ id: `${each}${currency ?? ''}`, each, currency })));
  return {
    columns: [
      { id: 'group', header: formatMessage({ id: 'Widget_Group_Name' }) },
      ...(currencies.length > 1 ? [{ id: 'currency', header: formatMessage({ id: 'Widget_Currency' }) }] : []),
      ...(panels[0]?.segments ?? []).map((segment, index) => ({ id: `segment${index}`, header: segment.name, unit })),
      { id: 'total', header: formatMessage({ id: 'LossExplorer_Total' }, { metric: name(metric) }), unit },
      { id: 'share', header: formatMessage({ id: 'Widget_Share' }), unit: '%' },
      ...totals.map(({ id, each, currency }) => ({ id, header: name(each), unit: unitOf(each, currency) })),
      { id: 'events', header: formatMessage({ id: 'Widget_Events' }), unit: '' },
      { id: 'withoutExpected', header: formatMessage({ id: 'Widget_WithoutExpected' }), unit: '' },
    ],
    rows: panels.flatMap(({ currency, rows }) => {
      const whole = lossValue(data.sums.total, metric, currency);
      return rows.map(({ key, name: group, sums, cells }) => {
        const total = lossValue(sums, metric, currency);
        return {
          id: `${currency ?? ''} ${key}`,
          values: {
            group,
            currency,
            ...Object.fromEntries(cells.map((cell, index) => [`segment${index}`, cell?.amount ?? null])),
            total,
            share: total === null || !whole ? null : (total / whole) * 100,
            ...Object.fromEntries(totals.map(({ id, each, currency: own }) => [id, lossValue(sums, each, own)])),
            events: sums.count,
            withoutExpected: sums.energyUnknownCount,
          },
          reason: total === null ? noValueText([metric === 'revenueLoss' ? 'noPrice' : 'noExpectation']) : undefined,
        };
      });
    }),
  };
}
