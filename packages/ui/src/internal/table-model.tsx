import {
  type ColumnDef,
  columnGroupingFeature,
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createGroupedRowModel,
  createSortedRowModel,
  type Header,
  rowSortingFeature,
  type SortFn,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useCallback, useMemo, useState } from 'react';
import type { DataColumn, DataTableProps, TableLayout, TableSort } from '../data-table-props.tsx';

const FEATURES = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  columnGroupingFeature,
  groupedRowModel: createGroupedRowModel(),
  columnOrderingFeature,
  columnSizingFeature,
  columnResizingFeature,
  columnVisibilityFeature,
});
type Features = typeof FEATURES;

/** Column that rows are grouped by; never drawn. */
const GROUP = ':group';
const WIDTH = 120;
const MIN_WIDTH = 48;
const NO_LAYOUT: TableLayout = { widths: {}, order: [], hidden: [] };

export type TableItem<Row extends object> =
  | { kind: 'row'; id: string; row: Row }
  | { kind: 'group'; id: string; label: React.ReactNode; rows: readonly Row[]; isOpen: boolean };

export interface DrawnColumn<Row extends object> extends DataColumn<Row> {
  size: number;
  canGrow: boolean;
  sorted: 'asc' | 'desc' | undefined;
  onSort: (() => void) | undefined;
  /** Starts a change of the width with the pointer; undefined: the width is fixed. */
  onResize: ((event: unknown) => void) | undefined;
  /** Changes the width by pixels. */
  resizeBy: ((pixels: number) => void) | undefined;
}

export interface TableModel<Row extends object> {
  items: readonly TableItem<Row>[];
  columns: readonly DrawnColumn<Row>[];
  totalWidth: number;
  nameOf: (row: Row) => string;
  toggleGroup: (id: string) => void;
}

/** Columns and rows as they are drawn: TanStack Table sorts, groups, sizes and orders them. */
export function useTableModel<Row extends object>(props: DataTableProps<Row>): TableModel<Row> {
  const { rows, columns, getRowId, sort, onSort, layout = NO_LAYOUT, onLayout, groups } = props;
  const [ownSort, setOwnSort] = useState<TableSort | null>(null);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const current = onSort ? (sort ?? null) : ownSort;
  const definitions = useMemo(() => definitionsOf(columns, groups?.keyOf), [columns, groups?.keyOf]);
  const table = useTable<Features, Row>({
    features: FEATURES,
    data: rows as Row[],
    columns: definitions,
    getRowId,
    enableSortingRemoval: false,
    manualSorting: onSort !== undefined,
    columnResizeMode: 'onEnd',
    groupedColumnMode: false,
    state: {
      sorting: current ? [{ id: current.columnId, desc: current.isDescending }] : [],
      grouping: groups ? [GROUP] : [],
      columnSizing: { ...layout.widths },
      columnOrder: [...layout.order],
      columnVisibility: { [GROUP]: false, ...Object.fromEntries(layout.hidden.map((id) => [id, false])) },
    },
    onSortingChange: (change) => {
      const [next] = typeof change === 'function' ? change(current ? [{ id: current.columnId, desc: current.isDescending }] : []) : change;
      if (next) (onSort ?? setOwnSort)({ columnId: next.id, isDescending: next.desc });
    },
    onColumnSizingChange: (change) => {
      const widths = typeof change === 'function' ? change({ ...layout.widths }) : change;
      onLayout?.({ ...layout, widths });
    },
  });
  const toggleGroup = useCallback(
    (id: string) => setClosed((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id])),
    [],
  );
  const byId = new Map(columns.map((column) => [column.id, column]));
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  const drawn = headers.flatMap((header) => {
    const column = byId.get(header.column.id);
    return column ? [drawnColumn(column, { header, layout, onLayout, hasWidth: layout.widths[column.id] !== undefined })] : [];
  });
  const rowHeader = columns.find((column) => column.isRowHeader);
  return {
    items: itemsOf(table.getRowModel().rows, { groups, closed }),
    columns: drawn,
    totalWidth: drawn.reduce((sum, column) => sum + column.size, 0),
    nameOf: props.nameOf ?? ((row) => String(rowHeader?.value?.(row) ?? getRowId(row))),
    toggleGroup,
  };
}

function definitionsOf<Row extends object>(
  columns: readonly DataColumn<Row>[],
  keyOf: ((row: Row) => string) | undefined,
): ColumnDef<Features, Row>[] {
  const definitions = columns.map(
    (column): ColumnDef<Features, Row> => ({
      id: column.id,
      header: column.header,
      accessorFn: (row) => column.value?.(row) ?? undefined,
      size: column.width ?? WIDTH,
      minSize: Math.min(MIN_WIDTH, column.width ?? WIDTH),
      enableSorting: column.value !== undefined && column.isSortable !== false,
      sortDescFirst: column.align === 'end',
      sortUndefined: 'last',
      sortFn: compareValues as SortFn<Features, Row>,
    }),
  );
  if (!keyOf) return definitions;
  return [...definitions, { id: GROUP, accessorFn: keyOf, getGroupingValue: keyOf }];
}

const collator = new Intl.Collator(undefined, { numeric: true });

interface ValueRow {
  getValue: (columnId: string) => unknown;
}

function compareValues(a: ValueRow, b: ValueRow, columnId: string): number {
  const [left, right] = [a.getValue(columnId), b.getValue(columnId)];
  return typeof left === 'number' && typeof right === 'number' ? left - right : collator.compare(String(left), String(right));
}

interface DrawOptions<Row extends object> {
  header: Header<Features, Row, unknown>;
  layout: TableLayout;
  onLayout: ((layout: TableLayout) => void) | undefined;
  hasWidth: boolean;
}

function drawnColumn<Row extends object>(
  column: DataColumn<Row>,
  { header, layout, onLayout, hasWidth }: DrawOptions<Row>,
): DrawnColumn<Row> {
  const size = header.getSize();
  return {
    ...column,
    size,
    canGrow: !hasWidth && (column.canGrow ?? column.isRowHeader ?? false),
    sorted: header.column.getIsSorted() || undefined,
    onSort: header.column.getCanSort() ? () => header.column.toggleSorting() : undefined,
    onResize: onLayout && header.getResizeHandler(),
    resizeBy:
      onLayout && ((pixels) => onLayout({ ...layout, widths: { ...layout.widths, [column.id]: Math.max(MIN_WIDTH, size + pixels) } })),
  };
}

interface ModelRow<Row extends object> {
  id: string;
  original: Row;
  subRows: readonly ModelRow<Row>[];
  groupingValue?: unknown;
  getIsGrouped: () => boolean;
}

interface ItemOptions<Row extends object> {
  groups: DataTableProps<Row>['groups'];
  closed: ReadonlySet<string>;
}

function itemsOf<Row extends object>(rows: readonly ModelRow<Row>[], { groups, closed }: ItemOptions<Row>): TableItem<Row>[] {
  const plain = (row: ModelRow<Row>): TableItem<Row> => ({ kind: 'row', id: row.id, row: row.original });
  if (!groups) return rows.map(plain);
  return rows.flatMap((row) => {
    if (!row.getIsGrouped()) return [plain(row)];
    const members = row.subRows.map(({ original }) => original);
    const isOpen = !closed.has(row.id);
    const label = groups.label(String(row.groupingValue), members);
    return [{ kind: 'group' as const, id: row.id, label, rows: members, isOpen }, ...(isOpen ? row.subRows.map(plain) : [])];
  });
}
