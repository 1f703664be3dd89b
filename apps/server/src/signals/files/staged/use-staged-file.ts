import type { ImportMapping } from '@solvane/contract/import-mapping';
import { SelectedPoints } from '../../selected-points.ts';
import { numbersOf } from '../../sql/native-format.ts';
import type { SignalDatabase } from '../../sql/signal-database.ts';
import type { JudgedRows, MappedFile, StagedFile, StagedSeries } from '../../staged-file.ts';
import type { WorkOptions } from '../../work-options.ts';
import type { LocalRange } from '../local-time.ts';
import { textTableFile } from '../text-table-file.ts';
import { useReadable } from '../unreadable.ts';
import { readEventRows } from './event-rows.ts';
import { countRepeatedRows, repeatedSlots } from './repeated-rows.ts';
import { checksOf, devicesOf, placeSql, reportStatement, toRowReport } from './row-report.ts';
import { judgedRows, rangeStatement, stagedRows } from './stage-rows.ts';

/** Texts are taken apart once; what they say is counted, written and searched for events. */
export function useStagedFile<T>(
  database: SignalDatabase,
  file: MappedFile,
  { work, options = {} }: { work: (staged: StagedFile) => Promise<T>; options?: WorkOptions | undefined },
): Promise<T> {
  const { mapping } = file;
  return useReadable(
    (begin) => database.useFile(textTableFile(file.table), (source) => database.useRows(stagedRows(source, file), begin, options), options),
    (rows: string) =>
      work({
        judge: async (latestMs) => {
          const range = await readClockRange(database, rangeStatement(rows, mapping, latestMs), options);
          return judge({ database, mapping, options, rows: (slots) => judgedRows(rows, { mapping, latestMs, range, slots }) });
        },
      }),
  );
}

async function readClockRange(database: SignalDatabase, statement: string, options: WorkOptions): Promise<LocalRange> {
  const response = await database.select(statement, options);
  const [firstMs, lastMs] = [numbersOf(response, 'first_ms')[0], numbersOf(response, 'last_ms')[0]];
  return firstMs === undefined || lastMs === undefined || Number.isNaN(firstMs) ? { firstMs: 0, lastMs: 0 } : { firstMs, lastMs };
}

interface Judging {
  database: SignalDatabase;
  mapping: ImportMapping;
  options: WorkOptions;
  rows(slots: Parameters<typeof judgedRows>[1]['slots']): string;
}

function judge(judging: Judging, slots?: Parameters<typeof judgedRows>[1]['slots']): JudgedRows {
  const { database, mapping, options } = judging;
  const rows = judging.rows(slots);
  return {
    readReport: async () => {
      const checks = checksOf(mapping);
      return toRowReport(await database.select(reportStatement(rows, { mapping, checks }), options), { mapping, checks });
    },
    separateRepeated: async () => {
      const found = await repeatedSlots(database, rows, options);
      return found.kind === 'none' ? undefined : judge(judging, found);
    },
    countRepeated: () => countRepeatedRows(database, rows, { mapping, options }),
    readEventRows: () => readEventRows(database, rows, { mapping, options }),
    select: (series, touched) => new SelectedPoints(pointsOf(rows, mapping, series), touched),
  };
}

/** The number of a cell's series depends on its column and on the device of its row. */
function pointsOf(rows: string, mapping: ImportMapping, series: readonly StagedSeries[]): string {
  const devices = devicesOf(mapping);
  const cells = mapping.signals.map((_, column) => {
    const own = new Map(series.flatMap((one) => (one.column === column ? [[one.device, one.seriesId]] : [])));
    const everywhere = own.get(undefined);
    const id =
      everywhere === undefined
        ? `CAST([${devices.map((device) => own.get(device) ?? 0).join(',')}], 'Array(UInt32)')[place]`
        : `toUInt32(${everywhere})`;
    return `(${id}, value_${column})`;
  });
  return `select cell.1 as series, assumeNotNull(start_ms) as at, assumeNotNull(cell.2) as value, line
    from (select line, start_ms, arrayJoin([${cells.join(', ')}]) as cell from (select *, ${placeSql(mapping)} as place from ${rows}) where start_ms is not null)
    where cell.1 > 0 and cell.2 is not null`;
}
