import type { SiteId } from '@solvane/contract/ids';
import type { QualityConfiguration } from '@solvane/energy/quality/configuration';
import { defaultQualityConfiguration } from '@solvane/energy/quality/default-configuration';
import { type LocalDay, toIsoDate } from '@solvane/energy/time/local-day';
import { changeDays, spanOn, versionOn } from '@solvane/energy/time/validity';
import { asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { qualityConfigurations, qualitySites, qualityVersions } from '../../db/schema/quality.ts';

/** The rules of a site at any time. */
export interface QualityTimeline {
  on(day: LocalDay): QualityConfiguration;
  /** Local days on which they change, ascending. */
  changes: readonly LocalDay[];
}

/** What the site's values are checked by: the configuration assigned to it, in the version of the day, else the one every site begins with. */
export async function loadQualityRules(db: Db, siteId: SiteId): Promise<QualityTimeline> {
  const assignments = await db.select().from(qualitySites).where(eq(qualitySites.siteId, siteId)).orderBy(asc(qualitySites.validFrom));
  const ids = [...new Set(assignments.map(({ configurationId }) => configurationId))];
  const versions =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(qualityVersions)
          .where(inArray(qualityVersions.configurationId, ids))
          .orderBy(asc(qualityVersions.configurationId), asc(qualityVersions.version));
  const byConfiguration = Map.groupBy(versions, ({ configurationId }) => configurationId);
  const fallback = defaultQualityConfiguration();
  return {
    on: (day) => {
      const date = toIsoDate(day);
      const assignment = spanOn(assignments, date);
      return (assignment && versionOn(byConfiguration.get(assignment.configurationId) ?? [], date)?.content) ?? fallback;
    },
    changes: changeDays([
      ...assignments.flatMap(({ validFrom, validTo }) => [validFrom, validTo]),
      ...versions.map(({ effectiveFrom }) => effectiveFrom),
    ]),
  };
}

/** Which configuration checks the values of a site on a day. */
export async function findQualityConfiguration(
  db: Db,
  siteId: SiteId,
  day: LocalDay,
): Promise<{ kind: 'qualityConfiguration' | 'standardRules'; id: string | null; name: string }> {
  const assignments = await db
    .select({
      id: qualitySites.configurationId,
      validFrom: qualitySites.validFrom,
      validTo: qualitySites.validTo,
      name: qualityConfigurations.name,
    })
    .from(qualitySites)
    .innerJoin(qualityConfigurations, eq(qualityConfigurations.id, qualitySites.configurationId))
    .where(eq(qualitySites.siteId, siteId))
    .orderBy(asc(qualitySites.validFrom));
  const assignment = spanOn(assignments, toIsoDate(day));
  return assignment
    ? { kind: 'qualityConfiguration', id: assignment.id, name: assignment.name }
    : { kind: 'standardRules', id: null, name: '' };
}
