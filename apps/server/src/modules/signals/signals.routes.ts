import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { annotationEndpoints } from '@solvane/contract/annotations';
import { dataImportEndpoints } from '@solvane/contract/data-import';
import { AppError } from '@solvane/contract/errors';
import { formulaEndpoints } from '@solvane/contract/formulas';
import { INGEST_CONTENT_TYPES, ingestEndpoints } from '@solvane/contract/ingest';
import { LIMITS } from '@solvane/contract/limits';
import { studioViewEndpoints } from '@solvane/contract/saved-views';
import { signalAnalysisEndpoints } from '@solvane/contract/signal-analysis';
import { SIGNAL_COLUMNS_TYPE } from '@solvane/contract/signal-columns-type';
import { signalEndpoints } from '@solvane/contract/signals';
import { studioOptionsEndpoints } from '@solvane/contract/studio-options';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createDiskBudget } from '../../data-folder/disk-budget.ts';
import { readDiskSpace } from '../../data-folder/disk-space.ts';
import type { Deps } from '../../deps.ts';
import { accepts } from '../../http/accepts.ts';
import { mount, mountIngest } from '../../http/mount.ts';
import { cutSender } from '../../http/slow-senders.ts';
import { readUpload } from '../../http/upload.ts';
import { assertFileOf } from '../shell/files.ts';
import { listSavedViews, removeView, saveView } from '../shell/saved-views.ts';
import { readPeerBand } from './analysis/peer-band.ts';
import { readSpanStatistics } from './analysis/span-statistics.ts';
import { removeAnnotation, saveAnnotation, searchAnnotations } from './annotations/annotations.ts';
import { countExportRows, countOrderRows, exportSignalsJob } from './export/export-job.ts';
import { previewFormula } from './formulas/preview-formula.ts';
import { listFormulas, removeFormula, saveFormula } from './formulas/stored-formulas.ts';
import { checkDataImport, dataImportJob, takeUpload } from './import/data-import.ts';
import { createAdmission } from './ingest/admission.ts';
import { openColumnsReader } from './ingest/columns/columns-thread.ts';
import { ingestEvents } from './ingest/ingest-events.ts';
import { ingestPoints } from './ingest/ingest-points.ts';
import { listRejects, readIngestionStatus } from './ingest/ingestion-status.ts';
import { createSpool } from './ingest/spool.ts';
import { readStudioOptions, saveStudioOptions } from './options/studio-options.ts';
import { ARROW_TYPE, sendArrow } from './queries/arrow-values.ts';
import { columnsResponse } from './queries/columns-response.ts';
import { type ExplainComputed, explainPoint } from './queries/explain-point.ts';
import { listDefinitions, readLatest } from './queries/known-signals.ts';
import type { QueryDeps } from './queries/prepare-request.ts';
import { createSignalDirectory } from './queries/signal-directory.ts';
import { readSignalColumns, toValuesResponse } from './queries/signal-values.ts';

export interface SignalsDeps extends Pick<Deps, 'config' | 'db' | 'bus' | 'jobs' | 'now' | 'signals'> {
  explainComputed: ExplainComputed;
}

export function signalsRoutes(app: FastifyInstance, { config, db, bus, jobs, now, signals, explainComputed }: SignalsDeps): void {
  const { store, registry } = signals;
  const deps = { db, bus, now, signals: store, registry, directory: createSignalDirectory({ db }) };
  const spoolFolder = join(config.dataFolder, 'spool');
  mkdirSync(spoolFolder, { recursive: true });
  const columns = openColumnsReader();
  app.addHook('onClose', () => columns.close());
  const spool = createSpool({
    folder: spoolFolder,
    budget: createDiskBudget({ readSpace: () => readDiskSpace(spoolFolder), now: () => performance.now() }),
    admission: createAdmission({ slots: 4, slotsPerKey: 3 }),
    bodies: LIMITS.ingestBodies,
    bodiesPerKey: LIMITS.ingestBodiesPerKey,
    now: () => performance.now(),
  });

  mountIngest(app, ingestEndpoints.points, ({ caller, stream, request, reply }) =>
    ingestPoints({ ...deps, spool, columns }, caller, {
      contentType: contentTypeOf(request),
      stream: stream(),
      packedBytes: packedBytesOf(request),
      cut: (error) => cutSender(request, reply, error),
    }),
  );
  mountIngest(app, ingestEndpoints.events, ({ caller, body }) => ingestEvents(deps, caller, body.events));
  mount(app, ingestEndpoints.status, ({ caller }) => readIngestionStatus(db, caller, now()));
  mount(app, ingestEndpoints.rejects, ({ caller, query }) => listRejects(db, caller, query));

  const imports = { ...deps, spoolFolder };
  mount(app, dataImportEndpoints.upload, async ({ caller, request }) => takeUpload(imports, caller, await readUpload(request)));
  mount(app, dataImportEndpoints.check, ({ caller, body }) => checkDataImport(imports, caller, body));
  mount(app, dataImportEndpoints.start, async ({ caller, body }) => {
    await assertFileOf(db, caller, body.fileId, now());
    const jobId = await jobs.enqueue(db, dataImportJob, { ...body, siteIds: [...caller.siteIds] }, { userId: caller.userId });
    if (!jobId) throw new AppError('resource.conflict');
    return { jobId };
  });

  mount(app, signalEndpoints.values, async ({ caller, body, request, reply }) => {
    if (accepts(request, ARROW_TYPE)) return sendArrow(deps, caller, body, reply);
    const columns = await readSignalColumns(deps, caller, body);
    if (!accepts(request, SIGNAL_COLUMNS_TYPE)) return toValuesResponse(columns);
    return columnsResponse(columns);
  });
  mount(app, signalEndpoints.definitions, async ({ caller, body }) => ({ items: await listDefinitions(deps, caller, body.segmentIds) }));
  mount(app, signalEndpoints.latest, ({ caller, body }) => readLatest(deps, caller, body));
  mount(app, signalEndpoints.explain, ({ caller, body }) => explainPoint({ ...deps, explainComputed }, caller, body));
  mount(app, signalEndpoints.exportCount, async ({ caller, body }) => ({ rows: await countExportRows(deps, caller, body) }));
  mount(app, signalEndpoints.export, async ({ caller, body }) => {
    const rows = await countOrderRows(deps, caller, body);
    const jobId = await jobs.enqueue(db, exportSignalsJob, { ...body, siteIds: [...caller.siteIds] }, { userId: caller.userId });
    if (!jobId) throw new AppError('resource.conflict');
    return { jobId, rows };
  });
  studioRoutes(app, deps);
}

/** What users store of Data Studio. */
function studioRoutes(app: FastifyInstance, deps: QueryDeps): void {
  const { db, now } = deps;
  const screen = 'data-studio';
  mount(app, signalAnalysisEndpoints.statistics, ({ caller, body }) => readSpanStatistics(deps, caller, body));
  mount(app, signalAnalysisEndpoints.peers, ({ caller, body }) => readPeerBand(deps, caller, body));
  mount(app, annotationEndpoints.search, async ({ caller, body }) => ({ items: await searchAnnotations(deps, caller, body) }));
  mount(app, annotationEndpoints.save, ({ caller, body }) => saveAnnotation(deps, caller, body));
  mount(app, annotationEndpoints.remove, async ({ caller, body }) => {
    await removeAnnotation(db, caller, body.annotationId);
    return {};
  });
  mount(app, studioOptionsEndpoints.get, ({ caller }) => readStudioOptions(db, caller));
  mount(app, studioOptionsEndpoints.save, ({ caller, body }) => saveStudioOptions(db, caller, body));
  mount(app, formulaEndpoints.list, async ({ caller }) => ({ items: await listFormulas(db, caller) }));
  mount(app, formulaEndpoints.save, async ({ caller, body }) => ({ items: await saveFormula(db, caller, body, now()) }));
  mount(app, formulaEndpoints.remove, async ({ caller, body }) => ({ items: await removeFormula(db, caller, body.formulaId) }));
  mount(app, formulaEndpoints.preview, ({ caller, body }) => previewFormula(deps, caller, body));
  mount(app, studioViewEndpoints.list, async ({ caller }) => ({ items: await listSavedViews(db, caller, screen) }));
  mount(app, studioViewEndpoints.save, async ({ caller, body }) => ({
    items: await saveView(db, caller, { ...body, screen, nowMs: now() }),
  }));
  mount(app, studioViewEndpoints.remove, async ({ caller, body }) => ({ items: await removeView(db, caller, { ...body, screen }) }));
}

/** A body that is not packed is as long as its head says. */
function packedBytesOf({ socket, headers }: FastifyRequest): () => number | undefined {
  const startBytes = socket.bytesRead;
  // Part of the body may have come with the head.
  const length = Number(headers['content-length'] ?? Number.NaN);
  return () => (Number.isNaN(length) ? socket.bytesRead - startBytes : length);
}

/** The framework has refused every other type before. */
function contentTypeOf(request: FastifyRequest): (typeof INGEST_CONTENT_TYPES)[number] {
  const given = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  const known = INGEST_CONTENT_TYPES.find((type) => type === given);
  if (!known) throw new AppError('request.unsupportedType');
  return known;
}
