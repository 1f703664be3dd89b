import { type KeyboardEvent, useRef } from 'react';
import { fold } from '../../shared/text/fold.ts';
import type { TreeRow } from './tree-rows.ts';

export interface TreeActions {
  focusRow: (index: number) => void;
  toggle: (row: TreeRow) => void;
  toggleRange: (from: number, to: number) => void;
  setOpen: (row: TreeRow, isOpen: boolean) => void;
  openSiblings: (row: TreeRow) => void;
  openMenu: (row: TreeRow) => void;
}

const TYPED_WITHIN_MS = 600;
const PAGE = 12;

/** Keys of the tree as the ARIA authoring practices describe them. */
export function useTreeKeys(rows: readonly TreeRow[], focused: number, actions: TreeActions): (event: KeyboardEvent) => void {
  const typed = useRef({ text: '', atMs: 0 });

  function typeAhead(key: string): void {
    const isContinued = performance.now() - typed.current.atMs < TYPED_WITHIN_MS;
    typed.current = { text: (isContinued ? typed.current.text : '') + fold(key), atMs: performance.now() };
    const from = isContinued && typed.current.text.length > 1 ? focused : focused + 1;
    for (let step = 0; step < rows.length; step++) {
      const index = (from + step) % rows.length;
      const row = rows[index];
      if (!row || !fold(nameOf(row)).startsWith(typed.current.text)) continue;
      actions.focusRow(index);
      return;
    }
  }

  return (event) => {
    const row = rows[focused];
    if (!row || event.altKey || event.ctrlKey || event.metaKey) return;
    const move = (index: number): void => {
      const to = Math.max(0, Math.min(rows.length - 1, index));
      if (event.shiftKey) actions.toggleRange(focused, to);
      actions.focusRow(to);
    };
    const keys: Record<string, () => void> = {
      ArrowDown: () => move(focused + 1),
      ArrowUp: () => move(focused - 1),
      PageDown: () => move(focused + PAGE),
      PageUp: () => move(focused - PAGE),
      Home: () => move(0),
      End: () => move(rows.length - 1),
      ArrowRight: () => (openStateOf(row) === false ? actions.setOpen(row, true) : openStateOf(row) ? move(focused + 1) : undefined),
      ArrowLeft: () => (openStateOf(row) ? actions.setOpen(row, false) : actions.focusRow(parentRow(rows, focused))),
      ' ': () => actions.toggle(row),
      Enter: () => actions.toggle(row),
      '*': () => actions.openSiblings(row),
      ContextMenu: () => actions.openMenu(row),
    };
    const act = event.key === 'F10' && event.shiftKey ? keys.ContextMenu : keys[event.key];
    if (act) act();
    else if (event.key.length === 1 && event.key !== '/') typeAhead(event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

export function nameOf(row: TreeRow): string {
  if (row.kind === 'group') return row.value ?? '';
  if (row.kind !== 'node') return '';
  return row.tree?.nodes[row.index]?.name ?? row.site.name;
}

export function levelOf(row: TreeRow): number {
  return row.kind === 'group' ? 0 : row.level;
}

function openStateOf(row: TreeRow): boolean | undefined {
  return row.kind === 'group' || row.kind === 'node' ? row.isOpen : undefined;
}

function parentRow(rows: readonly TreeRow[], index: number): number {
  const row = rows[index];
  if (!row) return index;
  const isBelowGroup = row.kind !== 'group' && levelOf(row) === 1 && rows[0]?.kind === 'group';
  for (let at = index - 1; at >= 0; at--) {
    const above = rows[at];
    if (above && (isBelowGroup ? above.kind === 'group' : levelOf(above) < levelOf(row))) return at;
  }
  return index;
}
