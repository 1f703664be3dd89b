import type { MetricRow } from '@solvane/contract/metric-values';
import { metricDefinition } from '@solvane/contract/metrics';
import type { KeyMetricSettings } from '@solvane/contract/widgets/key-metric';
import { REFERENCE_CHOICES } from '@solvane/contract/widgets/metric-choices';
import type { WidgetResult } from '@solvane/contract/widgets/widget-queries';
import { amountText } from '@solvane/i18n/number-text';
import { displayUnit } from '../../shared/units/display-unit.ts';
import { metricReason } from '../../shared/widgets/metric-text.ts';
import { siteGroupText } from '../../shared/widgets/site-group-text.ts';
import type { WidgetState } from '../../shared/widgets/widget-state.ts';
import type { WidgetText } from '../../shared/widgets/widget-table.ts';
import type { MetricReading } from './metric-reading.ts';

/** A metric of the period with what it is compared with. Of several currencies the one with the most capacity comes first. */
export function periodReading(
  totals: readonly MetricRow[],
  settings: KeyMetricSettings,
  { intl }: WidgetText,
  promised?: MetricRow,
): MetricReading {
  const [row, ...others] = totals;
  if (!row) return { value: null, unit: '', shown: undefined, note: null };
  const { value, have, of } = row;
  const reason = metricReason(row, intl);
  const target = targetOf(row, settings, promised);
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
    isAgainst: isAgainst(row, settings, target),
    percentages: {
      ...(settings.reference === 'budget' ? { percentOfBudget: percentOf(row) } : { percentOfExpected: percentOf(row) }),
      ...(target?.value && value !== null && { percentOfTarget: target.percent }),
    },
    note:
      value === null
        ? reason
        : [...targetText(row, settings, { target, intl }), ...comparedText(row, settings, intl), ...amounts, ...sites].join(', '),
  };
}

/** Beside the largest. */
const SHOWN_CURRENCIES = 2;

/** Changes up to these are none. */
const TOLERANCES = { percent: 2, points: 0.25, unit: 0 };

/** Whether a value is on the wrong side of its target, else of what it is compared with, by more than the tolerance. */
function isAgainst(row: MetricRow, { direction, reference }: KeyMetricSettings, target: Target | null): boolean {
  const { direction: ofMetric } = metricDefinition(row.metricId);
  const way = direction === 'asMetric' ? ofMetric : direction;
  const ofTarget = target?.difference;
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

/** Each group of sites with its value, one for each currency; in the order of the server. */
export function groupTexts(
  { groups, rows }: WidgetResult<'metrics'>,
  groupBy: string,
  intl: WidgetText['intl'],
): { key: string; name: string; text: string }[] {
  return groups.map(({ key, label }) => {
    const known = rows.filter((row) => row.key === key && row.value !== null);
    return {
      key,
      name: siteGroupText(label, groupBy, intl),
      text: known.map((row) => currencyText(row, intl)).join(', ') || '\u2014',
    };
  });
}

function currencyText(row: MetricRow, { locale }: WidgetText['intl']): string {
  const { shown, shownUnit } = shownAmount(row, row.value ?? Number.NaN, locale);
  return `${shown} ${shownUnit}`;
}

export interface Target {
  /** In the unit of the metric. */
  value: number;
  /** What the value differs from it by. null: no value */
  difference: { amount: number; unit: string } | null;
  /** The value in percent of it. null: not known */
  percent: number | null;
  /** Sites that have both, and all, where not all have them. */
  counts?: { have: number; of: number };
}

/** What a value should reach: a number, or what was planned or promised for the sites that have both. null: nothing */
export function targetOf(row: MetricRow, { target, targetOf: of }: KeyMetricSettings, promised: MetricRow | undefined): Target | null {
  if (of === 'number') {
    const percent = target && row.value !== null ? (row.value / target) * 100 : null;
    return target === null ? null : { value: target, difference: targetDifference(row, target), percent };
  }
  const { compared, unit } = promised ?? {};
  if (!compared || compared.value === null || compared.amount === null) return null;
  const { value, amount, kind, have, of: all } = compared;
  const units = { percent: '%', points: 'pp', unit: unit ?? '' };
  const reached = kind === 'percent' ? 100 + amount : kind === 'points' && value !== 0 ? ((value + amount) / value) * 100 : null;
  return { value, difference: { amount, unit: units[kind] }, percent: reached, ...(have < all && { counts: { have, of: all } }) };
}

/** What a value differs from its target by: in points where it is a percentage, else in percent of the target. null: no value */
function targetDifference({ value, unit }: MetricRow, target: number): Target['difference'] {
  if (value === null) return null;
  if (unit === '%') return { amount: value - target, unit: 'pp' };
  return target === 0 ? { amount: value, unit } : { amount: ((value - target) / Math.abs(target)) * 100, unit: '%' };
}

function targetText(
  row: MetricRow,
  { targetOf: of }: KeyMetricSettings,
  { target, intl }: { target: Target | null; intl: WidgetText['intl'] },
): string[] {
  const name = of === 'number' ? undefined : intl.formatMessage({ id: REFERENCE_CHOICES[of] });
  if (!target) return name === undefined ? [] : [intl.formatMessage({ id: 'KeyMetric_NotCompared' }, { reference: name })];
  const { difference, counts } = target;
  if (!difference) return [];
  const { shown, shownUnit } = shownAmount(row, target.value, intl.locale);
  const amount = intl.formatNumber(difference.amount, { maximumFractionDigits: 1, signDisplay: 'exceptZero' }).replace('-', '\u2212');
  const values = { target: `${shown}\u00a0${shownUnit}`, difference: `${amount}\u00a0${difference.unit}` };
  const text =
    name === undefined
      ? intl.formatMessage({ id: 'KeyMetric_Target' }, values)
      : intl.formatMessage({ id: 'KeyMetric_Promised' }, { ...values, reference: name.toLocaleLowerCase(intl.locale) });
  return [counts ? `${text} (${intl.formatMessage({ id: 'Widget_HaveOf' }, counts)})` : text];
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
