import { type CSSProperties, useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { DataTableProps } from './data-table-props.tsx';
import { useFixedRows } from './fixed-rows.tsx';
import classes from './internal/data-table.module.css';
import { type Cursor, useCursor } from './internal/table-cursor.tsx';
import { TableHead } from './internal/table-head.tsx';
import { type TableItem, useTableModel } from './internal/table-model.tsx';
import { GroupRow, PlainRow, SumRow } from './internal/table-rows.tsx';

const ROW_HEIGHT = 30;
const CARD_HEIGHT = 60;
const CARDS_BELOW = 600;
/** Fewer rows are drawn as a whole: no measuring, and the page's own search finds all of them. */
const VIRTUAL_FROM = 120;
const NEAR_END = 40;
const SKELETON_ROWS = 5;

/**
 * Rows and columns: sorted, grouped, selected, walked by keys, as cards where there is little width, and with its states.
 *
 * Only the rows in view are drawn once there are many. All rows have one height.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const {
    label,
    labels,
    rows,
    rowHeight = ROW_HEIGHT,
    isLoading = false,
    isStale = false,
    empty,
    error,
    hasSums = false,
    onEndReached,
  } = props;
  const model = useTableModel(props);
  const { items, columns } = model;
  const [watchWidth, width] = useWidth();
  const hasCards = width < CARDS_BELOW && width < model.totalWidth && columns.some(({ card }) => card !== undefined);
  const isVirtual = items.length >= VIRTUAL_FROM;
  const view = useFixedRows({ count: items.length, rowHeight: hasCards ? CARD_HEIGHT : rowHeight });
  const [first, end] = isVirtual ? [view.first, view.end] : [0, items.length];
  const cursor = useCursor({ items, ...props, onToggleGroup: model.toggleGroup, scrollToRow: view.scrollToRow });
  const isGrid = props.onOpen !== undefined || props.selection !== undefined;
  // The section around it has the name, and what is in the rows has the focus.
  const isPlain = props.isBare === true && !isGrid && !props.groups;
  const endReached = useEffectEvent(() => onEndReached?.());
  const isNearEnd = onEndReached !== undefined && end > items.length - NEAR_END;
  const count = rows.length;
  // Scrolling happens outside of React.
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows are a reason to look again
  useEffect(() => {
    if (isNearEnd) endReached();
  }, [isNearEnd, count]);
  const { scrollRef } = view;
  const setFrame = useCallback(
    (element: HTMLElement | null) => {
      scrollRef(element);
      return watchWidth(element);
    },
    [scrollRef, watchWidth],
  );
  const span = columns.length + (props.selection ? 1 : 0);
  const before = isVirtual ? view.offset : 0;
  const after = isVirtual ? view.totalHeight - view.offset - (end - first) * (hasCards ? CARD_HEIGHT : rowHeight) : 0;
  return (
    <section
      ref={setFrame}
      className={classes.frame}
      aria-label={isPlain ? undefined : label}
      aria-busy={isLoading || undefined}
      // What scrolls has to be reached by keys.
      tabIndex={isPlain ? undefined : 0}
      onKeyDown={isGrid || props.groups ? cursor.onKeyDown : undefined}
      data-stale={isStale || undefined}
      data-cards={hasCards || undefined}
      data-grid={isGrid || undefined}
      data-bare={props.isBare || undefined}
    >
      <table
        className={classes.table}
        data-wraps={columns.some(({ wraps }) => wraps) || undefined}
        role={isGrid ? 'grid' : undefined}
        aria-label={label}
        aria-rowcount={items.length + 1}
        style={hasCards ? undefined : sizeOf(model)}
      >
        <colgroup>
          {props.selection && <col className={classes.checkColumn} />}
          {columns.map((column) => (
            <col key={column.id} style={{ inlineSize: column.canGrow ? undefined : column.size }} />
          ))}
        </colgroup>
        <TableHead
          model={model}
          labels={labels}
          rows={rows}
          getRowId={props.getRowId}
          selection={props.selection}
          isHidden={props.isHeadHidden}
        />
        <tbody>
          {hasSums && rows.length > 0 && (
            <SumRow columns={columns} rows={rows} label={props.sumLabel ?? ''} hasCheck={props.selection !== undefined} />
          )}
          <Spacer height={before} span={span} />
          {error === undefined &&
            items
              .slice(first, end)
              .map((item, index) => (
                <ItemRow
                  key={item.id}
                  item={item}
                  position={first + index}
                  height={hasCards ? undefined : rowHeight}
                  table={props}
                  model={model}
                  cursor={cursor}
                  span={span}
                />
              ))}
          <Spacer height={after} span={span} />
          {isLoading && rows.length === 0 && <Skeleton span={span} label={labels.loading} />}
        </tbody>
      </table>
      {error !== undefined && <div className={classes.state}>{error}</div>}
      {error === undefined && !isLoading && rows.length === 0 && empty !== undefined && <div className={classes.state}>{empty}</div>}
    </section>
  );
}

interface ItemRowProps<Row extends object> {
  item: TableItem<Row>;
  position: number;
  /** undefined: a card, as high as its content. */
  height: number | undefined;
  table: DataTableProps<Row>;
  model: ReturnType<typeof useTableModel<Row>>;
  cursor: Cursor;
  span: number;
}

function ItemRow<Row extends object>({ item, position, height, table, model, cursor, span }: ItemRowProps<Row>) {
  const isAtCursor = cursor.position === position;
  if (item.kind === 'group')
    return (
      <GroupRow
        item={item}
        columns={model.columns}
        labels={table.labels}
        position={position}
        isAtCursor={isAtCursor}
        hasCheck={table.selection !== undefined}
        onToggle={() => model.toggleGroup(item.id)}
      />
    );
  const { row, id } = item;
  return (
    <PlainRow
      row={row}
      columns={model.columns}
      position={position}
      height={height}
      isAtCursor={isAtCursor}
      isOpen={table.openId === id}
      isSelected={table.selection?.selected.has(id)}
      selectLabel={table.selection && table.labels.selectRow(model.nameOf(row))}
      onSelect={(isRange) => cursor.select(position, isRange)}
      onOpen={table.onOpen && (() => cursor.open(position))}
      tone={table.toneOf?.(row)}
      details={table.detailsOf?.(row)}
      span={span}
    />
  );
}

function Spacer({ height, span }: { height: number; span: number }) {
  if (height <= 0) return null;
  return (
    <tr className={classes.spacer} style={{ blockSize: height }}>
      <td colSpan={span} />
    </tr>
  );
}

function Skeleton({ span, label }: { span: number; label: string }) {
  return Array.from({ length: SKELETON_ROWS }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows without content
    <tr key={index} className={classes.skeleton}>
      <td colSpan={span}>{index === 0 && <span className={classes.unseen}>{label}</span>}</td>
    </tr>
  ));
}

function sizeOf<Row extends object>({ columns, totalWidth }: ReturnType<typeof useTableModel<Row>>): CSSProperties {
  return columns.some(({ canGrow }) => canGrow) ? { minInlineSize: totalWidth } : { inlineSize: totalWidth };
}

/** Width of an element up to the one that every table has columns at; Infinity: not known. */
function useWidth(): [(element: HTMLElement | null) => (() => void) | undefined, number] {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY);
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(Math.min(element.clientWidth || Number.POSITIVE_INFINITY, CARDS_BELOW)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [watch, width];
}
