import type { LossRow, LossSums } from '@solvane/contract/event-loss-sums';
import { LOSS_PARTS, type PeriodMetricId } from '@solvane/contract/metric-ids';
import type { MetricRow } from '@solvane/contract/metric-values';
import {
  EXPLORER_METRICS,
  type ExplorerDimension,
  type ExplorerMetric,
  explorerUnit,
  type LossExplorerSettings,
  type lossExplorerOptionalQueries,
  type lossExplorerQueries,
  partnerOfParts,
} from '@solvane/contract/widgets/loss-explorer';
import type { WidgetResult } from '@solvane/contract/widgets/widget-queries';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import type { EventType } from '@solvane/energy/events/event-types';
import { localDayOf, toIsoDate } from '@solvane/energy/time/local-day';
import { eventGroupName } from '../../shared/events/event-group-name.ts';
import { groupSearch, joinSearches } from '../../shared/events/group-search.ts';
import { bucketPeriod } from '../../shared/time/bucket-text.ts';
import type { WidgetProps } from '../../shared/widgets/define-widget.ts';
import { groupFocus } from '../../shared/widgets/group-focus.ts';
import { metricReason, metricText } from '../../shared/widgets/metric-text.ts';
import type { WidgetTable, WidgetText } from '../../shared/widgets/widget-table.ts';
import { menuTargets, type WidgetChoice } from '../../shared/widgets/widget-target.ts';

export type LossExplorerProps = WidgetProps<
  CommonSettings & LossExplorerSettings,
  ReturnType<typeof lossExplorerQueries>,
  ReturnType<typeof lossExplorerOptionalQueries>
>;
type Sums = Pick<WidgetResult<'lossSums'>, 'rows' | 'columns' | 'rowCount' | 'rest' | 'total'>;

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

/** What was lost, by groups and segments: as the sums of events, or as the parts of lost energy. */
export function sumsOf(props: LossExplorerProps): Sums {
  const { sums, parts } = props.data;
  if (sums) return sums;
  return parts ? sumsOfParts(props, parts) : NOTHING;
}

function energySums(lostEnergyKwh: number | null): LossSums {
  return { count: 0, durationMs: 0, lostEnergyKwh, energyUnknownCount: 0, revenue: [], revenueUnknownCount: 0 };
}

const NOTHING: Sums = { rows: [], columns: [], rowCount: 0, rest: { ...energySums(null), cells: [] }, total: energySums(null) };
const PART_IDS: readonly PeriodMetricId[] = LOSS_PARTS.map((part) => `lost.${part}` as const);

interface Named {
  key: string;
  name: string;
}

function sumsOfParts(props: LossExplorerProps, result: WidgetResult<'metrics'>): Sums {
  const { settings } = props;
  const places = placesOf(props, result, partnerOfParts(settings));
  const amountOf = (place: Place, part: string) => place.rows.find(({ metricId }) => metricId === part)?.value ?? null;
  const parts: Named[] = PART_IDS.map((part) => ({ key: part, name: part }));
  const isByPart = settings.groupBy === 'part';
  const cellOf = (row: Named, column: Named): number | null => {
    const [part, key] = isByPart ? [row.key, column.key] : [column.key, row.key];
    const place = places.find((each) => each.key === key);
    return place ? amountOf(place, part) : null;
  };
  const [groups, segments]: (readonly Named[])[] = isByPart ? [parts, places] : [places, parts];
  const rows = (groups ?? []).map(({ key, name }): LossRow => {
    const cells = (segments ?? []).flatMap((segment) => {
      const value = cellOf({ key, name }, segment);
      return value === null || value === 0 ? [] : [{ ...energySums(value), column: segment.key }];
    });
    return { ...energySums(addKnown(cells.map(({ lostEnergyKwh }) => lostEnergyKwh))), key, name, siteName: null, cells };
  });
  const isInOrder = settings.groupBy === 'period';
  const sorted = isInOrder
    ? rows
    : rows.filter(({ lostEnergyKwh }) => lostEnergyKwh !== null).toSorted((a, b) => (b.lostEnergyKwh ?? 0) - (a.lostEnergyKwh ?? 0));
  const shown = isInOrder ? sorted : sorted.slice(0, settings.top);
  const others = sorted.slice(shown.length);
  const columnSums = (of: readonly LossRow[], column: string) =>
    addKnown(of.map(({ cells }) => cells.find((cell) => cell.column === column)?.lostEnergyKwh ?? null));
  const columns = (segments ?? [])
    .map(({ key, name }) => ({ ...energySums(columnSums(rows, key)), key, name, siteName: null }))
    .filter(({ lostEnergyKwh }) => lostEnergyKwh !== null)
    .toSorted((a, b) => (settings.display === 'period' ? 0 : (b.lostEnergyKwh ?? 0) - (a.lostEnergyKwh ?? 0)));
  return {
    rows: shown,
    columns,
    rowCount: sorted.length,
    rest: {
      ...energySums(addKnown(others.map(({ lostEnergyKwh }) => lostEnergyKwh))),
      cells: columns.map(({ key }) => ({ ...energySums(columnSums(others, key)), column: key })),
    },
    total: energySums(addKnown(rows.map(({ lostEnergyKwh }) => lostEnergyKwh))),
  };
}

interface Place extends Named {
  rows: readonly MetricRow[];
}

/** Groups of metrics with the keys that groups of events have. */
function placesOf(
  props: LossExplorerProps,
  { groups, rows, totals, timezone }: WidgetResult<'metrics'>,
  dimension: ExplorerDimension | undefined,
): Place[] {
  if (dimension === 'period')
    return [...Map.groupBy(totals, ({ bucketMs }) => bucketMs ?? 0)]
      .toSorted(([a], [b]) => a - b)
      .map(([startMs, own]) => ({ key: toIsoDate(localDayOf(startMs, timezone)), name: '', rows: own }));
  const byKey = Map.groupBy(rows, ({ key }) => key);
  const hasSeveral = props.page.sites.length > 1;
  return groups.map(({ key, label, siteIds, segmentId }) => {
    const site = dimension === 'device' && hasSeveral ? props.page.sites.find(({ siteId }) => siteId === siteIds[0]) : undefined;
    const own = dimension === 'device' ? segmentId : dimension === 'site' ? siteIds[0] : label;
    return { key: own ?? label, name: site ? `${site.name} ${label}` : label, rows: byKey.get(key) ?? [] };
  });
}

function addKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** What no cause explains, by the keys of the groups. undefined: it is not shown */
function residualOf(props: LossExplorerProps): ReadonlyMap<string, number> | undefined {
  const { settings, data } = props;
  const result = settings.groupBy === 'part' ? undefined : (data.residual ?? (settings.unexplained ? data.parts : undefined));
  if (!result || !settings.unexplained) return undefined;
  return new Map(
    placesOf(props, result, settings.groupBy).flatMap(({ key, rows }) => {
      const value = rows.find(({ metricId }) => metricId === 'lostResidual')?.value ?? null;
      return value === null ? [] : [[key, value] as const];
    }),
  );
}

/** Of a dimension: periods are days, months or years. */
function dimensionOf(dimension: ExplorerDimension, { page }: Pick<LossExplorerProps, 'page'>): string {
  return dimension === 'period' ? explorerUnit(page) : dimension;
}

function groupName(
  dimension: ExplorerDimension,
  group: Named & { siteName: string | null },
  props: LossExplorerProps,
  intl: WidgetText['intl'],
): string {
  const part = PART_IDS.find((each) => each === group.key);
  if (dimension === 'part' && part) return metricText(part, intl);
  return eventGroupName(dimensionOf(dimension, props), group, intl);
}

/** Types of events behind parts of lost energy; the others have none. */
const PART_TYPES: Readonly<Record<string, EventType>> = {
  'lost.Downtime': 'Downtime',
  'lost.Curtailment': 'Curtailment',
  'lost.Degraded': 'Degraded',
  'lost.Communication': 'Communication Loss',
  'lost.Unknown': 'Unknown',
};

/** The event log with the events of a group and a segment of it; undefined: they have none */
export function eventsChoice(
  props: LossExplorerProps,
  { group, segment }: { group?: string | undefined; segment?: string | undefined },
): WidgetChoice | undefined {
  const { settings, page } = props;
  const search = (dimension: ExplorerDimension, key: string | undefined) => {
    if (key === undefined || key === OTHER) return undefined;
    if (dimension !== 'part') return groupSearch(dimensionOf(dimension, props), key, page);
    const type = PART_TYPES[key];
    return type && { types: [type] };
  };
  const [ofGroup, ofSegment] = [search(settings.groupBy, group), search(settings.display, segment)];
  const isPart = (dimension: ExplorerDimension, found: object | undefined) => dimension === 'part' && !found;
  if (isPart(settings.groupBy, ofGroup) || isPart(settings.display, ofSegment)) return undefined;
  const [target] = menuTargets({ settings, page, selection: { events: '', eventTypes: settings.types } });
  return target && { open: { ...target, search: { ...target.search, ...joinSearches([ofGroup, ofSegment]) } } };
}

/** What a group stands for: a site or device, or a period of the page. undefined: neither */
export function groupChoice(props: LossExplorerProps, key: string | undefined): WidgetChoice | undefined {
  const { settings, page } = props;
  if (settings.groupBy === 'period' && key !== undefined) {
    const startMs = Date.parse(key);
    return Number.isNaN(startMs) ? undefined : { period: bucketPeriod(startMs, { bucket: explorerUnit(page), zone: 'UTC' }) };
  }
  const focus = groupFocus(settings.groupBy, key, page);
  return focus === undefined ? undefined : { focus };
}

/** Currencies in which something was lost, for one panel each; numbers without a currency have one panel. */
export function panelsOf(props: LossExplorerProps, metric: ExplorerMetric): (string | null)[] {
  const found = sumsOf(props).total.revenue.flatMap(({ currency, amount }) => (amount === null ? [] : [currency]));
  return metric === 'revenueLoss' ? found.toSorted() : [null];
}

export interface ExplorerRow {
  key: string;
  name: string;
  sums: LossSums;
  /** By segments; `avoided` is the part of the amount that is below zero. null: not known, or no event */
  cells: ({ amount: number; avoided: number } | null)[];
  /** Beside the causes. undefined: it is not known, or not shown */
  unexplained?: number | undefined;
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

/** That nothing was lost is a result only where something was expected. */
export function emptyText({ data }: LossExplorerProps, { intl }: WidgetText): string {
  const [lost] = data.lost?.totals ?? [];
  const why = lost?.value === null ? metricReason(lost, intl) : undefined;
  return why ?? intl.formatMessage({ id: 'LossExplorer_Empty' });
}

/** Groups with their segments, as they came: the largest first. */
export function explorerOf(props: LossExplorerProps, panel: Panel, intl: WidgetText['intl']): Explorer {
  const { groupBy, display } = props.settings;
  const sums = sumsOf(props);
  const residual = panel.metric === 'lostEnergy' ? residualOf(props) : undefined;
  const columns = sums.columns.map((column) => ({ key: column.key, name: groupName(display, column, props, intl) }));
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
      ...sums.rows.map((row) => ({
        ...rowOf({ key: row.key, name: groupName(groupBy, row, props, intl) }, row),
        unexplained: residual?.get(row.key),
      })),
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
  const { settings } = props;
  const { formatMessage } = intl;
  const sums = sumsOf(props);
  const hasEvents = partnerOfParts(settings) === undefined;
  const [metric = 'lostEnergy', ...more] = settings.metrics;
  const currencies = panelsOf(props, metric);
  const panels = currencies.map((currency) => ({ currency, ...explorerOf(props, { metric, currency, most: MOST_COLUMNS }, intl) }));
  const hasUnexplained = panels.some(({ rows }) => rows.some(({ unexplained }) => unexplained !== undefined));
  const name = (each: ExplorerMetric) => formatMessage({ id: EXPLORER_METRICS[each] });
  const unit = currencies.length === 1 ? unitOf(metric, currencies[0] ?? null) : '';
  const totals = more.flatMap((each) => panelsOf(props, each).map((currency) => ({ id: `${each}${currency ?? ''}`, each, currency })));
  return {
    columns: [
      { id: 'group', header: formatMessage({ id: 'Widget_Group_Name' }) },
      ...(currencies.length > 1 ? [{ id: 'currency', header: formatMessage({ id: 'Widget_Currency' }) }] : []),
      ...(panels[0]?.segments ?? []).map((segment, index) => ({
        ...{ id: `segment${index}`, header: segment.name, unit },
        choice: segment.key === OTHER ? undefined : eventsChoice(props, { segment: segment.key }),
      })),
      { id: 'total', header: formatMessage({ id: 'LossExplorer_Total' }, { metric: name(metric) }), unit },
      { id: 'share', header: formatMessage({ id: 'Widget_Share' }), unit: '%' },
      ...(hasUnexplained ? [{ id: 'unexplained', header: formatMessage({ id: 'LossWalk_Step_unexplained' }), unit }] : []),
      ...totals.map(({ id, each, currency }) => ({ id, header: name(each), unit: unitOf(each, currency) })),
      ...(hasEvents
        ? [
            { id: 'events', header: formatMessage({ id: 'Widget_Events' }), unit: '' },
            { id: 'withoutExpected', header: formatMessage({ id: 'Widget_WithoutExpected' }), unit: '' },
          ]
        : []),
    ],
    rows: panels.flatMap(({ currency, rows }) => {
      const whole = lossValue(sums.total, metric, currency);
      return rows.map(({ key, name: group, sums: own, cells, unexplained }) => {
        const total = lossValue(own, metric, currency);
        return {
          id: `${currency ?? ''} ${key}`,
          choice: key === OTHER ? undefined : (groupChoice(props, key) ?? (hasEvents ? eventsChoice(props, { group: key }) : undefined)),
          values: {
            group,
            currency,
            ...Object.fromEntries(cells.map((cell, index) => [`segment${index}`, cell?.amount ?? null])),
            total,
            share: total === null || !whole ? null : (total / whole) * 100,
            ...(hasUnexplained && { unexplained: unexplained ?? null }),
            ...Object.fromEntries(totals.map(({ id, each, currency: of }) => [id, lossValue(own, each, of)])),
            ...(hasEvents && { events: own.count, withoutExpected: own.energyUnknownCount }),
          },
          reason: total === null ? noValueText([metric === 'revenueLoss' ? 'noPrice' : 'noExpectation']) : undefined,
        };
      });
    }),
  };
}
