import { ActionIcon, Drawer } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useIntl } from 'react-intl';
import { Segments } from '../../../shared/controls/segments.tsx';
import { SelectField } from '../../../shared/fields/select-field.tsx';
import { nextSort, sortOf } from '../event-log-filter.ts';
import { type EventLogSearch, TABLE_GROUPINGS } from '../event-log-search.ts';
import { ColumnList } from './column-list.tsx';
import { COLUMN_IDS, COLUMNS, type Column } from './columns.ts';
import classes from './layout-sheet.module.css';

interface LayoutSheetProps {
  search: EventLogSearch;
  onSearch: (patch: Partial<EventLogSearch>) => void;
  columns: readonly Column[];
  onColumns: (columns: readonly Column[]) => void;
}

/** Order, groups and columns of the list, on a phone: it has no heads to press, and a card has room for three figures. */
export function LayoutSheet({ search, onSearch, columns, onColumns }: LayoutSheetProps) {
  const { formatMessage } = useIntl();
  const [isOpen, setIsOpen] = useState(false);
  const columnsLabel = useId();
  const label = formatMessage({ id: 'EventLog_Layout' });
  const sort = sortOf(search);
  const sorts = COLUMN_IDS.flatMap((id) => {
    const { sort: by, label: name } = COLUMNS[id];
    return by === undefined ? [] : [{ value: by, label: formatMessage({ id: by === 'attention' ? 'EventLog_View_Own' : name }) }];
  });
  return (
    <>
      <ActionIcon variant="default" size={40} aria-label={label} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <IconAdjustmentsHorizontal size={18} />
      </ActionIcon>
      <Drawer
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        position="bottom"
        size="85%"
        title={label}
        closeButtonProps={{ 'aria-label': formatMessage({ id: 'Common_Close' }) }}
      >
        <div className={classes.sheet}>
          <SelectField
            label={formatMessage({ id: 'EventLog_SortBy' })}
            value={sort.by}
            options={sorts}
            onChange={(by) => {
              if (by === null || by === sort.by) return;
              const next = nextSort(sort, by);
              onSearch({ sort: next.by, direction: next.direction });
            }}
          />
          <Segments
            label={formatMessage({ id: 'EventLog_Direction' })}
            isWide
            value={sort.direction}
            options={(['desc', 'asc'] as const).map((value) => ({ value, label: formatMessage({ id: `EventLog_Direction_${value}` }) }))}
            onChange={(direction) => onSearch({ sort: sort.by, direction })}
          />
          <SelectField
            label={formatMessage({ id: 'EventLog_GroupBy' })}
            placeholder={formatMessage({ id: 'EventLog_GroupBy_none' })}
            isClearable
            value={search.group ?? null}
            options={TABLE_GROUPINGS.map((value) => ({ value, label: formatMessage({ id: `EventLog_GroupBy_${value}` }) }))}
            onChange={(group) => onSearch({ group: group ?? undefined })}
          />
          <section aria-labelledby={columnsLabel}>
            <h3 id={columnsLabel} className={classes.head}>
              {formatMessage({ id: 'EventLog_Columns' })}
            </h3>
            <p className={classes.help}>{formatMessage({ id: 'EventLog_Columns_Phone' })}</p>
            <ColumnList columns={columns} onColumns={onColumns} isPhone />
          </section>
        </div>
      </Drawer>
    </>
  );
}
