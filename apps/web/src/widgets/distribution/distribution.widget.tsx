import type { PointFilter } from '@solvane/contract/point-filters';
import { distributionOptionalQueries, distributionQueries, distributionSettings } from '@solvane/contract/widgets/distribution';
import { measuredNumberText } from '@solvane/i18n/number-text';
import { durationCurve } from '@solvane/series/duration-curve';
import { mean } from '@solvane/series/moments';
import { useIntl } from 'react-intl';
import { resolutionNote } from '../../shared/series/resolution-note.ts';
import { signalText } from '../../shared/series/signal-text.ts';
import { displayUnit } from '../../shared/units/display-unit.ts';
import { defineWidget, type WidgetChart } from '../../shared/widgets/define-widget.ts';
import { chosenUnit } from '../../shared/widgets/number-format.ts';
import { studioTarget, valueFilter } from '../../shared/widgets/studio-target.ts';
import classes from '../../shared/widgets/widget.module.css';
import type { WidgetText } from '../../shared/widgets/widget-table.ts';
import { boxesOf, type DistributionProps, distributionTable, histogramOf, type Sample, samplesByUnit, shareOf } from './distribution.ts';

/** Of signals in the title. */
const MOST_NAMES = 2;

export const distributionWidget = defineWidget({
  settings: distributionSettings,
  permission: 'PageDataStudio',
  catalogue: { name: 'Widget_Type_distribution', about: 'Widget_About_distribution' },
  size: { least: [3, 4], initial: [4, 6], phone: 6 },
  frame: 'panel',
  selection: ({ signals }) => ({ signals }),
  title: ({ kind }) => `Distribution_Title_${kind}`,
  titleValues: ({ signals }, _page, { intl }) => {
    const names = signals.map((signalId) => signalText(signalId, intl).name);
    return { metric: [...names.slice(0, MOST_NAMES), ...(names.length > MOST_NAMES ? [`+${names.length - MOST_NAMES}`] : [])].join(' · ') };
  },
  queries: distributionQueries,
  optionalQueries: distributionOptionalQueries,
  charts: (props, text) => [...samplesByUnit(props, text)].map(([unit, samples]) => chartOf(samples, { own: unit, props, text })),
  table: distributionTable,
  Head: DistributionHead,
});

/** Coarser values than native ones are named. */
function DistributionHead({ data }: DistributionProps) {
  const note = resolutionNote({ asked: 'auto', got: data.values.resolution }, useIntl());
  return note === undefined ? null : <span className={classes.quiet}>{note}</span>;
}

interface ChartContext {
  own: string;
  props: DistributionProps;
  text: WidgetText;
}

function chartOf(samples: readonly Sample[], { own, props, text }: ChartContext): WidgetChart {
  const { settings, page } = props;
  const { intl } = text;
  const { formatMessage, locale } = intl;
  const largest = samples.reduce(
    (most, { values }) => values.reduce((high, value) => (Math.abs(value) > high ? Math.abs(value) : high), most),
    0,
  );
  const { unit, factor } = chosenUnit(own, settings.numberFormat) ?? displayUnit(own, largest);
  const names = [...new Set(samples.map(({ signalId }) => signalText(signalId, intl).name))].join(', ');
  const title = unit === '' ? names : `${names}, ${unit}`;
  const scaled = samples.map((sample) => (factor === 1 ? sample : { ...sample, values: sample.values.map((value) => value * factor) }));
  const chosen = (filters?: readonly PointFilter[]) => ({
    open: studioTarget({
      filters,
      devices: [...new Set(samples.map(({ segmentId }) => segmentId))].slice(0, 40),
      signals: [...settings.signals],
      timeMs: page.period.startMs,
      endMs: page.period.endMs,
      zone: page.zone,
    }),
  });
  const choose = () => chosen();
  if (settings.kind === 'box') {
    const groups = boxesOf(scaled, settings.boxBy, { zone: page.zone, intl });
    const words = { count: 'n', median: formatMessage({ id: 'Distribution_Median' }), mean: formatMessage({ id: 'Distribution_Mean' }) };
    return {
      label: title,
      build: (palette, { boxPlotOption }) => boxPlotOption({ palette, locale, unit, title, groups, names: words }),
      choose,
    };
  }
  if (settings.kind === 'duration') {
    const series = scaled.map(({ name, values }) => ({ name, ...durationCurve(values) }));
    return {
      label: title,
      build: (palette, { durationOption }) =>
        durationOption({ palette, locale, unit, title, xTitle: `${formatMessage({ id: 'Distribution_Time' })}, %`, series }),
      choose,
    };
  }
  const { edges, parts } = histogramOf(scaled, settings.bins);
  const shareUnit = { percent: '%', hours: 'h', count: '' }[settings.share];
  const shareName = formatMessage({ id: `Distribution_Share_${settings.share}` });
  const [only] = scaled.length === 1 ? scaled : [];
  const average = only && `${formatMessage({ id: 'Distribution_Mean' })} ${measuredNumberText(mean(only.values), locale)} ${unit}`;
  return {
    label: title,
    build: (palette, { histogramOption }) =>
      histogramOption({
        ...{ palette, locale, unit: shareUnit, title: shareUnit === '' ? shareName : `${shareName}, ${shareUnit}`, edges, xTitle: title },
        series: parts.map((part) => ({ name: part.sample.name, counts: shareOf(part, settings.share) })),
        facts: average ? [average] : [],
      }),
    // A bin shows the values in it.
    choose: (index) => {
      const [from, to] = [edges[index], edges[index + 1]];
      const [signalId, ...others] = new Set(samples.map((sample) => sample.signalId));
      if (from === undefined || to === undefined || signalId === undefined || others.length > 0) return chosen();
      const filter = valueFilter(signalId, from / factor, to / factor);
      return chosen(filter && [filter]);
    },
  };
}
