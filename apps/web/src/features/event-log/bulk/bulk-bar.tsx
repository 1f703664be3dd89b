import { ActionIcon, Button, Menu } from '@mantine/core';
import type { EventSort } from '@solvane/contract/events';
import { IconDots, IconX } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { usePermission } from '../../../shared/access/permission-gate.tsx';
import { ExportItems } from '../export-button.tsx';
import type { Column } from '../table/columns.ts';
import classes from './bulk.module.css';
import type { Chosen, EventActionKind } from './event-actions.ts';
import { useWidth } from './use-width.ts';

interface BulkBarProps {
  chosen: Chosen;
  /** Of the whole result. */
  total: number;
  sort: EventSort;
  columns: readonly Column[];
  isPending: boolean;
  onStart: (kind: EventActionKind) => void;
  /** undefined: there is no list to take the rest from. */
  onSelectAll?: () => void;
  onClear: () => void;
}

/** In less room all but the first action stand in the menu. */
const LEAST_WIDTH = 640;

/** What can be done to the chosen events, at the foot of the list. */
export function BulkBar({ chosen, total, sort, columns, isPending, onStart, onSelectAll, onClear }: BulkBarProps) {
  const { formatMessage } = useIntl();
  const { count, target, loaded, filter } = chosen;
  const canEdit = usePermission('EditEvents');
  const canMerge = usePermission('MergeEvents') && target.events !== undefined && count > 1;
  const [watch, width] = useWidth();
  const isNarrow = width > 0 && width < LEAST_WIDTH;
  const areAcknowledged = target.events !== undefined && loaded.every((event) => event.acknowledged !== null);
  const main: EventActionKind = areAcknowledged ? 'unacknowledge' : 'acknowledge';
  const second: EventActionKind[] = canEdit ? ['categorize', 'comment', 'split'] : ['comment'];
  const others: EventActionKind[] = [
    ...(canEdit ? (['assignCode', areAcknowledged ? 'acknowledge' : 'unacknowledge'] as const) : []),
    ...(canMerge ? (['merge'] as const) : []),
  ];
  const inMenu = isNarrow ? [...second, ...others] : others;
  return (
    <section ref={watch} className={classes.bulk} aria-label={formatMessage({ id: 'EventLog_Bulk' })}>
      <b>{formatMessage({ id: 'EventLog_Selected' }, { count })}</b>
      {onSelectAll && count < total && (
        <button type="button" className={classes.link} onClick={onSelectAll}>
          {formatMessage({ id: 'EventLog_SelectAll' }, { count: total })}
        </button>
      )}
      <span className={classes.spread} />
      {canEdit && (
        <Button loading={isPending} onClick={() => onStart(main)}>
          {formatMessage({ id: areAcknowledged ? 'EventLog_Unacknowledge' : 'EventLog_Acknowledge' }, { count })}
        </Button>
      )}
      {!isNarrow &&
        second.map((kind) => (
          <Button key={kind} variant="default" onClick={() => onStart(kind)}>
            {formatMessage({ id: `EventLog_Action_${kind}` })}
          </Button>
        ))}
      <Menu position="top-end">
        <Menu.Target>
          <ActionIcon variant="default" aria-label={formatMessage({ id: 'EventLog_MoreActions' })}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {inMenu.map((kind) => (
            <Menu.Item key={kind} onClick={() => onStart(kind)}>
              {formatMessage({ id: `EventLog_Action_${kind}` })}
            </Menu.Item>
          ))}
          {filter && (
            <>
              <Menu.Divider />
              <Menu.Label>{formatMessage({ id: 'EventLog_Export_Selected' }, { count })}</Menu.Label>
              <ExportItems filter={filter} sort={sort} count={count} columns={columns} />
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <ActionIcon aria-label={formatMessage({ id: 'EventLog_ClearSelection' })} onClick={onClear}>
        <IconX />
      </ActionIcon>
    </section>
  );
}
