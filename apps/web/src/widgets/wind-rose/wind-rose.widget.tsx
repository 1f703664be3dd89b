import type { PointFilter } from '@solvane/contract/point-filters';
import { windRoseOptionalQueries, windRoseQueries, windRoseSettings } from '@solvane/contract/widgets/wind-rose';
import { measuredNumberText } from '@solvane/i18n/number-text';
import { useIntl } from 'react-intl';
import { resolutionNote } from '../../shared/series/resolution-note.ts';
import { signalText } from '../../shared/series/signal-text.ts';
import { defineWidget, type WidgetChart } from '../../shared/widgets/define-widget.ts';
import { studioTarget, valueFilter } from '../../shared/widgets/studio-target.ts';
import classes from '../../shared/widgets/widget.module.css';
import type { WidgetText } from '../../shared/widgets/widget-table.ts';
import { classNames, type WindRose, type WindRoseProps, windRoseOf, windRoseTable } from './wind-rose.ts';

export const windRoseWidget = defineWidget({
  settings: windRoseSettings,
  permission: 'PageDataStudio',
  catalogue: { name: 'Widget_Type_windRose', about: 'Widget_About_windRose' },
  size: { least: [3, 5], initial: [3, 7], phone: 7 },
  frame: 'panel',
  selection: ({ direction, value }) => ({ signals: [direction, value] }),
  title: () => 'Widget_Type_windRose',
  queries: windRoseQueries,
  optionalQueries: windRoseOptionalQueries,
  empty: 'Scatter_NoData',
  charts: chartsOf,
  table: windRoseTable,
  Head: WindRoseHead,
});

/** Which devices measure, and that values are coarser than native ones. */
function WindRoseHead(props: WindRoseProps) {
  const intl = useIntl();
  const notes = [
    windRoseOf(props)?.isOfTurbines ? intl.formatMessage({ id: 'WindRose_OfTurbines' }) : undefined,
    resolutionNote({ asked: 'auto', got: props.data.values.resolution }, intl),
  ].filter((note) => note !== undefined);
  return notes.length > 0 ? <span className={classes.quiet}>{notes.join(' · ')}</span> : null;
}

function chartsOf(props: WindRoseProps, text: WidgetText): WidgetChart[] {
  const { intl } = text;
  const { formatMessage, locale } = intl;
  const { settings, page } = props;
  const rose = windRoseOf(props);
  if (!rose) return [];
  const value = signalText(rose.valueId, intl);
  const compass = (['north', 'east', 'south', 'west'] as const).map((side) => formatMessage({ id: `WindRose_Compass_${side}` }));
  const [north = '', east = '', south = '', west = ''] = compass;
  return [
    {
      label: value.title,
      build: (palette, { roseOption }) =>
        roseOption({
          ...{ palette, locale, counts: rose.counts, sectors: rose.sectors, compass: [north, east, south, west] },
          ...{ classNames: classNames(rose, settings, text), classTitle: value.title, calm: formatMessage({ id: 'WindRose_Calm' }) },
          facts: factsOf(rose, value.unit, text),
        }),
      choose: (sector) => ({
        open: studioTarget({
          filters: sectorFilter(rose, sector),
          devices: rose.devices.map(({ segmentId }) => segmentId).slice(0, 40),
          signals: [rose.valueId, rose.directionId],
          timeMs: page.period.startMs,
          endMs: page.period.endMs,
          zone: page.zone,
        }),
      }),
    },
  ];
}

/** Directions of a sector; the first one lies on both sides of north. */
export function sectorFilter({ sectors, directionId }: Pick<WindRose, 'sectors' | 'directionId'>, sector: number): PointFilter[] {
  const width = 360 / sectors;
  const filter =
    sector === 0
      ? valueFilter(directionId, width / 2, 360 - width / 2, true)
      : valueFilter(directionId, sector * width - width / 2, sector * width + width / 2);
  return filter ? [filter] : [];
}

/** The sector with most, and the mean of its values. */
function factsOf({ counts, sectors }: WindRose, unit: string, { intl }: WidgetText): string[] {
  const { weights, classes: count, means } = counts;
  const sums = Array.from({ length: sectors }, (_, sector) =>
    weights.subarray(sector * count, (sector + 1) * count).reduce((sum, weight) => sum + weight, 0),
  );
  const main = sums.indexOf(Math.max(...sums));
  const width = 360 / sectors;
  const angle = (at: number) => intl.formatNumber((at + 360) % 360, { maximumFractionDigits: 1 });
  return [
    intl.formatMessage({ id: 'WindRose_Main' }, { from: angle(main * width - width / 2), to: angle(main * width + width / 2) }),
    `${intl.formatMessage({ id: 'Distribution_Mean' })} ${measuredNumberText(means[main] ?? null, intl.locale)} ${unit}`,
  ];
}
