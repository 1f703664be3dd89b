import type { BatteryUnit } from '@solvane/contract/battery-states';
import type { MetricReason } from '@solvane/contract/metrics';
import { type GaugeSettings, type gaugeQueries, isGaugePeriodMetric } from '@solvane/contract/widgets/gauge';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import { pageFleet, pageMonth } from '../../shared/fleet/page-fleet.ts';
import type { WidgetProps } from '../../shared/widgets/define-widget.ts';
import type { WidgetText } from '../../shared/widgets/widget-table.ts';

export type GaugeProps = WidgetProps<CommonSettings & GaugeSettings, ReturnType<typeof gaugeQueries>>;

export interface Gauge {
  /** In `unit`, as all other numbers of it. null: missing */
  value: number | null;
  unit: 'kW' | '%';
  /** Codes of why it is missing. */
  reasons: readonly string[];
  /** Of a metric, in place of codes. */
  metricReason?: MetricReason;
  min: number;
  max: number;
  /** null: none */
  target: number | null;
  /** Up to when there are data. null: not known, or of a month */
  timeMs: number | null;
}

/** The value of the metric and the scale on which it stands. */
export function gaugeOf({ settings, page: { sites }, data: { status, month, batteries, metrics } }: GaugeProps): Gauge {
  const { metric, min, max, target } = settings;
  if (metric === 'availability.Technical.time') {
    const { availability, reasons } = pageMonth(sites, month).whole;
    const value = availability === null ? null : availability * 100;
    return { value, unit: '%', reasons: reasons.availability, ...scaleOf({ min, max }, { min: 0, max: 100 }), target, timeMs: null };
  }
  if (metric === 'soc') {
    const { value, timeMs } = chargeOf(batteries?.items ?? []);
    return { value, unit: '%', reasons: [], metricReason: 'noSignal', ...scaleOf({ min, max }, { min: 0, max: 100 }), target, timeMs };
  }
  if (isGaugePeriodMetric(metric)) {
    const row = metrics?.totals.find(({ metricId }) => metricId === metric);
    return {
      value: row?.value ?? null,
      unit: '%',
      reasons: [],
      metricReason: row?.reason ?? 'noData',
      ...scaleOf({ min, max }, { min: 0, max: 100 }),
      target,
      timeMs: null,
    };
  }
  const fleet = pageFleet(sites, status);
  const canTake = sites.some(({ metadata: { energyType } }) => energyType === 'BESS' || energyType === 'Hybrid');
  const rating = fleet.ratedPowerKw || 1;
  return {
    value: fleet.powerKw,
    unit: 'kW',
    reasons: fleet.sites.flatMap(({ reasons }) => reasons.power),
    ...scaleOf({ min, max }, { min: canTake ? -rating : 0, max: rating }),
    target,
    timeMs: fleet.dataToMs,
  };
}

/** One end that is stated may pass the other that is not: the scale then has the length of the own one. */
function scaleOf(stated: Pick<GaugeSettings, 'min' | 'max'>, own: { min: number; max: number }): { min: number; max: number } {
  const length = own.max - own.min;
  const min = stated.min ?? (stated.max !== null && stated.max <= own.min ? stated.max - length : own.min);
  const max = stated.max ?? (min >= own.max ? min + length : own.max);
  return { min, max };
}

/** Position of a value on the scale, 0 to 1: what passes an end stands at that end. */
export function positionOf(value: number, { min, max }: Pick<Gauge, 'min' | 'max'>): number {
  return Math.min(1, Math.max(0, (value - min) / (max - min)));
}

/** The filled part: from zero to the value, or from the nearer end where zero is not on the scale. */
export function fillOf(value: number, scale: Pick<Gauge, 'min' | 'max'>): { from: number; to: number } {
  const [zero, end] = [positionOf(0, scale), positionOf(value, scale)];
  return { from: Math.min(zero, end), to: Math.max(zero, end) };
}

/** State of charge of batteries together: what is stored of what is usable; where that is not known, weighed by their rated energy. */
function chargeOf(units: readonly BatteryUnit[]): { value: number | null; timeMs: number | null } {
  const known = units.flatMap(({ stateOfCharge, usableKwh, ratedKwh, atMs }) =>
    stateOfCharge === null ? [] : { stateOfCharge, usableKwh, ratedKwh, atMs },
  );
  const hasUsable = known.every(({ usableKwh }) => usableKwh !== null && usableKwh > 0);
  const weightOf = ({ usableKwh, ratedKwh }: (typeof known)[number]) => (hasUsable ? usableKwh : ratedKwh) ?? 1;
  const weight = known.reduce((sum, unit) => sum + weightOf(unit), 0);
  const value = weight === 0 ? null : known.reduce((sum, unit) => sum + unit.stateOfCharge * weightOf(unit), 0) / weight;
  const instants = known.flatMap(({ atMs }) => atMs ?? []);
  return { value, timeMs: instants.length === 0 ? null : Math.max(...instants) };
}

/** Why there is no value, as a sentence. */
export function gaugeReason(
  { reasons, metricReason }: Pick<Gauge, 'reasons' | 'metricReason'>,
  { intl, noValueText }: WidgetText,
): string | undefined {
  return metricReason ? intl.formatMessage({ id: `MetricReason_${metricReason}` }) : noValueText(reasons);
}
