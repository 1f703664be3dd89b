import { TargetBars } from '@solvane/charts/target-bars';
import { availabilityQueries, availabilitySettings, guaranteeQueries } from '@solvane/contract/widgets/availability';
import type { EventType } from '@solvane/energy/events/event-types';
import type { TimeCategory } from '@solvane/energy/events/time-category';
import { decimalText } from '@solvane/i18n/number-text';
import { useIntl } from 'react-intl';
import { defineWidget, type WidgetChart } from '../../shared/widgets/define-widget.ts';
import { Drawings } from '../../shared/widgets/drawing.tsx';
import { useSiteChoice } from '../../shared/widgets/use-site-choice.ts';
import { useWidgetText } from '../../shared/widgets/use-widget-text.ts';
import widgetClasses from '../../shared/widgets/widget.module.css';
import type { WidgetText } from '../../shared/widgets/widget-table.ts';
import { menuTargets, type WidgetChoice } from '../../shared/widgets/widget-target.ts';
import { useMonthChoice } from '../../workspace/use-month-choice.ts';
import {
  type AvailabilityProps,
  type AvailabilityRow,
  availabilityRows,
  availabilityTable,
  categoriesIn,
  resultsOf,
  viewLabel,
} from './availability.ts';

const WHOLE = 100;

export const availabilityWidget = defineWidget({
  settings: availabilitySettings,
  permission: 'PageDataStudio',
  catalogue: { name: 'Widget_Type_availability', about: 'Widget_About_availability' },
  size: { least: [4, 4], initial: [6, 8], phone: 8 },
  frame: 'panel',
  marks: ({ by }) => (by === 'site' ? 'sites' : undefined),
  selection: () => ({ events: '' }),
  title: () => 'Availability_Title',
  titleValues: ({ view }, _page, { intl }) => ({ metric: intl.formatMessage({ id: `Availability_View_${view}` }) }),
  queries: availabilityQueries,
  optionalQueries: guaranteeQueries,
  View: AvailabilityView,
  charts: (props, text) => chartsOf(props, text),
  state: (props: AvailabilityProps) => ({
    missingDays: props.page.sites.flatMap(({ siteId }) => resultsOf(props, siteId)).reduce((sum, item) => sum + item.missingDays, 0),
  }),
  Head: AvailabilityHead,
  table: availabilityTable,
});

function AvailabilityView(props: AvailabilityProps) {
  const { formatMessage } = useIntl();
  const chooseSite = useSiteChoice(props.page);
  const chooseMonth = useMonthChoice('UTC');
  const { by } = props.settings;
  const choose = by === 'site' ? chooseSite : by === 'month' ? (day: string) => chooseMonth(String(Date.parse(day))) : undefined;
  const charts = chartsOf(props, useWidgetText(), choose);
  if (charts.length === 0) return <p className={widgetClasses.none}>{formatMessage({ id: 'MetricReason_nothingCounted' })}</p>;
  return <Drawings charts={charts} />;
}

/** Where the bars are cut, and how many sites have the view. */
function AvailabilityHead(props: AvailabilityProps) {
  const intl = useIntl();
  const { formatMessage, locale } = intl;
  const rows = availabilityRows(props, useWidgetText());
  const label = viewLabel(props, intl);
  const from = cutOf(rows);
  const [fewest] = rows.toSorted((a, b) => a.have - b.have);
  return (
    <span className={widgetClasses.quiet}>
      {[
        ...(label === formatMessage({ id: `Availability_View_${props.settings.view}` }) ? [] : [label]),
        ...(props.settings.picture === 'bars' && from > 0
          ? [formatMessage({ id: 'Availability_Cut' }, { value: decimalText(from, { digits: 0, locale }) })]
          : []),
        ...(props.settings.by !== 'site' && fewest && fewest.have < fewest.of
          ? [formatMessage({ id: 'Availability_Sites' }, { have: fewest.have, of: fewest.of })]
          : []),
      ].join(' · ')}
    </span>
  );
}

function chartsOf(props: AvailabilityProps, text: WidgetText, onChoose?: (id: string) => void): WidgetChart[] {
  const rows = availabilityRows(props, text);
  if (!rows.some(({ percent }) => percent !== null)) return [];
  return props.settings.picture === 'bars' ? [barsOf(props, rows, text, onChoose)] : waterfallsOf(props, rows, text);
}

function barsOf(
  props: AvailabilityProps,
  rows: readonly AvailabilityRow[],
  { intl }: WidgetText,
  onChoose?: (id: string) => void,
): WidgetChart {
  const { formatMessage, locale } = intl;
  const bases = [...new Set(rows.map(({ basis }) => basis))];
  const groups = [...Map.groupBy(rows, ({ id }) => id)].map(([id, own]) => ({
    id,
    label: own[0]?.label ?? '',
    bars: own.map((row) => ({ value: row.percent, target: row.guaranteed, description: describe(row, intl) })),
  }));
  return {
    label: formatMessage({ id: 'Availability_Title' }, { metric: viewLabel(props, intl) }),
    draw: (palette, size) => (
      <TargetBars
        palette={palette}
        size={size}
        series={bases.map((basis) => formatMessage({ id: `Availability_Basis_${basis}` }))}
        groups={groups}
        unit="%"
        locale={locale}
        from={cutOf(rows)}
        to={WHOLE}
        tolerance={props.settings.tolerance}
        {...(onChoose && { onChoose })}
      />
    ),
  };
}

/** From 100 % down to what was reached: one for each basis, of all rows together. */
function waterfallsOf(props: AvailabilityProps, rows: readonly AvailabilityRow[], { intl }: WidgetText): WidgetChart[] {
  return [...Map.groupBy(rows, ({ basis }) => basis)].flatMap(([basis, own]) => {
    const known = own.filter(({ percent }) => percent !== null);
    const whole = known.reduce((sum, { available, unavailable }) => sum + available + unavailable, 0);
    if (whole === 0) return [];
    const reached = (100 * known.reduce((sum, { available }) => sum + available, 0)) / whole;
    const categories = categoriesIn(known);
    const steps = categories.map((category) => ({
      label: intl.formatMessage({ id: `TimeCategory_${category}` }),
      kind: 'change' as const,
      value: -known.reduce((sum, row) => sum + (row.steps[category] ?? 0) * (row.available + row.unavailable), 0) / whole,
    }));
    const label = intl.formatMessage({ id: `Availability_Basis_${basis}` });
    return [
      {
        label,
        choose: (index) => categoryChoice(categories[index - 1], props),
        build: (palette, { waterfallOption }) =>
          waterfallOption({
            ...{ palette, locale: intl.locale, unit: '%' },
            steps: [
              { label: '100\u202f%', kind: 'level', value: WHOLE },
              ...steps,
              { label: intl.formatMessage({ id: 'Availability_Column_Availability' }), kind: 'level', value: reached },
            ],
          }),
      },
    ] satisfies WidgetChart[];
  });
}

/** Types of events that a time category is made of; the others are states without events. */
const CATEGORY_TYPES: Readonly<Partial<Record<TimeCategory, readonly EventType[]>>> = {
  FO: ['Downtime'],
  PCA: ['Downtime'],
  SM: ['Downtime'],
  SU: ['Downtime'],
  FM: ['Downtime'],
  EN: ['Downtime'],
  RQ: ['Curtailment'],
  GE: ['Curtailment', 'Downtime'],
  PP: ['Degraded', 'Curtailment'],
  IU: ['Communication Loss', 'Unknown'],
};

/** The event log with what a category may be made of. undefined: the mark is no category, or has no events */
function categoryChoice(category: TimeCategory | undefined, { settings, page }: AvailabilityProps): WidgetChoice | undefined {
  const eventTypes = category && CATEGORY_TYPES[category];
  const [target] = eventTypes ? menuTargets({ settings, page, selection: { events: '', eventTypes } }) : [];
  return target && { open: target };
}

function describe({ basis, percent, guaranteed }: AvailabilityRow, { formatMessage, locale }: WidgetText['intl']): string {
  const text = (value: number | null) => decimalText(value, { digits: 2, locale });
  const name = formatMessage({ id: `Availability_Basis_${basis}` });
  return formatMessage(
    { id: guaranteed === null ? 'Availability_Description' : 'Availability_Description_Guarantee' },
    { name, percent: text(percent), guaranteed: text(guaranteed) },
  );
}

/** The largest round value below every bar and guarantee; bars from 0 where they are far from 100 %. */
function cutOf(rows: readonly AvailabilityRow[]): number {
  const least = Math.min(WHOLE, ...rows.flatMap(({ percent, guaranteed }) => [percent, guaranteed].flatMap((value) => value ?? [])));
  const step = least > 90 ? 2 : 10;
  const cut = Math.floor((least - step / 2) / step) * step;
  return cut < 50 ? 0 : cut;
}
