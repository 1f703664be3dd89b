import { type KeyboardEvent, useState } from 'react';
import type { DataTableProps, TableItem } from '../data-table-props.tsx';

export interface Cursor {
  /** Line that keys act on. */
  position: number | null;
  /** @param isRange - all lines from the cursor to this one */
  select: (position: number, isOn: boolean, isRange: boolean) => void;
  open: (position: number) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

const PAGE = 20;

interface CursorOptions<Row extends object> extends Pick<DataTableProps<Row>, 'selection' | 'onOpen' | 'cursor'> {
  items: readonly TableItem<Row>[];
  onToggleGroup: (id: string) => void;
  scrollToRow: (index: number) => void;
}

/** Walks lines by keys: arrows, Home, End and pages move, Enter opens, Space selects, Shift extends the selection. */
export function useCursor<Row extends object>(options: CursorOptions<Row>): Cursor {
  const { items, selection, onOpen, cursor, onToggleGroup, scrollToRow } = options;
  const [own, setOwn] = useState<number | null>(null);
  const position = cursor ? cursor.position : own;
  const setPosition = cursor?.onMove ?? setOwn;
  const moveTo = (to: number): void => {
    setPosition(to);
    scrollToRow(to);
  };
  const select = (to: number, isOn: boolean, isRange: boolean): void => {
    const at = position ?? to;
    const [from, until] = isRange ? [Math.min(at, to), Math.max(at, to)] : [to, to];
    const ids = items.slice(from, until + 1).flatMap((item) => (item.kind === 'row' ? [item.id] : []));
    if (ids.length > 0) selection?.onSelect(ids, isOn);
    setPosition(to);
  };
  const toggle = (at: number): void => {
    const item = items[at];
    if (item?.kind === 'row' && selection) select(at, !selection.isSelected(item.id), false);
  };
  const open = (at: number): void => {
    const item = items[at];
    setPosition(at);
    if (item?.kind === 'row') onOpen?.(item.row);
    if (item?.kind === 'group') onToggleGroup(item.id);
  };
  const actOnKey = (key: string): boolean => {
    if (position === null) return false;
    const item = items[position];
    if (key === 'Enter') open(position);
    else if (key === ' ') toggle(position);
    else if (item?.kind === 'group' && key === (item.isOpen ? 'ArrowLeft' : 'ArrowRight')) onToggleGroup(item.id);
    else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = targetOf(event.key, { position, last: items.length - 1 });
    if (to === undefined) {
      if (actOnKey(event.key)) event.preventDefault();
      return;
    }
    event.preventDefault();
    if (items.length === 0) return;
    if (event.shiftKey) select(to, true, true);
    moveTo(to);
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
