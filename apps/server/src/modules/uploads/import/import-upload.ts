import { AppError } from '@solvane/contract/errors';
import type { UploadId } from '@solvane/contract/uploads/uploads';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { uploads } from '../../../db/schema/uploads.ts';
import type { Deps } from '../../../deps.ts';
import type { Caller } from '../../../http/caller.ts';
import type { JobOutcome } from '../../../jobs/job.ts';
import { type ConfigureDeps, changeConfiguration } from '../../configuration/change-configuration.ts';
import { savePowerCurve } from '../../models/power-curves.commands.ts';
import { saveReferenceTurbines } from '../../models/reference-turbines.ts';
import { saveBudgets, saveCoefficients } from '../../models/site-tables.commands.ts';
import type { UploadPlan } from '../check/check-file.ts';
import type { ManualDataPlan } from '../check/check-manual-data.ts';
import { changeState } from '../upload-state.ts';
import type { UploadRecord } from '../uploads.policy.ts';
import { checkStored, findUpload, type ValidateDeps } from '../validate-upload.ts';
import { writeManualValues } from './manual-values.ts';
import { type ModelKeys, readModels, type StoredModels } from './stored-models.ts';

export interface ImportDeps extends ValidateDeps, ConfigureDeps {
  signals: ValidateDeps['signals'] & Pick<Deps['signals'], 'store' | 'registry'>;
  /** The user of an upload with the rights of now. undefined: the account is gone or inactive */
  findCaller: (record: Pick<UploadRecord, 'userId' | 'kind'>) => Promise<Caller | undefined>;
}

/** What there is to take an import back: what it replaced, and what it wrote. */
export interface UndoRecord {
  keys: ModelKeys;
  before: StoredModels;
  after: StoredModels;
}

interface Run {
  uploadId: string;
  siteIds: string[];
  signal: AbortSignal;
  progress: (share: number) => Promise<void>;
}

/** Judges the file once more, by what is known now, and writes what it says: all of it or nothing. */
export async function importUpload(deps: ImportDeps, { uploadId, siteIds, signal, progress }: Run): Promise<JobOutcome | undefined> {
  const { db } = deps;
  const id = uploadId as UploadId;
  const record = await findUpload(db, id);
  if (record?.state !== 'importing') return undefined;
  const file = record.file.fileName;
  try {
    const caller = await deps.findCaller(record);
    const { checked } = await checkStored(deps, record, { siteIds, signal });
    await progress(0.5);
    // What was right when it was confirmed may be wrong by now, as a device that is gone.
    if (!caller || checked.errors > 0) throw new AppError('resource.conflict');
    if (checked.plan.kind === 'manualData') await importValues(deps, caller, { id, plan: checked.plan });
    else await importModels(deps, caller, { id, plan: checked.plan, file });
    return {
      succeeded: record.change ? record.change.added + record.change.replaced : 0,
      message: { key: 'Upload_Imported', values: { file } },
    };
  } catch (error) {
    const [cancelled] = await db.select({ state: uploads.state }).from(uploads).where(eq(uploads.id, id));
    if (cancelled?.state === 'cancelled') return { message: { key: 'Upload_Cancelled', values: { file } } };
    await db
      .update(uploads)
      .set({ state: 'failed', progress: 0 })
      .where(and(eq(uploads.id, id), eq(uploads.state, 'importing')));
    if (error instanceof AppError) return { failed: 1, message: { key: 'Upload_ImportFailed', values: { file } } };
    throw error;
  }
}

/** @throws AppError resource.conflict when it was cancelled meanwhile: then nothing is written */
async function importModels(
  deps: ImportDeps,
  caller: Caller,
  { id, plan, file }: { id: UploadId; plan: ModelPlan; file: string },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await changeState(tx, id, { from: ['importing'], to: 'done' });
    const inside = { ...deps, db: tx };
    const known = keysOf(plan);
    const before = await readModels(tx, known);
    const keys = await writeModels(inside, caller, { plan, known, file });
    const undo: UndoRecord = { keys, before, after: await readModels(tx, keys) };
    await tx.update(uploads).set({ importedAtMs: deps.now(), progress: 1, undo }).where(eq(uploads.id, id));
  });
}

async function importValues(deps: ImportDeps, caller: Caller, { id, plan }: { id: UploadId; plan: ManualDataPlan }): Promise<void> {
  // Values are written before the days are marked: a day that is calculated again finds them.
  await changeState(deps.db, id, { from: ['importing'], to: 'importing' });
  await writeManualValues(deps.signals, plan.series);
  const bySite = Map.groupBy(plan.series, ({ siteId }) => siteId);
  await changeConfiguration(deps, { caller, reason: 'quality' }, async (tx) => {
    await tx.update(uploads).set({ state: 'done', importedAtMs: deps.now(), progress: 1 }).where(eq(uploads.id, id));
    return {
      result: {},
      touched: [...bySite].map(([siteId, series]) => ({
        siteIds: [siteId],
        periods: series.map(({ timesMs }) => ({ startMs: timesMs[0] ?? 0, endMs: (timesMs.at(-1) ?? 0) + 1 })),
      })),
      entries: [...bySite].map(([siteId, series]) => ({
        ...{ action: 'manualData.import', entityType: 'upload', entityId: id, siteId },
        details: {
          values: series.reduce((sum, { timesMs }) => sum + timesMs.length, 0),
          segmentIds: series.map(({ segmentId }) => segmentId).slice(0, 100),
        },
      })),
    };
  });
}

type ModelPlan = Exclude<UploadPlan, { kind: 'manualData' }>;

function keysOf(plan: ModelPlan): ModelKeys {
  if (plan.kind === 'powerCurves') return { kind: plan.kind, curveIds: plan.curves.flatMap(({ id }) => id ?? []) };
  if (plan.kind === 'budgets')
    return {
      kind: plan.kind,
      years: plan.sites.flatMap(({ siteId, rows }) => [...new Set(rows.map(({ year }) => year))].map((year) => ({ siteId, year }))),
    };
  const tables = plan.sites.flatMap(({ rows }) =>
    rows.map(({ segmentId, effectiveFrom }) => ({ segmentId, effectiveFrom: effectiveFrom ?? '' })),
  );
  return { kind: plan.kind, tables: [...new Map(tables.map((table) => [`${table.segmentId} ${table.effectiveFrom}`, table])).values()] };
}

/** Through the commands of the screens, with their checks, audit entries and recalculation. @returns the keys with those of new curves */
async function writeModels(
  deps: ConfigureDeps & { db: Db },
  caller: Caller,
  { plan, known, file }: { plan: ModelPlan; known: ModelKeys; file: string },
): Promise<ModelKeys> {
  const note = file.slice(0, 500);
  if (plan.kind === 'powerCurves') {
    const curveIds: string[] = [];
    for (const curve of plan.curves) curveIds.push((await savePowerCurve(deps, caller, curve)).id);
    return { kind: plan.kind, curveIds };
  }
  if (plan.kind === 'budgets')
    for (const { siteId, rows } of plan.sites) await saveBudgets(deps, caller, { siteId, rows, replace: true, removeYears: [], note });
  else if (plan.kind === 'referenceTurbines')
    for (const { siteId, rows } of plan.sites) await saveReferenceTurbines(deps, caller, { siteId, rows, note });
  else for (const { siteId, rows } of plan.sites) await saveCoefficients(deps, caller, { siteId, rows, remove: [], note });
  return known;
}
