import type { PeriodMetricId } from '@solvane/contract/metric-ids';
import type { MetricRow } from '@solvane/contract/metric-values';
import { type BarSettings, barBucket, type barQueries } from '@solvane/contract/widgets/bar';
import { isSum } from '@solvane/contract/widgets/metric-buckets';
import { REFERENCE_CHOICES } from '@solvane/contract/widgets/metric-choices';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import { bucketPeriod, bucketText } from '../../shared/time/bucket-text.ts';
import type { WidgetProps } from '../../shared/widgets/define-widget.ts';
import { metricReason, metricText } from '../../shared/widgets/metric-text.ts';
import { siteGroupText } from '../../shared/widgets/site-group-text.ts';
import type { WidgetTable, WidgetText } from '../../shared/widgets/widget-table.ts';
import type { WidgetChoice } from '../../shared/widgets/widget-target.ts';

export type BarProps = WidgetProps<CommonSettings & BarSettings, { metrics: NonNullable<ReturnType<typeof barQueries>['metrics']> }>;

/** One metric; of money, in one currency. */
export interface BarMetric {
  id: string;
  metricId: PeriodMetricId;
  unit: string;
}

/** One place on the axis. */
export interface Bars {
  key: string;
  label: string;
  /** By metric. undefined: it has none here */
  values: ReadonlyMap<string, BarMetric & Pick<MetricRow, 'value' | 'compared'> & { have: number; of: number; reason: string | undefined }>;
}

/** Metrics in the order of the settings; each currency is one of its own. */
export function metricsOf({ settings, data }: Pick<BarProps, 'settings' | 'data'>): BarMetric[] {
  const rows = [...data.metrics.rows, ...data.metrics.totals];
  return [...new Set(settings.metrics)].flatMap((metricId) => {
    const found = new Map(rows.flatMap((row) => (row.metricId === metricId ? [[row.currency, row.unit] as const] : [])));
    const priced = [...found].filter(([currency]) => currency !== null);
    const all = (priced.length > 0 ? priced : [...found]).toSorted(([a], [b]) => (a ?? '').localeCompare(b ?? ''));
    return all.map(([currency, unit]) => ({ id: idOf(metricId, currency), metricId, unit }));
  });
}

/** What the page shows when a bar is chosen: its site or device, or its period. undefined: nothing */
export function barChoice({ settings, page, data }: Pick<BarProps, 'settings' | 'page' | 'data'>, key: string): WidgetChoice | undefined {
  const bucket = barBucket(settings, page);
  if (bucket !== 'none')
    return bucket === 'hour' ? undefined : { period: bucketPeriod(Number(key), { bucket, zone: data.metrics.timezone }) };
  const focus = focusOf({ settings, page, data }, key);
  return focus === undefined ? undefined : { focus };
}

function focusOf({ settings: { by }, page, data }: Pick<BarProps, 'settings' | 'page' | 'data'>, key: string): string | undefined {
  const group = data.metrics.groups.find((each) => each.key === key);
  if (by === 'device') return group?.segmentId ?? undefined;
  return by === 'site' ? page.sites.find(({ siteId }) => siteId === group?.siteIds[0])?.siteSegmentId : undefined;
}

/** Places on the axis in their order: periods as they follow each other, others largest first, missing values last. */
export function barsOf(props: BarProps, { intl }: WidgetText): Bars[] {
  const { settings, page, data } = props;
  const bucket = barBucket(settings, page);
  const { groups, rows, totals, timezone } = data.metrics;
  const names = new Map(groups.map(({ key, label }) => [key, siteGroupText(label, settings.by, intl)]));
  const isPeriod = settings.by === 'period';
  const places = Map.groupBy(isPeriod || settings.by === 'total' ? totals : rows, ({ key, bucketMs }) =>
    isPeriod ? String(bucketMs) : key,
  );
  const all = [...places].map(([key, own]) => ({
    key,
    label: labelOf(key),
    values: new Map(own.map((row) => [idOf(row.metricId, row.currency), toValue(row, intl)])),
  }));
  return limited(ordered(all, props), props, intl);

  function labelOf(key: string): string {
    if (bucket !== 'none') return bucketText(Number(key), { bucket, zone: timezone }, intl);
    return names.get(key) ?? intl.formatMessage({ id: 'Bar_By_total' });
  }
}

function toValue(row: MetricRow, intl: WidgetText['intl']) {
  const { metricId, currency, unit, value, compared, have, of } = row;
  const base = { id: idOf(metricId, currency), metricId, unit };
  return { ...base, value, compared, have, of, reason: metricReason(row, intl) };
}

function ordered(all: readonly Bars[], props: BarProps): readonly Bars[] {
  const { order, by } = props.settings;
  if (order === 'name') return all.toSorted((a, b) => a.label.localeCompare(b.label));
  if (order === 'auto' && by === 'period') return all;
  const [first] = metricsOf(props);
  const sizeOf = ({ values }: Bars) => values.get(first?.id ?? '')?.value ?? Number.NEGATIVE_INFINITY;
  return all.toSorted((a, b) => sizeOf(b) - sizeOf(a) || a.label.localeCompare(b.label));
}

/** The first ones, and the others together where they add up. Periods are never left out. */
function limited(all: readonly Bars[], props: BarProps, intl: WidgetText['intl']): Bars[] {
  const { top, rest, by, metrics } = props.settings;
  if (by === 'period' || all.length <= top) return [...all];
  const others = all.slice(top);
  if (!rest || !metrics.every(isSum)) return all.slice(0, top);
  const values = new Map(
    metricsOf(props).map((metric) => {
      const known = others.flatMap(({ values: own }) => own.get(metric.id)?.value ?? []);
      const value = known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0);
      return [metric.id, { ...metric, value, compared: undefined, have: known.length, of: others.length, reason: undefined }];
    }),
  );
  return [
    ...all.slice(0, top),
    { key: '\u0000', label: intl.formatMessage({ id: 'Widget_Group_Other' }, { count: others.length }), values },
  ];
}

export function barTable(props: BarProps, text: WidgetText): WidgetTable {
  const { intl } = text;
  const { formatMessage } = intl;
  const { by, reference } = props.settings;
  const metrics = metricsOf(props);
  const referenceName = formatMessage({ id: REFERENCE_CHOICES[reference] });
  return {
    columns: [
      { id: 'name', header: formatMessage({ id: by === 'period' ? 'Widget_Column_Period' : 'Widget_Group_Name' }) },
      ...metrics.flatMap(({ id, metricId, unit }) => {
        const metric = metricText(metricId, intl);
        if (reference === 'none') return [{ id, header: metric, unit }];
        return [
          { id, header: metric, unit },
          { id: `${id} reference`, header: formatMessage({ id: 'Widget_Column_Reference' }, { metric, reference: referenceName }), unit },
          {
            id: `${id} difference`,
            header: formatMessage({ id: 'Widget_Column_Difference' }, { metric }),
            unit: unit === '%' ? 'pp' : '%',
          },
        ];
      }),
      { id: 'sites', header: formatMessage({ id: 'Widget_Column_Sites' }) },
    ],
    rows: barsOf(props, text).map(({ key, label, values }) => {
      const own = metrics.map(({ id }) => values.get(id));
      const [first] = own;
      return {
        id: key,
        focus: focusOf(props, key),
        values: {
          name: label,
          ...Object.fromEntries(
            metrics.flatMap(({ id }) => {
              const { value = null, compared } = values.get(id) ?? {};
              const amount = compared?.kind === 'unit' ? null : (compared?.amount ?? null);
              return [
                [id, value],
                [`${id} reference`, compared?.value ?? null],
                [`${id} difference`, amount],
              ];
            }),
          ),
          sites: first ? formatMessage({ id: 'Widget_HaveOf' }, { have: first.have, of: first.of }) : null,
        },
        reason: [...new Set(own.flatMap((value) => value?.reason ?? []))].join('\n') || undefined,
      };
    }),
  };
}

function idOf(metricId: PeriodMetricId, currency: string | null): string {
  return currency === null ? metricId : `${metricId} ${currency}`;
}
