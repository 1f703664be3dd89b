import { ActionIcon } from '@mantine/core';
import type { UsableCategory } from '@solvane/contract/event-codes';
import { EVENT_TYPES } from '@solvane/energy/events/event-types';
import type { DataColumn } from '@solvane/ui/data-table-props';
import { IconAlertCircle, IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { RowInput } from '../../shared/controls/row-input.tsx';
import { RowSelect } from '../../shared/controls/row-select.tsx';
import { EventMark } from '../../shared/events/event-mark.tsx';
import { useEventLabels } from '../../shared/events/use-event-labels.ts';
import { ScreenTable } from '../../shared/table/screen-table.tsx';
import type { CodeRow, StatedCode, StatedField } from './code-items.ts';
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
  onChange: (code: string, part: Partial<StatedCode>) => void;
  onRemove: (code: string) => void;
  /** Takes back what was changed about a code. */
  onRevert: (code: string) => void;
}

const ROW_HEIGHT = 32;
/** With the default below the value that hides it. */
const TALL_ROW_HEIGHT = 48;
const WIDTHS = { eventType: 180, category: 230, priority: 130 };

/** Codes down; across what a level states about each, with the value of the level below. */
export function CodeTable({ label, rows, ...props }: CodeTableProps) {
  const { formatMessage } = useIntl();
  const { level, canEdit, refused, onChange } = props;
  const stated = (field: StatedField, name: 'Type' | 'Category' | 'Priority'): DataColumn<CodeRow> => ({
    id: field,
    header: formatMessage({ id: `EventCodeSet_Column_${name}` }),
    width: WIDTHS[field],
    card: field === 'priority' ? 'fact' : 'line',
    ...(field === 'priority' && { align: 'end' }),
    cell: (row) => <StatedCell {...props} row={row} field={field} name={name} canEdit={canEdit && !row.isRemoved} />,
  });
  const columns: DataColumn<CodeRow>[] = [
    {
      id: 'code',
      header: formatMessage({ id: 'EventCodeSet_Column_Code' }),
      isRowHeader: true,
      canGrow: false,
      width: 110,
      card: 'title',
      value: ({ id }) => id,
      cell: ({ id: code, problem, isChanged, isRemoved }) => {
        const text = refused.get(code) ?? (problem && formatMessage({ id: `EventCodeSet_Problem_${problem}` }, { code }));
        return (
          <span className={classes.code} data-changed={isChanged || undefined} data-removed={isRemoved || undefined} title={text}>
            {text !== undefined && <IconAlertCircle size={14} aria-label={text} />} {code}
          </span>
        );
      },
    },
    {
      id: 'description',
      header: formatMessage({ id: 'EventCodeSet_Column_Description' }),
      width: 200,
      canGrow: true,
      card: 'line',
      value: ({ description }) => description,
      cell: ({ id: code, description, isRemoved }) => {
        if (level !== 'default' || !canEdit || isRemoved) return <span title={description}>{description}</span>;
        const name = formatMessage({ id: 'EventCodeSet_Description_Of' }, { code });
        return <RowInput label={name} maxLength={500} value={description} onChange={(text) => onChange(code, { description: text })} />;
      },
    },
    stated('eventType', 'Type'),
    stated('category', 'Category'),
    stated('priority', 'Priority'),
    {
      id: 'actions',
      header: formatMessage({ id: 'ApiAccess_Column_Actions' }),
      isHeadHidden: true,
      align: 'end',
      width: 76,
      card: 'value',
      cell: (row) => <RowActions row={row} {...props} />,
    },
  ];
  return (
    <ScreenTable
      isBare
      label={label}
      rows={rows}
      columns={columns}
      getRowId={({ id }) => id}
      rowHeight={level === 'default' ? ROW_HEIGHT : TALL_ROW_HEIGHT}
      toneOf={({ isRemoved }) => (isRemoved ? 'muted' : undefined)}
    />
  );
}

interface StatedCellProps extends Pick<CodeTableProps, 'level' | 'categories' | 'canEdit' | 'onChange'> {
  row: CodeRow;
  field: StatedField;
  name: 'Type' | 'Category' | 'Priority';
}

const NONE = '\u2014';

/** A value of a level; marked where the level states it itself, with the default it hides and a way back to it. */
function StatedCell({ row, field, name, level, canEdit, categories, onChange }: StatedCellProps) {
  const { formatMessage } = useIntl();
  const words = useEventLabels();
  const { id: code, below, automaticPriority } = row;
  const automatic = formatMessage({ id: 'EventCodeSet_Priority_Automatic' });
  const texts = {
    eventType: below.eventType === null ? undefined : words.type(below.eventType),
    category: below.category === null ? undefined : words.category(below.category),
    priority: below.priority ?? (automaticPriority === null ? automatic : String(automaticPriority)),
  };
  const value = row[field] ?? '';
  const isStated = value !== '';
  const label = formatMessage({ id: `EventCodeSet_${name}_Of` }, { code });
  const isInvalid = row.problem === `${name.toLowerCase()}${field === 'priority' ? 'Wrong' : 'Missing'}`;
  // A category that the set in use does not have any more is shown all the same.
  const names = [...new Set([...(row.category === null ? [] : [row.category]), ...categories.map((each) => each.name)])];
  const options =
    field === 'eventType'
      ? EVENT_TYPES.map((type) => ({ value: type as string, label: words.type(type) }))
      : names.map((category) => ({ value: category, label: words.category(category) }));
  const mark = row.eventType ?? below.eventType;
  return (
    <span className={classes.stated} data-overridden={(level !== 'default' && isStated) || undefined}>
      {field === 'eventType' && mark && <EventMark type={mark} />}{' '}
      {field !== 'priority' ? (
        <RowSelect
          label={label}
          isReadOnly={!canEdit}
          isInvalid={isInvalid}
          isQuiet={!isStated}
          value={value}
          options={[...(level !== 'default' || !isStated ? [{ value: '', label: texts[field] ?? NONE }] : []), ...options]}
          onChange={(chosen) => onChange(code, { [field]: chosen === '' ? null : chosen })}
        />
      ) : canEdit ? (
        <RowInput
          inputMode="numeric"
          label={label}
          isInvalid={isInvalid}
          placeholder={texts.priority}
          value={value}
          onChange={(text) => onChange(code, { priority: text.trim() })}
        />
      ) : (
        <span data-quiet={!isStated || undefined}>{isStated ? value : texts.priority}</span>
      )}
      {level !== 'default' && isStated && (
        <HiddenDefault
          value={field === 'priority' ? (below.priority ?? automatic) : texts[field]}
          resetLabel={formatMessage({ id: `EventCodeSet_Reset_${name}` }, { code })}
          onReset={canEdit ? () => onChange(code, { [field]: field === 'priority' ? '' : null }) : undefined}
        />
      )}
    </span>
  );
}

interface HiddenDefaultProps {
  /** undefined: no level below has one */
  value: string | undefined;
  resetLabel: string;
  onReset: (() => void) | undefined;
}

function HiddenDefault({ value = '', resetLabel, onReset }: HiddenDefaultProps) {
  const { formatMessage } = useIntl();
  const text = value === '' ? formatMessage({ id: 'EventCodeSet_Default_None' }) : value;
  return (
    <small className={classes.hidden}>
      <span title={text}>{formatMessage({ id: 'EventCodeSet_Default' }, { value: text })}</span>{' '}
      {onReset && (
        <button type="button" className={classes.reset} aria-label={resetLabel} onClick={onReset}>
          {formatMessage({ id: 'EventCodeSet_Reset' })}
        </button>
      )}
    </small>
  );
}

type RowActionsProps = Pick<CodeTableProps, 'level' | 'canEdit' | 'onRemove' | 'onRevert'> & { row: CodeRow };

function RowActions({ row: { id: code, isChanged, isRemoved, isNew }, level, canEdit, onRemove, onRevert }: RowActionsProps) {
  const { formatMessage } = useIntl();
  return (
    <ActionIcon.Group>
      {isChanged && (
        <ActionIcon size="sm" aria-label={formatMessage({ id: 'EventCodeSet_Revert' }, { code })} onClick={() => onRevert(code)}>
          <IconArrowBackUp size={16} />
        </ActionIcon>
      )}
      {level === 'default' && canEdit && !isRemoved && !isNew && (
        <ActionIcon size="sm" aria-label={formatMessage({ id: 'EventCodeSet_Remove_Code' }, { code })} onClick={() => onRemove(code)}>
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </ActionIcon.Group>
  );
}
