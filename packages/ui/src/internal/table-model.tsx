import {
  type ColumnDef,
  columnGroupingFeature,
  columnOrderingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createGroupedRowModel,
  createSortedRowModel,
  rowSortingFeature,
  type SortFn,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { DataColumn, DataTableProps, TableItem, TableLayout, TableSort } from '../data-table-props.tsx';
import { cellClass, type DrawnColumn } from './table-columns.tsx';

const FEATURES = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  columnGroupingFeature,
  groupedRowModel: createGroupedRowModel(),
  columnOrderingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
});
type Features = typeof FEATURES;

/** Column that rows are grouped by; never drawn. */
const GROUP = ':group';
const WIDTH = 120;
const MIN_WIDTH = 48;
const MAX_WIDTH = 800;
const NO_LAYOUT: TableLayout = { widths: {}, order: [], hidden: [] };
const NO_ROWS: readonly never[] = [];

export interface TableModel<Row extends object> {
  items: readonly TableItem<Row>[];
  columns: readonly DrawnColumn<Row>[];
  nameOf: (row: Row) => string;
  toggleGroup: (id: string) => void;
}

/** Columns and lines as they are drawn: TanStack Table sorts, groups, sizes and orders them. What did not change stays the same object. */
export function useTableModel<Row extends object>(props: DataTableProps<Row>): TableModel<Row> {
  const { rows, columns, getRowId, onSort, layout = NO_LAYOUT, groups } = props;
  const [ownSort, setOwnSort] = useState<TableSort | null>(null);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const current = onSort ? (props.sort ?? null) : ownSort;
  const { columnId, isDescending } = current ?? {};
  const definitions = useMemo(() => definitionsOf(columns, groups?.keyOf), [columns, groups?.keyOf]);
  const hasGroups = groups !== undefined;
  const state = useMemo(
    () => ({
      sorting: columnId === undefined ? [] : [{ id: columnId, desc: isDescending ?? false }],
      grouping: hasGroups ? [GROUP] : [],
      columnSizing: { ...layout.widths },
      columnOrder: [...layout.order],
      columnVisibility: { [GROUP]: false, ...Object.fromEntries(layout.hidden.map((id) => [id, false])) },
    }),
    [columnId, isDescending, hasGroups, layout],
  );
  const table = useTable<Features, Row>({
    features: FEATURES,
    data: (props.items ? NO_ROWS : rows) as Row[],
    columns: definitions,
    getRowId,
    enableSortingRemoval: false,
    manualSorting: onSort !== undefined,
    groupedColumnMode: false,
    state,
    onSortingChange: (change) => {
      const [next] = typeof change === 'function' ? change(state.sorting) : change;
      if (next) (onSort ?? setOwnSort)({ columnId: next.id, isDescending: next.desc });
    },
  });
  const toggleOwn = useCallback(
    (id: string) => setClosed((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id])),
    [],
  );
  const latest = useRef(props);
  // Columns stay the same while rows scroll: what they call reads the layout of the last render.
  useEffect(() => {
    latest.current = props;
  });
  const resize = useCallback((id: string, width: number | undefined) => {
    const { layout: before = NO_LAYOUT, onLayout } = latest.current;
    const { [id]: _, ...widths } = before.widths;
    const fitting = width === undefined ? {} : { [id]: Math.round(Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, width))) };
    onLayout?.({ ...before, widths: { ...widths, ...fitting } });
  }, []);
  const headers = table.getHeaderGroups()[0]?.headers;
  const canResize = props.onLayout !== undefined;
  const drawn = useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]));
    const direction = isDescending ? 'desc' : 'asc';
    return (headers ?? NO_ROWS).flatMap(({ column: model }): DrawnColumn<Row>[] => {
      const column = byId.get(model.id);
      if (!column) return [];
      const size = model.getSize();
      return [
        {
          ...column,
          size,
          cellClass: cellClass(column, size),
          canGrow: layout.widths[model.id] === undefined && (column.canGrow ?? column.isRowHeader ?? false),
          sorted: columnId === model.id ? direction : undefined,
          onSort: model.getCanSort() ? () => model.toggleSorting() : undefined,
          onResize: canResize ? (width) => resize(model.id, width) : undefined,
        },
      ];
    });
  }, [columns, headers, layout, columnId, isDescending, canResize, resize]);
  const sorted = table.getRowModel().rows;
  const items = useMemo(() => props.items ?? itemsOf(sorted, { groups, closed }), [props.items, sorted, groups, closed]);
  const rowHeader = columns.find((column) => column.isRowHeader);
  return {
    items,
    columns: drawn,
    nameOf: props.nameOf ?? ((row) => String(rowHeader?.value?.(row) ?? getRowId(row))),
    toggleGroup: props.onToggleGroup ?? toggleOwn,
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
      enableSorting: column.isSortable ?? column.value !== undefined,
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
    const sumOf = (column: DataColumn<Row>, isCard: boolean) => column.sum?.(members, isCard);
    return [{ kind: 'group' as const, id: row.id, label, isOpen, sumOf }, ...(isOpen ? row.subRows.map(plain) : [])];
  });
}
