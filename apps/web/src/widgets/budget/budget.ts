import type { MetricRow } from '@solvane/contract/metric-values';
import type { BudgetMetric, BudgetSettings, budgetQueries } from '@solvane/contract/widgets/budget';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import { metricChange } from '@solvane/energy/metrics/fleet-value';
import type { MessageKey } from '@solvane/i18n/messages';
import { bucketText } from '../../shared/time/bucket-text.ts';
import type { WidgetProps } from '../../shared/widgets/define-widget.ts';
import { metricReason, metricText } from '../../shared/widgets/metric-text.ts';
import { siteGroupText } from '../../shared/widgets/site-group-text.ts';
import type { WidgetTable, WidgetText } from '../../shared/widgets/widget-table.ts';

export type BudgetProps = WidgetProps<CommonSettings & BudgetSettings, ReturnType<typeof budgetQueries>>;

/** One site or month with its numbers; of money, in one currency. */
export interface BudgetLine {
  id: string;
  label: string;
  /** Of a month that is not over. */
  isRunning: boolean;
  actual: number | null;
  budget: number | null;
  expected: number | null;
  vsBudget: Change;
  vsExpected: Change;
  /** What `actual` lacks, or why it is missing. */
  reason: string | undefined;
}

interface Change {
  amount: number | null;
  unit: string;
}

export interface BudgetPanel {
  metric: BudgetMetric;
  unit: string;
  lines: BudgetLine[];
}

/** One panel per metric and currency. */
export function budgetPanels(props: BudgetProps, text: WidgetText): BudgetPanel[] {
  const { settings, data } = props;
  const rows = rowsOf(props, data.actual);
  return [...new Set(settings.metrics)].flatMap((metric) => {
    const own = rows.filter(({ metricId }) => metricId === metric);
    const priced = own.filter(({ currency }) => currency !== null);
    return [...Map.groupBy(priced.length > 0 ? priced : own, ({ unit }) => unit)].map(([unit, ofUnit]) => ({
      metric,
      unit,
      lines: linesOf(props, { metric, rows: ofUnit }, text),
    }));
  });
}

function rowsOf({ settings }: Pick<BudgetProps, 'settings'>, values: { rows: MetricRow[]; totals: MetricRow[] } | undefined): MetricRow[] {
  return (settings.by === 'month' ? values?.totals : values?.rows) ?? [];
}

function linesOf(
  props: BudgetProps,
  { metric, rows }: { metric: BudgetMetric; rows: readonly MetricRow[] },
  { intl }: WidgetText,
): BudgetLine[] {
  const { settings, page, data } = props;
  const others = metric === 'energy' ? rowsOf(props, data.expected) : [];
  const isMonth = settings.by === 'month';
  const idOf = (metricId: string, { key, bucketMs }: MetricRow) => `${metricId} ${bucketMs} ${key}`;
  const values = new Map(others.map((other) => [idOf(other.metricId, other), other.value]));
  const find = (metricId: string, row: MetricRow) => values.get(idOf(metricId, row)) ?? null;
  const sum = sumOf(settings.cumulative && isMonth && (metric === 'energy' || metric === 'revenue' || metric === 'insolation'));
  const names = new Map(data.actual.groups.map(({ key, label }) => [key, siteGroupText(label, settings.by, intl)]));
  const last = Math.max(...rows.map(({ bucketMs }) => bucketMs ?? 0));
  return rows.map((row) => {
    const adjusted = settings.weatherAdjusted && metric === 'energy';
    const actual = sum('actual', row.value);
    const budget = sum('budget', adjusted ? find('budgetWeather', row) : (row.compared?.value ?? null));
    const expected = sum('expected', find('expectedAtPcc', row));
    const label = isMonth ? bucketText(row.bucketMs ?? 0, { bucket: 'month', zone: data.actual.timezone }, intl) : names.get(row.key);
    return {
      id: isMonth ? String(row.bucketMs) : row.key,
      label: label ?? '',
      isRunning: isMonth && row.bucketMs === last && page.period.endMs > page.nowMs,
      actual,
      budget,
      expected,
      // Sites that lack either side are in neither: the server compares those that have both.
      vsBudget: settings.cumulative || adjusted ? changeOf(actual, budget, row.unit) : comparedOf(row),
      vsExpected: changeOf(actual, expected, row.unit),
      reason: metricReason(row, intl),
    };
  });
}

/** Sums from the first month on; a month without a value ends them. */
function sumOf(isCumulative: boolean): (name: string, value: number | null) => number | null {
  const sums = new Map<string, number | null>();
  return (name, value) => {
    if (!isCumulative) return value;
    const before = sums.has(name) ? (sums.get(name) ?? null) : 0;
    const next = before === null || value === null ? null : before + value;
    sums.set(name, next);
    return next;
  };
}

function comparedOf({ compared, unit }: MetricRow): Change {
  const units = { percent: '%', points: 'pp', unit };
  return { amount: compared?.amount ?? null, unit: units[compared?.kind ?? 'percent'] };
}

function changeOf(value: number | null, reference: number | null, unit: string): Change {
  if (value === null || reference === null) return { amount: null, unit: unit === '%' ? 'pp' : '%' };
  const { amount, kind } = metricChange(value, reference, unit === '%');
  return { amount, unit: { percent: '%', points: 'pp', unit }[kind] };
}

export function changeText({ amount, unit }: Change, { formatNumber }: Pick<WidgetText['intl'], 'formatNumber'>): string | undefined {
  if (amount === null) return undefined;
  const text = formatNumber(amount, { maximumFractionDigits: 1, minimumFractionDigits: 1, signDisplay: 'exceptZero' });
  return `${text.replace('-', '\u2212')}\u202f${unit}`;
}

/** One row per site or month and metric. */
export function budgetTable(props: BudgetProps, text: WidgetText): WidgetTable {
  const { intl } = text;
  const { formatMessage } = intl;
  const header = (id: MessageKey, metric: string) => formatMessage({ id }, { metric });
  const panels = budgetPanels(props, text);
  const ids = new Map(panels.flatMap(({ lines }) => lines.map(({ id, label }) => [id, label] as const)));
  const lineOf = ({ lines }: BudgetPanel, id: string) => lines.find((line) => line.id === id);
  return {
    columns: [
      { id: 'name', header: formatMessage({ id: props.settings.by === 'month' ? 'Widget_Column_Period' : 'Widget_Column_Site' }) },
      ...panels.flatMap(({ metric, unit }) => {
        const [id, name] = [`${metric} ${unit}`, metricText(metric, intl)];
        const difference = unit === '%' ? 'pp' : '%';
        const budget = [
          { id, header: name, unit },
          { id: `${id} budget`, header: header('Budget_Column_Budget', name), unit },
          { id: `${id} vsBudget`, header: header('Budget_Column_VsBudget', name), unit: difference },
        ];
        const expected = [
          { id: `${id} expected`, header: header('Budget_Column_Expected', name), unit },
          { id: `${id} vsExpected`, header: header('Budget_Column_VsExpected', name), unit: difference },
        ];
        return metric === 'energy' ? [...budget, ...expected] : budget;
      }),
    ],
    rows: [...ids].map(([id, name]) => ({
      id,
      values: {
        name,
        ...Object.fromEntries(
          panels.flatMap((panel) => {
            const line = lineOf(panel, id);
            const column = `${panel.metric} ${panel.unit}`;
            return [
              [column, line?.actual ?? null],
              [`${column} budget`, line?.budget ?? null],
              [`${column} vsBudget`, line?.vsBudget.amount ?? null],
              [`${column} expected`, line?.expected ?? null],
              [`${column} vsExpected`, line?.vsExpected.amount ?? null],
            ];
          }),
        ),
      },
      reason: [...new Set(panels.flatMap((panel) => lineOf(panel, id)?.reason ?? []))].join('\n') || undefined,
    })),
  };
}
