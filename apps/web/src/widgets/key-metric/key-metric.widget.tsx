import { type CauseMetricId, causeOf, isCauseMetric } from '@solvane/contract/metric-ids';
import {
  isOfMonth,
  KEY_METRIC_NAMES,
  type KeyMetric,
  keyMetricOptionalQueries,
  keyMetricPermission,
  keyMetricQueries,
  keyMetricSettings,
} from '@solvane/contract/widgets/key-metric';
import { REFERENCE_CHOICES } from '@solvane/contract/widgets/metric-choices';
import { matchingThreshold } from '@solvane/contract/widgets/widget-thresholds';
import type { MessageKey } from '@solvane/i18n/messages';
import { lazy, Suspense, useMemo } from 'react';
import { causeQuery } from '../../shared/events/cause-text.ts';
import differenceClasses from '../../shared/fleet/difference.module.css';
import { OPEN_EVENTS } from '../../shared/fleet/fleet-text.ts';
import { pageFleet } from '../../shared/fleet/page-fleet.ts';
import { defineWidget } from '../../shared/widgets/define-widget.ts';
import { Sparkline } from '../../shared/widgets/lazy-sparkline.tsx';
import { MetricFigure } from '../../shared/widgets/metric-figure.tsx';
import { metricReason, metricText } from '../../shared/widgets/metric-text.ts';
import { formattedNumber } from '../../shared/widgets/number-format.ts';
import { thresholdText } from '../../shared/widgets/threshold-text.ts';
import { useWidgetText } from '../../shared/widgets/use-widget-text.ts';
import type { WidgetTable, WidgetText } from '../../shared/widgets/widget-table.ts';
import { type KeyMetricProps, readingOf, stateOf } from './metric-readings.tsx';
import { groupTexts, targetOf } from './period-reading.ts';

// Home shows none.
const MetricGroups = lazy(() => import('./metric-groups.tsx'));

const TITLES: Partial<Record<KeyMetric, MessageKey>> = {
  'availability.Technical.time': 'Home_Strip_Availability',
  energy: 'Home_Strip_Energy',
};

export const keyMetricWidget = defineWidget({
  settings: keyMetricSettings,
  catalogue: { name: 'Widget_Type_keyMetric', about: 'Widget_About_keyMetric' },
  size: { least: [2, 2], initial: [2, 2] },
  frame: 'metric',
  selection: ({ metric }, { powerDeviceIds }) => {
    if (isCauseMetric(metric)) return { events: causeQuery(causeOf(metric)) };
    if (metric === 'powerNow') return { signals: ['ActivePower||Raw'], devices: powerDeviceIds };
    return metric === 'openEvents' || metric === 'lostCostNow' ? { events: OPEN_EVENTS } : {};
  },
  permission: keyMetricPermission,
  title: (settings) => {
    const { metric } = settings;
    if (presetOf(settings) === 'today' && !isOfMonth(settings)) return 'KeyMetric_Title_Today';
    if (isCauseMetric(metric)) return 'KeyMetric_Title_Metric';
    return ((isOfMonth(settings) || presetOf(settings) === 'thisMonth') && TITLES[metric]) || nameOf(metric);
  },
  namesPeriod: (settings) => presetOf(settings) === 'today' || (presetOf(settings) === 'thisMonth' && settings.metric in TITLES),
  titleValues: (settings, { nowMs, zone }, { intl }) => ({
    metric: keyMetricText(settings.metric, intl),
    month: intl.formatDate(nowMs, { month: 'short', timeZone: zone }),
  }),
  queries: keyMetricQueries,
  optionalQueries: keyMetricOptionalQueries,
  state: stateOf,
  View: KeyMetricView,
  table: keyMetricTable,
});

function presetOf({ period }: KeyMetricProps['settings']): string | undefined {
  return period !== 'page' && period.type === 'preset' ? period.selectedPreset : undefined;
}

function nameOf(metric: Exclude<KeyMetric, CauseMetricId>): MessageKey {
  return KEY_METRIC_NAMES[metric] as MessageKey;
}

function keyMetricText(metric: KeyMetric, intl: WidgetText['intl']): string {
  return isCauseMetric(metric) ? metricText(metric, intl) : intl.formatMessage({ id: nameOf(metric) });
}

/** One number, and below it what it is compared with. */
function KeyMetricView({ settings, page, data }: KeyMetricProps) {
  const text = useWidgetText();
  const reading = useMemo(() => readingOf({ settings, page, data }, text), [settings, page, data, text]);
  const { isAgainst, ...figureOf } = reading;
  const { value, unit, shown } = reading;
  const isNumber = value !== null && typeof shown === 'string';
  const formatted = isNumber ? formattedNumber({ value, unit }, settings.numberFormat, text.intl.locale) : null;
  const trend = data.trend?.totals.toSorted((a, b) => (a.bucketMs ?? 0) - (b.bucketMs ?? 0)).map((row) => row.value);
  const note = isAgainst ? <span className={differenceClasses.against}>{reading.note}</span> : reading.note;
  const figure = <MetricFigure {...figureOf} {...formatted} note={note} threshold={thresholdOf(settings, reading)} />;
  return (
    <>
      {figure}
      {data.groups && (
        <Suspense>
          <MetricGroups groups={groupTexts(data.groups, settings.groupBy, text.intl)} />
        </Suspense>
      )}
      {settings.sparkline !== 'none' && trend && (
        <Sparkline values={trend} kind={settings.sparkline} label={text.intl.formatMessage({ id: 'KeyMetric_Sparkline' })} />
      )}
    </>
  );
}

function thresholdOf({ thresholds }: KeyMetricProps['settings'], { value, percentages }: ReturnType<typeof readingOf>) {
  return matchingThreshold(thresholds, { value, ...percentages });
}

function keyMetricTable(props: KeyMetricProps, text: WidgetText): WidgetTable {
  const { formatMessage } = text.intl;
  const { metric, thresholds, reference, targetOf: of } = props.settings;
  const reading = readingOf(props, text);
  const { value, unit, reason } = reading;
  const rule = thresholdOf(props.settings, reading);
  const row = props.data.metrics?.totals[0];
  const target = row ? targetOf(row, props.settings, props.data.promised?.totals[0]) : null;
  const ofTarget = target?.difference;
  const { status } = props.data;
  const dataToMs = status ? pageFleet(props.page.sites, status).dataToMs : null;
  const compares = row !== undefined && (target !== null || reference !== 'none');
  const differenceUnit = ofTarget?.unit ?? (unit === '%' ? 'pp' : '%');
  return {
    columns: [
      { id: 'metric', header: formatMessage({ id: 'Widget_Form_Metric' }) },
      { id: 'value', header: formatMessage({ id: 'Widget_Value' }), unit },
      ...(target === null ? [] : [{ id: 'target', header: formatMessage({ id: 'Gauge_Target' }), unit }]),
      ...(compares
        ? [
            { id: 'difference', header: formatMessage({ id: 'KeyMetric_Column_Difference' }), unit: differenceUnit },
            { id: 'comparedWith', header: formatMessage({ id: 'Widget_Form_Comparison' }) },
          ]
        : []),
      ...(row ? [{ id: 'sites', header: formatMessage({ id: 'Widget_Column_Sites' }) }] : []),
      ...(dataToMs === null ? [] : [{ id: 'dataTo', header: formatMessage({ id: 'KeyMetric_DataTo' }) }]),
      ...(thresholds.length > 0 ? [{ id: 'rule', header: formatMessage({ id: 'Widget_Rule' }) }] : []),
    ],
    rows: [
      {
        id: metric,
        values: {
          metric: keyMetricText(metric, text.intl),
          value,
          target: target?.value ?? null,
          difference: ofTarget?.amount ?? (row?.compared?.kind === 'unit' ? null : (row?.compared?.amount ?? null)),
          comparedWith: formatMessage({
            id: !ofTarget ? REFERENCE_CHOICES[reference] : of === 'number' ? 'Gauge_Target' : REFERENCE_CHOICES[of],
          }),
          sites: row ? formatMessage({ id: 'Widget_HaveOf' }, { have: row.have, of: row.of }) : null,
          dataTo:
            dataToMs === null
              ? null
              : text.intl.formatDate(dataToMs, { dateStyle: 'short', timeStyle: 'short', timeZone: props.page.zone }),
          rule: rule ? thresholdText(rule, text.intl) : '',
        },
        reason,
      },
      ...groupRows(props, unit, text),
    ],
  };
}

/** A value in another currency than that of the column is no number of it: its reason says it. */
function groupRows({ settings, data: { groups } }: KeyMetricProps, unit: string, { intl }: WidgetText): WidgetTable['rows'] {
  if (!groups) return [];
  return groupTexts(groups, settings.groupBy, intl).map(({ key, name, text }) => {
    const rows = groups.rows.filter((row) => row.key === key);
    const row = rows.find((each) => each.unit === unit);
    const sites = row ? intl.formatMessage({ id: 'Widget_HaveOf' }, { have: row.have, of: row.of }) : null;
    const reason = rows.length > 1 || !row ? text : metricReason(row, intl);
    return { id: `group ${key}`, values: { metric: name, value: row?.value ?? null, sites }, reason };
  });
}
