import { ActionIcon } from '@mantine/core';
import type { UsableCategory } from '@solvane/contract/event-codes';
import type { DataColumn } from '@solvane/ui/data-table-props';
import { IconAlertCircle, IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { type IntlShape, useIntl } from 'react-intl';
import { RowInput } from '../../shared/controls/row-input.tsx';
import { ScreenTable } from '../../shared/table/screen-table.tsx';
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
/** With the default below what hides it. */
const TALL_ROW_HEIGHT = 48;

/** Codes down; what each means at a level across, with what shows through or is hidden. */
export function CodeTable({ label, rows, ...props }: CodeTableProps) {
  const intl = useIntl();
  return (
    <ScreenTable
      isBare
      label={label}
      rows={rows}
      columns={columnsOf(intl, props)}
      getRowId={({ code }) => code}
      rowHeight={props.level === 'default' ? ROW_HEIGHT : TALL_ROW_HEIGHT}
      toneOf={({ isRemoved }) => (isRemoved ? 'muted' : undefined)}
    />
  );
}

function columnsOf({ formatMessage }: IntlShape, props: Omit<CodeTableProps, 'label' | 'rows'>): DataColumn<CodeRow>[] {
  const { level, categories, canEdit, refused, onChange } = props;
  const cellOf = (row: CodeRow) => ({
    row,
    level,
    isEditable: canEdit && !row.isRemoved,
    onChange: (change: CodeDraft) => onChange(row.code, change),
  });
  return [
    {
      id: 'code',
      header: formatMessage({ id: 'EventCodeSet_Column_Code' }),
      isRowHeader: true,
      canGrow: false,
      width: 110,
      card: 'title',
      value: ({ code }) => code,
      cell: (row) => {
        const { code, problem, isChanged, isRemoved } = row;
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
      cell: (row) => {
        const { isEditable, onChange: change } = cellOf(row);
        if (level !== 'default' || !isEditable) return <span title={row.description}>{row.description}</span>;
        const name = formatMessage({ id: 'EventCodeSet_Description_Of' }, { code: row.code });
        return <RowInput label={name} maxLength={500} value={row.description} onChange={(description) => change({ description })} />;
      },
    },
    {
      id: 'type',
      header: formatMessage({ id: 'EventCodeSet_Column_Type' }),
      width: 180,
      card: 'line',
      cell: (row) => <TypeCell {...cellOf(row)} />,
    },
    {
      id: 'category',
      header: formatMessage({ id: 'EventCodeSet_Column_Category' }),
      width: 230,
      card: 'line',
      cell: (row) => <CategoryCell {...cellOf(row)} categories={categories} />,
    },
    {
      id: 'priority',
      header: formatMessage({ id: 'EventCodeSet_Column_Priority' }),
      align: 'end',
      width: 130,
      card: 'fact',
      cell: (row) => <PriorityCell {...cellOf(row)} />,
    },
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
}

function RowActions({
  row,
  level,
  canEdit,
  onChange,
  onRevert,
}: Pick<CodeTableProps, 'level' | 'canEdit' | 'onChange' | 'onRevert'> & { row: CodeRow }) {
  const { formatMessage } = useIntl();
  const { code, isChanged, isRemoved, isNew } = row;
  return (
    <ActionIcon.Group>
      {isChanged && (
        <ActionIcon size="sm" aria-label={formatMessage({ id: 'EventCodeSet_Revert' }, { code })} onClick={() => onRevert(code)}>
          <IconArrowBackUp size={16} />
        </ActionIcon>
      )}
      {level === 'default' && canEdit && !isRemoved && !isNew && (
        <ActionIcon
          size="sm"
          aria-label={formatMessage({ id: 'EventCodeSet_Remove_Code' }, { code })}
          onClick={() => onChange(code, { isRemoved: true })}
        >
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </ActionIcon.Group>
  );
}
