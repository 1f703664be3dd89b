import type { UsableCategory } from '@solvane/contract/event-codes';
import { EVENT_TYPES } from '@solvane/energy/events/event-types';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { RowInput } from '../../shared/controls/row-input.tsx';
import { RowSelect } from '../../shared/controls/row-select.tsx';
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

const NONE = '\u2014';

export function TypeCell({ row: { code, eventType, problem }, level, isEditable, onChange }: CellProps) {
  const { formatMessage } = useIntl();
  const words = useEventLabels();
  const { stated, below } = eventType;
  const shown = stated ?? below;
  const belowText = below ? words.type(below) : undefined;
  return (
    <StatedCell
      level={level}
      isStated={stated !== null}
      hidden={belowText}
      reset={formatMessage({ id: 'EventCodeSet_Reset_Type' }, { code })}
      onReset={isEditable ? () => onChange({ eventType: null }) : undefined}
    >
      {shown && <EventMark type={shown} />}{' '}
      {isEditable ? (
        <RowSelect
          label={formatMessage({ id: 'EventCodeSet_Type_Of' }, { code })}
          value={stated ?? ''}
          isInvalid={problem === 'typeMissing'}
          isQuiet={stated === null}
          options={[
            ...(level !== 'default' || stated === null ? [{ value: '' as const, label: belowText ?? NONE }] : []),
            ...EVENT_TYPES.map((type) => ({ value: type, label: words.type(type) })),
          ]}
          onChange={(type) => onChange({ eventType: type === '' ? null : type })}
        />
      ) : (
        <span data-quiet={stated === null || undefined}>{shown ? words.type(shown) : NONE}</span>
      )}
    </StatedCell>
  );
}

export function CategoryCell({ row, level, isEditable, onChange, categories }: CellProps & { categories: readonly UsableCategory[] }) {
  const { formatMessage } = useIntl();
  const words = useEventLabels();
  const { code, problem } = row;
  const { stated, below } = row.category;
  const belowText = below === null ? undefined : words.category(below);
  // A category that the set in use does not have any more is shown all the same.
  const names = [...new Set([...(stated === null ? [] : [stated]), ...categories.map(({ name }) => name)])];
  return (
    <StatedCell
      level={level}
      isStated={stated !== null}
      hidden={belowText}
      reset={formatMessage({ id: 'EventCodeSet_Reset_Category' }, { code })}
      onReset={isEditable ? () => onChange({ category: null }) : undefined}
    >
      {isEditable ? (
        <RowSelect
          label={formatMessage({ id: 'EventCodeSet_Category_Of' }, { code })}
          value={stated ?? ''}
          isInvalid={problem === 'categoryMissing'}
          isQuiet={stated === null}
          options={[
            ...(level !== 'default' || stated === null ? [{ value: '', label: belowText ?? NONE }] : []),
            ...names.map((name) => ({ value: name, label: words.category(name) })),
          ]}
          onChange={(name) => onChange({ category: name === '' ? null : name })}
        />
      ) : (
        <span data-quiet={stated === null || undefined}>{stated === null ? (belowText ?? NONE) : words.category(stated)}</span>
      )}
    </StatedCell>
  );
}

export function PriorityCell({ row, level, isEditable, onChange }: CellProps) {
  const { formatMessage } = useIntl();
  const { code, automaticPriority, problem } = row;
  const { stated, below } = row.priority;
  const automatic = formatMessage({ id: 'EventCodeSet_Priority_Automatic' });
  const belowText = below ?? (automaticPriority === null ? automatic : String(automaticPriority));
  return (
    <StatedCell
      level={level}
      isStated={stated !== null}
      hidden={below ?? automatic}
      reset={formatMessage({ id: 'EventCodeSet_Reset_Priority' }, { code })}
      onReset={isEditable ? () => onChange({ priority: '' }) : undefined}
    >
      {isEditable ? (
        <RowInput
          inputMode="numeric"
          label={formatMessage({ id: 'EventCodeSet_Priority_Of' }, { code })}
          isInvalid={problem === 'priorityWrong'}
          placeholder={belowText}
          value={stated ?? ''}
          onChange={(priority) => onChange({ priority })}
        />
      ) : (
        <span data-quiet={stated === null || undefined}>{stated ?? belowText}</span>
      )}
    </StatedCell>
  );
}

interface StatedCellProps {
  level: Level;
  /** The level states the value itself. */
  isStated: boolean;
  /** What applies where it does not. undefined: nothing */
  hidden: string | undefined;
  reset: string;
  onReset: (() => void) | undefined;
  children: ReactNode;
}

/** Marked where the level states the value itself, with the default it hides and the way back to it. */
function StatedCell({ level, isStated, hidden, reset, onReset, children }: StatedCellProps) {
  const { formatMessage } = useIntl();
  if (level === 'default' || !isStated) return <span className={classes.stated}>{children}</span>;
  const value = hidden ?? formatMessage({ id: 'EventCodeSet_Default_None' });
  return (
    <span className={classes.stated} data-overridden>
      {children}
      <small className={classes.hidden}>
        <span title={value}>{formatMessage({ id: 'EventCodeSet_Default' }, { value })}</span>{' '}
        {onReset && (
          <button type="button" className={classes.reset} aria-label={reset} onClick={onReset}>
            {formatMessage({ id: 'EventCodeSet_Reset' })}
          </button>
        )}
      </small>
    </span>
  );
}
