import type { PeriodMetricId } from '@solvane/contract/metric-ids';
import type { MetricGroup, MetricRow } from '@solvane/contract/metric-values';
import type { KpiColumn, KpiTableSettings, kpiTableOptionalQueries, kpiTableQueries } from '@solvane/contract/widgets/kpi-table';
import { isSiteColumn } from '@solvane/contract/widgets/kpi-table';
import { attributeOf, devicesAt, type PageDevice } from '@solvane/contract/widgets/widget-devices';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import { matchingThreshold, type Threshold, type ThresholdNumbers } from '@solvane/contract/widgets/widget-thresholds';
import { pageFleet, pageMonth } from '../../shared/fleet/page-fleet.ts';
import type { WidgetProps } from '../../shared/widgets/define-widget.ts';
import type { SiteRow } from './site-cells.tsx';

export type KpiTableProps = WidgetProps<
  CommonSettings & KpiTableSettings,
  ReturnType<typeof kpiTableQueries>,
  ReturnType<typeof kpiTableOptionalQueries>
>;

/** A site or a device with the values of its metrics, each by its currency. */
export interface KpiRow {
  id: string;
  name: string;
  device: PageDevice;
  /** What the site does now; null: a device */
  now: SiteRow | null;
  values: ReadonlyMap<PeriodMetricId, readonly MetricRow[]>;
  trends: ReadonlyMap<PeriodMetricId, readonly (number | null)[]>;
  /** Values in percent of what they are compared with, for the rules of the columns. */
  percentages: ReadonlyMap<PeriodMetricId, ThresholdNumbers>;
  /** Value of the attribute that rows are grouped by. Empty: not set */
  group: string;
}

/** Rows in their order: sites as they need attention, devices by name; or the largest value of the first metric first. */
export function kpiRows(props: KpiTableProps): { rows: KpiRow[]; count: number } {
  const { settings } = props;
  const rows = settings.rows === 'sites' ? siteRows(props) : deviceRows(props);
  const by = settings.columns.map(({ of }) => of).find((of) => !isSiteColumn(of));
  const sorted = settings.sort === 'column' && by && !isSiteColumn(by) ? byValue(rows, by) : rows;
  return { rows: sorted.slice(0, settings.rowLimit), count: rows.length };
}

/** Rows of everything together, by metric: one for each currency. */
export function sumsOf({ data }: Pick<KpiTableProps, 'data'>): ReadonlyMap<PeriodMetricId, readonly MetricRow[]> {
  return Map.groupBy(data.metrics?.totals ?? [], ({ metricId }) => metricId);
}

/** The same of each group of rows, by its name. */
export function groupSumsOf({ data }: Pick<KpiTableProps, 'data'>): ReadonlyMap<string, ReadonlyMap<PeriodMetricId, readonly MetricRow[]>> {
  const { groups = [], rows = [] } = data.groups ?? {};
  const byKey = Map.groupBy(rows, ({ key }) => key);
  return new Map(groups.map(({ key, label }) => [label, Map.groupBy(byKey.get(key) ?? [], ({ metricId }) => metricId)]));
}

/** Columns of the settings that the rows have. */
export function shownColumns({ settings }: Pick<KpiTableProps, 'settings'>): KpiColumn[] {
  return settings.rows === 'sites' ? settings.columns : settings.columns.filter(({ of }) => !isSiteColumn(of));
}

function siteRows(props: KpiTableProps): KpiRow[] {
  const { settings, page, data } = props;
  if (!data.status) return [];
  const fleet = pageFleet(page.sites, data.status);
  const results = data.month ? pageMonth(page.sites, data.month) : null;
  const metricsOf = valuesBy(data, ({ siteIds, segmentId }) => (segmentId === null ? siteIds[0] : undefined));
  const validDataOf = validDataBySite(props);
  return fleet.sites.map((now): KpiRow => {
    const { site } = now;
    const device: PageDevice = { segmentId: site.siteSegmentId, name: site.name, type: 'Site', site };
    const row: SiteRow = { ...now, figures: results?.bySite.get(site.siteId), nowMs: fleet.nowMs, validData: validDataOf(site.siteId) };
    return { id: site.siteId, name: site.name, device, now: row, ...metricsOf(site.siteId), group: groupOf(device, settings.groupBy) };
  });
}

function validDataBySite({ data }: KpiTableProps): (siteId: string) => MetricRow | undefined {
  const keys = new Map<string | undefined, string>(data.data?.groups.map(({ key, siteIds }) => [siteIds[0], key]));
  const rows = new Map(data.data?.rows.map((row) => [row.key, row]));
  return (siteId) => rows.get(keys.get(siteId) ?? '');
}

function deviceRows({ settings, page, data }: KpiTableProps): KpiRow[] {
  const metricsOf = valuesBy(data, ({ segmentId }) => segmentId ?? undefined);
  const hasSeveral = page.sites.length > 1;
  return (devicesAt(page, settings.rows) ?? [])
    .map((device): KpiRow => {
      const name = hasSeveral ? `${device.site.name} ${device.name}` : device.name;
      return { id: device.segmentId, name, device, now: null, ...metricsOf(device.segmentId), group: groupOf(device, settings.groupBy) };
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
}

function valuesBy(
  { metrics, trend, budget, expected }: Pick<KpiTableProps, 'data'>['data'],
  idOf: (group: MetricGroup) => string | undefined,
) {
  const keysOf = (groups: readonly MetricGroup[] = []) => new Map(groups.map((group) => [idOf(group), group.key]));
  const [keys, trendKeys] = [keysOf(metrics?.groups), keysOf(trend?.groups)];
  const rows = Map.groupBy(metrics?.rows ?? [], ({ key }) => key);
  const trendRows = Map.groupBy(trend?.rows ?? [], ({ key }) => key);
  const comparedBy = (compared: typeof budget) => {
    const comparedKeys = keysOf(compared?.groups);
    const own = Map.groupBy(compared?.rows ?? [], ({ key }) => key);
    return (id: string) => own.get(comparedKeys.get(id) ?? '') ?? [];
  };
  const [budgetsOf, expectedOf] = [comparedBy(budget), comparedBy(expected)];
  return (id: string): Pick<KpiRow, 'values' | 'trends' | 'percentages'> => ({
    percentages: new Map(
      [...Map.groupBy([...budgetsOf(id), ...expectedOf(id)], ({ metricId }) => metricId).keys()].map((metricId) => [
        metricId,
        { percentOfBudget: percentIn(budgetsOf(id), metricId), percentOfExpected: percentIn(expectedOf(id), metricId) },
      ]),
    ),
    values: Map.groupBy(rows.get(keys.get(id) ?? '') ?? [], ({ metricId }) => metricId),
    trends: new Map(
      [...Map.groupBy(trendRows.get(trendKeys.get(id) ?? '') ?? [], ({ metricId }) => metricId)].map(([metricId, own]) => [
        metricId,
        own.toSorted((a, b) => (a.bucketMs ?? 0) - (b.bucketMs ?? 0)).map(({ value }) => value),
      ]),
    ),
  });
}

/** null: no value, or nothing to compare it with */
function percentIn(rows: readonly MetricRow[], metricId: PeriodMetricId): number | null {
  const row = rows.find((each) => each.metricId === metricId);
  return row?.value == null || !row.compared?.value ? null : (row.value / row.compared.value) * 100;
}

function groupOf({ site }: PageDevice, groupBy: KpiTableSettings['groupBy']): string {
  return groupBy === 'none' ? '' : (attributeOf(site, groupBy) ?? '');
}

/** Missing values last, whatever the order. */
function byValue(rows: readonly KpiRow[], metricId: PeriodMetricId): KpiRow[] {
  const amountOf = ({ values }: KpiRow) => values.get(metricId)?.find(({ value }) => value !== null)?.value ?? Number.NEGATIVE_INFINITY;
  // Amounts of several currencies have no order.
  if (hasSeveralCurrencies(rows, metricId)) return [...rows];
  return rows.toSorted((a, b) => amountOf(b) - amountOf(a));
}

/** The first rule of a column that a row meets. */
export function matchingRule(thresholds: KpiColumn['thresholds'], row: KpiRow, metricId: PeriodMetricId): Threshold | undefined {
  const value = row.values.get(metricId)?.[0]?.value ?? null;
  return matchingThreshold(thresholds, { value, ...row.percentages.get(metricId) });
}

/** Whether values of a metric cannot be compared with each other. */
export function hasSeveralCurrencies(rows: readonly Pick<KpiRow, 'values'>[], metricId: PeriodMetricId): boolean {
  const known = rows.flatMap(
    ({ values }) => values.get(metricId)?.flatMap(({ currency, value }) => (value === null ? [] : [currency])) ?? [],
  );
  return new Set(known).size > 1;
}
