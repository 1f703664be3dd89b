import { SelectedPoints } from '../../selected-points.ts';
import type { FilePoints, PointTable } from '../../signal-files.ts';
import type { SignalDatabase } from '../../sql/signal-database.ts';
import { useReadable } from '../unreadable.ts';
import { acceptedRows, type PointRows } from './point-rows.ts';
import { engineTableOf } from './point-table.ts';
import { readProfiles } from './read-profiles.ts';

export function usePointTable<T>(database: SignalDatabase, table: PointTable, work: (points: FilePoints) => Promise<T>): Promise<T> {
  const { file, rows } = engineTableOf(table);
  return useReadable(
    (begin) => database.useFile(file, begin),
    (source: string) => work(filePoints(database, rows(source))),
  );
}

function filePoints(database: SignalDatabase, rows: PointRows): FilePoints {
  return {
    readProfiles: (maxSeries) => readProfiles(database, rows, maxSeries),
    select: (targets, touched) => new SelectedPoints(acceptedRows(rows, targets), touched),
  };
}
