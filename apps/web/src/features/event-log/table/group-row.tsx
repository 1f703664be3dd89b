import type { EventGroup } from '@solvane/contract/event-overview';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { useEventLabels } from '../../../shared/events/use-event-labels.ts';
import type { TableGrouping } from '../event-log-search.ts';
import { useGroupCurrency } from '../use-sum-currency.ts';
import type { PlacedColumn } from './columns.ts';
import classes from './event-table.module.css';
import { SumCells } from './sums-row.tsx';

interface GroupRowProps {
  group: EventGroup;
  groupBy: TableGrouping;
  columns: readonly PlacedColumn[];
  rowIndex: number;
  isOpen: boolean;
  isCurrent: boolean;
  onToggle: () => void;
}

/** Head of a group: its name, how many, and the sums of all its events. */
export function GroupRow({ group, groupBy, columns, rowIndex, isOpen, isCurrent, onToggle }: GroupRowProps) {
  const { formatMessage } = useIntl();
  const name = useGroupName()(groupBy, group);
  const currency = useGroupCurrency(group);
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <tr aria-rowindex={rowIndex} className={classes.group} data-current={isCurrent || undefined}>
      <td className={classes.check} />
      <SumCells sums={group} currency={currency} columns={columns}>
        <button type="button" tabIndex={-1} className={classes.groupName} aria-expanded={isOpen} onClick={onToggle}>
          <Chevron size={14} aria-hidden="true" />
          <b>{name}</b>{' '}
          <span className={classes.quiet}>
            {formatMessage({ id: 'EventLog_Group_Count' }, { count: group.count, unacknowledged: group.unacknowledged })}
          </span>
        </button>
      </SumCells>
    </tr>
  );
}

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
