import { ActionIcon, Button, Checkbox } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPin, IconPinFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import classes from './column-list.module.css';
import { COLUMN_IDS, COLUMNS, type Column, type ColumnId, DEFAULT_COLUMNS, moveColumn, pinColumn, toggleColumn } from './columns.ts';

export interface ColumnListProps {
  columns: readonly Column[];
  onColumns: (columns: readonly Column[]) => void;
  /** Where nothing scrolls sideways nothing is kept in sight; what a thumb hits is larger. */
  isPhone?: boolean;
}

/** Which columns there are, in which order, and which stay in sight; a view keeps it. */
export function ColumnList({ columns, onColumns, isPhone = false }: ColumnListProps) {
  const { formatMessage } = useIntl();
  const [dragged, setDragged] = useState<ColumnId | null>(null);
  const nameOf = (id: ColumnId): string => formatMessage({ id: COLUMNS[id].label });
  const hidden = COLUMN_IDS.filter((id) => !columns.some((column) => column.id === id));
  const size = isPhone ? 'lg' : 'sm';
  return (
    <>
      <ul className={classes.list} data-phone={isPhone || undefined}>
        {columns.map(({ id, isPinned }, index) => (
          <li
            key={id}
            draggable={!isPhone}
            data-dragged={dragged === id || undefined}
            onDragStart={() => setDragged(id)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => {
              event.preventDefault();
              const from = columns.findIndex((column) => column.id === dragged);
              if (dragged && from !== index) onColumns(moveColumn(columns, dragged, index - from));
            }}
          >
            {!isPhone && <IconGripVertical size={14} className={classes.grip} aria-hidden="true" />}
            <Checkbox label={nameOf(id)} checked disabled={columns.length === 1} onChange={() => onColumns(toggleColumn(columns, id))} />
            <span className={classes.spread} />
            <ActionIcon
              size={size}
              aria-label={formatMessage({ id: 'EventLog_Column_Up' }, { column: nameOf(id) })}
              disabled={index === 0}
              onClick={() => onColumns(moveColumn(columns, id, -1))}
            >
              <IconArrowUp size={14} />
            </ActionIcon>
            <ActionIcon
              size={size}
              aria-label={formatMessage({ id: 'EventLog_Column_Down' }, { column: nameOf(id) })}
              disabled={index === columns.length - 1}
              onClick={() => onColumns(moveColumn(columns, id, 1))}
            >
              <IconArrowDown size={14} />
            </ActionIcon>
            {!isPhone && (
              <ActionIcon
                size={size}
                aria-label={formatMessage({ id: 'EventLog_Column_Pin' }, { column: nameOf(id) })}
                aria-pressed={isPinned}
                onClick={() => onColumns(pinColumn(columns, id, !isPinned))}
              >
                {isPinned ? <IconPinFilled size={14} /> : <IconPin size={14} />}
              </ActionIcon>
            )}
          </li>
        ))}
        {hidden.map((id) => (
          <li key={id}>
            {!isPhone && <span className={classes.grip} />}
            <Checkbox label={nameOf(id)} checked={false} onChange={() => onColumns(toggleColumn(columns, id))} />
          </li>
        ))}
      </ul>
      <Button variant="default" size="xs" disabled={columns === DEFAULT_COLUMNS} onClick={() => onColumns(DEFAULT_COLUMNS)}>
        {formatMessage({ id: 'EventLog_Columns_Reset' })}
      </Button>
    </>
  );
}
