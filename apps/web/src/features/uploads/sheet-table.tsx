import { Button } from '@mantine/core';
import { sheetsOf } from '@solvane/contract/uploads/upload-sheets';
import type { Upload, UploadedSheet, UploadFinding, UploadRow } from '@solvane/contract/uploads/uploads';
import type { DataColumn } from '@solvane/ui/data-table-props';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Segments } from '../../shared/controls/segments.tsx';
import { ScreenTable } from '../../shared/table/screen-table.tsx';
import { LevelIcon } from './findings-list.tsx';
import classes from './uploads.module.css';
import { uploadRowsQuery } from './uploads.queries.ts';
import { useFindingText } from './use-finding-text.ts';

interface SheetTableProps {
  upload: Upload;
  sheet: UploadedSheet;
  /** Its page is shown, and its cell is framed. */
  chosen: UploadFinding | undefined;
  onNext: () => void;
}

const PAGE = 100;

/** Rows as the file has them; cells with findings are marked. */
export function SheetTable({ upload, sheet, chosen, onNext }: SheetTableProps) {
  const { formatMessage } = useIntl();
  const hasFindings = sheet.rowsWithFindings > 0;
  const [onlyFindings, setOnlyFindings] = useState(hasFindings);
  const [asked, setAsked] = useState<{ offset: number; followed: UploadFinding | undefined }>({ offset: 0, followed: chosen });
  // A finding leads to its page until the user turns the page.
  if (chosen !== asked.followed) setAsked({ offset: 0, followed: chosen });
  const [turned, setTurned] = useState<UploadFinding | null>(null);
  const follows = chosen?.row != null && turned !== chosen;
  const query = useQuery(
    uploadRowsQuery({
      id: upload.id,
      sheet: sheet.name,
      offset: asked.offset,
      limit: PAGE,
      onlyFindings,
      ...(follows && chosen?.row != null && { row: chosen.row }),
    }),
  );
  const { rows, offset = 0, total = 0 } = query.data ?? {};
  const columns = useColumns({ upload, sheet, chosen });
  const turn = (to: number): void => {
    setTurned(chosen ?? null);
    setAsked({ ...asked, offset: to });
  };
  return (
    <div className={classes.sheet}>
      <div className={classes.sheetBar}>
        {hasFindings && (
          <Segments
            label={formatMessage({ id: 'Upload_Rows_Shown' })}
            value={onlyFindings ? 'findings' : 'all'}
            options={[
              { value: 'all', label: formatMessage({ id: 'Upload_Rows_All' }) },
              { value: 'findings', label: formatMessage({ id: 'Upload_Rows_WithFindings' }, { count: sheet.rowsWithFindings }) },
            ]}
            onChange={(value) => {
              setOnlyFindings(value === 'findings');
              turn(0);
            }}
          />
        )}
        {total > PAGE && (
          <div className={classes.pager}>
            <span>{formatMessage({ id: 'Upload_Rows_Page' }, { from: offset + 1, to: Math.min(total, offset + PAGE), total })}</span>
            <Button
              size="xs"
              variant="default"
              aria-label={formatMessage({ id: 'Upload_Rows_Before' })}
              disabled={offset === 0}
              onClick={() => turn(Math.max(0, offset - PAGE))}
            >
              <IconChevronLeft size={15} />
            </Button>
            <Button
              size="xs"
              variant="default"
              aria-label={formatMessage({ id: 'Upload_Rows_After' })}
              disabled={offset + PAGE >= total}
              onClick={() => turn(offset + PAGE)}
            >
              <IconChevronRight size={15} />
            </Button>
          </div>
        )}
      </div>
      {chosen && <ChosenFinding finding={chosen} onNext={onNext} />}
      <ScreenTable
        label={sheet.name}
        rows={rows}
        query={query}
        isStale={query.isPlaceholderData}
        columns={columns}
        getRowId={({ number }) => String(number)}
        openId={chosen?.row === null || chosen === undefined ? undefined : String(chosen.row)}
        rowHeight={28}
        isBare
      />
    </div>
  );
}

/** What is wrong with the framed cell, and how to correct it. */
function ChosenFinding({ finding, onNext }: { finding: UploadFinding; onNext: () => void }) {
  const { formatMessage } = useIntl();
  const { what, how } = useFindingText();
  return (
    <div className={classes.chosen} role="status">
      <LevelIcon level={finding.level} />
      <b>{what(finding)}</b>
      <span className={classes.chosenHow}>{how(finding)}</span>
      {finding.level === 'error' && (
        <Button size="xs" variant="subtle" onClick={onNext}>
          {formatMessage({ id: 'Upload_NextError' })}
        </Button>
      )}
    </div>
  );
}

function useColumns({ upload, sheet, chosen }: Omit<SheetTableProps, 'onNext'>): DataColumn<UploadRow>[] {
  const { formatMessage } = useIntl();
  const defaults = sheetsOf(upload.kind).find(({ name }) => name === sheet.name)?.columns ?? [];
  return [
    {
      id: 'row',
      header: formatMessage({ id: 'Upload_Row' }),
      value: ({ number }) => number,
      align: 'end',
      width: 56,
      isPinned: true,
      isRowHeader: true,
      canGrow: false,
      isSortable: false,
      cell: (row) => <RowNumber row={row} />,
      card: 'title',
    },
    ...sheet.columns.map(
      ({ key, header, isNumber }, at): DataColumn<UploadRow> => ({
        id: key,
        ...headOf(header),
        width: Math.max(isNumber ? 88 : 120, header.length * 6 + 16),
        align: isNumber ? 'end' : 'start',
        cell: (row) => (
          <Cell
            row={row}
            at={at}
            meant={defaults[at]?.emptyMeans}
            isChosen={chosen !== undefined && chosen.row === row.number && chosen.column === key}
          />
        ),
        card: 'fact',
      }),
    ),
  ];
}

/** What is longer says how a cell is written. */
const LONGEST_UNIT = 7;

/** Units of templates stand in brackets behind the header. */
function headOf(text: string): Pick<DataColumn<UploadRow>, 'header' | 'unit' | 'hint'> {
  const [, header = text, unit] = /^(.*) \((.*)\)$/.exec(text) ?? [];
  if (unit === undefined) return { header };
  return unit.length > LONGEST_UNIT ? { header, hint: text } : { header, unit };
}

/** With what is wrong with the row as a whole. */
function RowNumber({ row: { number, findings } }: { row: UploadRow }) {
  const { what, how } = useFindingText();
  const own = findings.filter(({ column }) => column === null);
  const [first] = own;
  if (!first) return number;
  return (
    <span className={classes.rowNumber} title={own.map((finding) => `${what(finding)}. ${how(finding)}`).join('\n')}>
      <LevelIcon level={first.level} />
      {number}
    </span>
  );
}

/** The column of the chosen cell may be out of view. */
function showCell(cell: HTMLElement | null): void {
  cell?.scrollIntoView({ block: 'nearest', inline: 'center' });
}

interface CellProps {
  row: UploadRow;
  at: number;
  meant: string | undefined;
  isChosen: boolean;
}

function Cell({ row, at, meant, isChosen }: CellProps) {
  const { formatMessage } = useIntl();
  const { what, how } = useFindingText();
  const text = row.cells[at] ?? '';
  const findings = row.findings.filter(({ column }) => column === at);
  const [first] = findings.toSorted((a, b) => a.level.localeCompare(b.level));
  if (!first) return <span className={text === '' ? classes.empty : undefined}>{text}</span>;
  const isDefault = first.code === 'cellDefault' && meant !== undefined;
  const shown = text !== '' ? text : isDefault ? meant : formatMessage({ id: 'Upload_Cell_Empty' });
  const explained = findings.map((finding) => `${what(finding)}. ${how(finding)}`).join('\n');
  return (
    <span
      ref={isChosen ? showCell : undefined}
      className={classes.cell}
      data-level={first.level}
      data-chosen={isChosen || undefined}
      title={explained}
    >
      {shown}
      <span className={classes.unseen}>{explained}</span>
    </span>
  );
}
