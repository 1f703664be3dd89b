import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { DataTableProps, TableItem } from './data-table-props.tsx';
import { useFixedRows } from './fixed-rows.tsx';
import classes from './internal/data-table.module.css';
import { type DrawnColumn, fittingColumns, totalWidth, tracksOf } from './internal/table-columns.tsx';
import { type Cursor, useCursor } from './internal/table-cursor.tsx';
import { TableHead } from './internal/table-head.tsx';
import { type TableModel, useTableModel } from './internal/table-model.tsx';
import { GroupRow, hasThreeLines, PlainRow, type RowActions, topStyle } from './internal/table-rows.tsx';

const ROW_HEIGHT = 30;
const CARD_HEIGHT = { two: 60, three: 76 } as const;
const CARDS_BELOW = 560;
/** Fewer rows are drawn as a whole: no measuring, and the page's own search finds all of them. */
const VIRTUAL_FROM = 60;
const NEAR_END = 60;
const SKELETON_ROWS = 5;
/** Lines below the cursor that stay in view: the head and what may lie over the end of the table cover as many. */
const AFTER_CURSOR = 5;

/**
 * Rows and columns: sorted, grouped, selected, walked by keys, as cards where there is little width, and with its states.
 *
 * Only the rows in view are drawn once there are many. All rows have one height.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, labels, rows, selection } = props;
  const model = useTableModel(props);
  const [watchWidth, room] = useWidth();
  const shape = useTableShape(props, { columns: model.columns, room });
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const toLine = useRef<(position: number) => void>(() => undefined);
  const cursor = useCursor({
    ...props,
    items: model.items,
    onToggleGroup: model.toggleGroup,
    scrollToRow: (position) => toLine.current(position),
  });
  const hasGroups = useMemo(() => model.items.some(({ kind }) => kind === 'group'), [model.items]);
  const isGrid = props.onOpen !== undefined || selection !== undefined;
  // The section around it has the name, and what is in the rows has the focus.
  const isPlain = props.isBare === true && !isGrid && !hasGroups;
  const watch = useCallback(
    (element: HTMLElement | null) => {
      setFrame(element);
      return watchWidth(element);
    },
    [watchWidth],
  );
  const headRows = props.hasSums && model.items.length > 0 ? 2 : 1;
  return (
    <section
      ref={watch}
      className={classes.frame}
      aria-label={isPlain ? undefined : label}
      aria-busy={props.isLoading || undefined}
      // What scrolls has to be reached by keys.
      tabIndex={isPlain ? undefined : 0}
      onKeyDown={isGrid || hasGroups ? cursor.onKeyDown : undefined}
      data-stale={props.isStale || undefined}
      data-bare={props.isBare || undefined}
      data-most-height={model.items.length >= VIRTUAL_FROM ? props.mostHeight : undefined}
      data-led={props.cursor ? '' : undefined}
      {...shape.attributes}
    >
      <table
        className={classes.table}
        role={isGrid ? 'grid' : undefined}
        aria-label={label}
        aria-rowcount={(props.rowCount ?? model.items.length) + headRows}
        style={shape.style}
      >
        <TableHead
          columns={shape.columns}
          labels={labels}
          rows={rows}
          getRowId={props.getRowId}
          selection={selection}
          isHidden={props.isHeadHidden}
          isWide={shape.isWide}
          hasCards={shape.hasCards}
          sumLabel={headRows === 2 ? (props.sumLabel ?? '') : undefined}
        />
        <Rows {...{ frame, toLine, model, shape, cursor, hasGroups }} table={props} firstRowIndex={headRows + 1} />
      </table>
      <State table={props} />
    </section>
  );
}

interface RowsProps<Row extends object> {
  /** What scrolls; null: not there yet. */
  frame: HTMLElement | null;
  /** Is given how to scroll a line into view. */
  toLine: RefObject<(position: number) => void>;
  table: DataTableProps<Row>;
  model: TableModel<Row>;
  shape: TableShape<Row>;
  cursor: Cursor;
  hasGroups: boolean;
  /** `aria-rowindex` of the first row. */
  firstRowIndex: number;
}

/** The rows in view: scrolling draws them again and nothing else of the table. */
function Rows<Row extends object>({ frame, toLine, table, model, shape, cursor, hasGroups, firstRowIndex }: RowsProps<Row>) {
  const { items } = model;
  const view = useRowsInView(table, { frame, toLine, count: items.length, lineHeight: shape.lineHeight });
  const actions = useRowActions(table, model, cursor);
  const lineClasses = lineClassesOf({ isFixed: view.room !== undefined, hasGroups, hasWraps: shape.hasWraps });
  return (
    <tbody className={classes.body} style={view.room}>
      {table.error === undefined &&
        items
          .slice(view.first, view.end)
          .map((item, index) => (
            <ItemRow
              key={item.id}
              {...{ item, table, actions, shape, lineClasses }}
              position={view.first + index}
              top={view.room && (view.first + index) * shape.lineHeight}
              rowIndex={view.first + index + firstRowIndex}
              isAtCursor={cursor.position === view.first + index}
            />
          ))}
      <Ending table={table} isEndInView={view.end === items.length} />
    </tbody>
  );
}

/** What stands after the rows: more of them load, or the first ones do. */
function Ending<Row extends object>({ table, isEndInView }: { table: DataTableProps<Row>; isEndInView: boolean }) {
  const { labels, rows, isLoading = false, hasMore = false } = table;
  if (isLoading) return rows.length === 0 && <Skeleton label={labels.loading} />;
  return hasMore && isEndInView && <NoteRow>{labels.loading}</NoteRow>;
}

function State<Row extends object>({ table: { rows, isLoading = false, error, empty } }: { table: DataTableProps<Row> }) {
  const state = error ?? (isLoading || rows.length > 0 ? undefined : empty);
  return state !== undefined && <div className={classes.state}>{state}</div>;
}

interface TableShape<Row extends object> {
  columns: readonly DrawnColumn<Row>[];
  hasCards: boolean;
  /** It scrolls sideways. */
  isWide: boolean;
  hasWraps: boolean;
  /** Pixels. */
  lineHeight: number;
  attributes: Readonly<Record<`data-${string}`, unknown>>;
  style: CSSProperties;
}

interface ShapeOptions<Row extends object> {
  columns: readonly DrawnColumn<Row>[];
  /** Width of the table in pixels. */
  room: number;
}

/** Columns where they fit, cards where they do not. */
function useTableShape<Row extends object>(
  { selection, rowHeight = ROW_HEIGHT }: DataTableProps<Row>,
  { columns: all, room }: ShapeOptions<Row>,
): TableShape<Row> {
  const hasCheck = selection !== undefined;
  return useMemo(() => {
    const fitting = fittingColumns(all, { room, hasCheck });
    const width = totalWidth(fitting, hasCheck);
    const hasCards = room < CARDS_BELOW && room < width && all.some(({ card }) => card !== undefined);
    const columns = hasCards ? all.filter(({ card }) => card !== undefined) : fitting;
    const isThreeLines = hasCards && hasThreeLines(columns);
    const lineHeight = hasCards ? CARD_HEIGHT[isThreeLines ? 'three' : 'two'] : rowHeight;
    return {
      columns,
      hasCards,
      isWide: !hasCards && width > room,
      hasWraps: !hasCards && columns.some(({ wraps }) => wraps),
      lineHeight,
      attributes: { 'data-cards': hasCards || undefined, 'data-lines': isThreeLines ? 3 : undefined },
      style: { ...(!hasCards && sizeOf(columns, { hasCheck, width })), ['--row-height' as string]: `${lineHeight}px` },
    };
  }, [all, room, hasCheck, rowHeight]);
}

interface ViewOptions extends Pick<RowsProps<never>, 'frame' | 'toLine'> {
  count: number;
  lineHeight: number;
}

interface RowsInView {
  first: number;
  end: number;
  /** Room for all rows, where only those in view are drawn: each lies at its place in it. */
  room: CSSProperties | undefined;
}

/** Which lines are drawn; asks for more rows near the end, and follows the cursor that the screen moves. */
function useRowsInView<Row extends object>(
  { hasMore = false, onEndReached, cursor }: DataTableProps<Row>,
  { frame, toLine, count, lineHeight }: ViewOptions,
): RowsInView {
  const isVirtual = count >= VIRTUAL_FROM;
  const rows = useFixedRows({
    count: count + (hasMore ? 1 : 0),
    rowHeight: lineHeight,
    stride: 1,
    drawNow: isVirtual ? flushSync : undefined,
  });
  const { scrollRef, scrollToRow } = rows;
  // The frame is there before its rows are: it scrolls outside of React.
  useLayoutEffect(() => {
    scrollRef(frame);
    toLine.current = (position) => scrollToRow(position, { after: AFTER_CURSOR });
    return () => {
      scrollRef(null);
    };
  }, [frame, scrollRef, scrollToRow, toLine]);
  const [first, end] = isVirtual ? [rows.first, Math.min(rows.end, count)] : [0, count];
  const endReached = useEffectEvent(() => onEndReached?.());
  const wantedAfter = onEndReached && frame && end > count - NEAR_END ? count : null;
  // Scrolling happens outside of React.
  useEffect(() => {
    if (wantedAfter !== null) endReached();
  }, [wantedAfter]);
  const led = cursor?.position ?? null;
  // A key of the screen moved the cursor: where it stands has to be in view, and further keys go to the table.
  useEffect(() => {
    if (led === null) return;
    toLine.current(led);
    frame?.focus({ preventScroll: true });
  }, [led, frame, toLine]);
  const room = useMemo(() => (isVirtual ? { paddingBlockStart: count * lineHeight } : undefined), [isVirtual, count, lineHeight]);
  return { first, end, room };
}

interface ItemRowProps<Row extends object> {
  item: TableItem<Row>;
  shape: TableShape<Row>;
  actions: RowActions<Row>;
  /** Classes by the kind of line. */
  lineClasses: Readonly<Record<TableItem<Row>['kind'], string>>;
  position: number;
  /** Pixels from the top of the rows, where only those in view are drawn. */
  top: number | undefined;
  rowIndex: number;
  isAtCursor: boolean;
  table: DataTableProps<Row>;
}

function ItemRow<Row extends object>({ item, shape, actions, table, lineClasses, ...place }: ItemRowProps<Row>) {
  const { labels, selection } = table;
  const { columns, hasCards, isWide } = shape;
  const rowClass = lineClasses[item.kind];
  if (item.kind === 'note')
    return (
      <NoteRow {...place} rowClass={rowClass}>
        {item.content}
      </NoteRow>
    );
  if (item.kind === 'group')
    return (
      <GroupRow
        item={item}
        columns={columns}
        labels={labels}
        top={place.top}
        rowIndex={place.rowIndex}
        isAtCursor={place.isAtCursor}
        isCard={hasCards}
        rowClass={rowClass}
        hasCheck={selection !== undefined}
        onToggle={() => actions.open(place.position)}
      />
    );
  const { row, id } = item;
  return (
    <PlainRow
      {...place}
      row={row}
      columns={columns}
      isCard={hasCards}
      rowClass={rowClass}
      isWide={isWide}
      isOpen={table.openId === id}
      isSelected={selection?.isSelected(id)}
      canOpen={table.onOpen !== undefined}
      actions={actions}
      tone={table.toneOf?.(row)}
      details={table.detailsOf?.(row)}
    />
  );
}

/** Rows are drawn again only when they change: what they call acts on the state of the last render. */
function useRowActions<Row extends object>({ labels }: DataTableProps<Row>, { nameOf }: TableModel<Row>, cursor: Cursor): RowActions<Row> {
  const latest = useRef({ labels, nameOf, cursor });
  useLayoutEffect(() => {
    latest.current = { labels, nameOf, cursor };
  });
  return useMemo(
    () => ({
      select: (...args) => latest.current.cursor.select(...args),
      open: (position) => latest.current.cursor.open(position),
      selectLabel: (row) => latest.current.labels.selectRow(latest.current.nameOf(row)),
    }),
    [],
  );
}

interface LineLooks {
  /** Lines of many: their height is known. */
  isFixed: boolean;
  hasGroups: boolean;
  hasWraps: boolean;
}

function lineClassesOf({ isFixed, hasGroups, hasWraps }: LineLooks): Record<TableItem<object>['kind'], string> {
  const join = (...names: (string | undefined | false)[]): string =>
    [classes.line, isFixed && classes.fixed, ...names].filter(Boolean).join(' ');
  return {
    row: join(classes.row, hasGroups && classes.indented, hasWraps && classes.baseline),
    group: join(classes.group),
    note: join(classes.note),
  };
}

interface NoteRowProps {
  top?: number | undefined;
  rowIndex?: number;
  isAtCursor?: boolean;
  rowClass?: string;
  children: ReactNode;
}

function NoteRow({ top, rowIndex, isAtCursor, rowClass, children }: NoteRowProps) {
  return (
    <tr
      className={rowClass ?? `${classes.line} ${classes.note}`}
      style={topStyle(top)}
      aria-rowindex={rowIndex}
      data-cursor={isAtCursor || undefined}
    >
      <td className={classes.cell}>{children}</td>
    </tr>
  );
}

function Skeleton({ label }: { label: string }) {
  return Array.from({ length: SKELETON_ROWS }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows without content
    <tr key={index} className={`${classes.line} ${classes.skeleton}`}>
      <td className={classes.cell}>{index === 0 && <span className={classes.unseen}>{label}</span>}</td>
    </tr>
  ));
}

function sizeOf<Row extends object>(
  columns: readonly DrawnColumn<Row>[],
  { hasCheck, width }: { hasCheck: boolean; width: number },
): CSSProperties {
  const tracks = { ['--tracks' as string]: tracksOf(columns, hasCheck) };
  return columns.some(({ canGrow }) => canGrow) ? { ...tracks, minInlineSize: width } : { ...tracks, inlineSize: width };
}

/** Width of an element; Infinity: not known. */
function useWidth(): [(element: HTMLElement | null) => (() => void) | undefined, number] {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY);
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const measure = (): void => setWidth(element.clientWidth || Number.POSITIVE_INFINITY);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  return [watch, width];
}
