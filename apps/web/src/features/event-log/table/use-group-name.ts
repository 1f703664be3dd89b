import type { EventGroup } from '@solvane/contract/event-overview';
import { useIntl } from 'react-intl';
import { useEventLabels } from '../../../shared/events/use-event-labels.ts';
import type { TableGrouping } from '../event-log-search.ts';

/** What a group is called in the user's language. */
export function useGroupName(): (groupBy: TableGrouping, group: EventGroup) => string {
  const { formatDate } = useIntl();
  const words = useEventLabels();
  return (groupBy, { key, name, siteName }) => {
    switch (groupBy) {
      case 'code':
        return words.code(key) === key ? name : words.code(key);
      case 'category':
        return words.category(key);
      case 'day':
        return formatDate(Date.parse(key), { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
      case 'device':
        return siteName === null || siteName === name ? name : `${siteName} ${name}`;
      case 'site':
        return name;
    }
  };
}
