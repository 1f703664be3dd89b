import { type KeyboardEvent, memo, type ReactNode, useRef } from 'react';
import type { DataTableLabels, DataTableProps, TableSelection } from '../data-table-props.tsx';
import classes from './data-table.module.css';
import { type DrawnColumn, pinStyle } from './table-columns.tsx';
import { SumRow } from './table-rows.tsx';

interface TableHeadProps<Row extends object> extends Pick<DataTableProps<Row>, 'rows' | 'getRowId'> {
  columns: readonly DrawnColumn<Row>[];
  labels: DataTableLabels;
  selection: TableSelection | undefined;
  isHidden: boolean | undefined;
  /** The table scrolls sideways: the box stays in view. */
  isWide: boolean;
  hasCards: boolean;
  /** undefined: no sums. */
  sumLabel: ReactNode;
}

/** What stays on top: names of the columns, and sums. It is left alone while the rows below it scroll. */
export const TableHead = memo(function TableHead<Row extends object>(props: TableHeadProps<Row>) {
  const { columns, labels, rows, getRowId, selection, isHidden, isWide, hasCards, sumLabel } = props;
  return (
    <thead className={classes.head}>
      {!hasCards && (
        <tr className={isHidden ? classes.unseen : `${classes.line} ${classes.names}`} aria-rowindex={1}>
          {selection && (
            <th
              scope="col"
              className={`${classes.cell} ${classes.check}`}
              data-pinned={isWide || undefined}
              style={isWide ? pinStyle(0) : undefined}
            >
              <SelectAll rows={rows} getRowId={getRowId} selection={selection} label={labels.selectAll} />
            </th>
          )}
          {columns.map((column) => (
            <Head key={column.id} column={column} labels={labels} />
          ))}
        </tr>
      )}
      {sumLabel !== undefined && (
        <SumRow columns={columns} rows={rows} label={sumLabel} hasCheck={selection !== undefined} isCard={hasCards} />
      )}
    </thead>
  );
}) as <Row extends object>(props: TableHeadProps<Row>) => ReactNode;

function SelectAll<Row extends object>({
  rows,
  getRowId,
  selection: { isSelected, onSelect },
  label,
}: Pick<DataTableProps<Row>, 'rows' | 'getRowId'> & { selection: TableSelection; label: string }) {
  const count = rows.reduce((sum, row) => sum + (isSelected(getRowId(row)) ? 1 : 0), 0);
  return (
    <input
      type="checkbox"
      className={classes.box}
      aria-label={label}
      checked={count > 0 && count === rows.length}
      disabled={rows.length === 0}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && count < rows.length;
      }}
      onChange={({ currentTarget }) => onSelect(rows.map(getRowId), currentTarget.checked)}
    />
  );
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

function Head<Row extends object>({ column, labels }: { column: DrawnColumn<Row>; labels: DataTableLabels }) {
  const { header, unit, hint, sorted, onSort, onHead, onResize } = column;
  const text = (
    <span className={column.isHeadHidden ? classes.unseen : classes.headText}>
      <span className={classes.headName}>{header}</span>
      {unit !== undefined && <span className={classes.unit}> {unit}</span>}
    </span>
  );
  const arrow = (
    <span className={classes.arrow} aria-hidden="true">
      {sorted === 'asc' ? '↑' : '↓'}
    </span>
  );
  return (
    <th
      scope="col"
      className={`${classes.cell} ${classes.clips} ${classes.name} ${column.align === 'end' ? classes.end : ''}`}
      title={hint ?? header}
      data-column={column.id}
      data-pinned={column.pinnedAt !== undefined || undefined}
      style={pinStyle(column.pinnedAt)}
      aria-sort={sorted ? ARIA_SORT[sorted] : undefined}
    >
      {onHead ? (
        <button type="button" className={classes.sort} onClick={onHead}>
          {text}
        </button>
      ) : onSort ? (
        <button type="button" className={classes.sort} onClick={onSort} data-sorted={sorted}>
          {/* Before numbers, so that the head stays above them. */}
          {column.align === 'end' && arrow}
          {text}
          {column.align !== 'end' && arrow}
        </button>
      ) : (
        text
      )}
      {onResize && <Edge label={labels.resize(header)} width={column.size} onResize={onResize} />}
    </th>
  );
}

const STEP = 16;

interface EdgeProps {
  label: string;
  width: number;
  onResize: (width: number | undefined) => void;
}

/** Moved with the pointer or the arrow keys; a double click gives the column its own width back. */
function Edge({ label, width, onResize }: EdgeProps) {
  const from = useRef<{ x: number; width: number } | null>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onResize(width + step);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={Math.round(width)}
      tabIndex={0}
      className={classes.resize}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        // A column that grew is wider than its own width.
        from.current = { x: event.clientX, width: event.currentTarget.parentElement?.offsetWidth ?? width };
      }}
      onPointerMove={({ clientX }) => {
        if (from.current) onResize(from.current.width + clientX - from.current.x);
      }}
      onPointerUp={() => {
        from.current = null;
      }}
      onDoubleClick={() => onResize(undefined)}
      onKeyDown={onKeyDown}
    />
  );
}
