import { EXPLORER_METRICS, type ExplorerMetric, lossExplorerQueries, lossExplorerSettings } from '@solvane/contract/widgets/loss-explorer';
import { useIntl } from 'react-intl';
import { EVENT_COLOUR_TOKENS } from '../../shared/events/event-colours.ts';
import { typesQuery } from '../../shared/events/event-group-name.ts';
import { displayUnit } from '../../shared/units/display-unit.ts';
import { defineWidget, type WidgetChart } from '../../shared/widgets/define-widget.ts';
import { groupFocus } from '../../shared/widgets/group-focus.ts';
import { chosenUnit } from '../../shared/widgets/number-format.ts';
import widgetClasses from '../../shared/widgets/widget.module.css';
import type { WidgetText } from '../../shared/widgets/widget-table.ts';
import { explorerOf, type LossExplorerProps, lossExplorerTable, panelsOf, unitOf } from './loss-explorer.ts';

/** More could not be told apart by colour. */
const MOST_SEGMENTS = 7;

export const lossExplorerWidget = defineWidget({
  settings: lossExplorerSettings,
  permission: 'PageEventLogs',
  catalogue: { name: 'Widget_Type_lossExplorer', about: 'Widget_About_lossExplorer' },
  size: { least: [4, 5], initial: [6, 8] },
  frame: 'panel',
  marks: ({ groupBy }) => (groupBy === 'site' ? 'sites' : groupBy === 'device' ? 'devices' : undefined),
  selection: ({ types }) => ({ events: typesQuery(types) }),
  title: () => 'Widget_Type_lossExplorer',
  queries: lossExplorerQueries,
  empty: 'LossExplorer_Empty',
  charts: (props, text) =>
    props.settings.metrics.flatMap((metric) => panelsOf(props, metric).flatMap((currency) => chartOf(props, { metric, currency }, text))),
  table: lossExplorerTable,
  Head: LossExplorerHead,
});

function chartOf(
  props: LossExplorerProps,
  panel: { metric: ExplorerMetric; currency: string | null },
  { intl }: WidgetText,
): WidgetChart[] {
  const { metric, currency } = panel;
  const { segments, rows } = explorerOf(props, { ...panel, most: MOST_SEGMENTS }, intl);
  const cells = rows.flatMap((row) => row.cells);
  if (!cells.some((cell) => cell !== null && (cell.amount !== 0 || cell.avoided !== 0))) return [];
  const own = unitOf(metric, currency);
  const largest = Math.max(...cells.map((cell) => Math.abs(cell?.amount ?? 0)));
  const { unit, factor } = chosenUnit(own, props.settings.numberFormat) ?? displayUnit(own, largest);
  const avoided = rows.map((row) => row.cells.reduce((sum, cell) => sum + (cell?.avoided ?? 0), 0) * factor);
  const name = intl.formatMessage({ id: EXPLORER_METRICS[metric] });
  return [
    {
      label: currency === null ? name : `${name}, ${currency}`,
      choose: (index) => {
        const focus = groupFocus(props.settings.groupBy, rows[index]?.key, props.page);
        return focus === undefined ? undefined : { focus };
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
          ],
        }),
    },
  ];
}

/** How losses are counted, and events whose loss is not in the sums. */
function LossExplorerHead({ data: { sums } }: LossExplorerProps) {
  const { formatMessage } = useIntl();
  const count = sums.total.energyUnknownCount;
  return (
    <span className={widgetClasses.quiet}>
      {formatMessage({ id: 'Widget_InsidePeriod' })}
      {count > 0 && ` · ${formatMessage({ id: 'Widget_EventsWithoutExpected' }, { count })}`}
    </span>
  );
}
