import { IconGripVertical } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { moveItem } from './move-item.ts';
import classes from './ordered-list.module.css';

interface OrderedListProps<Item> {
  labels: {
    list: string;
    gripHelp: string;
    gripOf: (item: Item) => string;
    /** Announced after a move; rank from 1. */
    movedTo: (item: Item, rank: number) => string;
  };
  items: readonly Item[];
  canMove: boolean;
  /** Cells below a common head: the grid columns after grip and rank are those of this class. */
  gridClassName: string | undefined;
  /** One element per column, rank included. */
  head: ReactNode;
  /** One element per column after the rank. */
  renderItem: (item: Item) => ReactNode;
  onChange: (items: Item[]) => void;
}

/** Items by priority, first one first: dragged by the grip, or moved with the arrow keys on it. */
export function OrderedList<Item extends { id: string }>({ labels, items, canMove, ...props }: OrderedListProps<Item>) {
  const { gridClassName = '', head, renderItem, onChange } = props;
  const [draggedId, setDraggedId] = useState<string | null>(null);
  const [target, setTarget] = useState<number | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const movedId = useRef<string | null>(null);
  // A row that React moves in the document loses the focus.
  useEffect(() => {
    if (movedId.current === null) return;
    const index = items.findIndex(({ id }) => id === movedId.current);
    movedId.current = null;
    list.current?.children[index]?.querySelector('button')?.focus();
  }, [items]);
  const move = (id: string, to: number): void => {
    const next = moveItem(items, id, to);
    onChange(next);
    const index = next.findIndex((item) => item.id === id);
    const item = next[index];
    if (item) setAnnouncement(labels.movedTo(item, index + 1));
  };
  const onKeyDown = (event: KeyboardEvent, id: string, index: number): void => {
    const targets: Record<string, number> = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: items.length - 1 };
    const to = targets[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    movedId.current = id;
    move(id, to);
  };
  const from = items.findIndex(({ id }) => id === draggedId);
  const sideOf = (index: number): 'before' | 'behind' | undefined =>
    target !== index || from === -1 || from === index ? undefined : from > index ? 'before' : 'behind';
  return (
    <>
      <div className={`${classes.head} ${gridClassName}`} aria-hidden="true">
        <span />
        {head}
      </div>
      <ol ref={list} className={classes.list} aria-label={labels.list}>
        {items.map((item, index) => (
          <li
            key={item.id}
            className={`${classes.item} ${gridClassName}`}
            data-dragged={draggedId === item.id || undefined}
            data-target={sideOf(index)}
            onDragOver={(event) => {
              if (draggedId === null) return;
              event.preventDefault();
              setTarget(index);
            }}
            onDrop={(event) => {
              event.preventDefault();
              if (draggedId !== null) move(draggedId, index);
            }}
          >
            {canMove ? (
              <button
                type="button"
                className={classes.grip}
                draggable
                aria-label={labels.gripOf(item)}
                aria-description={labels.gripHelp}
                onDragStart={(event) => {
                  const row = event.currentTarget.closest('li');
                  if (row) event.dataTransfer.setDragImage(row, 12, 16);
                  event.dataTransfer.effectAllowed = 'move';
                  setDraggedId(item.id);
                }}
                onDragEnd={() => {
                  setDraggedId(null);
                  setTarget(null);
                }}
                onKeyDown={(event) => onKeyDown(event, item.id, index)}
              >
                <IconGripVertical size={16} aria-hidden="true" />
              </button>
            ) : (
              <span />
            )}
            <span className={classes.rank}>{index + 1}</span>
            {renderItem(item)}
          </li>
        ))}
      </ol>
      <div role="status" className={classes.announcement}>
        {announcement}
      </div>
    </>
  );
}
