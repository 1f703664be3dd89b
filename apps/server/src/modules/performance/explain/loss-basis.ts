import type { LossBasis } from '@solvane/contract/event-losses';
import { type EventId, type SegmentId, type SiteId, segmentIdSchema } from '@solvane/contract/ids';
import { isGenerator } from '@solvane/energy/devices/segment-types';
import { EXPECTED_METHODS, type ExpectedMethod } from '@solvane/energy/production/expected-methods';
import type { SiteDevice } from '@solvane/energy/site-day/site';
import { localDayOf, type Period } from '@solvane/energy/time/local-day';
import { and, desc, eq, inArray, lte } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { segments } from '../../../db/schema/fleet.ts';
import { tariffs } from '../../../db/schema/models.ts';
import type { Caller } from '../../../http/caller.ts';
import type { PointKind } from '../../../signals/point-kind.ts';
import { getEventRow } from '../../events/details/event-details.ts';
import { findConfiguredSite } from '../configuration/site-configuration.ts';
import type { ExplainDeps } from './explain-inputs.ts';

/** As many as a reader takes in; the rest is counted. */
const MOST_REFERENCES = 12;
/** Fewer have no spread to speak of; more do not change it. */
const FEWEST_PEERS = 3;
const MOST_PEERS = 40;
/** Longer events are looked at from their end: what was lost lately decides what is done. */
const LONGEST_MS = 400 * 86_400_000;
/** Intervals are at most an hour long. */
const LONGEST_STEP_MS = 3_600_000;
const BY_OTHERS: ReadonlySet<ExpectedMethod> = new Set(['referenceTurbines', 'neighbourTurbines', 'peerInverters']);

/** What the loss of an event was computed from. @throws AppError events.notFound */
export async function readLossBasis(deps: ExplainDeps, caller: Pick<Caller, 'siteIds'>, eventId: EventId): Promise<LossBasis> {
  const { db } = deps;
  const { siteId, segmentId, startMs, endMs } = await getEventRow(db, caller, eventId);
  const period = { startMs: Math.max(startMs, endMs - LONGEST_MS), endMs };
  const read = (kind: PointKind, signalId: string) => readSeries(deps, { segmentId, kind, signalId, period });
  const [lost, expected, produced, numbers] = await Promise.all([
    read('derived', 'ActiveEnergy||Lost'),
    read('derived', 'ActiveEnergy||Expected'),
    read('validated', 'ActiveEnergy||Validated'),
    read('derived', 'ActivePower||ExpectedMethod'),
  ]);
  const methods = methodShares(numbers.map(({ value }) => value));
  const devices = await devicesOn(db, siteId, startMs);
  const device = devices.find(({ id }) => id === segmentId);
  const references = device ? await readReferences(db, { device, devices }, new Set(methods.map(({ method }) => method))) : [];
  return {
    ...comparedEnergies({ lost, expected, produced }, period),
    methods,
    references: references.slice(0, MOST_REFERENCES),
    referenceCount: references.length,
    peers: device ? peersOf(device, devices) : null,
    price: await readPrice(db, siteId, startMs),
  };
}

interface Point {
  timeMs: number;
  value: number;
}

async function readSeries(
  { store, registry }: ExplainDeps,
  { segmentId, kind, signalId, period }: { segmentId: SegmentId; kind: PointKind; signalId: string; period: Period },
): Promise<Point[]> {
  const series = (await registry.list([segmentId])).filter(({ apCode, calcType }) => `${apCode}||${calcType}` === signalId);
  if (series.length === 0) return [];
  const points = await store.readPoints({
    kind,
    series: series.map((each) => each.series),
    startMs: period.startMs - LONGEST_STEP_MS,
    endMs: period.endMs,
  });
  return [...points.timesMs]
    .map((timeMs, i) => ({ timeMs, value: points.values[i] ?? Number.NaN }))
    .filter(({ value }) => !Number.isNaN(value))
    .sort((a, b) => a.timeMs - b.timeMs);
}

/** Energy of the intervals that share time with the period. null: no interval has any */
function energyIn(points: readonly Point[], { startMs, endMs }: Period): number | null {
  const stepMs = points.reduce((shortest, { timeMs }, i) => {
    const before = points[i - 1];
    return before ? Math.min(shortest, timeMs - before.timeMs) : shortest;
  }, LONGEST_STEP_MS);
  const touched = points.filter(({ timeMs }) => timeMs < endMs && timeMs + stepMs > startMs);
  return touched.length === 0 ? null : touched.reduce((sum, { value }) => sum + value, 0);
}

/** Of the intervals whose loss is known: others are left out of it. */
function comparedEnergies(
  { lost, expected, produced }: Record<'lost' | 'expected' | 'produced', readonly Point[]>,
  period: Period,
): Pick<LossBasis, 'expectedKwh' | 'producedKwh'> {
  const known = new Set(lost.map(({ timeMs }) => timeMs));
  const compared = (points: readonly Point[]) =>
    energyIn(
      points.filter(({ timeMs }) => known.has(timeMs)),
      period,
    );
  return { expectedKwh: compared(expected), producedKwh: compared(produced) };
}

function methodShares(numbers: readonly number[]): LossBasis['methods'] {
  const names = new Map<number, ExpectedMethod>(METHODS.map((method) => [EXPECTED_METHODS[method], method]));
  const found = numbers.flatMap((number) => names.get(number) ?? []);
  return [...Map.groupBy(found, (method) => method)]
    .map(([method, uses]) => ({ method, share: uses.length / found.length }))
    .sort((a, b) => b.share - a.share);
}

const METHODS = Object.keys(EXPECTED_METHODS) as ExpectedMethod[];

/** Devices of a site as they were configured at an instant. */
async function devicesOn(db: Db, siteId: SiteId, atMs: number): Promise<readonly SiteDevice[]> {
  const configured = await findConfiguredSite(db, siteId);
  return configured?.setupOn(localDayOf(atMs, configured.zone)).site.devices ?? [];
}

/** Devices that the methods that were used looked at, in their order. */
async function readReferences(
  db: Db,
  { device, devices }: { device: SiteDevice; devices: readonly SiteDevice[] },
  methods: ReadonlySet<ExpectedMethod>,
): Promise<LossBasis['references']> {
  if (![...methods].some((method) => BY_OTHERS.has(method))) return [];
  const ids = referenceIds(device, devices, methods).map((id) => segmentIdSchema.parse(id));
  if (ids.length === 0) return [];
  const rows = await db.select({ segmentId: segments.id, name: segments.name }).from(segments).where(inArray(segments.id, ids));
  return ids.flatMap((id) => rows.find((row) => row.segmentId === id) ?? []);
}

/** Batteries do as they are told, each something else: what others did says nothing about one. */
function peersOf(device: SiteDevice, devices: readonly SiteDevice[]): LossBasis['peers'] {
  const { id, segmentType, energySource, capacityAc } = device;
  if (!isGenerator(segmentType) || energySource === 'BESS' || !(capacityAc > 0)) return null;
  const alike = devices
    .filter((other) => other.id !== id && other.segmentType === segmentType && other.capacityAc > 0)
    .slice(0, MOST_PEERS);
  if (alike.length < FEWEST_PEERS) return null;
  return {
    ratedPowerKw: capacityAc,
    devices: alike.map((other) => ({ segmentId: segmentIdSchema.parse(other.id), ratedPowerKw: other.capacityAc })),
  };
}

function referenceIds(device: SiteDevice, devices: readonly SiteDevice[], methods: ReadonlySet<ExpectedMethod>): readonly string[] {
  if (methods.has('referenceTurbines')) return device.referenceTurbineIds ?? [];
  return devices
    .filter(({ id, segmentType, energySource }) => id !== device.id && energySource === device.energySource && isGenerator(segmentType))
    .map(({ id }) => id);
}

async function readPrice(db: Db, siteId: SiteId, atMs: number): Promise<LossBasis['price']> {
  const [tariff] = await db
    .select()
    .from(tariffs)
    .where(and(eq(tariffs.siteId, siteId), lte(tariffs.validFromMs, atMs)))
    .orderBy(desc(tariffs.validFromMs))
    .limit(1);
  if (!tariff) return null;
  const { price, currency } = tariff;
  return { kind: price.kind, currency, perMwh: price.kind === 'fixed' ? price.price : null };
}
