// biome-ignore-all lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
// biome-ignore-all lint/a11y/useSemanticElements: a table of rows that are drawn only while in view is no table element
// biome-ignore-all lint/a11y/useFocusableInteractive: the fields in the cells have the focus
import { ActionIcon, VisuallyHidden } from '@mantine/core';
import type { UsableCategory } from '@solvane/contract/event-codes';
import { useFixedRows } from '@solvane/ui/fixed-rows';
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { useViewport } from '../../shared/screen/use-viewport.ts';
import { CategoryCell, PriorityCell, TypeCell } from './code-cells.tsx';
import type { CodeDraft, CodeRow } from './code-drafts.ts';
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
/** Viewport for the default below what hides it. */
const TALL_ROW_HEIGHT = 46;
/** One below the other; fields for a thumb are taller than what is only read. */
const PHONE_ROW_HEIGHT = 116;
const PHONE_FIELDS_HEIGHT = 36;
const PHONE_HIDDEN_HEIGHT = 32;

/** Codes down; what each means at a level across, with what shows through or is hidden. */
export function CodeTable(props: CodeTableProps) {
  const { label, rows, level, canEdit } = props;
  const { formatMessage } = useIntl();
  const isPhone = useViewport() === 'phone';
  const isTall = level !== 'default';
  const phoneHeight = PHONE_ROW_HEIGHT + (canEdit ? PHONE_FIELDS_HEIGHT : 0) + (isTall ? PHONE_HIDDEN_HEIGHT : 0);
  const ownHeight = isTall ? TALL_ROW_HEIGHT : ROW_HEIGHT;
  const rowHeight = isPhone ? phoneHeight : ownHeight;
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
        <div role="columnheader">
          <VisuallyHidden>{formatMessage({ id: 'ApiAccess_Column_Actions' })}</VisuallyHidden>
        </div>
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
  const { code, isRemoved } = row;
  const change = (draft: CodeDraft): void => onChange(code, draft);
  const isEditable = canEdit && !isRemoved;
  const problem = refused.get(code) ?? (row.problem && formatMessage({ id: `EventCodeSet_Problem_${row.problem}` }, { code }));
  const cell = { row, level, isEditable, onChange: change };
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
      <TypeCell {...cell} />
      <CategoryCell {...cell} categories={categories} />
      <PriorityCell {...cell} />
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
