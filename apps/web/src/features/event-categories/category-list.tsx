import { ActionIcon } from '@mantine/core';
import { EVENT_TYPES } from '@solvane/energy/events/event-types';
import { TIME_CATEGORIES } from '@solvane/energy/events/time-category';
import { IconGripVertical, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { EventMark } from '../../shared/events/event-mark.tsx';
import { useEventWords } from '../../shared/events/use-event-words.ts';
import { type DraftCategory, moveCategory } from './category-draft.ts';
import classes from './event-categories.module.css';

interface CategoryListProps {
  categories: readonly DraftCategory[];
  /** Codes that mean it, by category. */
  codeCounts: ReadonlyMap<string, number>;
  canMove: boolean;
  canEdit: boolean;
  onChange: (categories: DraftCategory[]) => void;
}

/** Categories by priority: the first one wins where two are at the same time. Dragged by the grip, or moved with the arrow keys on it. */
export function CategoryList({ categories, codeCounts, canMove, canEdit, onChange }: CategoryListProps) {
  const { formatMessage } = useIntl();
  const words = useEventWords();
  const [dragged, setDragged] = useState<string | null>(null);
  const [target, setTarget] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const moved = useRef<string | null>(null);
  // A row that is put elsewhere loses the focus: the document gives it back.
  useEffect(() => {
    if (moved.current === null) return;
    const place = categories.findIndex(({ id }) => id === moved.current);
    moved.current = null;
    list.current?.children[place]?.querySelector('button')?.focus();
  }, [categories]);
  const move = (id: string, to: number): void => {
    const next = moveCategory(categories, id, to);
    onChange(next);
    const place = next.findIndex((category) => category.id === id);
    const name = next[place]?.name ?? '';
    setSaid(formatMessage({ id: 'EventCategorySet_Moved' }, { category: words.category(name), rank: place + 1, count: next.length }));
  };
  const onKeyDown = (event: KeyboardEvent, id: string, index: number): void => {
    const places: Record<string, number> = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: categories.length - 1 };
    const to = places[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    moved.current = id;
    move(id, to);
  };
  const change = (id: string, part: Partial<DraftCategory>): void =>
    onChange(categories.map((category) => (category.id === id ? { ...category, ...part } : category)));
  return (
    <>
      <div className={classes.listHead} aria-hidden="true">
        <span />
        <span>{formatMessage({ id: 'EventCategorySet_Column_Priority' })}</span>
        <span>{formatMessage({ id: 'EventCategorySet_Column_Category' })}</span>
        <span>{formatMessage({ id: 'EventCodeSet_Column_Type' })}</span>
        <span>{formatMessage({ id: 'EventCategorySet_Column_Time' })}</span>
        <span className={classes.number}>{formatMessage({ id: 'EventCategorySet_Column_Codes' })}</span>
        <span />
      </div>
      <ol ref={list} className={classes.list} aria-label={formatMessage({ id: 'EventCategorySet_List' })}>
        {categories.map((category, index) => {
          const { id } = category;
          const label = words.category(category.name);
          return (
            <li
              key={id}
              className={classes.item}
              data-dragged={dragged === id || undefined}
              data-target={target === index && dragged !== id ? sideOf(categories, dragged, index) : undefined}
              onDragOver={(event) => {
                if (dragged === null) return;
                event.preventDefault();
                setTarget(index);
              }}
              onDrop={(event) => {
                event.preventDefault();
                if (dragged !== null) move(dragged, index);
              }}
            >
              {canMove ? (
                <button
                  type="button"
                  className={classes.grip}
                  draggable
                  aria-label={formatMessage({ id: 'EventCategorySet_Grip' }, { category: label })}
                  aria-description={formatMessage({ id: 'EventCategorySet_Grip_Help' })}
                  onDragStart={(event) => {
                    const row = event.currentTarget.closest('li');
                    if (row) event.dataTransfer.setDragImage(row, 12, 16);
                    event.dataTransfer.effectAllowed = 'move';
                    setDragged(id);
                  }}
                  onDragEnd={() => {
                    setDragged(null);
                    setTarget(null);
                  }}
                  onKeyDown={(event) => onKeyDown(event, id, index)}
                >
                  <IconGripVertical size={16} aria-hidden="true" />
                </button>
              ) : (
                <span />
              )}
              <span className={classes.rank}>{index + 1}</span>
              <CategoryFields category={category} canEdit={canEdit} onChange={(part) => change(id, part)} />
              <span className={classes.number}>{codeCounts.get(id) ?? 0}</span>
              {canEdit ? (
                <ActionIcon
                  size="sm"
                  aria-label={formatMessage({ id: 'EventCategorySet_Remove' }, { category: label })}
                  disabled={categories.length === 1}
                  onClick={() => onChange(categories.filter((category) => category.id !== id))}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              ) : (
                <span />
              )}
            </li>
          );
        })}
      </ol>
      <div role="status" className={classes.said}>
        {said}
      </div>
    </>
  );
}

interface CategoryFieldsProps {
  category: DraftCategory;
  canEdit: boolean;
  onChange: (part: Partial<DraftCategory>) => void;
}

/** What a category is called and what it means: fields for whoever may change it. */
function CategoryFields({ category: { id, name, eventType, timeCategory }, canEdit, onChange }: CategoryFieldsProps) {
  const { formatMessage } = useIntl();
  const words = useEventWords();
  const label = words.category(name);
  if (!canEdit)
    return (
      <>
        <b>{label}</b>
        <span className={classes.type}>
          <EventMark type={eventType} />
          <span>{words.type(eventType)}</span>
        </span>
        <span>{formatMessage({ id: `TimeCategory_${timeCategory}` })}</span>
      </>
    );
  return (
    <>
      <input
        className={classes.input}
        aria-label={formatMessage({ id: 'EventCategorySet_Name_Of' }, { category: label })}
        maxLength={100}
        // A name of ours is shown in the user's language; what is typed is kept as it is.
        value={name === id ? label : name}
        onChange={(event) => onChange({ name: event.currentTarget.value === label ? id : event.currentTarget.value })}
      />
      <span className={classes.type}>
        <EventMark type={eventType} />
        <select
          className={classes.input}
          aria-label={formatMessage({ id: 'EventCategorySet_Type_Of' }, { category: label })}
          value={eventType}
          onChange={(event) => {
            const type = EVENT_TYPES.find((each) => each === event.currentTarget.value);
            if (type) onChange({ eventType: type });
          }}
        >
          {EVENT_TYPES.map((type) => (
            <option key={type} value={type}>
              {words.type(type)}
            </option>
          ))}
        </select>
      </span>
      <select
        className={classes.input}
        aria-label={formatMessage({ id: 'EventCategorySet_Time_Of' }, { category: label })}
        value={timeCategory}
        onChange={(event) => {
          const time = TIME_CATEGORIES.find((each) => each === event.currentTarget.value);
          if (time) onChange({ timeCategory: time });
        }}
      >
        {TIME_CATEGORIES.map((time) => (
          <option key={time} value={time}>
            {formatMessage({ id: `TimeCategory_${time}` })}
          </option>
        ))}
      </select>
    </>
  );
}

/** The line that shows where it would go: before what it is dragged up to, behind what it is dragged down to. */
function sideOf(categories: readonly DraftCategory[], dragged: string | null, index: number): 'before' | 'behind' | undefined {
  const from = categories.findIndex(({ id }) => id === dragged);
  if (from === -1) return undefined;
  return from > index ? 'before' : 'behind';
}
