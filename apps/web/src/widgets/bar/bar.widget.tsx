import { type BarSettings, barQueries, barSettings } from '@solvane/contract/widgets/bar';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import { displayUnit } from '../../shared/units/display-unit.ts';
import { defineWidget, type WidgetChart } from '../../shared/widgets/define-widget.ts';
import { metricText } from '../../shared/widgets/metric-text.ts';
import { chosenUnit } from '../../shared/widgets/number-format.ts';
import type { WidgetText } from '../../shared/widgets/widget-table.ts';
import { type BarMetric, type BarProps, barChoice, barsOf, barTable, metricsOf } from './bar.ts';

/** More names do not fit below bars. */
const MOST_UPRIGHT = 12;
/** Of metrics in the title. */
const MOST_NAMES = 2;

export const barWidget = defineWidget<CommonSettings & BarSettings, ReturnType<typeof barQueries>>({
  settings: barSettings,
  catalogue: { name: 'Widget_Type_bar', about: 'Widget_About_bar' },
  size: { least: [3, 4], initial: [6, 7], phone: 6 },
  frame: 'panel',
  marks: ({ by }) => (by === 'site' ? 'sites' : by === 'device' ? 'devices' : undefined),
  title: () => 'Bar_Title',
  titleValues: ({ metrics }, _page, { intl }) => {
    const names = metrics.map((metricId) => metricText(metricId, intl));
    return { metric: [...names.slice(0, MOST_NAMES), ...(names.length > MOST_NAMES ? [`+${names.length - MOST_NAMES}`] : [])].join(' · ') };
  },
  queries: barQueries,
  charts: (props, text) =>
    [...Map.groupBy(metricsOf(props), ({ unit }) => unit).values()].flatMap((metrics) => chartOf(props, metrics, text)),
  table: barTable,
});

/** One picture per unit. None where nothing has a value. */
function chartOf(props: BarProps, metrics: readonly BarMetric[], text: WidgetText): WidgetChart[] {
  const { intl } = text;
  const { settings } = props;
  // A site has its own currency only.
  const bars = barsOf(props, text).filter(({ values }) => metrics.some(({ id }) => values.has(id)));
  const known = bars.flatMap(({ values }) => metrics.flatMap(({ id }) => values.get(id)?.value ?? []));
  if (known.length === 0) return [];
  const own = metrics[0]?.unit ?? '';
  const { unit, factor } = chosenUnit(own, settings.numberFormat) ?? displayUnit(own, Math.max(...known.map(Math.abs)));
  const scaled = (value: number | null | undefined) => (value === null || value === undefined ? null : value * factor);
  const [only] = metrics.length === 1 ? metrics : [];
  return [
    {
      label: metrics.map(({ metricId }) => metricText(metricId, intl)).join(', '),
      choose: (index) => barChoice(props, bars[index]?.key ?? ''),
      build: (palette, { barOption }) =>
        barOption({
          ...{ palette, locale: intl.locale, unit, isStacked: settings.stacked },
          isHorizontal:
            settings.horizontal === 'auto' ? settings.by !== 'period' && bars.length > MOST_UPRIGHT : settings.horizontal === 'yes',
          categories: bars.map(({ label }) => label),
          series: metrics.map(({ id, metricId }) => ({
            name: metricText(metricId, intl),
            values: bars.map(({ values }) => scaled(values.get(id)?.value)),
          })),
          ...(only &&
            settings.reference !== 'none' && { expected: bars.map(({ values }) => scaled(values.get(only.id)?.compared?.value)) }),
        }),
    },
  ];
}
