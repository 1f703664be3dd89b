import { type CSSProperties, type MouseEvent, memo, type ReactNode } from 'react';
import type { DataTableLabels, TableItem } from '../data-table-props.tsx';
import { ReasonedValue } from '../reasoned-value.tsx';
import classes from './data-table.module.css';
import { type DrawnColumn, nameSpan, pinStyle, spanOf } from './table-columns.tsx';
import type { Cursor } from './table-cursor.tsx';

const SUM_CELL = `${classes.cell} ${classes.clips}`;
const CHECK = `${classes.cell} ${classes.check}`;

/** What rows call; it stays the same while they scroll. */
export interface RowActions<Row extends object> extends Pick<Cursor, 'select' | 'open'> {
  selectLabel: (row: Row) => string;
}

interface PlainRowProps<Row extends object> {
  row: Row;
  columns: readonly DrawnColumn<Row>[];
  position: number;
  /** Pixels from the top of the rows, where only those in view are drawn. */
  top: number | undefined;
  rowIndex: number;
  isCard: boolean;
  rowClass: string;
  /** The table scrolls sideways: the box stays in view. */
  isWide: boolean;
  isAtCursor: boolean;
  isOpen: boolean;
  /** undefined: rows cannot be selected. */
  isSelected: boolean | undefined;
  canOpen: boolean;
  actions: RowActions<Row>;
  tone: 'strong' | 'muted' | undefined;
  details: ReactNode;
}

export const PlainRow = memo(function PlainRow<Row extends object>(props: PlainRowProps<Row>) {
  const { row, columns, position, isCard, isAtCursor, isOpen, isSelected, canOpen, actions, tone, details } = props;
  const onClick = (event: MouseEvent): void => {
    const { target } = event;
    // What a menu or dialog of the row shows elsewhere on the page is no part of the row.
    if (!(target instanceof Element) || !event.currentTarget.contains(target)) return;
    // A thumb hits the cell rather than the box in it.
    if (target.hasAttribute('data-check')) target.querySelector('input')?.click();
    const link = target.closest('[data-row-link]');
    // The browser's own way to open a link somewhere else.
    const opensBeside = event.ctrlKey || event.metaKey || event.shiftKey;
    // Links, buttons and fields inside of the row act by themselves.
    if (link ? opensBeside : target.closest('a, button, input, label, select, textarea, [role="option"], [data-check]')) return;
    if (!canOpen) return;
    event.preventDefault();
    actions.open(position);
  };
  return (
    <>
      <tr
        className={props.rowClass}
        style={topStyle(props.top)}
        aria-rowindex={props.rowIndex}
        aria-selected={isSelected}
        data-cursor={isAtCursor || undefined}
        data-open={isOpen || undefined}
        data-tone={tone}
        onClick={canOpen || isSelected !== undefined ? onClick : undefined}
      >
        {isSelected !== undefined && (
          <td className={CHECK} data-check data-pinned={props.isWide || undefined} style={props.isWide ? pinStyle(0) : undefined}>
            <input
              type="checkbox"
              className={classes.box}
              tabIndex={isAtCursor ? 0 : -1}
              aria-label={actions.selectLabel(row)}
              checked={isSelected}
              // The change says what, the click with which keys.
              onChange={({ currentTarget, nativeEvent }) =>
                actions.select(position, currentTarget.checked, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
              }
            />
          </td>
        )}
        {columns.map((column) => cellOf(column, row, isCard))}
      </tr>
      {details !== undefined && details !== null && details !== false && (
        <tr className={`${classes.line} ${classes.details}`} style={topStyle(props.top)}>
          <td className={classes.cell}>{details}</td>
        </tr>
      )}
    </>
  );
}) as <Row extends object>(props: PlainRowProps<Row>) => ReactNode;

/** A function: a component per cell would be most of the work of a row that scrolls into view. */
function cellOf<Row extends object>(column: DrawnColumn<Row>, row: Row, isCard: boolean): ReactNode {
  const draw = (isCard && column.cardCell) || column.cell;
  const content = draw ? draw(row) : shownValue(column, row);
  const Cell = column.isRowHeader ? 'th' : 'td';
  return (
    <Cell
      key={column.id}
      scope={column.isRowHeader ? 'row' : undefined}
      className={column.cellClass}
      data-column={column.id}
      data-card={isCard ? column.card : undefined}
      data-tone={column.tone?.(row)}
      data-head={isCard && column.card === 'fact' ? column.header : undefined}
      data-pinned={column.pinnedAt !== undefined || undefined}
      style={pinStyle(column.pinnedAt)}
      title={column.title?.(row)}
    >
      {content}
    </Cell>
  );
}

function shownValue<Row extends object>({ value, text = String, reason }: DrawnColumn<Row>, row: Row): ReactNode {
  const found = value?.(row) ?? null;
  return found === null ? <ReasonedValue reason={reason?.(row)} /> : text(found);
}

interface GroupRowProps<Row extends object> {
  item: Extract<TableItem<Row>, { kind: 'group' }>;
  columns: readonly DrawnColumn<Row>[];
  labels: DataTableLabels;
  top: number | undefined;
  rowIndex: number;
  rowClass: string;
  isCard: boolean;
  isAtCursor: boolean;
  hasCheck: boolean;
  onToggle: () => void;
}

/** Head of a group, with its sums under their columns. */
export function GroupRow<Row extends object>(props: GroupRowProps<Row>) {
  const { item, columns, labels, top, rowIndex, rowClass, isCard, isAtCursor, hasCheck, onToggle } = props;
  return (
    <tr className={rowClass} style={topStyle(top)} aria-rowindex={rowIndex} data-cursor={isAtCursor || undefined}>
      {hasCheck && <td className={CHECK} />}
      <SumCells columns={columns} isCard={isCard} scope="rowgroup" contentOf={(column) => item.sumOf(column, isCard)}>
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
      </SumCells>
    </tr>
  );
}

interface SumRowProps<Row extends object> {
  columns: readonly DrawnColumn<Row>[];
  rows: readonly Row[];
  label: ReactNode;
  hasCheck: boolean;
  isCard: boolean;
}

/** Sums of all rows, under the head: each over its own numbers. */
export function SumRow<Row extends object>({ columns, rows, label, hasCheck, isCard }: SumRowProps<Row>) {
  return (
    <tr className={`${classes.line} ${classes.sums}`} aria-rowindex={2}>
      {hasCheck && <td className={CHECK} />}
      <SumCells columns={columns} isCard={isCard} scope="row" contentOf={(column) => column.sum?.(rows, isCard)}>
        {label}
      </SumCells>
    </tr>
  );
}

interface SumCellsProps<Row extends object> {
  columns: readonly DrawnColumn<Row>[];
  isCard: boolean;
  scope: 'row' | 'rowgroup';
  contentOf: (column: DrawnColumn<Row>) => ReactNode;
  /** What the sums are of: over columns that have none. */
  children: ReactNode;
}

function SumCells<Row extends object>({ columns, isCard, scope, contentOf, children }: SumCellsProps<Row>) {
  const name = nameSpan(columns);
  const isThreeLines = isCard && hasThreeLines(columns);
  return columns.map((column, index) => {
    const { id, header, align, pinnedAt, card, sum } = column;
    if (name && index === name.from)
      return (
        <th key={id} className={SUM_CELL} scope={scope} colSpan={name.count} style={spanOf(name.count)}>
          {children}
        </th>
      );
    if (name && index > name.from && index < name.from + name.count) return null;
    return (
      <td
        key={id}
        className={align === 'end' ? `${SUM_CELL} ${classes.end}` : SUM_CELL}
        data-pinned={pinnedAt !== undefined || undefined}
        style={pinStyle(pinnedAt)}
        {...(isCard && sum && { 'data-card': isThreeLines ? card : 'fact', 'data-head': header })}
      >
        {contentOf(column)}
      </td>
    );
  });
}

/** Rows that are drawn while in view do not follow each other: when one comes, the others are not laid out again. */
export function topStyle(top: number | undefined): CSSProperties | undefined {
  return top === undefined ? undefined : { insetBlockStart: top };
}

/** Cards of a table with a third value. */
export function hasThreeLines<Row extends object>(columns: readonly DrawnColumn<Row>[]): boolean {
  return columns.some(({ card }) => card === 'state' || card === 'detail' || card === 'figure');
}
