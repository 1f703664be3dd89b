import { isEventType } from '@solvane/energy/events/event-types';
import { parseIsoDate } from '@solvane/energy/time/local-day';
import type { WidgetText } from '../widgets/widget-table.ts';
import { eventLabels } from './use-event-labels.ts';

interface NamedGroup {
  key: string;
  name: string;
  /** Of a device. null: of anything else */
  siteName: string | null;
}

const DAY_MS = 86_400_000;
const PERIODS = {
  day: { day: '2-digit', month: 'short' },
  month: { month: 'short', year: 'numeric' },
  year: { year: 'numeric' },
} as const;

/** What events share, in the language of the user: `groupBy` is what they are grouped by. */
export function eventGroupName(groupBy: string, { key, name, siteName }: NamedGroup, intl: WidgetText['intl']): string {
  const labels = eventLabels(intl);
  const day = parseIsoDate(key);
  if (key === '') return intl.formatMessage({ id: 'Widget_Group_NotSet' });
  if ((groupBy === 'day' || groupBy === 'month' || groupBy === 'year') && day !== undefined)
    return intl.formatDate(day * DAY_MS, { ...PERIODS[groupBy], timeZone: 'UTC' });
  if (groupBy === 'type' && isEventType(key)) return labels.type(key);
  if (groupBy === 'category') return labels.category(key);
  if (groupBy === 'code') return labels.code(key) === key ? name : labels.code(key);
  return siteName === null || siteName === name ? name : `${siteName} ${name}`;
}
