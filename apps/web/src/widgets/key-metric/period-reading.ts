import type { MetricRow } from '@solvane/contract/metric-values';
import { METRICS, type MetricDefinition } from '@solvane/contract/metrics';
import type { KeyMetricSettings } from '@solvane/contract/widgets/key-metric';
import { REFERENCE_CHOICES } from '@solvane/contract/widgets/metric-choices';
import { amountText } from '@solvane/i18n/number-text';
import { displayUnit } from '../../shared/units/display-unit.ts';
import { metricReason } from '../../shared/widgets/metric-text.ts';
import type { WidgetState } from '../../shared/widgets/widget-state.ts';
import type { WidgetText } from '../../shared/widgets/widget-table.ts';
import type { MetricReading } from './metric-reading.ts';

/** A metric of the period with what it is compared with. Of several currencies the one with the most capacity comes first. */
export function periodReading(totals: readonly MetricRow[], settings: KeyMetricSettings, { intl }: WidgetText): MetricReading {
  const [row, ...others] = totals;
  if (!row) return { value: null, unit: '', shown: undefined, note: null };
  const { value, have, of } = row;
  const reason = metricReason(row, intl);
  const known = others.filter((other) => other.value !== null);
  const more = known.length - SHOWN_CURRENCIES;
  const amounts = [
    ...known.slice(0, SHOWN_CURRENCIES).map((other) => currencyText(other, intl)),
    ...(more > 0 ? [intl.formatMessage({ id: 'KeyMetric_MoreCurrencies' }, { count: more })] : []),
  ];
  const sites = have < of ? [intl.formatMessage({ id: 'Widget_HaveOf' }, { have, of })] : [];
  return {
    value,
    unit: row.unit,
    ...(value === null ? { shown: undefined } : shownAmount(row, value, intl.locale)),
    reason,
    isPartial: value !== null && row.isPartial,
    isAgainst: isAgainst(row, settings),
    percentages: {
      ...(settings.reference === 'budget' ? { percentOfBudget: percentOf(row) } : { percentOfExpected: percentOf(row) }),
      ...(settings.target && value !== null && { percentOfTarget: (value / settings.target) * 100 }),
    },
    note:
      value === null ? reason : [...targetText(row, settings, intl), ...comparedText(row, settings, intl), ...amounts, ...sites].join(', '),
  };
}

/** Beside the largest. */
const SHOWN_CURRENCIES = 2;

/** Changes up to these are none. */
const TOLERANCES = { percent: 2, points: 0.25, unit: 0 };

/** Whether a value is on the wrong side of its target, else of what it is compared with, by more than the tolerance. */
function isAgainst(row: MetricRow, { direction, reference, target }: KeyMetricSettings): boolean {
  const { direction: ofMetric }: MetricDefinition = METRICS[row.metricId];
  const way = direction === 'asMetric' ? ofMetric : direction;
  const ofTarget = targetDifference(row, target);
  const compared = reference === 'none' ? undefined : row.compared;
  const amount = ofTarget?.amount ?? compared?.amount ?? 0;
  const tolerance = TOLERANCES[ofTarget ? (ofTarget.unit === 'pp' ? 'points' : 'percent') : (compared?.kind ?? 'unit')];
  return (way === 'up' && amount < -tolerance) || (way === 'down' && amount > tolerance);
}

/** What the sites lack. */
export function totalsState(totals: readonly MetricRow[]): WidgetState {
  const [row] = totals;
  return row && row.value !== null && row.have < row.of ? { partial: { have: row.have, of: row.of, missing: [] } } : {};
}

function shownAmount({ unit: own }: MetricRow, value: number, locale: string): { shown: string; shownUnit: string } {
  const { unit, factor } = displayUnit(own, value);
  return { shown: amountText(value * factor, { unit, locale }), shownUnit: unit };
}

function currencyText(row: MetricRow, { locale }: WidgetText['intl']): string {
  const { shown, shownUnit } = shownAmount(row, row.value ?? Number.NaN, locale);
  return `${shown} ${shownUnit}`;
}

/** What a value differs from its target by: in points where it is a percentage, else in percent of the target. null: no target, or no value */
export function targetDifference({ value, unit }: MetricRow, target: number | null): { amount: number; unit: string } | null {
  if (target === null || value === null) return null;
  if (unit === '%') return { amount: value - target, unit: 'pp' };
  return target === 0 ? { amount: value, unit } : { amount: ((value - target) / Math.abs(target)) * 100, unit: '%' };
}

function targetText(row: MetricRow, { target }: KeyMetricSettings, intl: WidgetText['intl']): string[] {
  const difference = targetDifference(row, target);
  if (!difference || target === null) return [];
  const { shown, shownUnit } = shownAmount(row, target, intl.locale);
  const amount = intl.formatNumber(difference.amount, { maximumFractionDigits: 1, signDisplay: 'exceptZero' }).replace('-', '\u2212');
  return [
    intl.formatMessage(
      { id: 'KeyMetric_Target' },
      { target: `${shown}\u00a0${shownUnit}`, difference: `${amount}\u00a0${difference.unit}` },
    ),
  ];
}

/** Difference and what it is from; nothing where nothing is compared. */
export function comparedText(row: MetricRow, { reference }: Pick<KeyMetricSettings, 'reference'>, intl: WidgetText['intl']): string[] {
  const { compared } = row;
  if (reference === 'none' || !compared) return [];
  const name = intl.formatMessage({ id: REFERENCE_CHOICES[reference] });
  const inSentence = name.toLocaleLowerCase(intl.locale);
  if (compared.value === null || compared.amount === null)
    return [intl.formatMessage({ id: 'KeyMetric_NotCompared' }, { reference: name })];
  const unit = { percent: '%', points: 'pp', unit: row.unit }[compared.kind];
  const amount = intl.formatNumber(compared.amount, { maximumFractionDigits: 1, signDisplay: 'exceptZero' }).replace('-', '\u2212');
  const counts =
    compared.have < row.have ? ` (${intl.formatMessage({ id: 'Widget_HaveOf' }, { have: compared.have, of: compared.of })})` : '';
  return [`${intl.formatMessage({ id: 'KeyMetric_Compared' }, { difference: `${amount}\u00a0${unit}`, reference: inSentence })}${counts}`];
}

/** Of what it is compared with. */
function percentOf({ compared }: MetricRow): number | null {
  return compared?.kind === 'percent' && compared.amount !== null ? 100 + compared.amount : null;
}
