import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SiteId } from '@solvane/contract/ids';
import { findServerPrograms } from '@solvane/testing/postgres-programs';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../../config.ts';
import { siteDays } from '../../db/schema/site-days.ts';
import { createDeps, type Deps, startDeps, stopDeps } from '../../deps.ts';
import { createGiven } from '../../testing/given.ts';
import { createServerDatabase, startTestServer } from '../../testing/test-server.ts';
import { recordArrivals, type SiteArrival } from '../signals/ingest/arrivals.ts';

const DAY_MS = 86_400_000;
const STEP_MS = 600_000;
const SITES = 4;
const DEVICES = 6;
const DAYS = 60;
const INTERVALS = DAYS * 144;
/** History: long ago, in a zone without clock changes. */
const START_MS = Date.UTC(2025, 0, 1);
const programs = findServerPrograms();

test.skipIf(programs === undefined)(
  'two workers share the days of a fleet; one that is killed in the middle loses nothing, and nothing counts twice',
  async () => {
    const server = await startTestServer(programs ?? '');
    onTestFinished(server.stop);
    const folder = mkdtempSync(join(tmpdir(), 'solvane-scale-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const settings = {
      DATABASE_URL: await createServerDatabase(server.url),
      SOLVANE_DATA: folder,
      SOLVANE_DEMO: 'off',
      PORT: '0',
      SOLVANE_LOG_LEVEL: 'warn',
    };
    launch({ ...settings, SOLVANE_ROLE: 'engine' });
    const deps = createDeps(readConfig({ ...settings, SOLVANE_ROLE: 'web' }));
    onTestFinished(() => stopDeps(deps));
    await startDeps(deps);
    const numbers = await feed(deps);

    const workers = [1, 2].map(() => launch({ ...settings, SOLVANE_ROLE: 'worker' }));
    const killed = await vi.waitFor(
      async () => {
        const busy = await findBusy(deps, workers);
        if (!busy || (await countDays(deps)) === 0) throw new Error('no worker has finished a batch and begun another one yet');
        // Held, so that it does not finish between the look at it and its end.
        busy.kill('SIGSTOP');
        const isInTheMiddle = (await findBusy(deps, [busy])) !== undefined && (await countWaiting(deps)) > 0;
        busy.kill(isInTheMiddle ? 'SIGKILL' : 'SIGCONT');
        if (!isInTheMiddle) throw new Error('it has just finished its batch');
        return busy;
      },
      { timeout: 120_000, interval: 5 },
    );
    if (killed.signalCode === null) await once(killed, 'exit');
    expect(await countWaiting(deps)).toBeGreaterThan(0);
    // Its lease runs out: sooner than in a minute, so that the test need not wait for it.
    await deps.db.execute(sql`update site_computations set lease_until_ms = 0 where claimed_by like ${`% ${killed.pid}`}`);

    await vi.waitFor(async () => expect(await countWaiting(deps)).toBe(0), { timeout: 240_000, interval: 100 });
    const days = await deps.db.select().from(siteDays);
    // Two days beside the last one are looked at, too.
    expect(days).toHaveLength(SITES * (DAYS + 2));
    expect(days.filter(({ version }) => version !== 1)).toEqual([]);
    const { values } = await deps.signals.store.readPoints({
      kind: 'validated',
      series: await validatedOf(deps, numbers),
      startMs: START_MS,
      endMs: START_MS + DAYS * DAY_MS,
    });
    expect(values).toHaveLength(SITES * DEVICES * INTERVALS);
    expect(values.reduce((sum, value) => sum + value, 0)).toBe(SITES * DEVICES * valuesOf().reduce((sum, value) => sum + value, 0));
  },
  480_000,
);

function launch(settings: Record<string, string>): ChildProcess {
  const { PATH = '', HOME = '' } = process.env;
  const main = join(import.meta.dirname, '..', '..', 'main.ts');
  const child = spawn(process.execPath, [main], { env: { PATH, HOME, ...settings }, stdio: 'ignore' });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await ended;
  });
  return child;
}

interface DeviceKey {
  siteId: string;
  segmentId: string;
}

/** Four plants with two months of long ago that are not calculated yet. */
async function feed(deps: Deps): Promise<DeviceKey[]> {
  const { db, now, signals } = deps;
  const given = createGiven(db, now);
  const devices: DeviceKey[] = [];
  for (let s = 0; s < SITES; s++) {
    const { id: siteId } = await given.site({ id: `site-${s}`, timezone: 'UTC', enterpriseId: 'solvind' });
    for (let d = 0; d < DEVICES; d++) devices.push({ siteId, segmentId: (await given.segment({ siteId, id: `site-${s}-inv-${d}` })).id });
  }
  const keys = devices.map(({ siteId, segmentId }) => ({ siteId, segmentId, apCode: 'ActivePower', calcType: 'Raw' }) as never);
  const series = await signals.registry.register(keys);
  const values = valuesOf();
  for (const number of series) {
    const timesMs = Float64Array.from({ length: INTERVALS }, (_, i) => START_MS + i * STEP_MS);
    await signals.store.writeRaw({ series: new Uint32Array(INTERVALS).fill(number), timesMs, values });
  }
  const utcDays = new Set(Array.from({ length: DAYS }, (_, i) => START_MS / DAY_MS + i));
  const lastMs = START_MS + (INTERVALS - 1) * STEP_MS;
  const sites = [...new Set(devices.map(({ siteId }) => siteId))].map((siteId): SiteArrival => {
    const span = { firstMs: START_MS, lastMs };
    return { siteId: siteId as SiteId, count: DEVICES * INTERVALS, ...span, measured: span, utcDays };
  });
  await recordArrivals(deps, { what: 'points', keyId: undefined, sites, rejections: [] });
  await db.execute(sql`update site_computations set history_due_at_ms = 0`);
  return devices;
}

/** Whole numbers add up exactly, whatever the order; never the same twice in a row, or a sensor that is stuck would be suspected. */
function valuesOf(): Float64Array {
  return Float64Array.from({ length: INTERVALS }, (_, i) => 100 + (i % 97));
}

async function validatedOf({ signals }: Deps, devices: readonly DeviceKey[]): Promise<number[]> {
  const stored = await signals.registry.list(devices.map(({ segmentId }) => segmentId as never));
  return stored.filter(({ apCode, calcType }) => apCode === 'ActivePower' && calcType === 'Validated').map(({ series }) => series);
}

/** A worker that holds a claim. */
async function findBusy({ db }: Deps, workers: readonly ChildProcess[]): Promise<ChildProcess | undefined> {
  const { rows } = await db.execute<{ claimed_by: string }>(sql`select claimed_by from site_computations where claim is not null`);
  return workers.find(({ pid }) => rows.some(({ claimed_by }) => claimed_by.endsWith(` ${pid}`)));
}

async function countDays({ db }: Deps): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from site_days`);
  return rows[0]?.n ?? 0;
}

async function countWaiting({ db }: Deps): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from dirty_site_days`);
  return rows[0]?.n ?? 0;
}
