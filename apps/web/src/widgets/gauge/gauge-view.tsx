import { matchingThreshold } from '@solvane/contract/widgets/widget-thresholds';
import { measuredNumberText } from '@solvane/i18n/number-text';
import { useMemo } from 'react';
import { displayUnit } from '../../shared/units/display-unit.ts';
import { MetricFigure } from '../../shared/widgets/metric-figure.tsx';
import { chosenUnit, formattedNumber } from '../../shared/widgets/number-format.ts';
import { useWidgetText } from '../../shared/widgets/use-widget-text.ts';
import classes from './gauge.module.css';
import { fillOf, type GaugeProps, gaugeOf, positionOf } from './gauge.ts';

/** The number, and below it a bar on its scale with the target and the limits of the thresholds. */
export default function GaugeView(props: GaugeProps) {
  const text = useWidgetText();
  const { settings, page, data } = props;
  const gauge = useMemo(() => gaugeOf({ settings, page, data }), [settings, page, data]);
  const { value, target, reasons } = gauge;
  const { numberFormat: format, thresholds } = settings;
  const { unit, factor } = chosenUnit(gauge.unit, format) ?? displayUnit(gauge.unit, Math.max(Math.abs(gauge.min), Math.abs(gauge.max)));
  const { locale, formatMessage } = text.intl;
  const shownOf = (number: number) =>
    formattedNumber({ value: number, unit: gauge.unit }, format, locale)?.shown ?? measuredNumberText(number * factor, locale);
  const fill = value === null ? null : fillOf(value, gauge);
  const limits = thresholds.flatMap(({ value: from, to, color, mark }) =>
    [from, to].flatMap((limit) => (limit === null ? [] : { limit, color, mark })),
  );
  const note = target === null ? '' : formatMessage({ id: 'Gauge_TargetOf' }, { target: `${shownOf(target)}\u2009${unit}` });
  return (
    <>
      <MetricFigure
        shown={value === null ? undefined : shownOf(value)}
        shownUnit={value === null ? undefined : unit}
        reason={value === null ? text.noValueText(reasons) : undefined}
        threshold={matchingThreshold(thresholds, { value })}
        note={note}
      />
      <div className={classes.track} aria-hidden="true">
        {fill && <span className={classes.fill} style={spanOf(fill.from, fill.to)} />}
        {limits.map(({ limit, color, mark }) => (
          <span
            key={`${limit} ${color}`}
            className={classes.limit}
            data-color={color}
            data-mark={mark}
            style={spanOf(positionOf(limit, gauge))}
          />
        ))}
        {target !== null && <span className={classes.target} style={spanOf(positionOf(target, gauge))} />}
      </div>
      <div className={classes.ends}>
        <span>{shownOf(gauge.min)}</span>
        <span>{shownOf(gauge.max)}</span>
      </div>
    </>
  );
}

function spanOf(from: number, to?: number) {
  return { insetInlineStart: `${from * 100}%`, ...(to !== undefined && { inlineSize: `${(to - from) * 100}%` }) };
}
