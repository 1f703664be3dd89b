import type { SegmentId } from '@solvane/contract/ids';
import type { MetricGroup, MetricRow } from '@solvane/contract/metric-values';
import type { TreeMapSettings, treeMapQueries } from '@solvane/contract/widgets/tree-map';
import { attributeOf, devicesAt } from '@solvane/contract/widgets/widget-devices';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import type { WidgetProps } from '../../shared/widgets/define-widget.ts';
import { metricReason, metricText } from '../../shared/widgets/metric-text.ts';
import { siteGroupText } from '../../shared/widgets/site-group-text.ts';
import type { WidgetTable, WidgetText } from '../../shared/widgets/widget-table.ts';

export type TreeMapProps = WidgetProps<CommonSettings & TreeMapSettings, ReturnType<typeof treeMapQueries>>;

/** Differences at the ends of the scale. */
const MOST_PERCENT = 10;
const MOST_POINTS = 5;

export interface MappedSite {
  /** Of the tile. */
  id: string;
  name: string;
  /** What the page shows when it is chosen. */
  segmentId: SegmentId;
  /** Empty: without the attribute, or sites are not grouped. */
  group: string;
  /** null: not known, it has no tile */
  size: number | null;
  sizeUnit: string;
  /** undefined: nothing is known of it */
  row: MetricRow | undefined;
  reference: number | null;
  difference: number | null;
  /** Of the difference. */
  unit: '%' | 'pp' | '';
  /** Of the colour, -1 to 1. null: no difference */
  share: number | null;
}

/** The sites or generators with size, value and what the value is compared with. Money is compared within its own currency by the server. */
export function mappedSites({ settings, page, data }: TreeMapProps): MappedSite[] {
  const sizes = new Map(data.sizes.rows.map((row) => [row.key, row]));
  const rows = new Map(data.values.rows.map((row) => [row.key, row]));
  const known = data.values.rows.flatMap(({ value }) => value ?? []).sort((a, b) => a - b);
  const median = medianOf(known);
  const hasSeveral = page.sites.length > 1;
  const items =
    settings.items === 'generators'
      ? (devicesAt(page, 'generators') ?? []).map(({ segmentId, name, site }) => ({
          ...{ id: keyOf(data.values.groups, segmentId) ?? segmentId, segmentId, metadata: site.metadata },
          name: hasSeveral ? `${site.name} ${name}` : name,
        }))
      : page.sites.map(({ siteId, siteSegmentId, name, metadata }) => ({ id: siteId as string, segmentId: siteSegmentId, name, metadata }));
  return items.map(({ id, segmentId, name, metadata }) => {
    const row = rows.get(id);
    const isPercent = row?.unit === '%';
    const reference = settings.reference === 'median' ? median : (row?.compared?.value ?? null);
    const difference = differenceOf(row, reference, settings, isPercent);
    const size = sizes.get(id);
    return {
      id,
      name,
      segmentId,
      group: settings.groupBy === 'none' ? '' : (attributeOf({ metadata }, settings.groupBy) ?? ''),
      size: size?.value ?? null,
      sizeUnit: size?.unit ?? '',
      row,
      reference,
      difference,
      unit: isPercent ? 'pp' : '%',
      share: difference === null ? null : Math.max(-1, Math.min(1, difference / (isPercent ? MOST_POINTS : MOST_PERCENT))),
    };
  });
}

/** Key of the group of a device. */
function keyOf(groups: readonly MetricGroup[], segmentId: SegmentId): string | undefined {
  return groups.find((group) => group.segmentId === segmentId)?.key;
}

function differenceOf(
  row: MetricRow | undefined,
  reference: number | null,
  { reference: of }: TreeMapSettings,
  isPercent: boolean,
): number | null {
  const value = row?.value ?? null;
  if (value === null) return null;
  // A difference in percent is a comparison itself.
  if (of === 'none') return row?.metricId === 'vsBudget' || row?.metricId === 'vsExpected' ? value : null;
  if (of !== 'median') return row?.compared?.kind === 'unit' ? null : (row?.compared?.amount ?? null);
  if (reference === null || (!isPercent && reference === 0)) return null;
  return isPercent ? value - reference : (100 * (value - reference)) / Math.abs(reference);
}

function medianOf(sorted: readonly number[]): number | null {
  const middle = Math.floor(sorted.length / 2);
  const [below, at] = [sorted[middle - 1], sorted[middle]];
  if (at === undefined) return null;
  return sorted.length % 2 === 1 || below === undefined ? at : (below + at) / 2;
}

export function treeMapTable(props: TreeMapProps, { intl }: WidgetText): WidgetTable {
  const { formatMessage } = intl;
  const { size, color, groupBy } = props.settings;
  const sites = mappedSites(props);
  const name = metricText(color, intl);
  const [first] = sites;
  const unit = sites.find(({ row }) => row !== undefined)?.row?.unit ?? '';
  return {
    columns: [
      {
        id: 'site',
        header: formatMessage({ id: props.settings.items === 'generators' ? 'EventLog_GroupBy_device' : 'Widget_Column_Site' }),
      },
      ...(groupBy === 'none' ? [] : [{ id: 'group', header: formatMessage({ id: 'Widget_Group_Name' }) }]),
      { id: 'size', header: metricText(size, intl), unit: first?.sizeUnit ?? '' },
      { id: 'value', header: name, unit },
      { id: 'reference', header: formatMessage({ id: 'Widget_Form_Reference' }), unit },
      { id: 'difference', header: formatMessage({ id: 'Widget_Column_Difference' }, { metric: name }), unit: first?.unit ?? '' },
    ],
    rows: sites.map((site) => ({
      id: site.id,
      focus: site.segmentId,
      values: {
        site: site.name,
        group: siteGroupText(site.group, props.settings.groupBy, intl),
        size: site.size,
        value: site.row?.value ?? null,
        reference: site.reference,
        difference: site.difference,
      },
      reason: site.row && metricReason(site.row, intl),
    })),
  };
}
