import { TreeMap } from '@solvane/charts/tree-map';
import { type TreeMapSettings, treeMapQueries, treeMapSettings } from '@solvane/contract/widgets/tree-map';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import { measuredNumberText } from '@solvane/i18n/number-text';
import { useIntl } from 'react-intl';
import { displayUnit } from '../../shared/units/display-unit.ts';
import { defineWidget, type WidgetChart } from '../../shared/widgets/define-widget.ts';
import { Drawing } from '../../shared/widgets/drawing.tsx';
import { metricReason, metricText } from '../../shared/widgets/metric-text.ts';
import { chosenUnit } from '../../shared/widgets/number-format.ts';
import { siteGroupText } from '../../shared/widgets/site-group-text.ts';
import { useSetFocus } from '../../shared/widgets/use-focus.ts';
import { useWidgetText } from '../../shared/widgets/use-widget-text.ts';
import widgetClasses from '../../shared/widgets/widget.module.css';
import type { WidgetText } from '../../shared/widgets/widget-table.ts';
import { type MappedSite, mappedSites, type TreeMapProps, treeMapTable } from './tree-map.ts';

export const treeMapWidget = defineWidget<CommonSettings & TreeMapSettings, ReturnType<typeof treeMapQueries>>({
  settings: treeMapSettings,
  catalogue: { name: 'Widget_Type_treeMap', about: 'Widget_About_treeMap' },
  size: { least: [3, 4], initial: [4, 7], phone: 7 },
  frame: 'panel',
  marks: ({ items }) => (items === 'generators' ? 'devices' : 'sites'),
  title: () => 'TreeMap_Title',
  titleValues: ({ size, color }, _page, { intl }) => ({ metric: metricText(color, intl), size: metricText(size, intl) }),
  queries: treeMapQueries,
  View: TreeMapView,
  charts: (props, text) => chartsOf(props, text),
  table: treeMapTable,
});

/** Sites without a size have no tile: they are counted below. */
function TreeMapView(props: TreeMapProps) {
  const { formatMessage } = useIntl();
  const text = useWidgetText();
  const setFocus = useSetFocus();
  const choose = (id: string): void => {
    const tile = mappedSites(props).find((each) => each.id === id);
    if (tile) setFocus(tile.segmentId);
  };
  const [chart] = chartsOf(props, text, choose);
  const unsized = mappedSites(props).filter(({ size }) => !size);
  const names = unsized.map(({ name }) => name).join(', ');
  return (
    <>
      {chart ? <Drawing chart={chart} /> : <p className={widgetClasses.none}>{formatMessage({ id: 'Widget_NoData' })}</p>}
      {chart && unsized.length > 0 && (
        <p className={widgetClasses.none} title={names}>
          {formatMessage({ id: 'TreeMap_Unsized' }, { size: metricText(props.settings.size, text.intl), count: unsized.length })}
        </p>
      )}
    </>
  );
}

function chartsOf(props: TreeMapProps, text: WidgetText, onChoose?: (id: string) => void): WidgetChart[] {
  const { intl } = text;
  const sites = mappedSites(props).filter(({ size }) => size !== null && size > 0);
  if (sites.length === 0) return [];
  const largest = Math.max(...sites.map(({ row }) => Math.abs(row?.value ?? 0)));
  const own = sites[0]?.row?.unit ?? '';
  const { unit, factor } = chosenUnit(own, props.settings.numberFormat) ?? displayUnit(own, largest);
  const valueText = ({ row }: MappedSite) =>
    row?.value == null ? intl.formatMessage({ id: 'Widget_Missing' }) : `${measuredNumberText(row.value * factor, intl.locale)} ${unit}`;
  const describe = (site: MappedSite) =>
    [site.name, valueText(site), ...differenceText(site, props, intl), ...[(site.row && metricReason(site.row, intl)) ?? []].flat()].join(
      ', ',
    );
  const groups = [...Map.groupBy(sites, ({ group }) => group)].map(([group, members]) => ({
    label: props.settings.groupBy === 'none' ? '' : siteGroupText(group, props.settings.groupBy, intl),
    tiles: members.map((site) => ({
      id: site.id,
      label: site.name,
      size: site.size ?? 0,
      share: site.share,
      isMissing: site.row?.value == null,
      value: [valueText(site), ...differenceText(site, props, intl)].join('  '),
      description: describe(site),
    })),
  }));
  return [
    {
      label: metricText(props.settings.color, intl),
      draw: (palette, size) => <TreeMap palette={palette} size={size} groups={groups} {...(onChoose && { onChoose })} />,
    },
  ];
}

/** Nothing where the value is a difference itself. */
function differenceText({ difference, unit }: MappedSite, { settings }: TreeMapProps, { formatNumber }: WidgetText['intl']): string[] {
  if (difference === null || settings.reference === 'none') return [];
  const amount = formatNumber(difference, { maximumFractionDigits: 1, signDisplay: 'exceptZero' });
  return [`${amount} ${unit}`.replace('-', '\u2212')];
}
