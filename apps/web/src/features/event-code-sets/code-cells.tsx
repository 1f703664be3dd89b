// biome-ignore-all lint/a11y/useSemanticElements: a table of rows that are drawn only while in view is no table element
import type { UsableCategory } from '@solvane/contract/event-codes';
import { EVENT_TYPES, type EventType } from '@solvane/energy/events/event-types';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { EventMark } from '../../shared/events/event-mark.tsx';
import { useEventLabels } from '../../shared/events/use-event-labels.ts';
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
  const words = useEventLabels();
  const shown = eventType.stated ?? eventType.below;
  const isBelow = eventType.stated === null || undefined;
  const belowText = eventType.below ? words.type(eventType.below) : undefined;
  return (
    <StatedCell
      level={level}
      isStated={eventType.stated !== null}
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
            value={eventType.stated ?? ''}
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
    </StatedCell>
  );
}

export function CategoryCell({ row, level, isEditable, onChange, categories }: CellProps & { categories: readonly UsableCategory[] }) {
  const { formatMessage } = useIntl();
  const words = useEventLabels();
  const { code, category, problem } = row;
  const { stated } = category;
  const isBelow = stated === null || undefined;
  const belowText = category.below === null ? undefined : words.category(category.below);
  // A category that the set in use does not have any more is shown all the same.
  const isGone = stated !== null && categories.every(({ name }) => name !== stated);
  const names = [...(isGone ? [stated] : []), ...categories.map(({ name }) => name)];
  return (
    <StatedCell
      level={level}
      isStated={stated !== null}
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
          value={stated ?? ''}
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
        <span data-below={isBelow} title={stated === null ? belowText : words.category(stated)}>
          {stated === null ? (belowText ?? '—') : words.category(stated)}
        </span>
      )}
    </StatedCell>
  );
}

export function PriorityCell({ row, level, isEditable, onChange }: CellProps) {
  const { formatMessage } = useIntl();
  const { code, priority, automaticPriority, problem } = row;
  const automatic = formatMessage({ id: 'EventCodeSet_Priority_Automatic' });
  const below = priority.below ?? (automaticPriority === null ? automatic : String(automaticPriority));
  return (
    <StatedCell
      level={level}
      isStated={priority.stated !== null}
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
          value={priority.stated ?? ''}
          onChange={(event) => onChange({ priority: event.currentTarget.value })}
        />
      ) : (
        <span data-below={priority.stated === null || undefined}>{priority.stated ?? below}</span>
      )}
    </StatedCell>
  );
}

interface StatedCellProps {
  level: Level;
  /** The level says something itself. */
  isStated: boolean;
  isChanged: boolean;
  isNumber?: boolean;
  /** What shows through where it does not. undefined: nothing */
  hidden: string | undefined;
  reset: string;
  onReset: (() => void) | undefined;
  children: ReactNode;
}

/** Marked where the level says something itself, with the default it hides and the way back to it. */
function StatedCell({ level, isStated, isChanged, isNumber = false, hidden, reset, onReset, children }: StatedCellProps) {
  const { formatMessage } = useIntl();
  const isOverridden = level !== 'default' && isStated;
  const value = hidden ?? formatMessage({ id: 'EventCodeSet_Default_None' });
  return (
    <div
      role="cell"
      className={classes.stated}
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
