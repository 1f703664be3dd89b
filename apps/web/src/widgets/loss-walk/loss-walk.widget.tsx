import { valueText } from '@solvane/charts/options/kind-frame';
import { waterfallCut } from '@solvane/charts/options/waterfall';
import { type LossWalkSettings, lossWalkQueries, lossWalkSettings } from '@solvane/contract/widgets/loss-walk';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import type { MessageKey } from '@solvane/i18n/messages';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { EVENT_COLOUR_TOKENS, EVENT_GLYPHS } from '../../shared/events/event-colours.ts';
import { gapOf } from '../../shared/losses/loss-walk.ts';
import { StateMessage } from '../../shared/states/state-message.tsx';
import { type AnyWidget, defineWidget, type WidgetChart } from '../../shared/widgets/define-widget.ts';
import { WidgetCharts, WidgetTwin } from '../../shared/widgets/lazy-picture.ts';
import { useWidgetText } from '../../shared/widgets/use-widget-text.ts';
import widgetClasses from '../../shared/widgets/widget.module.css';
import type { WidgetText } from '../../shared/widgets/widget-table.ts';
import {
  closedWalks,
  daysOf,
  eventTypeOf,
  isShown,
  isWithoutExpectation,
  type LossWalkProps,
  lossWalkTable,
  type PeriodWalk,
  scaleOf,
  stepChoice,
  stepText,
  walksOf,
  walkText,
} from './loss-walk.ts';

export const lossWalkWidget = defineWidget<CommonSettings & LossWalkSettings, ReturnType<typeof lossWalkQueries>>({
  settings: lossWalkSettings,
  permission: 'PageDataStudio',
  catalogue: { name: 'Widget_Type_lossWalk', about: 'Widget_About_lossWalk' },
  size: { least: [6, 6], initial: [12, 8], phone: 12 },
  frame: 'panel',
  selection: () => ({ events: '' }),
  title: () => 'Widget_LossWalk',
  queries: lossWalkQueries,
  charts: (props, text) => (props.settings.view === 'ledger' ? [] : closedWalks(props).map((walk) => chartOf(walk, props, text))),
  state: (props) => ({ missingDays: daysOf(props).missingDays }),
  View: LossWalkView,
  table: lossWalkTable,
  Head: LossWalkHead,
});

/** The picture, or a table where the settings say so. Walks that do not add up are named instead of drawn. */
function LossWalkView(props: LossWalkProps) {
  const text = useWidgetText();
  const { formatMessage } = useIntl();
  const { settings } = props;
  const { view } = settings;
  const parts = { definition: lossWalkWidget as AnyWidget, text, props };
  const { missingDays } = daysOf(props);
  const none = lossWalkTable(props, text).rows.length === 0;
  if (none && view === 'ledger' && missingDays === 0)
    return <p className={widgetClasses.none}>{formatMessage({ id: 'LossWalk_Ledger_None' })}</p>;
  if (none)
    return (
      <p className={widgetClasses.none}>
        {missingDays > 0 ? formatMessage({ id: 'LossWalk_NotCalculated' }, { days: missingDays }) : formatMessage({ id: 'Widget_NoData' })}
      </p>
    );
  if (view !== 'waterfall') return <WidgetTwin {...parts} title={formatMessage({ id: 'Widget_LossWalk' })} />;
  const open = walksOf(props).filter(({ bars }) => gapOf(bars) !== undefined);
  return (
    <>
      {open.map((walk) => {
        const name = walkText(walk, settings, text.intl);
        return <Gap key={name} name={name} walk={walk} text={text} />;
      })}
      {closedWalks(props).length > 0 && <WidgetCharts {...parts} />}
    </>
  );
}

function Gap({ name, walk, text: { intl } }: { name: string; walk: PeriodWalk; text: WidgetText }) {
  const step = stepText(walk, gapOf(walk.bars)?.step ?? '', intl);
  return (
    <StateMessage icon={<IconAlertTriangle />} tone="danger" role="alert" title={intl.formatMessage({ id: 'Common_Error_Chart_Title' })}>
      {name}: {intl.formatMessage({ id: 'LossWalk_Gap' }, { step })}
    </StateMessage>
  );
}

/** Causes whose colour is that of the weather. */
const WEATHER: ReadonlySet<string> = new Set(['irradiance', 'wind']);

function chartOf(walk: PeriodWalk, props: LossWalkProps, { intl }: WidgetText): WidgetChart {
  const { unit, factor } = scaleOf(walk, props.settings);
  const bars = walk.bars.filter(isShown);
  const cut = cutOf(walk, props);
  return {
    label: walkText(walk, props.settings, intl),
    choose: (index) => stepChoice(walk, bars[index]?.step ?? '', props),
    build: (palette, { waterfallOption }) =>
      waterfallOption({
        ...{ palette, locale: intl.locale, unit },
        ...(cut !== undefined && { from: cut }),
        steps: bars.map(({ step, kind, energyKwh }) => {
          const type = eventTypeOf(step);
          const colour = type
            ? palette.events[EVENT_COLOUR_TOKENS[type] ?? '']
            : WEATHER.has(step)
              ? palette.diverging.at(-2)
              : step === 'atConnection'
                ? palette.actualFill
                : palette.axis;
          return {
            ...{ label: stepText(walk, step, intl), kind, value: energyKwh * factor, colour },
            ...{ glyph: type && EVENT_GLYPHS[type], help: helpOf(step, intl) },
          };
        }),
      }),
  };
}

/** How a step is calculated. undefined: its name says it */
function helpOf(step: string, { messages, formatMessage }: WidgetText['intl']): string | undefined {
  const id = `LossWalk_Help_${step}`;
  return Object.hasOwn(messages, id) ? formatMessage({ id: id as MessageKey }) : undefined;
}

/** Where the axis of a walk begins, in its unit. undefined: at zero */
function cutOf(walk: PeriodWalk, { settings }: LossWalkProps): number | undefined {
  const { factor } = scaleOf(walk, settings);
  return waterfallCut(walk.bars.filter(isShown).map(({ kind, energyKwh }) => ({ kind, value: energyKwh * factor })));
}

/** How losses are counted, the days that are not calculated yet, where a walk begins instead of the budget, that nothing is expected, and where bars are cut. */
function LossWalkHead(props: LossWalkProps) {
  const { settings } = props;
  const { formatMessage, locale } = useIntl();
  const { days, missingDays } = daysOf(props);
  const isWaterfall = settings.view === 'waterfall';
  const walks = settings.view === 'ledger' ? [] : closedWalks(props);
  const isTheoretical = settings.start === 'budget' && walks.some(({ bars }) => bars[0]?.step === 'theoretical');
  const cuts = isWaterfall
    ? walks.flatMap((walk) => {
        const cut = cutOf(walk, props);
        return cut === undefined ? [] : `${valueText(cut, locale)}\u202f${scaleOf(walk, settings).unit}`;
      })
    : [];
  const notes = [
    formatMessage({ id: missingDays > 0 ? 'LossWalk_Days' : 'Widget_InsidePeriod' }, { days, of: days + missingDays }),
    ...(isTheoretical ? [formatMessage({ id: 'LossWalk_FromTheoretical' })] : []),
    ...(walks.some(isWithoutExpectation) ? [formatMessage({ id: 'MetricReason_noExpected' })] : []),
    ...(cuts.length > 0 ? [formatMessage({ id: 'LossWalk_Cut' }, { value: [...new Set(cuts)].join(', ') })] : []),
  ];
  return (
    <span className={widgetClasses.quiet} title={notes.join(' · ')}>
      {notes.join(' · ')}
    </span>
  );
}
