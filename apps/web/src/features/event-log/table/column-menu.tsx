import { Button, Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { ColumnList, type ColumnListProps } from './column-list.tsx';
import classes from './column-menu.module.css';

/** The columns of the table, beside the search box. */
export function ColumnMenu({ columns, onColumns }: Omit<ColumnListProps, 'isPhone'>) {
  const { formatMessage } = useIntl();
  const label = formatMessage({ id: 'EventLog_Columns' });
  return (
    <Popover position="bottom-end" width={320} trapFocus withRoles>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} />}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.menu} aria-label={label}>
        <ColumnList columns={columns} onColumns={onColumns} />
      </Popover.Dropdown>
    </Popover>
  );
}
