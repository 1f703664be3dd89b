import type { Threshold } from '@solvane/contract/widgets/widget-thresholds';
import type { WidgetText } from './widget-table.ts';

const SIGNS = { below: '<', atMost: '≤', above: '>', atLeast: '≥' } as const;

/** A rule as the table twin names it: "< 95 % of expected". */
export function thresholdText(
  { when, value, to, of }: Threshold,
  { formatMessage, formatNumber }: Pick<WidgetText['intl'], 'formatMessage' | 'formatNumber'>,
): string {
  if (when === 'empty') return formatMessage({ id: 'Widget_Rule_empty' });
  const number = (one: number | null) => (one === null ? '' : formatNumber(one, { maximumFractionDigits: 6 }).replace('-', '\u2212'));
  const rule =
    when === 'between'
      ? formatMessage({ id: 'Widget_Rule_between' }, { value: number(value), to: number(to) })
      : `${SIGNS[when]} ${number(value)}`;
  return of === 'value' ? rule : formatMessage({ id: `Widget_Rule_${of}` }, { rule });
}
