import { toCsv } from '@solvane/contract/csv-text';
import type { BodyOf } from '@solvane/contract/endpoint';
import { sheetsOf } from '@solvane/contract/uploads/upload-sheets';
import type { uploadEndpoints } from '@solvane/contract/uploads/uploads';
import { textIn } from '@solvane/i18n/text';
import type { Db } from '../../db/db.ts';
import type { Caller } from '../../http/caller.ts';
import { getUploadRecord, listFindings } from './uploads.queries.ts';

/** What is wrong with a file and how to correct it, a line each, as CSV. */
export async function findingsFile(db: Db, caller: Caller, { id, locale }: BodyOf<typeof uploadEndpoints.findingsFile>) {
  const { kind, file } = await getUploadRecord(db, caller, id);
  const text = textIn(locale);
  const headers = new Map(sheetsOf(kind).flatMap(({ columns }) => columns.map(({ key, header }) => [key, header])));
  const head = (['Level', 'Sheet', 'Row', 'Column', 'Rows', 'Finding', 'Correction'] as const).map((name) =>
    text(`Upload_Findings_${name}`),
  );
  const findings = await listFindings(db, caller, id);
  const rows = findings.map(({ code, level, sheet, row, column, rows: count, values }) => [
    text(`Upload_Level_${level}`),
    sheet,
    row,
    column === null ? null : (headers.get(column) ?? column),
    count,
    text(`Upload_Code_${code}`, values),
    text(`Upload_Fix_${code}`, values),
  ]);
  const name = file.fileName.replace(/\.[^.]*$/, '');
  return { fileName: `${name} ${text('Upload_Findings')}.csv`, contentType: 'text/csv; charset=utf-8', content: toCsv([head, ...rows]) };
}
