import type { SiteId } from '@solvane/contract/ids';
import { performanceEndpoints } from '@solvane/contract/performance';
import type { HttpUser } from '@solvane/testing/http-user';
import { SITE, START_MS } from './plant.ts';
import { ensure, eventually } from './wait.ts';

/** Computes every day again that has points, ahead of everything else. @returns days that wait for it */
export async function recalculateAll(operator: HttpUser): Promise<number> {
  const body = { siteIds: [SITE as SiteId], startMs: START_MS, endMs: Date.UTC(2026, 0, 1) };
  return (await operator.call(performanceEndpoints.recalculate, { body })).siteDays;
}

/** No day waits and none has failed. @throws Error with what waits after a lease and its retries are long over */
export async function ensureComputed(operator: HttpUser): Promise<void> {
  await eventually(async () => {
    const { items } = await operator.call(performanceEndpoints.progress, {});
    const [site] = items;
    ensure(site !== undefined && site.failed.length === 0, `days failed: ${JSON.stringify(site?.failed)}`);
    ensure(site?.waitingDays === 0, `${site?.waitingDays} days still wait`);
  });
}
