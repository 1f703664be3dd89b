import { Checkbox } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import type { DataTableLabels, DataTableProps, TableSelection } from '../data-table-props.tsx';
import classes from './data-table.module.css';
import type { DrawnColumn, TableModel } from './table-model.tsx';

interface TableHeadProps<Row extends object> extends Pick<DataTableProps<Row>, 'rows' | 'getRowId'> {
  model: TableModel<Row>;
  labels: DataTableLabels;
  selection: TableSelection | undefined;
  isHidden: boolean | undefined;
}

export function TableHead<Row extends object>({ model, labels, rows, getRowId, selection, isHidden }: TableHeadProps<Row>) {
  return (
    <thead className={isHidden ? classes.unseen : undefined}>
      <tr>
        {selection && (
          <th scope="col" className={classes.check}>
            <SelectAll rows={rows} getRowId={getRowId} selection={selection} label={labels.selectAll} />
          </th>
        )}
        {model.columns.map((column) => (
          <Head key={column.id} column={column} labels={labels} />
        ))}
      </tr>
    </thead>
  );
}

function SelectAll<Row extends object>({
  rows,
  getRowId,
  selection: { selected, onChange },
  label,
}: Pick<DataTableProps<Row>, 'rows' | 'getRowId'> & { selection: TableSelection; label: string }) {
  const count = rows.reduce((sum, row) => sum + (selected.has(getRowId(row)) ? 1 : 0), 0);
  return (
    <Checkbox
      size="xs"
      aria-label={label}
      checked={count > 0 && count === rows.length}
      indeterminate={count > 0 && count < rows.length}
      onChange={(event) => onChange(event.currentTarget.checked ? new Set([...selected, ...rows.map(getRowId)]) : new Set())}
    />
  );
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;
const STEP = 16;

function Head<Row extends object>({ column, labels }: { column: DrawnColumn<Row>; labels: DataTableLabels }) {
  const { header, unit, hint, sorted, onSort, onResize, resizeBy } = column;
  const text = (
    <span className={column.isHeadHidden ? classes.unseen : classes.headText}>
      {header}
      {unit !== undefined && <span className={classes.unit}> {unit}</span>}
    </span>
  );
  const arrow = (
    <span className={classes.arrow} aria-hidden="true">
      {sorted === 'asc' ? '↑' : '↓'}
    </span>
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    resizeBy?.(step);
  };
  return (
    <th
      scope="col"
      title={hint ?? header}
      data-align={column.align}
      data-pinned={column.isRowHeader || undefined}
      aria-sort={sorted ? ARIA_SORT[sorted] : undefined}
    >
      {onSort ? (
        <button type="button" className={classes.sort} onClick={onSort} data-sorted={sorted}>
          {/* Before numbers, so that the head stays above them. */}
          {column.align === 'end' && arrow}
          {text}
          {column.align !== 'end' && arrow}
        </button>
      ) : (
        text
      )}
      {resizeBy && (
        // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
        <div
          role="separator"
          aria-orientation="vertical"
          aria-label={labels.resize(header)}
          aria-valuenow={column.size}
          tabIndex={0}
          className={classes.resize}
          onPointerDown={onResize}
          onKeyDown={onKeyDown}
        />
      )}
    </th>
  );
}
