// biome-ignore-all lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
// biome-ignore-all lint/a11y/useSemanticElements: a table of rows that are drawn only while in view is no table element
// biome-ignore-all lint/a11y/useFocusableInteractive: the fields in the cells have the focus
import { ActionIcon } from '@mantine/core';
import type { UsableCategory } from '@solvane/contract/event-codes';
import { EVENT_TYPES, type EventType } from '@solvane/energy/events/event-types';
import { useFixedRows } from '@solvane/ui/fixed-rows';
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { EventMark } from '../../shared/events/event-mark.tsx';
import { useEventWords } from '../../shared/events/use-event-words.ts';
import type { Cell, CodeDraft, CodeRow } from './code-drafts.ts';
import type { Level } from './code-set-search.ts';
import classes from './code-table.module.css';

interface CodeTableProps {
  label: string;
  rows: readonly CodeRow[];
  level: Level;
  categories: readonly UsableCategory[];
  canEdit: boolean;
  /** Codes the server refused, with the reason. */
  refused: ReadonlyMap<string, string>;
  onChange: (code: string, change: CodeDraft) => void;
  /** Takes back what was changed about a code. */
  onRevert: (code: string) => void;
}

const ROW_HEIGHT = 32;
/** Room for the default below what hides it. */
const TALL_ROW_HEIGHT = 46;

/** Codes down; what each means at a level across, with what shows through or is hidden. */
export function CodeTable(props: CodeTableProps) {
  const { label, rows, level } = props;
  const { formatMessage } = useIntl();
  const rowHeight = level === 'default' ? ROW_HEIGHT : TALL_ROW_HEIGHT;
  const { scrollRef, first, end, totalHeight, offset } = useFixedRows({ count: rows.length, rowHeight });
  return (
    <div ref={scrollRef} className={classes.scroll} role="table" aria-label={label} aria-rowcount={rows.length + 1} tabIndex={0}>
      <div role="row" aria-rowindex={1} className={classes.head}>
        <div role="columnheader">{formatMessage({ id: 'EventCodeSet_Column_Code' })}</div>
        <div role="columnheader">{formatMessage({ id: 'EventCodeSet_Column_Description' })}</div>
        <div role="columnheader">{formatMessage({ id: 'EventCodeSet_Column_Type' })}</div>
        <div role="columnheader">{formatMessage({ id: 'EventCodeSet_Column_Category' })}</div>
        <div role="columnheader" className={classes.number}>
          {formatMessage({ id: 'EventCodeSet_Column_Priority' })}
        </div>
        <div role="columnheader" aria-label={formatMessage({ id: 'ApiAccess_Column_Actions' })} />
      </div>
      <div role="presentation" style={{ blockSize: totalHeight, minInlineSize: 'fit-content' }}>
        <div role="presentation" style={{ transform: `translateY(${offset}px)` }}>
          {rows.slice(first, end).map((row, index) => (
            <CodeTableRow key={row.code} row={row} index={first + index} height={rowHeight} {...props} />
          ))}
        </div>
      </div>
    </div>
  );
}

interface CodeTableRowProps extends CodeTableProps {
  row: CodeRow;
  index: number;
  height: number;
}

function CodeTableRow({ row, index, height, level, categories, canEdit, refused, onChange, onRevert }: CodeTableRowProps) {
  const { formatMessage } = useIntl();
  const words = useEventWords();
  const { code, eventType, category, priority, isRemoved } = row;
  const change = (draft: CodeDraft): void => onChange(code, draft);
  const shownType = eventType.said ?? eventType.below;
  const isEditable = canEdit && !isRemoved;
  const automatic = formatMessage({ id: 'EventCodeSet_Priority_Automatic' });
  const problem = refused.get(code) ?? (row.problem && formatMessage({ id: `EventCodeSet_Problem_${row.problem}` }, { code }));
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes.row}
      style={{ blockSize: height }}
      data-changed={row.isChanged || undefined}
      data-removed={isRemoved || undefined}
      data-wrong={problem !== undefined || undefined}
      title={problem}
    >
      <div role="rowheader" className={classes.code}>
        {code}
      </div>
      <div role="cell" className={classes.description} title={row.description}>
        {level === 'default' && isEditable ? (
          <input
            className={classes.input}
            aria-label={formatMessage({ id: 'EventCodeSet_Description_Of' }, { code })}
            maxLength={500}
            value={row.description}
            onChange={(event) => change({ description: event.currentTarget.value })}
          />
        ) : (
          row.description
        )}
      </div>
      <SaidCell
        cell={eventType}
        level={level}
        text={(type) => words.type(type)}
        reset={formatMessage({ id: 'EventCodeSet_Reset_Type' }, { code })}
        onReset={isEditable ? () => change({ eventType: null }) : undefined}
      >
        <span className={classes.typed}>
          {shownType && <EventMark type={shownType} />}
          {isEditable ? (
            <select
              className={classes.input}
              aria-label={formatMessage({ id: 'EventCodeSet_Type_Of' }, { code })}
              aria-invalid={row.problem === 'typeMissing'}
              value={eventType.said ?? ''}
              data-below={eventType.said === null || undefined}
              onChange={(event) => change({ eventType: toType(event.currentTarget.value) })}
            >
              {(level !== 'default' || eventType.said === null) && (
                <option value="">{eventType.below ? words.type(eventType.below) : '—'}</option>
              )}
              {EVENT_TYPES.map((type) => (
                <option key={type} value={type}>
                  {words.type(type)}
                </option>
              ))}
            </select>
          ) : (
            <span data-below={eventType.said === null || undefined}>{shownType ? words.type(shownType) : '—'}</span>
          )}
        </span>
      </SaidCell>
      <SaidCell
        cell={category}
        level={level}
        text={words.category}
        reset={formatMessage({ id: 'EventCodeSet_Reset_Category' }, { code })}
        onReset={isEditable ? () => change({ category: null }) : undefined}
      >
        {isEditable ? (
          <select
            className={classes.input}
            aria-label={formatMessage({ id: 'EventCodeSet_Category_Of' }, { code })}
            aria-invalid={row.problem === 'categoryMissing'}
            value={category.said ?? ''}
            data-below={category.said === null || undefined}
            onChange={(event) => change({ category: event.currentTarget.value === '' ? null : event.currentTarget.value })}
          >
            {(level !== 'default' || category.said === null) && (
              <option value="">{category.below ? words.category(category.below) : '—'}</option>
            )}
            {/* A category that the set in use does not have any more is shown all the same. */}
            {category.said !== null && categories.every(({ name }) => name !== category.said) && (
              <option value={category.said}>{words.category(category.said)}</option>
            )}
            {categories.map(({ name }) => (
              <option key={name} value={name}>
                {words.category(name)}
              </option>
            ))}
          </select>
        ) : (
          <span data-below={category.said === null || undefined}>{words.category(category.said ?? category.below ?? '—')}</span>
        )}
      </SaidCell>
      <SaidCell
        cell={priority}
        level={level}
        text={(text) => text}
        isNumber
        otherwise={automatic}
        reset={formatMessage({ id: 'EventCodeSet_Reset_Priority' }, { code })}
        onReset={isEditable ? () => change({ priority: '' }) : undefined}
      >
        {isEditable ? (
          <input
            className={classes.input}
            inputMode="numeric"
            aria-label={formatMessage({ id: 'EventCodeSet_Priority_Of' }, { code })}
            aria-invalid={row.problem === 'priorityWrong'}
            placeholder={priority.below ?? automaticText(row, automatic)}
            value={priority.said ?? ''}
            onChange={(event) => change({ priority: event.currentTarget.value })}
          />
        ) : (
          <span data-below={priority.said === null || undefined}>{priority.said ?? priority.below ?? automaticText(row, automatic)}</span>
        )}
      </SaidCell>
      <div role="cell" className={classes.actions}>
        {row.isChanged && (
          <ActionIcon size="sm" aria-label={formatMessage({ id: 'EventCodeSet_Revert' }, { code })} onClick={() => onRevert(code)}>
            <IconArrowBackUp size={16} />
          </ActionIcon>
        )}
        {level === 'default' && isEditable && !row.isNew && (
          <ActionIcon
            size="sm"
            aria-label={formatMessage({ id: 'EventCodeSet_Remove_Code' }, { code })}
            onClick={() => change({ isRemoved: true })}
          >
            <IconTrash size={16} />
          </ActionIcon>
        )}
      </div>
    </div>
  );
}

interface SaidCellProps<T> {
  cell: Cell<T>;
  level: Level;
  text: (value: T) => string;
  reset: string;
  onReset: (() => void) | undefined;
  isNumber?: boolean;
  /** What holds where no level below says anything. */
  otherwise?: string;
  children: ReactNode;
}

/** Marked where the level says something itself, with the default it hides and the way back to it. */
function SaidCell<T>({ cell, level, text, reset, onReset, isNumber = false, otherwise, children }: SaidCellProps<T>) {
  const { formatMessage } = useIntl();
  const isOverridden = level !== 'default' && cell.said !== null;
  const hidden = cell.below === null ? (otherwise ?? formatMessage({ id: 'EventCodeSet_Default_None' })) : text(cell.below);
  return (
    <div
      role="cell"
      className={classes.said}
      data-overridden={isOverridden || undefined}
      data-changed={cell.isChanged || undefined}
      data-number={isNumber || undefined}
    >
      {children}
      {isOverridden && (
        <span className={classes.hidden}>
          <span title={hidden}>{formatMessage({ id: 'EventCodeSet_Default' }, { value: hidden })}</span>
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

function automaticText({ automaticPriority }: CodeRow, word: string): string {
  return automaticPriority === null ? word : String(automaticPriority);
}

function toType(value: string): EventType | null {
  return EVENT_TYPES.find((type) => type === value) ?? null;
}
