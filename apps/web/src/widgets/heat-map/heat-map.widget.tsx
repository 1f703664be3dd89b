import { heatMapOptionalQueries, heatMapQueries, heatMapSettings } from '@solvane/contract/widgets/heat-map';
import { measuredNumberText } from '@solvane/i18n/number-text';
import { useIntl } from 'react-intl';
import { signalText } from '../../shared/series/signal-text.ts';
import { displayUnit } from '../../shared/units/display-unit.ts';
import { defineWidget, type WidgetChart } from '../../shared/widgets/define-widget.ts';
import { metricText } from '../../shared/widgets/metric-text.ts';
import { chosenUnit } from '../../shared/widgets/number-format.ts';
import { studioTarget } from '../../shared/widgets/studio-target.ts';
import classes from '../../shared/widgets/widget.module.css';
import type { WidgetText } from '../../shared/widgets/widget-table.ts';
import { type HeatMapProps, heatMapOf, heatMapTable } from './heat-map.ts';

export const heatMapWidget = defineWidget({
  settings: heatMapSettings,
  permission: 'PageDataStudio',
  catalogue: { name: 'Widget_Type_heatMap', about: 'Widget_About_heatMap' },
  size: { least: [4, 4], initial: [6, 7], phone: 7 },
  frame: 'panel',
  marks: ({ axes }) => (axes === 'site×day' ? 'sites' : axes === 'device×time' ? 'devices' : undefined),
  selection: ({ signal }) => (signal === 'none' ? {} : { signals: [signal] }),
  title: () => 'HeatMap_Title',
  titleValues: ({ signal, metric }, _page, { intl }) => ({
    metric: metric === 'none' ? signalText(signal, intl).name : metricText(metric, intl),
  }),
  queries: heatMapQueries,
  optionalQueries: heatMapOptionalQueries,
  charts: chartsOf,
  table: heatMapTable,
  Head: HeatMapHead,
});

/** How long the buckets of a signal are. */
function HeatMapHead({ settings, data }: HeatMapProps) {
  const { formatMessage } = useIntl();
  const resolution = 'series' in data.values ? data.values.resolution : undefined;
  if (!resolution || settings.axes !== 'device×time' || resolution === 'auto') return null;
  return <span className={classes.quiet}>{formatMessage({ id: `DataStudio_Resolution_${resolution}` })}</span>;
}

const NOTHING_KNOWN = 0;

function chartsOf(props: HeatMapProps, text: WidgetText): WidgetChart[] {
  const { settings, page } = props;
  const { intl } = text;
  const { columns, rows, cells, unit: own, name } = heatMapOf(props, text);
  const known = cells.filter(({ value }) => value !== null);
  if (known.length === NOTHING_KNOWN) return [];
  const largest = known.reduce((most, { value }) => Math.max(most, Math.abs(value ?? 0)), 0);
  const { unit, factor } = chosenUnit(own, settings.numberFormat) ?? displayUnit(own, largest);
  const { rangeMin, rangeMax, relativeTo } = settings;
  const missing = intl.formatMessage({ id: 'HeatMap_Missing' });
  const isDiverging = settings.scale === 'diverging' || relativeTo === 'peers' || relativeTo === 'expected';
  return [
    {
      label: unit === '' ? name : `${name}, ${unit}`,
      build: (palette, { heatMapOption }) =>
        heatMapOption({
          ...{ palette, locale: intl.locale, unit, missing },
          columns: columns.map(({ label }) => label),
          rows: rows.map(({ label }) => label),
          cells: {
            column: cells.map(({ column }) => column),
            row: cells.map(({ row }) => row),
            value: Float64Array.from(cells, ({ value }) => (value === null ? Number.NaN : value * factor)),
            isPartial: Uint8Array.from(cells, ({ isPartial }) => (isPartial ? 1 : 0)),
            part: Uint8Array.from(cells, ({ part }) => part),
          },
          scale: isDiverging ? 'diverging' : 'sequential',
          ...(rangeMin !== null && rangeMax !== null && { range: [rangeMin * factor, rangeMax * factor] as const }),
          isReversed: settings.reverse,
          describe: (index) => {
            const cell = cells[index];
            if (!cell) return [];
            const { value, coverage, reason } = cell;
            const number = value === null ? (reason ?? missing) : `${measuredNumberText(value * factor, intl.locale)} ${unit}`;
            const share =
              coverage === null
                ? []
                : [`${intl.formatMessage({ id: 'HeatMap_Column_Coverage' })} ${measuredNumberText(100 * coverage, intl.locale)} %`];
            return [`${rows[cell.row]?.label ?? ''}, ${columns[cell.column]?.label ?? ''}`, number, ...share];
          },
        }),
      choose: (index, { isName: isRow }) => {
        const cell = isRow ? undefined : cells[index];
        const segmentId = rows[isRow ? index : (cell?.row ?? -1)]?.segmentId ?? null;
        if (isRow) return segmentId === null ? undefined : { focus: segmentId };
        const column = columns[cell?.column ?? -1];
        if (!column || settings.signal === 'none') return undefined;
        const devices = segmentId === null ? page.sites.map(({ siteSegmentId }) => siteSegmentId) : [segmentId];
        return {
          open: studioTarget({ devices, signals: [settings.signal], timeMs: column.startMs, endMs: column.endMs, zone: page.zone }),
        };
      },
    },
  ];
}
