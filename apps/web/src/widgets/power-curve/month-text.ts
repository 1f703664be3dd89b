import { parseIsoDate } from '@solvane/energy/time/local-day';
import { bucketText } from '../../shared/time/bucket-text.ts';
import type { WidgetText } from '../../shared/widgets/widget-table.ts';

const DAY_MS = 86_400_000;

/** A month by its first day. */
export function monthText(month: string, intl: WidgetText['intl']): string {
  return bucketText((parseIsoDate(month) ?? Number.NaN) * DAY_MS, { bucket: 'month', zone: 'UTC' }, intl);
}
