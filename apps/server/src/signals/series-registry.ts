import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { CALC_TYPES, isCalcType } from '@solvane/energy/signals/calc-types';
import { findSignalDefinition } from '@solvane/energy/signals/catalogue';
import { SIGNAL_CALC_PERIODS } from '@solvane/energy/time/interval';
import { and, eq, lt, type Param, type Placeholder, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { siteCalendars, sites } from '../db/schema/fleet.ts';
import { series, seriesBlocks } from '../db/schema/series.ts';
import { VersionedCache } from '../db/versioned-cache.ts';
import { memoryShare } from '../memory.ts';
import type { PointKind } from './point-kind.ts';
import type { BlockInfo, SeriesDirectory } from './rollup/series-directory.ts';
import { SERIES_PER_BLOCK } from './sql/point-tables.ts';

/** A signal of a device, with the site it stands on. */
export interface SeriesKey {
  siteId: SiteId;
  segmentId: SegmentId;
  apCode: string;
  calcType: string;
}

export interface RegisteredSeries {
  series: number;
  segmentId: SegmentId;
  apCode: string;
  calcType: string;
}

/** Which number the store knows a signal of a device by. Numbers are given once and never to another signal. */
export interface SeriesRegistry extends SeriesDirectory {
  /** Numbers in the order of the keys; signals that had none get one. */
  register(keys: readonly SeriesKey[]): Promise<number[]>;
  /** Series of the devices by device and name: every one, or those of one signal at any stage. */
  list(segmentIds: readonly SegmentId[], apCode?: string): Promise<RegisteredSeries[]>;
}

/** Plants send the same signals every minute: some 20 MB. */
const NUMBERS_KEPT = 200_000;
const REGISTRY_LOCK = 7_302_114;
/** Of a fleet of 100,000 devices other statements would wait for seconds. */
const SEGMENTS_PER_STATEMENT = 10_000;

export function createSeriesRegistry({ db, now }: { db: Db; now: () => number }): SeriesRegistry {
  const numbers = new VersionedCache<string, number>(Math.floor(NUMBERS_KEPT * memoryShare()));
  const ofSegments = selectSeries(db, sql.placeholder('segmentIds')).prepare('series_of_segments');
  const ofSignal = selectSeries(db, sql.placeholder('segmentIds'), sql.placeholder('apCode')).prepare('series_of_signal');
  return {
    register: async (keys) => {
      const byName = new Map(keys.map((key) => [nameOf(key), key]));
      const known = await numbers.getMany(await readVersion(db), [...byName.keys()], (names) =>
        findNumbers(
          db,
          names.flatMap((name) => byName.get(name) ?? []),
        ),
      );
      const missing = keys.filter((key) => !known.has(nameOf(key)));
      if (missing.length > 0) for (const [name, number] of await addSeries(db, missing, now())) known.set(name, number);
      return keys.map((key) => known.get(nameOf(key)) ?? 0);
    },
    list: async (segmentIds, apCode) => {
      const found: RegisteredSeries[][] = [];
      for (let at = 0; at < segmentIds.length; at += SEGMENTS_PER_STATEMENT) {
        const part = segmentIds.slice(at, at + SEGMENTS_PER_STATEMENT);
        found.push(
          await (apCode === undefined ? ofSegments.execute({ segmentIds: part }) : ofSignal.execute({ segmentIds: part, apCode })),
        );
      }
      return found.flat();
    },
    describeBlocks: (blocks) => describeBlocks(db, blocks),
  };
}

const RAW_WRITERS: ReadonlySet<string> = new Set(['ingest', 'user']);

/** What plants send and users enter is raw, what validation writes is validated, everything else is derived. */
export function pointKindOf(calcType: string): PointKind {
  if (calcType === 'Validated') return 'validated';
  return isCalcType(calcType) && RAW_WRITERS.has(CALC_TYPES[calcType].writer) ? 'raw' : 'derived';
}

/** It changes with every series that is added or removed, by whatever process. */
async function readVersion(db: Db): Promise<string | undefined> {
  const { rows } = await db.execute<{ version: string }>(sql`select version from inventory_versions where topic = 'series'`);
  return rows[0]?.version;
}

async function findNumbers(db: Db, keys: readonly SeriesKey[]): Promise<Map<string, number>> {
  const rows = await selectSeries(db, sql.param([...new Set(keys.map(({ segmentId }) => segmentId))]));
  return new Map(rows.map((row) => [nameOf(row), row.series]));
}

/** Index: series (segment_id, ap_code, calc_type). */
function selectSeries(db: Db, segmentIds: Param | Placeholder, apCode?: Placeholder) {
  return db
    .select({ series: series.id, segmentId: series.segmentId, apCode: series.apCode, calcType: series.calcType })
    .from(series)
    .where(and(sql`${series.segmentId} = any(${segmentIds}::text[])`, apCode && sql`${series.apCode} = ${apCode}`))
    .orderBy(series.segmentId, series.apCode, series.calcType);
}

/** One process at a time: two that meet a new signal together agree on its number. */
async function addSeries(db: Db, keys: readonly SeriesKey[], nowMs: number): Promise<Map<string, number>> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${REGISTRY_LOCK})`);
    const numbers = await findNumbers(tx, keys);
    const missing = new Map(keys.filter((key) => !numbers.has(nameOf(key))).map((key) => [nameOf(key), key]));
    for (const group of Map.groupBy(
      inOrderOfSignals(missing.values()),
      ({ siteId, calcType }) => `${siteId} ${pointKindOf(calcType)}`,
    ).values()) {
      const [first] = group;
      if (!first) continue;
      const free = await takeNumbers(tx, { siteId: first.siteId, kind: pointKindOf(first.calcType), count: group.length });
      const rows = group.map(({ segmentId, apCode, calcType }, index) => {
        const id = free[index];
        if (id === undefined) throw new RangeError('Fewer numbers than series');
        return { id, block: Math.floor(id / SERIES_PER_BLOCK), segmentId, apCode, calcType, createdAtMs: nowMs };
      });
      await insertSeries(tx, rows);
      for (const row of rows) numbers.set(nameOf(row), row.id);
    }
    return numbers;
  });
}

/** As columns: a plant may name more signals at once than a statement has parameters. */
async function insertSeries(tx: Db, rows: readonly (typeof series.$inferInsert)[]): Promise<void> {
  const column = (pick: (row: typeof series.$inferInsert) => number | string) => sql.param(rows.map(pick));
  await tx.execute(sql`
    insert into series (id, block, segment_id, ap_code, calc_type, created_at_ms)
    select * from unnest(
      ${column(({ id }) => id)}::int[], ${column(({ block }) => block)}::int[], ${column(({ segmentId }) => segmentId)}::text[],
      ${column(({ apCode }) => apCode)}::text[], ${column(({ calcType }) => calcType)}::text[], ${column(({ createdAtMs }) => createdAtMs)}::bigint[])`);
}

/** One signal of many devices is read more often than many signals of one: what is read together lies together. */
function inOrderOfSignals(keys: Iterable<SeriesKey>): SeriesKey[] {
  return [...keys].sort(
    (left, right) =>
      compare(left.apCode, right.apCode) || compare(left.calcType, right.calcType) || compare(left.segmentId, right.segmentId),
  );
}

function compare(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}

/** Fills the site's open block, then opens new ones. */
async function takeNumbers(tx: Db, { siteId, kind, count }: { siteId: SiteId; kind: PointKind; count: number }): Promise<number[]> {
  const numbers: number[] = [];
  const open = await tx
    .select()
    .from(seriesBlocks)
    .where(and(eq(seriesBlocks.siteId, siteId), eq(seriesBlocks.kind, kind), lt(seriesBlocks.used, SERIES_PER_BLOCK)))
    .orderBy(seriesBlocks.block);
  while (numbers.length < count) {
    const { block, used } = open.shift() ?? (await openBlock(tx, siteId, kind));
    const taken = Math.min(SERIES_PER_BLOCK - used, count - numbers.length);
    for (let slot = used; slot < used + taken; slot += 1) numbers.push(firstSeriesOf(block) + slot);
    await tx
      .update(seriesBlocks)
      .set({ used: used + taken })
      .where(eq(seriesBlocks.block, block));
  }
  return numbers;
}

async function openBlock(tx: Db, siteId: SiteId, kind: PointKind): Promise<{ block: number; used: number }> {
  const [row] = await tx
    .insert(seriesBlocks)
    .values({ block: sql`nextval('series_block_numbers')`, siteId, kind })
    .returning({ block: seriesBlocks.block, used: seriesBlocks.used });
  if (!row) throw new Error('No block of series was opened');
  await noteCalendar(tx, siteId);
  return row;
}

/** Roll-ups begin with the calendar the site has now: from here on another one has them remade, and before there are none. */
async function noteCalendar(tx: Db, siteId: SiteId): Promise<void> {
  await tx.execute(sql`
    insert into ${siteCalendars} (site_id, timezone, signal_calc_period)
    select id, coalesce(timezone, 'UTC'), signal_calc_period from ${sites} where id = ${siteId} on conflict do nothing`);
}

async function describeBlocks(db: Db, blocks: readonly number[]): Promise<BlockInfo[]> {
  const isRequested = sql`${seriesBlocks.block} = any(${sql.param([...blocks])}::int[])`;
  const rows = await db
    .select({ block: seriesBlocks.block, kind: seriesBlocks.kind, timezone: sites.timezone, signalCalcPeriod: sites.signalCalcPeriod })
    .from(seriesBlocks)
    .innerJoin(sites, eq(sites.id, seriesBlocks.siteId))
    .where(isRequested);
  const members = await db
    .select({ id: series.id, block: series.block, apCode: series.apCode, calcType: series.calcType })
    .from(series)
    .innerJoin(seriesBlocks, eq(seriesBlocks.block, series.block))
    .where(isRequested);
  const directions = Map.groupBy(
    members.filter(({ apCode, calcType }) => findSignalDefinition(`${apCode}||${calcType}`)?.timeAggregation === 'circ'),
    ({ block }) => block,
  );
  return rows.map(({ block, kind, timezone, signalCalcPeriod }) => ({
    block,
    kind,
    zone: timezone ?? 'UTC',
    intervalMs: SIGNAL_CALC_PERIODS[signalCalcPeriod],
    directions: (directions.get(block) ?? []).map(({ id }) => id),
  }));
}

function nameOf({ segmentId, apCode, calcType }: Pick<SeriesKey, 'segmentId' | 'apCode' | 'calcType'>): string {
  return `${segmentId} ${apCode}||${calcType}`;
}

/** Series of a block follow each other from this one. */
export function firstSeriesOf(block: number): number {
  return block * SERIES_PER_BLOCK;
}
