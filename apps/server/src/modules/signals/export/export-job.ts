import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BodyOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import { siteIdSchema } from '@solvane/contract/ids';
import { EXPORT_FORMATS, type signalEndpoints, signalValuesRequestSchema } from '@solvane/contract/signals';
import { z } from 'zod';
import type { Db } from '../../../db/db.ts';
import { defineJob, type JobOutcome, type JobRun } from '../../../jobs/job.ts';
import { readPresentScope } from '../../access/users/user-scope.ts';
import { storeFile } from '../../shell/files.ts';
import { isDerived } from '../derived/read-derived.ts';
import type { FormulaReader } from '../formulas/stored-formulas.ts';
import { type PreparedRequest, prepareExport, type QueryDeps } from '../queries/prepare-request.ts';
import type { SignalCaller } from '../queries/requested-segments.ts';
import { countDerivedRows, writeExport } from './write-export.ts';

/** The scope is the one of the call, as far as its user still has it when the export runs. */
export const exportSignalsJob = defineJob({
  kind: 'signals.export',
  data: z.object({
    request: signalValuesRequestSchema,
    format: z.enum(EXPORT_FORMATS),
    layout: z.enum(['long', 'wide']),
    siteIds: z.array(siteIdSchema),
  }),
  concurrency: 2,
  maxSeconds: 3_600,
});

export type ExportOrder = BodyOf<typeof signalEndpoints.export>;

/** What a sheet has columns for, beside the one of the time. */
const SERIES_PER_SHEET = 16_383;
const KEPT_DAYS = 7;
const DAY_MS = 86_400_000;
const CONTENT_TYPES = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
} as const;

/** Rows an export would have: the points that exist, not the ones that could. */
export async function countExportRows(
  deps: QueryDeps,
  caller: SignalCaller & FormulaReader,
  request: ExportOrder['request'],
): Promise<number> {
  return countRows(deps, request, await prepareExport(deps, caller, request));
}

/** @throws AppError signals.tooManySignals */
export async function countOrderRows(deps: QueryDeps, caller: SignalCaller & FormulaReader, order: ExportOrder): Promise<number> {
  const prepared = await prepareExport(deps, caller, order.request);
  assertColumnsFit(order, prepared.series.length + prepared.formulaSeries);
  return countRows(deps, order.request, prepared);
}

/** Where the layout has a column per series and the format fewer columns. @throws AppError signals.tooManySignals */
export function assertColumnsFit({ format, layout }: Pick<ExportOrder, 'format' | 'layout'>, requested: number): void {
  if (format === 'xlsx' && layout === 'wide' && requested > SERIES_PER_SHEET)
    throw new AppError('signals.tooManySignals', { values: { requested, allowed: SERIES_PER_SHEET } });
}

async function countRows(deps: QueryDeps, request: ExportOrder['request'], prepared: PreparedRequest): Promise<number> {
  const { series, period, chosen, perSeries } = prepared;
  if (isDerived(request)) return countDerivedRows(deps, request, prepared);
  if (series.length === 0) return 0;
  if (chosen.resolution !== 'raw') return series.length * perSeries;
  return deps.signals.countPoints({ ...period, series: series.map(({ query }) => query) });
}

export async function exportSignals(
  deps: QueryDeps & { db: Db; exportFolder: string },
  { userId, data, progress, signal }: JobRun<z.output<typeof exportSignalsJob.data>>,
): Promise<JobOutcome> {
  if (userId === undefined) throw new RangeError('An export belongs to a user');
  const { request, format, layout } = data;
  const siteIds = await readPresentScope(deps.db, { userId, permission: 'PageDataStudio' }, data.siteIds);
  const prepared = await prepareExport(deps, { siteIds }, request);
  const path = join(deps.exportFolder, `${randomUUID()}.${format}`);
  try {
    const rows = await countRows(deps, request, prepared);
    await writeExport(deps, { request, prepared, path, format, layout, progress, signal });
    const { fileId } = await storeFile(
      deps.db,
      {
        userId,
        purpose: 'export',
        fileName: `signals.${format}`,
        contentType: CONTENT_TYPES[format],
        expiresAtMs: deps.now() + KEPT_DAYS * DAY_MS,
        scope: { siteIds: new Set(prepared.segments.map(({ siteId }) => siteId)), permission: 'PageDataStudio' },
      },
      createReadStream(path),
      deps.now(),
    );
    return { succeeded: rows, fileId, message: { key: 'Signals_Export_Done', values: { rows } } };
  } finally {
    await rm(path, { force: true });
  }
}
