import type { EventSort } from '@solvane/contract/events';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useRef } from 'react';
import { useIntl } from 'react-intl';
import own from './column-head.module.css';
import { COLUMNS, type PlacedColumn } from './columns.ts';
import classes from './event-table.module.css';
import { pinnedStyle } from './pinned-style.ts';

interface ColumnHeadProps {
  column: PlacedColumn;
  sort: EventSort;
  onSort: (by: EventSort['by']) => void;
  /** null: as wide as it is by itself. */
  onResize: (width: number | null) => void;
}

const KEY_STEP = 12;

/** Name of a column: a click sorts by it, its right edge is drawn. */
export function ColumnHead({ column, sort, onSort, onResize }: ColumnHeadProps) {
  const { formatMessage } = useIntl();
  const { label, sort: by, isNumber, isUnseen } = COLUMNS[column.id];
  const isSorted = sort.by === by;
  const Arrow = sort.direction === 'asc' ? IconArrowUp : IconArrowDown;
  const name = <span className={isUnseen ? classes.unseen : undefined}>{formatMessage({ id: label })}</span>;
  return (
    <th
      scope="col"
      data-column={column.id}
      data-pinned={column.pinnedAt !== null || undefined}
      style={pinnedStyle(column)}
      data-number={isNumber || undefined}
      className={isNumber ? classes.number : undefined}
      aria-sort={by && (isSorted ? (sort.direction === 'asc' ? 'ascending' : 'descending') : 'none')}
    >
      {by ? (
        <button type="button" className={own.sort} onClick={() => onSort(by)}>
          {name}
          {isSorted && <Arrow size={12} aria-hidden="true" />}
        </button>
      ) : (
        name
      )}
      <Edge
        label={formatMessage({ id: 'EventLog_Column_Resize' }, { column: formatMessage({ id: label }) })}
        width={column.width}
        onResize={onResize}
      />
    </th>
  );
}

interface EdgeProps {
  label: string;
  width: number;
  onResize: (width: number | null) => void;
}

/** Drawn with the pointer or the arrow keys; a double click gives the column its own width back. */
function Edge({ label, width, onResize }: EdgeProps) {
  const drawn = useRef<{ fromX: number; width: number } | null>(null);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule does not move; this separator is a widget
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={Math.round(width)}
      tabIndex={-1}
      className={own.edge}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        drawn.current = { fromX: event.clientX, width };
      }}
      onPointerMove={({ clientX }) => {
        if (drawn.current) onResize(drawn.current.width + clientX - drawn.current.fromX);
      }}
      onPointerUp={() => {
        drawn.current = null;
      }}
      onDoubleClick={() => onResize(null)}
      onKeyDown={({ key }) => {
        if (key === 'ArrowLeft') onResize(width - KEY_STEP);
        if (key === 'ArrowRight') onResize(width + KEY_STEP);
      }}
    />
  );
}
