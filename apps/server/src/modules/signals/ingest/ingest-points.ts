import { rm } from 'node:fs/promises';
import { AppError } from '@solvane/contract/errors';
import type { SiteId } from '@solvane/contract/ids';
import type { IngestResponse } from '@solvane/contract/ingest';
import { LIMITS } from '@solvane/contract/limits';
import type { KeyCaller } from '../../../http/caller.ts';
import type { SeriesRegistry } from '../../../signals/series-registry.ts';
import type { FilePoints, NamedTarget, SignalFiles, WriteTarget } from '../../../signals/signal-files.ts';
import type { PointColumns, SignalWriter, SpooledPoints } from '../../../signals/signal-writer.ts';
import { UnreadableFile } from '../../../signals/unreadable-file.ts';
import {
  type ArrivalDeps,
  joinSpans,
  type MergedPoints,
  type Rejection,
  recordArrivals,
  type SiteArrival,
  toIngestResponse,
} from './arrivals.ts';
import type { ColumnsReader, ReadPoints } from './columns/columns-thread.ts';
import type { ColumnTargets } from './columns/stored-order.ts';
import { isForeseen, latestOf, latestTimes } from './instants.ts';
import { type JsonSeries, readJsonPoints, toProfile } from './json-points.ts';
import { openPointBody, type PointBody, type TableContentType } from './point-body.ts';
import { resolveSeries, type SeriesReference, type SeriesTarget } from './resolve-series.ts';
import { tooManySeries } from './series-limit.ts';
import { type SeriesProfile, toSeriesProfiles } from './series-profile.ts';
import type { ArrivingBody, Spool } from './spool.ts';
import { findWritableSegments } from './writable-segments.ts';

/** JSON of up to so many bytes is read where it arrives: a thread would cost more. */
const SMALL_JSON_BYTES = 256 * 1024;

export interface IngestDeps extends ArrivalDeps {
  signals: SignalWriter & Pick<SignalFiles, 'usePointTable'>;
  registry: SeriesRegistry;
  spool: Spool;
  columns: ColumnsReader;
}

export interface IncomingPoints extends Pick<ArrivingBody, 'stream' | 'packedBytes' | 'cut'> {
  contentType: TableContentType | 'application/json';
}

/** Stores what can be stored and says what cannot. When it returns, the accepted points survive a power cut. */
export async function ingestPoints(
  deps: IngestDeps,
  caller: KeyCaller,
  { contentType, ...arriving }: IncomingPoints,
): Promise<IngestResponse> {
  const isJson = contentType === 'application/json';
  const bounds = isJson
    ? { maxBytes: LIMITS.ingestJsonBytes, memoryBytes: SMALL_JSON_BYTES }
    : { maxBytes: LIMITS.ingestTableBytes, memoryBytes: 0 };
  return deps.spool.use({ ...arriving, ...bounds, keyId: caller.keyId }, async ({ bytes, path }) => {
    if (bytes) return ingestJson(deps, caller, bytes);
    if (isJson) return ingestLargeJson(deps, caller, path);
    const body = await openPointBody(path, contentType, deps.columns);
    return (await ingestColumns(deps, caller, body)) ?? (await ingestTable(deps, caller, body));
  });
}

/**
 * A body with one column per series is read once and written down one series after the other, as the store keeps points: the engine alone would take it
 * apart cell by cell, twice, and sort it (docs/decisions/0046).
 *
 * @returns undefined where the body is none of those, or only the engine can read it
 */
async function ingestColumns(
  deps: IngestDeps,
  caller: KeyCaller,
  { path: from, columns, places }: PointBody,
): Promise<IngestResponse | undefined> {
  if (!columns || !places) return undefined;
  const maxPoints = LIMITS.ingestColumnarPoints;
  const latest = latestTimes(deps.now());
  const task = { ...places, from, latestMs: Float64Array.from(columns, ({ signal }) => latestOf(signal, latest)), maxPoints };
  const found = await deps.columns.read(task);
  if (!found) return undefined;
  return useRead(found, async () => {
    const profiles = columns.flatMap((reference, position) => {
      const profile = found.profiles[position];
      return profile ? [{ ...profile, reference, position }] : [];
    });
    assertPointLimit(profiles, maxPoints);
    return storePoints(deps, caller, { found, profiles, path: `${from}.points` });
  });
}

/** A thread reads it, and keeps its points. */
async function ingestLargeJson(deps: IngestDeps, caller: KeyCaller, from: string): Promise<IngestResponse> {
  const found = await deps.columns.readSeries({ from, latest: latestTimes(deps.now()) });
  return useRead(found, () => storePoints(deps, caller, { found, profiles: found.profiles, path: `${from}.points` }));
}

async function useRead<T>({ forget }: Pick<ReadPoints<unknown>, 'forget'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    forget();
  }
}

async function storePoints(
  deps: IngestDeps,
  caller: KeyCaller,
  { found, profiles, path }: { found: Pick<ReadPoints<unknown>, 'profiles' | 'write'>; profiles: readonly SeriesProfile[]; path: string },
): Promise<IngestResponse> {
  const judged = await judge(deps, caller, profiles);
  if (judged.accepted.length > 0) {
    const written = await withTargets(deps, judged.accepted);
    try {
      await found.write(path, columnTargets(found.profiles.length, written));
      await deps.signals.writeRawSpooled({ path, touched: written.map(touchedOf) });
    } finally {
      await rm(path, { force: true });
    }
  }
  return finish(deps, caller, judged);
}

async function ingestTable(deps: IngestDeps, caller: KeyCaller, body: PointBody): Promise<IngestResponse> {
  const read = async (points: FilePoints): Promise<IngestResponse> => {
    const found = await points.readProfiles(LIMITS.ingestSeries);
    if (!found) throw tooManySeries();
    const profiles = toSeriesProfiles(found, body.columns);
    assertPointLimit(profiles, LIMITS.ingestColumnarPoints);
    const judged = await judge(deps, caller, profiles);
    if (judged.accepted.length > 0) await writeAccepted(deps, judged.accepted, { points, columns: body.columns });
    return finish(deps, caller, judged);
  };
  return deps.signals.usePointTable(body.table(latestTimes(deps.now())), read).catch((error: unknown) => {
    throw error instanceof UnreadableFile ? new AppError('request.malformed', { cause: error }) : error;
  });
}

async function writeAccepted(
  deps: IngestDeps,
  accepted: readonly Accepted[],
  { points, columns }: { points: Pick<FilePoints, 'select'>; columns: readonly SeriesReference[] | undefined },
): Promise<void> {
  const written = await withTargets(deps, accepted);
  const targets = columns ? { byColumn: targetsByColumn(columns.length, written) } : { byName: written.map(namedTarget) };
  await deps.signals.writeRawFrom(points.select(targets, written.map(touchedOf)));
}

async function withTargets({ registry }: Pick<IngestDeps, 'registry'>, accepted: readonly Accepted[]): Promise<WrittenSeries[]> {
  const ids = await registry.register(accepted.map(({ target }) => target));
  return accepted.map(({ profile, target }, index) => ({ profile, target: toWriteTarget(target, ids[index] ?? 0) }));
}

function touchedOf({ profile: { firstMs, lastMs }, target: { seriesId } }: WrittenSeries): SpooledPoints['touched'][number] {
  return { series: seriesId, firstMs, lastMs };
}

async function ingestJson(deps: IngestDeps, caller: KeyCaller, body: Buffer): Promise<IngestResponse> {
  const series = readJsonPoints(body, latestTimes(deps.now()));
  const profiles = series.map(toProfile);
  const judged = await judge(deps, caller, profiles);
  if (judged.accepted.length > 0) {
    const ids = await deps.registry.register(judged.accepted.map(({ target }) => target));
    const columns = judged.accepted.map(({ profile, target }, index) => ({
      points: series[profile.position],
      target: toWriteTarget(target, ids[index] ?? 0),
    }));
    await deps.signals.writeRaw(joinColumns(columns));
  }
  return finish(deps, caller, judged);
}

interface Accepted {
  profile: SeriesProfile;
  target: SeriesTarget;
}

interface Judged {
  accepted: Accepted[];
  rejections: Rejection[];
}

/** Decides for each series whether it can be taken at all; what is wrong with single points is in its profile already. */
async function judge({ db }: IngestDeps, caller: KeyCaller, profiles: readonly SeriesProfile[]): Promise<Judged> {
  const segments = await findWritableSegments(
    db,
    caller.siteIds,
    profiles.map(({ reference }) => reference.segmentId),
  );
  const accepted: Accepted[] = [];
  const rejections: Rejection[] = [];
  for (const profile of profiles) {
    const { segmentId, signal } = profile.reference;
    const resolution = resolveSeries(profile.reference, segments);
    const siteId = segments.get(segmentId)?.siteId;
    if ('reason' in resolution) {
      const unreadable = profile.faults.get('rowInvalid');
      if (unreadable) rejections.push({ siteId, segmentId: null, signal: null, reason: 'rowInvalid', ...unreadable });
      const count = pointsOf(profile) - (unreadable?.count ?? 0);
      if (count > 0) rejections.push({ siteId, segmentId, signal, reason: resolution.reason, count, lines: profile.firstLines });
      continue;
    }
    for (const [reason, { count, lines }] of profile.faults) rejections.push({ siteId, segmentId, signal, reason, count, lines });
    if (profile.good > 0) accepted.push({ profile, target: resolution.target });
  }
  return { accepted, rejections };
}

async function finish(deps: IngestDeps, caller: KeyCaller, { accepted, rejections }: Judged): Promise<IngestResponse> {
  const merged = mergedOf(accepted);
  await recordArrivals(deps, { what: 'points', keyId: caller.keyId, sites: sitesOf(accepted), rejections, merged });
  const response = toIngestResponse(
    accepted.reduce((sum, { profile }) => sum + profile.good, 0),
    rejections,
  );
  if (merged.length === 0) return response;
  return {
    ...response,
    merged: merged.slice(0, LIMITS.ingestRejectsKeptPerRequest).map(({ segmentId, signal, count }) => ({ segmentId, signal, count })),
  };
}

/** Points that a later one of the same series and time replaced, by series. */
function mergedOf(accepted: readonly Accepted[]): MergedPoints[] {
  return accepted.flatMap(({ profile: { reference, merged }, target: { siteId } }) =>
    merged > 0 ? [{ siteId, segmentId: reference.segmentId, signal: reference.signal, count: merged }] : [],
  );
}

function sitesOf(accepted: readonly Accepted[]): SiteArrival[] {
  const bySite = new Map<SiteId, SiteArrival>();
  for (const { profile, target } of accepted) {
    const { siteId } = target;
    const span = { firstMs: profile.firstMs, lastMs: profile.lastMs };
    const known = bySite.get(siteId) ?? { siteId, count: 0, ...span, measured: null, utcDays: new Set() };
    bySite.set(siteId, {
      siteId,
      count: known.count + profile.good,
      ...joinSpans(known, span),
      measured: isForeseen(profile.reference.signal) ? known.measured : joinSpans(known.measured, span),
      utcDays: known.utcDays.union(profile.utcDays),
    });
  }
  return [...bySite.values()];
}

interface WrittenSeries {
  profile: SeriesProfile;
  target: WriteTarget;
}

function targetsByColumn(count: number, written: readonly WrittenSeries[]): (WriteTarget | undefined)[] {
  const targets: (WriteTarget | undefined)[] = new Array(count).fill(undefined);
  for (const { profile, target } of written) targets[profile.position] = target;
  return targets;
}

function columnTargets(count: number, written: readonly WrittenSeries[]): ColumnTargets {
  const targets = { series: new Uint32Array(count), factors: new Float64Array(count), shifts: new Float64Array(count) };
  for (const { profile, target } of written) {
    targets.series[profile.position] = target.seriesId;
    targets.factors[profile.position] = target.factor;
    targets.shifts[profile.position] = target.shift;
  }
  return targets;
}

function namedTarget({ profile: { reference }, target }: WrittenSeries): NamedTarget {
  return { ...target, segmentId: reference.segmentId, signal: reference.signal };
}

function toWriteTarget({ factor, shift }: SeriesTarget, seriesId: number): WriteTarget {
  return { seriesId, factor, shift };
}

/** The accepted series one after the other, in the catalogue's units. */
function joinColumns(columns: readonly { points: JsonSeries | undefined; target: WriteTarget }[]): PointColumns {
  const length = columns.reduce((sum, { points }) => sum + (points?.values.length ?? 0), 0);
  const joined = { series: new Uint32Array(length), timesMs: new Float64Array(length), values: new Float64Array(length) };
  let at = 0;
  for (const { points, target } of columns) {
    if (!points) continue;
    for (let index = 0; index < points.values.length; index += 1, at += 1) {
      joined.series[at] = target.seriesId;
      joined.timesMs[at] = points.timesMs[index] ?? Number.NaN;
      joined.values[at] = (points.values[index] ?? Number.NaN) * target.factor + target.shift;
    }
  }
  return joined;
}

function assertPointLimit(profiles: readonly SeriesProfile[], allowed: number): void {
  const requested = profiles.reduce((sum, profile) => sum + pointsOf(profile), 0);
  if (requested > allowed) throw new AppError('ingest.tooManyPoints', { values: { requested, allowed } });
}

/** Taken or not. */
function pointsOf({ good, faults }: SeriesProfile): number {
  return [...faults.values()].reduce((sum, { count }) => sum + count, good);
}
