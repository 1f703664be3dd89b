import type { ReactNode } from 'react';

/** How a value differs from the others of its column. */
export type CellTone = 'danger' | 'warn' | 'strong' | 'muted';

/** A column of a data table. */
export interface DataColumn<Row extends object> {
  id: string;
  /** Head of the column; also its name for a screen reader where `isHeadHidden`. */
  header: string;
  /** Unit of all values, beside the head. */
  unit?: string | undefined;
  /** What the column means, on hover. */
  hint?: string | undefined;
  isHeadHidden?: boolean;
  /** What pressing the head does instead of sorting. */
  onHead?: (() => void) | undefined;
  /** What is sorted by, and shown where there is no `cell`. null: missing, always last. */
  value?: (row: Row) => string | number | null;
  cell?: (row: Row) => ReactNode;
  /** The value as it is shown where there is no `cell`. Default: as it is. */
  text?: (value: string | number) => string;
  /** Why there is no value, on hover, where there is no `cell`. */
  reason?: (row: Row) => string | undefined;
  /** Content in the card, where it differs from that of the cell. */
  cardCell?: (row: Row) => ReactNode;
  /** A value that needs attention: colour and weight. */
  tone?: (row: Row) => CellTone | undefined;
  /** The whole text of a cell, on hover. */
  title?: (row: Row) => string | undefined;
  /** Content of the sum row and of group rows; in a card no head states the unit. */
  sum?: (rows: readonly Row[], isCard: boolean) => ReactNode;
  /** Numbers stand at the end. Default: start. */
  align?: 'start' | 'end';
  /** Preferred width in pixels; what is left is shared by columns that grow. Default: 120 */
  width?: number;
  /** Takes part in what is left. Default: the row header does. Where no column does, the table is as wide as its columns. */
  canGrow?: boolean;
  /** Least width in pixels of a column that grows. Default: its width */
  minWidth?: number | undefined;
  /** Left out where the columns do not fit, the lowest number first. Default: stays, and the table scrolls */
  givesWay?: number | undefined;
  /** Names the row: a row header. */
  isRowHeader?: boolean;
  /** Stays in view while the table scrolls sideways. Default: the row header does */
  isPinned?: boolean;
  /** Its content fits into the width: cells are not clipped, which makes scrolling many rows cheaper. */
  isShort?: boolean;
  /** Long text takes further lines; rows get as high as needed, so only where there are few. */
  wraps?: boolean;
  /**
   * Slot of the cell in the card of a row when the table is narrow. Absent: not shown there.
   * One column each for two or three lines: a mark, a name and a value; then a subtitle and a value (`meta`); then a state, a detail and a value
   * (`figure`). `fact` is a line with the head before the value, `line` one without: any number of these, in few rows.
   */
  card?: CardSlot | undefined;
  /** Shown in cards only. */
  isCardOnly?: boolean;
  /** Default: where there is a `value`. */
  isSortable?: boolean;
}

type CardSlot = 'mark' | 'title' | 'value' | 'subtitle' | 'meta' | 'state' | 'detail' | 'figure' | 'fact' | 'line';

export interface TableSort {
  columnId: string;
  isDescending: boolean;
}

/** Widths by column, order and hidden columns: what a screen stores for its user. */
export interface TableLayout {
  widths: Readonly<Record<string, number>>;
  order: readonly string[];
  hidden: readonly string[];
}

export interface TableSelection {
  isSelected: (id: string) => boolean;
  onSelect: (ids: readonly string[], isOn: boolean) => void;
}

export interface TableGrouping<Row extends object> {
  keyOf: (row: Row) => string;
  label: (key: string, rows: readonly Row[]) => ReactNode;
}

/** What can stand in a line of the table. */
export type TableItem<Row extends object> =
  | { kind: 'row'; id: string; row: Row }
  | { kind: 'group'; id: string; label: ReactNode; isOpen: boolean; sumOf: (column: DataColumn<Row>, isCard: boolean) => ReactNode }
  /** A sentence or an action among the rows. */
  | { kind: 'note'; id: string; content: ReactNode };

/** The line that keys act on, by its position. */
export interface TableCursor {
  position: number | null;
  onMove: (position: number) => void;
}

/** For a link inside of a row that opens the row: pressed with Ctrl, Cmd or Shift it opens its address in another tab or window. */
export const ROW_LINK = { 'data-row-link': '', tabIndex: -1 } as const;

/** Texts of the table itself. */
export interface DataTableLabels {
  loading: string;
  selectAll: string;
  /** @param row - what `nameOf` says */
  selectRow: (row: string) => string;
  expand: string;
  collapse: string;
  resize: (column: string) => string;
}

export interface DataTableProps<Row extends object> {
  /** Name of the table. */
  label: string;
  labels: DataTableLabels;
  rows: readonly Row[];
  columns: readonly DataColumn<Row>[];
  getRowId: (row: Row) => string;
  /** Name of a row for a screen reader. Default: the value of the row header. */
  nameOf?: (row: Row) => string;
  /** Absent: the table sorts by itself, by the head that is pressed. */
  sort?: TableSort | null;
  /** Given: the order of `rows` stays, and the caller answers for it. */
  onSort?: (sort: TableSort) => void;
  layout?: TableLayout;
  onLayout?: (layout: TableLayout) => void;
  groups?: TableGrouping<Row>;
  /** Lines that the caller has sorted and grouped already. Default: the rows, sorted and grouped here. */
  items?: readonly TableItem<Row>[];
  onToggleGroup?: (id: string) => void;
  selection?: TableSelection;
  /** Absent: the table has a cursor of its own. */
  cursor?: TableCursor;
  onOpen?: (row: Row) => void;
  /** Row whose details are open. */
  openId?: string | undefined;
  /** A tone for the whole row. */
  toneOf?: (row: Row) => 'strong' | 'muted' | undefined;
  /** What follows a row at full width while it is open. */
  detailsOf?: (row: Row) => ReactNode;
  rowHeight?: number;
  isLoading?: boolean;
  /** Rows of an earlier query, while those of the present one load. */
  isStale?: boolean;
  /** Shown instead of rows: why there are none, and what to do. */
  empty?: ReactNode;
  /** Shown instead of rows: the error, with its way to try again. */
  error?: ReactNode;
  /** Shows sums of all rows under the head. */
  hasSums?: boolean;
  /** Head of the sum row, over the columns without sums. */
  sumLabel?: ReactNode;
  /**
   * In a page that scrolls: the most that many rows take of the window, alone under the head of the page or as one part among others; otherwise all of
   * them would be drawn. Default: what the container leaves
   */
  mostHeight?: 'window' | 'part';
  /** Without a border of its own, inside of a section that has one. */
  isBare?: boolean;
  /** The columns explain themselves: their heads are for screen readers only. */
  isHeadHidden?: boolean;
  /** More rows exist: a line at the end says that they load. */
  hasMore?: boolean;
  /** Called when the last rows come into view; undefined: not now. */
  onEndReached?: (() => void) | undefined;
  /** Lines of the whole table, where not all of them are loaded. Default: the lines that are */
  rowCount?: number;
}
