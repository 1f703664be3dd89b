import { type KeyboardEvent, useState } from 'react';
import type { DataTableProps } from '../data-table-props.tsx';
import type { TableItem } from './table-model.tsx';

export interface Cursor {
  /** Row that keys act on. */
  position: number | null;
  select: (position: number, isRange: boolean) => void;
  open: (position: number) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

const PAGE = 20;

interface CursorOptions<Row extends object> extends Pick<DataTableProps<Row>, 'selection' | 'onOpen'> {
  items: readonly TableItem<Row>[];
  onToggleGroup: (id: string) => void;
  scrollToRow: (index: number) => void;
}

/** Walks rows by keys: arrows, Home, End and pages move, Enter opens, Space selects, Shift extends the selection. */
export function useCursor<Row extends object>({ items, selection, onOpen, onToggleGroup, scrollToRow }: CursorOptions<Row>): Cursor {
  const [position, setPosition] = useState<number | null>(null);
  const moveTo = (to: number): void => {
    setPosition(to);
    scrollToRow(to);
  };
  const select = (to: number, isRange: boolean): void => {
    const target = items[to];
    if (!selection || target?.kind !== 'row') return;
    const isOn = isRange || !selection.selected.has(target.id);
    const [from, until] = isRange && position !== null ? [Math.min(position, to), Math.max(position, to)] : [to, to];
    const ids = items.slice(from, until + 1).flatMap((item) => (item.kind === 'row' ? [item.id] : []));
    const next = new Set(selection.selected);
    for (const id of ids)
      if (isOn) next.add(id);
      else next.delete(id);
    selection.onChange(next);
    setPosition(to);
  };
  const open = (at: number): void => {
    const item = items[at];
    setPosition(at);
    if (item?.kind === 'row') onOpen?.(item.row);
    if (item?.kind === 'group') onToggleGroup(item.id);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return;
    const last = items.length - 1;
    const to = targetOf(event.key, { position, last });
    const item = position === null ? undefined : items[position];
    if (to !== undefined && last >= 0) {
      if (event.shiftKey) select(to, true);
      moveTo(to);
    } else if (event.key === 'Enter' && position !== null) open(position);
    else if (event.key === ' ' && position !== null) select(position, false);
    else if (item?.kind === 'group' && (event.key === 'ArrowLeft') === item.isOpen && event.key.startsWith('Arrow')) onToggleGroup(item.id);
    else return;
    event.preventDefault();
  };
  return { position, select, open, onKeyDown };
}

function targetOf(key: string, { position, last }: { position: number | null; last: number }): number | undefined {
  const at = position ?? -1;
  const targets: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + PAGE,
    PageUp: at - PAGE,
    Home: 0,
    End: last,
  };
  const to = targets[key];
  return to === undefined ? undefined : Math.max(0, Math.min(last, to));
}
