import { type LossWalkSettings, lossWalkQueries, lossWalkSettings } from '@solvane/contract/widgets/loss-walk';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import type { MessageKey } from '@solvane/i18n/messages';
import { useIntl } from 'react-intl';
import { addWalks, type LossWalk, type WalkBar, withTotals } from '../../shared/losses/loss-walk.ts';
import { displayUnit } from '../../shared/units/display-unit.ts';
import { type AnyWidget, defineWidget, type WidgetChart, type WidgetProps } from '../../shared/widgets/define-widget.ts';
import { WidgetCharts, WidgetTwin } from '../../shared/widgets/lazy-picture.ts';
import { chosenUnit } from '../../shared/widgets/number-format.ts';
import { useWidgetText } from '../../shared/widgets/use-widget-text.ts';
import widgetClasses from '../../shared/widgets/widget.module.css';
import type { WidgetText } from '../../shared/widgets/widget-table.ts';

type LossWalkProps = WidgetProps<CommonSettings & LossWalkSettings, ReturnType<typeof lossWalkQueries>>;

export const lossWalkWidget = defineWidget({
  settings: lossWalkSettings,
  permission: 'PageDataStudio',
  catalogue: { name: 'Widget_Type_lossWalk', about: 'Widget_About_lossWalk' },
  size: { least: [6, 6], initial: [12, 8] },
  frame: 'panel',
  selection: () => ({ events: '' }),
  title: () => 'Widget_LossWalk',
  queries: lossWalkQueries,
  charts: (props, text) => walksOf(props).map((walk) => chartOf(walk, props.settings, text)),
  state: ({ data }: LossWalkProps) => {
    const results = Object.values(data).flatMap(({ items }) => items);
    return { missingDays: results.reduce((sum, { missingDays }) => sum + missingDays, 0) };
  },
  View: LossWalkView,
  table: tableOf,
  Head: LossWalkHead,
});

/** The picture, or the same as a table where the settings say so. */
function LossWalkView(props: LossWalkProps) {
  const text = useWidgetText();
  const { formatMessage } = useIntl();
  const parts = { definition: lossWalkWidget as AnyWidget, text, props };
  if (props.settings.view === 'table') return <WidgetTwin {...parts} title={formatMessage({ id: 'Widget_LossWalk' })} />;
  return <WidgetCharts {...parts} />;
}

/** The latest period of each site: there is one. */
function walksOf({ settings, data }: LossWalkProps): LossWalk[] {
  return addWalks(
    Object.values(data).flatMap(({ items }) => items),
    settings.of,
  );
}

function stepText(step: string, { formatMessage }: WidgetText['intl']): string {
  return formatMessage({ id: `LossWalk_Step_${step}` as MessageKey });
}

/** Steps without energy are left out, except what is not explained. */
function isShown({ kind, step, energyKwh }: WalkBar): boolean {
  return kind === 'level' || energyKwh !== 0 || step === 'unexplained';
}

function nameOf({ of }: LossWalk, { formatMessage }: WidgetText['intl']): string {
  return formatMessage({ id: of === 'Connection' ? 'LossWalk_Of_Connection' : `EnergyType_${of}` });
}

/** In energy, or in percent of the level that the settings name. */
function scaleOf(walk: LossWalk, { numberFormat, percentOf }: LossWalkProps['settings']): { unit: string; factor: number } {
  const whole =
    percentOf === 'none' ? 0 : walk.bars.find(({ step }, index) => (percentOf === 'start' ? index === 0 : step === 'expected'))?.energyKwh;
  if (whole) return { unit: '%', factor: 100 / whole };
  return chosenUnit('kWh', numberFormat) ?? displayUnit('kWh', Math.max(...walk.bars.map(({ energyKwh }) => Math.abs(energyKwh))));
}

function chartOf(walk: LossWalk, settings: LossWalkProps['settings'], { intl }: WidgetText): WidgetChart {
  const { unit, factor } = scaleOf(walk, settings);
  const steps = walk.bars
    .filter(isShown)
    .map(({ step, kind, energyKwh }) => ({ label: stepText(step, intl), kind, value: energyKwh * factor }));
  return {
    label: nameOf(walk, intl),
    build: (palette, { waterfallOption }) => waterfallOption({ palette, locale: intl.locale, unit, steps }),
  };
}

function tableOf(props: LossWalkProps, { intl }: WidgetText) {
  const { formatMessage } = intl;
  const column = (id: string, unit?: string) => ({
    id,
    header: formatMessage({ id: `LossWalk_Column_${id}` as MessageKey }),
    ...(unit && { unit }),
  });
  const rows = walksOf(props).flatMap((walk) => {
    const start = walk.bars[0]?.energyKwh ?? 0;
    const expected = walk.bars.find(({ step }) => step === 'expected')?.energyKwh;
    const shareOf = (whole: number | undefined, energyKwh: number) => (whole ? (energyKwh / whole) * 100 : null);
    return withTotals(walk.bars).map(({ step, kind, energyKwh, totalKwh }) => ({
      id: `${walk.of} ${walk.bars[0]?.step} ${step}`,
      values: {
        step: stepText(step, intl),
        of: nameOf(walk, intl),
        kind: formatMessage({ id: `LossWalk_Kind_${kind}` }),
        energy: energyKwh,
        total: totalKwh,
        ofStart: shareOf(start, energyKwh),
        ofExpected: shareOf(expected, energyKwh),
      },
    }));
  });
  const energies = [column('energy', 'kWh'), column('total', 'kWh'), column('ofStart', '%'), column('ofExpected', '%')];
  return { columns: [column('step'), column('of'), column('kind'), ...energies], rows };
}

/** How losses are counted, and the days that are not calculated yet. */
function LossWalkHead({ data }: LossWalkProps) {
  const { formatMessage } = useIntl();
  const items = Object.values(data).flatMap((each) => each.items);
  const missing = items.reduce((sum, { missingDays }) => sum + missingDays, 0);
  const days = items.reduce((sum, each) => sum + each.days + each.missingDays, 0);
  return (
    <span className={widgetClasses.quiet}>
      {formatMessage({ id: missing > 0 ? 'LossWalk_Days' : 'Widget_InsidePeriod' }, { days: days - missing, of: days })}
    </span>
  );
}
