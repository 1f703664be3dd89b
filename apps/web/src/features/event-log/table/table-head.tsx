import type { EventSort, EventTotals } from '@solvane/contract/events';
import { memo, useMemo } from 'react';
import { useIntl } from 'react-intl';
import { type EventSelection, selectionState, withSelected } from '../event-selection.ts';
import { useSumCurrency } from '../use-sum-currency.ts';
import { ColumnHead } from './column-head.tsx';
import { type Column, type PlacedColumn, resizeColumn } from './columns.ts';
import classes from './event-table.module.css';
import { SumCells } from './sums-row.tsx';
import { eventsOf, type TableRow } from './table-row.ts';

interface TableHeadProps {
  rows: readonly TableRow[];
  totals: EventTotals | undefined;
  columns: readonly Column[];
  placed: readonly PlacedColumn[];
  onColumns: (columns: readonly Column[]) => void;
  sort: EventSort;
  onSort: (by: EventSort['by']) => void;
  selection: EventSelection;
  onSelect: (selection: EventSelection) => void;
}

/** Names of the columns, and sums. */
export const HEAD_ROWS = 2;

/** What stays on top; it is left alone while the rows below it scroll. */
export const TableHead = memo(function TableHead({ rows, totals, columns, placed, selection, onSelect, ...rest }: TableHeadProps) {
  const { formatMessage } = useIntl();
  const currency = useSumCurrency();
  const events = useMemo(() => eventsOf(rows), [rows]);
  const state = selectionState(selection, events);
  return (
    <thead>
      <tr className={classes.head} aria-rowindex={1}>
        <th scope="col" className={classes.check}>
          <input
            type="checkbox"
            aria-label={formatMessage({ id: 'EventLog_SelectShown' })}
            checked={state === 'all'}
            disabled={events.length === 0}
            ref={(box) => {
              if (box) box.indeterminate = state === 'some';
            }}
            onChange={({ currentTarget }) =>
              onSelect(
                withSelected(
                  selection,
                  events.map(({ eventId }) => eventId),
                  currentTarget.checked,
                ),
              )
            }
          />
        </th>
        {placed.map((column) => (
          <ColumnHead
            key={column.id}
            column={column}
            sort={rest.sort}
            onSort={rest.onSort}
            onResize={(next) => rest.onColumns(resizeColumn(columns, column.id, next))}
          />
        ))}
      </tr>
      {totals && (
        <tr className={classes.sums} aria-rowindex={2}>
          <td className={classes.check} />
          <SumCells sums={totals} currency={currency} columns={placed}>
            {formatMessage({ id: 'EventLog_Sums' }, { count: totals.count, unacknowledged: totals.unacknowledged })}
          </SumCells>
        </tr>
      )}
    </thead>
  );
});
