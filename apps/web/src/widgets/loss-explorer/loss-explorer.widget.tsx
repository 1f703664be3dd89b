import {
  EXPLORER_METRICS,
  type ExplorerMetric,
  type LossExplorerSettings,
  lossExplorerOptionalQueries,
  lossExplorerQueries,
  lossExplorerSettings,
  partnerOfParts,
} from '@solvane/contract/widgets/loss-explorer';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import { useIntl } from 'react-intl';
import { EVENT_COLOUR_TOKENS } from '../../shared/events/event-colours.ts';
import { displayUnit } from '../../shared/units/display-unit.ts';
import { type AnyWidget, defineWidget, type WidgetChart } from '../../shared/widgets/define-widget.ts';
import { WidgetCharts, WidgetTwin } from '../../shared/widgets/lazy-picture.ts';
import { chosenUnit } from '../../shared/widgets/number-format.ts';
import { useWidgetText } from '../../shared/widgets/use-widget-text.ts';
import widgetClasses from '../../shared/widgets/widget.module.css';
import type { WidgetText } from '../../shared/widgets/widget-table.ts';
import {
  emptyText,
  eventsChoice,
  explorerOf,
  groupChoice,
  type LossExplorerProps,
  lossExplorerTable,
  panelsOf,
  sumsOf,
  unitOf,
} from './loss-explorer.ts';

/** More could not be told apart by colour. */
const MOST_SEGMENTS = 7;

export const lossExplorerWidget = defineWidget<
  CommonSettings & LossExplorerSettings,
  ReturnType<typeof lossExplorerQueries>,
  ReturnType<typeof lossExplorerOptionalQueries>
>({
  settings: lossExplorerSettings,
  permission: 'PageEventLogs',
  catalogue: { name: 'Widget_Type_lossExplorer', about: 'Widget_About_lossExplorer' },
  size: { least: [4, 5], initial: [6, 8], phone: 8 },
  frame: 'panel',
  marks: ({ groupBy }) => (groupBy === 'site' ? 'sites' : groupBy === 'device' ? 'devices' : undefined),
  selection: ({ types }) => ({ events: '', eventTypes: types }),
  title: () => 'Widget_Type_lossExplorer',
  queries: lossExplorerQueries,
  optionalQueries: lossExplorerOptionalQueries,
  empty: emptyText,
  charts: (props, text) =>
    props.settings.metrics.flatMap((metric) => panelsOf(props, metric).flatMap((currency) => chartOf(props, { metric, currency }, text))),
  View: LossExplorerView,
  table: lossExplorerTable,
  Head: LossExplorerHead,
});

/** Bars, or the same as a table where the settings say so. */
function LossExplorerView(props: LossExplorerProps) {
  const text = useWidgetText();
  const { formatMessage } = useIntl();
  const parts = { definition: lossExplorerWidget as AnyWidget, text, props };
  const isEmpty = sumsOf(props).rows.length === 0;
  if (props.settings.view === 'bars' || isEmpty) return <WidgetCharts {...parts} />;
  return <WidgetTwin {...parts} title={formatMessage({ id: 'Widget_Type_lossExplorer' })} />;
}

function chartOf(
  props: LossExplorerProps,
  panel: { metric: ExplorerMetric; currency: string | null },
  { intl }: WidgetText,
): WidgetChart[] {
  const { metric, currency } = panel;
  const { segments, rows } = explorerOf(props, { ...panel, most: MOST_SEGMENTS }, intl);
  const cells = rows.flatMap((row) => row.cells);
  const unexplained = rows.map((row) => row.unexplained);
  if (
    !unexplained.some((value) => value !== undefined && value !== 0) &&
    !cells.some((cell) => cell !== null && (cell.amount !== 0 || cell.avoided !== 0))
  )
    return [];
  const own = unitOf(metric, currency);
  const largest = Math.max(0, ...cells.map((cell) => Math.abs(cell?.amount ?? 0)), ...unexplained.map((value) => Math.abs(value ?? 0)));
  const { unit, factor } = chosenUnit(own, props.settings.numberFormat) ?? displayUnit(own, largest);
  const avoided = rows.map((row) => row.cells.reduce((sum, cell) => sum + (cell?.avoided ?? 0), 0) * factor);
  const name = intl.formatMessage({ id: EXPLORER_METRICS[metric] });
  return [
    {
      label: currency === null ? name : `${name}, ${currency}`,
      choose: (index, { isName, seriesId }) => {
        const group = rows[index]?.key;
        // Without an own kind of mark the group leads to its events too.
        if (isName) return groupChoice(props, group) ?? eventsChoice(props, { group });
        return eventsChoice(props, { group, segment: segments[Number(seriesId)]?.key });
      },
      build: (palette, { barOption }) =>
        barOption({
          palette,
          locale: intl.locale,
          unit,
          isStacked: true,
          categories: rows.map((row) => row.name),
          series: [
            ...segments.map((segment, index) => ({
              name: segment.name,
              values: rows.map(({ cells: each }) => {
                const cell = each[index];
                return cell ? (cell.amount - cell.avoided) * factor : null;
              }),
              colour: palette.events[EVENT_COLOUR_TOKENS[segment.key] ?? ''],
            })),
            // What negative prices made of a loss is no loss: it stands below zero by itself.
            ...(avoided.some((value) => value < 0)
              ? [{ name: intl.formatMessage({ id: 'LossExplorer_Avoided' }), values: avoided, isHatched: true }]
              : []),
            ...(unexplained.some((value) => value !== undefined)
              ? [
                  {
                    ...{ name: intl.formatMessage({ id: 'LossWalk_Step_unexplained' }), isHatched: true },
                    values: unexplained.map((value) => (value === undefined ? null : value * factor)),
                  },
                ]
              : []),
          ],
        }),
    },
  ];
}

/** How losses are counted, and events whose loss is not in the sums. */
function LossExplorerHead(props: LossExplorerProps) {
  const { formatMessage } = useIntl();
  const count = partnerOfParts(props.settings) === undefined ? sumsOf(props).total.energyUnknownCount : 0;
  return (
    <span className={widgetClasses.quiet}>
      {formatMessage({ id: 'Widget_InsidePeriod' })}
      {count > 0 && ` · ${formatMessage({ id: 'Widget_EventsWithoutExpected' }, { count })}`}
    </span>
  );
}
