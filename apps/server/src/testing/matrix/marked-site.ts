import { randomUUID } from 'node:crypto';
import type { EnterpriseId, SegmentId, SiteId } from '@solvane/contract/ids';
import { ingestionKeySites, ingestionKeys, ingestionRejects, rawEvents, siteArrivalHours, siteArrivals } from '../../db/schema/arrivals.ts';
import { contractConfigurations, contractSites } from '../../db/schema/contracts.ts';
import { dataInvalidations } from '../../db/schema/data-invalidations.ts';
import { eventCategories, eventCategorySets, eventCodeSets, eventCodes } from '../../db/schema/event-codes.ts';
import { eventComments, eventEdits, groupEvents, workOrders } from '../../db/schema/events.ts';
import { siteChanges } from '../../db/schema/jobs.ts';
import { powerCurveDevices, powerCurves, referenceTurbines, tariffs } from '../../db/schema/models.ts';
import { plantCommands } from '../../db/schema/plant-commands.ts';
import { qualityConfigurations, qualitySites, qualityVersions } from '../../db/schema/quality.ts';
import { dirtySiteDays, siteDays } from '../../db/schema/site-days.ts';
import { defaultTerms } from '../../modules/contracts/contracts.wire.ts';
import type { TestApp } from '../test-app.ts';

export interface MarkedSiteOptions {
  /** Id of the site, and a part of every other id. */
  mark: string;
  /** Of the site and of every text about it. */
  name: string;
  /** Of what the enterprise configures for it. */
  configurationName: string;
  owner: string;
  contractors: readonly string[];
  nowMs: number;
}

/** Ids of what belongs to a site, by kind. */
export type IdsByKind = Record<string, string>;

/** A site with a row of everything that belongs to one, so that every query has something to answer. */
export async function buildMarkedSite(app: TestApp, options: MarkedSiteOptions): Promise<IdsByKind> {
  const { given } = app;
  const { mark, name, owner, contractors } = options;
  const contractorEnterpriseIds = contractors.filter((enterprise) => enterprise !== owner);
  const { id: siteId } = await given.site({ id: mark, name, enterpriseId: owner, contractorEnterpriseIds });
  const { id: segmentId } = await given.segment({ siteId, id: `${mark}-inv`, name });
  await given.metadata(segmentId, { capacityAc: 100, serialNumber: name });
  const place = { siteId, segmentId };
  await addArrivals(app, place, options);
  return {
    site: siteId,
    segment: segmentId,
    enterprise: owner,
    ...(await addEvents(app, place, options)),
    ...(await addConfiguration(app, place, options)),
    ...(await addKey(app, place, options)),
  };
}

interface Place {
  siteId: SiteId;
  segmentId: SegmentId;
}

const DAY_MS = 86_400_000;

async function addArrivals({ db, deps }: TestApp, { siteId, segmentId }: Place, { name, nowMs }: MarkedSiteOptions): Promise<void> {
  const startMs = nowMs - DAY_MS;
  const [series = 0] = await deps.signals.registry.register([{ siteId, segmentId, apCode: 'ActivePower', calcType: 'Raw' }]);
  await deps.signals.store.writeRaw({
    series: Uint32Array.of(series, series),
    timesMs: Float64Array.of(startMs, nowMs - 600_000),
    values: Float64Array.of(1, 2),
  });
  await db.insert(siteArrivals).values({ siteId, firstPointMs: startMs, lastPointMs: nowMs, lastReceivedMs: nowMs });
  await db.insert(siteArrivalHours).values({ siteId, hourStartMs: nowMs - 3_600_000, points: 6, rejected: 1 });
  await db.insert(ingestionRejects).values({ atMs: nowMs, siteId, segmentId, reason: 'inFuture', rowCount: 1, sample: name });
  const day = { siteId, day: '2026-01-14' };
  await db.insert(siteDays).values({ ...day, computedAtMs: nowMs, horizonMs: nowMs, configurationHash: 'h', detected: [], evidence: {} });
  await db.insert(dirtySiteDays).values({ ...day, markedAtMs: nowMs, failures: 1, error: name });
  await db.insert(siteChanges).values({ siteId, what: 'points', atMs: nowMs, fromMs: null, toMs: null });
}

async function addEvents({ db }: TestApp, place: Place, { name, nowMs }: MarkedSiteOptions): Promise<IdsByKind> {
  const [event, edit, workOrder, command] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const span = { startMs: nowMs - DAY_MS, endMs: nowMs };
  const by = { author: 'test', atMs: nowMs };
  await db
    .insert(rawEvents)
    .values({ ...place, code: `E-${name}`, startMs: span.startMs, endMs: null, message: name, receivedAtMs: nowMs });
  await db.insert(groupEvents).values({
    ...place,
    ...span,
    id: event,
    isOpen: true,
    code: `E-${name}`,
    eventType: 'Downtime',
    category: 'Fault',
    priority: 1,
    updatedAtMs: nowMs,
  });
  await db.insert(eventEdits).values({
    ...place,
    ...span,
    ...by,
    id: randomUUID(),
    editId: edit,
    action: 'acknowledge',
    kind: 'acknowledge',
    eventId: event,
    reason: name,
  });
  await db.insert(eventComments).values({ ...by, id: randomUUID(), eventId: event, text: name });
  const times = { createdAtMs: nowMs, updatedAtMs: nowMs };
  await db.insert(workOrders).values({ id: workOrder, eventId: event, title: name, author: 'test', ...times });
  await db.insert(plantCommands).values({
    ...place,
    id: command,
    kind: 'reset',
    eventId: event,
    code: `E-${name}`,
    author: 'test',
    requestedAtMs: nowMs,
    expiresAtMs: nowMs + 60_000,
  });
  return { event, edit, workOrder, command };
}

/** What an enterprise configures for the site. */
async function addConfiguration(
  { db }: TestApp,
  { siteId, segmentId }: Place,
  { name: siteName, configurationName: name, owner, nowMs }: MarkedSiteOptions,
): Promise<IdsByKind> {
  const [quality, contract, curve, codeSet, categorySet] = [randomUUID(), randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const enterpriseId = owner as EnterpriseId;
  const own = { enterpriseId, name, updatedBy: 'test', updatedAtMs: nowMs };
  await db.insert(qualityConfigurations).values({ id: quality, ...own });
  await db
    .insert(qualityVersions)
    .values({ configurationId: quality, version: 1, content: { signals: [] }, savedBy: 'test', savedAtMs: nowMs });
  await db.insert(qualitySites).values({ siteId, configurationId: quality });
  await db.insert(contractConfigurations).values({ id: contract, ...own, energyType: 'PV', content: defaultTerms('PV') });
  await db.insert(contractSites).values({ configurationId: contract, siteId });
  await db.insert(eventCodeSets).values({ id: codeSet, ...own, manufacturer: name, energyType: 'PVPlant' });
  await db.insert(eventCodes).values({ setId: codeSet, code: name, category: 'Fault', eventType: 'Downtime', priority: 1 });
  await db.insert(eventCategorySets).values({ id: categorySet, ...own, energyType: 'PVPlant', isInUse: false });
  await db.insert(eventCategories).values({ setId: categorySet, name, eventType: 'Downtime', timeCategory: 'FO', rank: 1 });
  await db.insert(powerCurves).values({
    id: curve,
    enterpriseId,
    name,
    type: 'Nominal',
    windSpeed: [3, 25],
    power: [0, 100],
    airDensity: 1.225,
    airDensityMin: 0,
    airDensityMax: 2,
    windDirectionMin: 0,
    windDirectionMax: 360,
    uploadedBy: 'test',
    uploadedMs: nowMs,
  });
  await db.insert(powerCurveDevices).values({ curveId: curve, segmentId });
  const invalidation = randomUUID();
  await db.insert(dataInvalidations).values({
    changeId: invalidation,
    siteId,
    segmentId,
    apCode: 'ActivePower',
    startMs: nowMs - DAY_MS,
    endMs: nowMs,
    isInvalid: true,
    reason: siteName,
    author: 'test',
    atMs: nowMs,
  });
  await db.insert(referenceTurbines).values({ segmentId, referenceIds: [segmentId] });
  await db.insert(tariffs).values({ siteId, validFromMs: 0, currency: 'EUR', price: { kind: 'fixed', price: 45 } });
  return { quality, contract, curve, codeSet, categorySet, invalidation };
}

async function addKey({ db }: TestApp, { siteId }: Place, { name, nowMs }: MarkedSiteOptions): Promise<IdsByKind> {
  const key = randomUUID();
  await db.insert(ingestionKeys).values({ id: key, name: `Logger ${name}`, secretHash: key, createdAtMs: nowMs });
  await db.insert(ingestionKeySites).values({ keyId: key, siteId });
  return { key };
}
