// biome-ignore-all lint/a11y/useSemanticElements: a table of rows that are drawn only while in view is no table element
import type { UsableCategory } from '@solvane/contract/event-codes';
import { EVENT_TYPES, type EventType } from '@solvane/energy/events/event-types';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { EventMark } from '../../shared/events/event-mark.tsx';
import { useEventWords } from '../../shared/events/use-event-words.ts';
import type { CodeDraft, CodeRow } from './code-drafts.ts';
import type { Level } from './code-set-search.ts';
import classes from './code-table.module.css';

interface CellProps {
  row: CodeRow;
  level: Level;
  isEditable: boolean;
  onChange: (change: CodeDraft) => void;
}

export function TypeCell({ row: { code, eventType, problem }, level, isEditable, onChange }: CellProps) {
  const { formatMessage } = useIntl();
  const words = useEventWords();
  const shown = eventType.said ?? eventType.below;
  const isBelow = eventType.said === null || undefined;
  const belowText = eventType.below ? words.type(eventType.below) : undefined;
  return (
    <SaidCell
      level={level}
      isSaid={eventType.said !== null}
      isChanged={eventType.isChanged}
      hidden={belowText}
      reset={formatMessage({ id: 'EventCodeSet_Reset_Type' }, { code })}
      onReset={isEditable ? () => onChange({ eventType: null }) : undefined}
    >
      <span className={classes.typed}>
        {shown && <EventMark type={shown} />}
        {isEditable ? (
          <select
            className={classes.input}
            aria-label={formatMessage({ id: 'EventCodeSet_Type_Of' }, { code })}
            aria-invalid={problem === 'typeMissing'}
            value={eventType.said ?? ''}
            data-below={isBelow}
            onChange={(event) => onChange({ eventType: toType(event.currentTarget.value) })}
          >
            {(level !== 'default' || isBelow) && <option value="">{belowText ?? '—'}</option>}
            {EVENT_TYPES.map((type) => (
              <option key={type} value={type}>
                {words.type(type)}
              </option>
            ))}
          </select>
        ) : (
          <span data-below={isBelow}>{shown ? words.type(shown) : '—'}</span>
        )}
      </span>
    </SaidCell>
  );
}

export function CategoryCell({ row, level, isEditable, onChange, categories }: CellProps & { categories: readonly UsableCategory[] }) {
  const { formatMessage } = useIntl();
  const words = useEventWords();
  const { code, category, problem } = row;
  const { said } = category;
  const isBelow = said === null || undefined;
  const belowText = category.below === null ? undefined : words.category(category.below);
  // A category that the set in use does not have any more is shown all the same.
  const isGone = said !== null && categories.every(({ name }) => name !== said);
  const names = [...(isGone ? [said] : []), ...categories.map(({ name }) => name)];
  return (
    <SaidCell
      level={level}
      isSaid={said !== null}
      isChanged={category.isChanged}
      hidden={belowText}
      reset={formatMessage({ id: 'EventCodeSet_Reset_Category' }, { code })}
      onReset={isEditable ? () => onChange({ category: null }) : undefined}
    >
      {isEditable ? (
        <select
          className={classes.input}
          aria-label={formatMessage({ id: 'EventCodeSet_Category_Of' }, { code })}
          aria-invalid={problem === 'categoryMissing'}
          value={said ?? ''}
          data-below={isBelow}
          onChange={(event) => onChange({ category: event.currentTarget.value === '' ? null : event.currentTarget.value })}
        >
          {(level !== 'default' || isBelow) && <option value="">{belowText ?? '—'}</option>}
          {names.map((name) => (
            <option key={name} value={name}>
              {words.category(name)}
            </option>
          ))}
        </select>
      ) : (
        <span data-below={isBelow} title={said === null ? belowText : words.category(said)}>
          {said === null ? (belowText ?? '—') : words.category(said)}
        </span>
      )}
    </SaidCell>
  );
}

export function PriorityCell({ row, level, isEditable, onChange }: CellProps) {
  const { formatMessage } = useIntl();
  const { code, priority, automaticPriority, problem } = row;
  const automatic = formatMessage({ id: 'EventCodeSet_Priority_Automatic' });
  const below = priority.below ?? (automaticPriority === null ? automatic : String(automaticPriority));
  return (
    <SaidCell
      level={level}
      isSaid={priority.said !== null}
      isChanged={priority.isChanged}
      isNumber
      hidden={priority.below ?? automatic}
      reset={formatMessage({ id: 'EventCodeSet_Reset_Priority' }, { code })}
      onReset={isEditable ? () => onChange({ priority: '' }) : undefined}
    >
      {isEditable ? (
        <input
          className={classes.input}
          inputMode="numeric"
          aria-label={formatMessage({ id: 'EventCodeSet_Priority_Of' }, { code })}
          aria-invalid={problem === 'priorityWrong'}
          placeholder={below}
          value={priority.said ?? ''}
          onChange={(event) => onChange({ priority: event.currentTarget.value })}
        />
      ) : (
        <span data-below={priority.said === null || undefined}>{priority.said ?? below}</span>
      )}
    </SaidCell>
  );
}

interface SaidCellProps {
  level: Level;
  /** The level says something itself. */
  isSaid: boolean;
  isChanged: boolean;
  isNumber?: boolean;
  /** What shows through where it does not. undefined: nothing */
  hidden: string | undefined;
  reset: string;
  onReset: (() => void) | undefined;
  children: ReactNode;
}

/** Marked where the level says something itself, with the default it hides and the way back to it. */
function SaidCell({ level, isSaid, isChanged, isNumber = false, hidden, reset, onReset, children }: SaidCellProps) {
  const { formatMessage } = useIntl();
  const isOverridden = level !== 'default' && isSaid;
  const value = hidden ?? formatMessage({ id: 'EventCodeSet_Default_None' });
  return (
    <div
      role="cell"
      className={classes.said}
      data-overridden={isOverridden || undefined}
      data-changed={isChanged || undefined}
      data-number={isNumber || undefined}
      data-label={isNumber ? formatMessage({ id: 'EventCodeSet_Column_Priority' }) : undefined}
    >
      {children}
      {isOverridden && (
        <span className={classes.hidden}>
          <span title={value}>{formatMessage({ id: 'EventCodeSet_Default' }, { value })}</span>
          {onReset && (
            <button type="button" className={classes.reset} aria-label={reset} onClick={onReset}>
              {formatMessage({ id: 'EventCodeSet_Reset' })}
            </button>
          )}
        </span>
      )}
    </div>
  );
}

function toType(value: string): EventType | null {
  return EVENT_TYPES.find((type) => type === value) ?? null;
}
