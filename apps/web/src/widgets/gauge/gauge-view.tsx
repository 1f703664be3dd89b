import { matchingThreshold } from '@solvane/contract/widgets/widget-thresholds';
import { measuredNumberText } from '@solvane/i18n/number-text';
import { ScaleBar } from '@solvane/ui/scale-bar';
import { useMemo } from 'react';
import { displayUnit } from '../../shared/units/display-unit.ts';
import { MetricFigure } from '../../shared/widgets/metric-figure.tsx';
import { chosenUnit, formattedNumber } from '../../shared/widgets/number-format.ts';
import { useWidgetText } from '../../shared/widgets/use-widget-text.ts';
import { fillOf, type GaugeProps, gaugeOf, gaugeReason, positionOf } from './gauge.ts';

/** The number, and below it a bar on its scale with the target and the limits of the thresholds. */
export default function GaugeView(props: GaugeProps) {
  const text = useWidgetText();
  const { settings, page, data } = props;
  const gauge = useMemo(() => gaugeOf({ settings, page, data }), [settings, page, data]);
  const { value, target } = gauge;
  const { numberFormat: format, thresholds } = settings;
  const { unit, factor } = chosenUnit(gauge.unit, format) ?? displayUnit(gauge.unit, Math.max(Math.abs(gauge.min), Math.abs(gauge.max)));
  const { locale, formatMessage } = text.intl;
  const shownOf = (number: number) =>
    formattedNumber({ value: number, unit: gauge.unit }, format, locale)?.shown ?? measuredNumberText(number * factor, locale);
  const limits = thresholds.flatMap(({ value: from, to, color, mark }) =>
    [from, to].flatMap((limit) => (limit === null ? [] : { at: positionOf(limit, gauge), color, mark })),
  );
  const note = target === null ? '' : formatMessage({ id: 'Gauge_TargetOf' }, { target: `${shownOf(target)}\u2009${unit}` });
  return (
    <>
      <MetricFigure
        shown={value === null ? undefined : shownOf(value)}
        shownUnit={value === null ? undefined : unit}
        reason={value === null ? gaugeReason(gauge, text) : undefined}
        threshold={matchingThreshold(thresholds, { value })}
        note={note}
      />
      <ScaleBar
        fill={value === null ? null : fillOf(value, gauge)}
        target={target === null ? null : positionOf(target, gauge)}
        limits={limits}
        ends={[shownOf(gauge.min), shownOf(gauge.max)]}
      />
    </>
  );
}
