import { Checkbox } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import type { DataTableLabels } from '../data-table-props.tsx';
import { ReasonedValue } from '../reasoned-value.tsx';
import classes from './data-table.module.css';
import type { DrawnColumn, TableItem } from './table-model.tsx';

interface PlainRowProps<Row extends object> {
  row: Row;
  columns: readonly DrawnColumn<Row>[];
  position: number;
  height: number | undefined;
  isAtCursor: boolean;
  isOpen: boolean;
  /** undefined: rows cannot be selected. */
  isSelected: boolean | undefined;
  selectLabel: string | undefined;
  onSelect: (isRange: boolean) => void;
  onOpen: (() => void) | undefined;
  tone: 'strong' | 'muted' | undefined;
  details: ReactNode;
  span: number;
}

/** The head row is the first of `aria-rowindex`. */
const FIRST_INDEX = 2;

export function PlainRow<Row extends object>(props: PlainRowProps<Row>) {
  const { row, columns, position, height, isAtCursor, isOpen, isSelected, onSelect, onOpen, tone, details, span } = props;
  const onClick = (event: MouseEvent): void => {
    // Links, buttons and fields inside of the row act by themselves.
    if (event.target instanceof Element && event.target.closest('a, button, input, label, select, textarea')) return;
    onOpen?.();
  };
  return (
    <>
      <tr
        aria-rowindex={position + FIRST_INDEX}
        aria-selected={isSelected}
        data-cursor={isAtCursor || undefined}
        data-open={isOpen || undefined}
        data-tone={tone}
        style={{ blockSize: height }}
        onClick={onOpen ? onClick : undefined}
      >
        {isSelected !== undefined && (
          <td className={classes.check}>
            <Checkbox
              size="xs"
              aria-label={props.selectLabel}
              checked={isSelected}
              onChange={(event) => onSelect('shiftKey' in event.nativeEvent && event.nativeEvent.shiftKey === true)}
            />
          </td>
        )}
        {columns.map((column) => (
          <Cell key={column.id} column={column} row={row} isCard={height === undefined} />
        ))}
      </tr>
      {details !== undefined && details !== null && details !== false && (
        <tr className={classes.details}>
          <td colSpan={span}>{details}</td>
        </tr>
      )}
    </>
  );
}

function Cell<Row extends object>({ column, row, isCard }: { column: DrawnColumn<Row>; row: Row; isCard: boolean }) {
  const draw = (isCard && column.cardCell) || column.cell;
  const content = draw ? draw(row) : shownValue(column, row);
  const attributes = {
    'data-align': column.align,
    'data-card': column.card,
    'data-tone': column.tone?.(row),
    'data-wraps': column.wraps || undefined,
    'data-head': column.card === 'fact' ? column.header : undefined,
  };
  if (column.isRowHeader)
    return (
      <th scope="row" data-pinned {...attributes}>
        {content}
      </th>
    );
  return <td {...attributes}>{content}</td>;
}

function shownValue<Row extends object>({ value, text = String, reason }: DrawnColumn<Row>, row: Row): ReactNode {
  const found = value?.(row) ?? null;
  return found === null ? <ReasonedValue reason={reason?.(row)} /> : text(found);
}

interface GroupRowProps<Row extends object> {
  item: Extract<TableItem<Row>, { kind: 'group' }>;
  columns: readonly DrawnColumn<Row>[];
  labels: DataTableLabels;
  position: number;
  isAtCursor: boolean;
  hasCheck: boolean;
  onToggle: () => void;
}

/** Head of a group, with its sums under their columns. */
export function GroupRow<Row extends object>({ item, columns, labels, position, isAtCursor, hasCheck, onToggle }: GroupRowProps<Row>) {
  const firstSum = columns.findIndex((column) => column.sum !== undefined);
  const headSpan = (firstSum === -1 ? columns.length : Math.max(1, firstSum)) + (hasCheck ? 1 : 0);
  const rest = firstSum === -1 ? [] : columns.slice(Math.max(1, firstSum));
  return (
    <tr className={classes.group} aria-rowindex={position + FIRST_INDEX} data-cursor={isAtCursor || undefined}>
      <th scope="rowgroup" colSpan={headSpan}>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={item.isOpen}
          title={item.isOpen ? labels.collapse : labels.expand}
          onClick={onToggle}
        >
          <span className={classes.chevron} aria-hidden="true">
            ›
          </span>
          {item.label}
        </button>
      </th>
      {rest.map((column) => (
        <td key={column.id} data-align={column.align}>
          {column.sum?.(item.rows)}
        </td>
      ))}
    </tr>
  );
}

interface SumRowProps<Row extends object> {
  columns: readonly DrawnColumn<Row>[];
  rows: readonly Row[];
  label: string;
  hasCheck: boolean;
}

/** Sums of all rows, under the head: each over its own numbers. */
export function SumRow<Row extends object>({ columns, rows, label, hasCheck }: SumRowProps<Row>) {
  const [head, ...rest] = columns;
  return (
    <tr className={classes.sums}>
      <th scope="row" colSpan={hasCheck ? 2 : 1} data-pinned>
        {head?.sum ? head.sum(rows) : label}
      </th>
      {rest.map((column) => (
        <td key={column.id} data-align={column.align} {...(column.sum && { 'data-card': 'fact', 'data-head': column.header })}>
          {column.sum?.(rows)}
        </td>
      ))}
    </tr>
  );
}
