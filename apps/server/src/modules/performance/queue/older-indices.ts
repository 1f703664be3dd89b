import type { SiteId } from '@solvane/contract/ids';
import type { OlderIndices } from '@solvane/energy/site-day/learn-site';
import { civilDate, type LocalDay, parseIsoDate, toIsoDate } from '@solvane/energy/time/local-day';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { siteDays } from '../../../db/schema/site-days.ts';

/**
 * Performance indices of days whose evidence is not loaded any more. How a plant ages is looked at on the first day of a month, so most batches ask
 * nothing. Index: the primary key of site_days.
 */
export async function readOlderIndices(
  db: Db,
  siteId: SiteId,
  { days, before }: { days: readonly LocalDay[]; before: LocalDay },
): Promise<OlderIndices> {
  const older = new Map<string, { day: LocalDay; index: number }[]>();
  if (!days.some((day) => civilDate(day).day === 1)) return older;
  const { rows } = await db.execute<{ day: string; device: string; index: number; age: number }>(sql`
    select day::text as day, device, (performance ->> 'index')::float8 as index, coalesce((performance ->> 'age')::float8, 1) as age
    from (select day, entry ->> 0 as device, entry -> 1 -> 'performance' as performance
      from ${siteDays}, jsonb_array_elements(evidence -> 'devices' -> '$map') as each (entry)
      where site_id = ${siteId} and day < ${toIsoDate(before)}) as known
    where jsonb_typeof(performance -> 'index') = 'number' order by day`);
  for (const { day, device, index, age } of rows) {
    const localDay = parseIsoDate(day);
    const ofDevice = older.get(device) ?? [];
    older.set(device, ofDevice);
    if (localDay !== undefined) ofDevice.push({ day: localDay, index: index * age });
  }
  return older;
}
