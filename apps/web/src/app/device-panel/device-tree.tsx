import { useMediaQuery } from '@mantine/hooks';
import type { SiteWarning } from '@solvane/contract/fleet';
import type { EventType } from '@solvane/energy/events/event-types';
import { useFixedRows } from '@solvane/ui/fixed-rows';
import { type MouseEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useIntl } from 'react-intl';
import classes from './device-panel.module.css';
import type { CheckState } from './device-row.tsx';
import { DeviceRow } from './device-row.tsx';
import type { TreeRow } from './tree-rows.ts';
import { type TreeActions, useTreeKeys } from './use-tree-keys.ts';

export interface DeviceTreeProps {
  rows: readonly TreeRow[];
  label: string;
  isMultiple: boolean;
  groupLabel: (value: string | null) => string;
  checkOf: (row: TreeRow) => CheckState;
  isFavorite: (row: TreeRow) => boolean;
  isShown: (row: TreeRow) => boolean;
  /** Most decisive event that is open at a site. */
  eventOf: (row: TreeRow) => EventType | undefined;
  /** Of a site; none of its devices. */
  warningsOf: (row: TreeRow) => readonly SiteWarning[];
  onToggle: (row: TreeRow) => void;
  onToggleRange: (rows: readonly TreeRow[]) => void;
  onSetOpen: (row: TreeRow, isOpen: boolean) => void;
  onOpenSiblings: (row: TreeRow) => void;
  onFavorite: (row: TreeRow) => void;
  onMenu: (row: TreeRow, anchor: DOMRect) => void;
  onRetry: (row: TreeRow) => void;
}

const ROW_HEIGHT = 28;

/** The rows in view of a tree of any size: one listener for all of them, focus by id. */
export function DeviceTree(props: DeviceTreeProps) {
  const { rows, label, isMultiple, groupLabel, checkOf, isFavorite, isShown, eventOf, warningsOf } = props;
  const { formatMessage } = useIntl();
  const treeId = useId();
  const [focusedKey, setFocusedKey] = useState<string | null>(null);
  const focused = useMemo(() => Math.max(0, focusedKey === null ? 0 : rows.findIndex(({ key }) => key === focusedKey)), [rows, focusedKey]);
  const [pointedAt, setPointedAt] = useState<number | null>(null);
  const isTouched = useMediaQuery('(hover: none)', false);
  const anchor = useRef(focused);
  const { scrollRef, first, end, totalHeight, offset, scrollToRow } = useFixedRows({
    count: rows.length,
    rowHeight: ROW_HEIGHT,
    drawNow: flushSync,
  });

  const focusRow = (index: number): void => {
    setFocusedKey(rows[index]?.key ?? null);
    scrollToRow(index);
  };
  const actions: TreeActions = {
    focusRow,
    toggle: (row) => {
      anchor.current = focused;
      if (row.kind === 'group') props.onSetOpen(row, !row.isOpen);
      else if (row.kind === 'failed') props.onRetry(row);
      else props.onToggle(row);
    },
    toggleRange: (from, to) => props.onToggleRange(between(rows, from, to)),
    setOpen: props.onSetOpen,
    openSiblings: props.onOpenSiblings,
    openMenu: (row) => {
      const element = document.getElementById(`${treeId}-${row.key}`);
      if (element) props.onMenu(row, element.getBoundingClientRect());
    },
  };
  const onKeyDown = useTreeKeys(rows, focused, actions);

  const onClick = (event: MouseEvent): void => {
    const { index, part, element } = targetOf(event);
    const row = rows[index];
    if (!row) return;
    setFocusedKey(row.key);
    const byPart: Record<string, () => void> = {
      menu: () => props.onMenu(row, element.getBoundingClientRect()),
      favorite: () => props.onFavorite(row),
      retry: () => props.onRetry(row),
      chevron: () => props.onSetOpen(row, !isOpen(row)),
    };
    const actOnPart = byPart[row.kind === 'group' ? 'chevron' : part];
    if (actOnPart) actOnPart();
    else if (event.shiftKey) props.onToggleRange(between(rows, anchor.current, index));
    else if (row.kind === 'node') {
      anchor.current = index;
      props.onToggle(row);
    }
  };

  // What has become the only focus target of the panel has to be on the screen when the tree is entered by keyboard.
  useEffect(() => {
    if (focusedKey !== null && !rows.some(({ key }) => key === focusedKey)) setFocusedKey(null);
  }, [rows, focusedKey]);

  const focusedRow = rows[focused];
  return (
    <div
      ref={scrollRef}
      className={classes.tree}
      role="tree"
      aria-label={label}
      aria-multiselectable={isMultiple}
      aria-description={formatMessage({ id: 'DevicePanel_Keys' })}
      tabIndex={0}
      aria-activedescendant={focusedRow && focused >= first && focused < end ? `${treeId}-${focusedRow.key}` : undefined}
      onClick={onClick}
      // A pointer that rests while rows scroll by below it makes no buttons: that would be a second layout in every frame.
      onPointerMove={(event) => setPointedAt(indexOf(event))}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => {
        const row = rows[targetOf(event).index];
        if (row?.kind !== 'node') return;
        event.preventDefault();
        props.onMenu(row, new DOMRect(event.clientX, event.clientY, 0, 0));
      }}
    >
      <div role="presentation" style={{ blockSize: totalHeight }}>
        <div role="presentation" className={classes.window} style={{ transform: `translateY(${offset}px)` }}>
          {rows.slice(first, end).map((row, place) => {
            const index = first + place;
            return (
              <DeviceRow
                key={row.key}
                id={`${treeId}-${row.key}`}
                index={index}
                row={row}
                groupLabel={row.kind === 'group' ? groupLabel(row.value) : ''}
                check={checkOf(row)}
                isFavorite={isFavorite(row)}
                isFocused={index === focused}
                isShown={isShown(row)}
                event={eventOf(row)}
                warnings={warningsOf(row)}
                hasTools={isTouched || index === pointedAt || index === focused}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** Which row was meant, and which part of it. */
function targetOf({ target }: MouseEvent): { index: number; part: string; element: Element } {
  const element = target instanceof Element ? target : document.body;
  const part = element.closest<HTMLElement>('[data-part]');
  return { index: indexOf({ target }), part: part?.dataset.part ?? '', element: part ?? element };
}

function indexOf({ target }: Pick<MouseEvent, 'target'>): number {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return Number(row?.dataset.index ?? Number.NaN);
}

function between(rows: readonly TreeRow[], from: number, to: number): readonly TreeRow[] {
  return rows.slice(Math.min(from, to), Math.max(from, to) + 1);
}

function isOpen(row: TreeRow): boolean {
  return row.kind === 'group' || row.kind === 'node' ? row.isOpen === true : false;
}
