import { randomUUID } from 'node:crypto';
import type { EnergyType, SIGNAL_CALC_PERIODS } from '@solvane/contract/fleet';
import type { EnterpriseId, SegmentId, SiteId } from '@solvane/contract/ids';
import { eq } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { publishMessage } from '../db/message-bus.ts';
import { enterprises, SINCE_EVER, segmentMetadata, segments, siteContractors, sites } from '../db/schema/fleet.ts';
import { announceSiteChange } from '../jobs/announce.ts';

/** Test data in the words of the domain. What a test does not say has an ordinary value. */
export interface Given {
  enterprise(options?: { id?: string; name?: string }): Promise<{ id: EnterpriseId }>;
  site(options?: SiteOptions): Promise<{ id: SiteId; segmentId: SegmentId; enterpriseId: EnterpriseId }>;
  segment(options: SegmentOptions): Promise<{ id: SegmentId; siteId: SiteId }>;
  /** Says that results of a site were written, as whatever writes them does. */
  changedResults(siteId: string): Promise<void>;
  /** A value without a start date. */
  metadata(segmentId: string, values: Record<string, number | string | boolean>): Promise<void>;
}

interface SiteOptions {
  id?: string;
  name?: string;
  enterpriseId?: string;
  contractorEnterpriseIds?: readonly string[];
  energyType?: EnergyType;
  timezone?: string | null;
  latitude?: number | null;
  longitude?: number | null;
  visibilityState?: 'Published' | 'Unpublished';
  signalCalcPeriod?: (typeof SIGNAL_CALC_PERIODS)[number];
}

interface SegmentOptions {
  siteId: string;
  id?: string;
  name?: string;
  segmentType?: string;
  /** Without one: directly below the site. */
  parentId?: string;
  isDisabled?: boolean;
}

export function createGiven(db: Db, now: () => number): Given {
  let count = 0;
  const next = (prefix: string): string => {
    count += 1;
    return `${prefix}${count}-${randomUUID().slice(0, 8)}`;
  };
  const given: Given = {
    enterprise: async ({ id = next('E'), name = id } = {}) => {
      await db
        .insert(enterprises)
        .values({ id: id as EnterpriseId, name, createdAtMs: now() })
        .onConflictDoNothing();
      return { id: id as EnterpriseId };
    },
    site: async ({ id = next('S'), name = id, enterpriseId = next('E'), contractorEnterpriseIds = [], ...rest } = {}) => {
      for (const enterprise of [enterpriseId, ...contractorEnterpriseIds]) await given.enterprise({ id: enterprise });
      const [siteId, segmentId] = [id as SiteId, `${id}-root` as SegmentId];
      const times = { createdAtMs: now(), updatedAtMs: now() };
      await db.transaction(async (tx) => {
        await tx.insert(sites).values({
          id: siteId,
          segmentId,
          enterpriseId: enterpriseId as EnterpriseId,
          name,
          visibilityState: 'Published',
          timezone: 'Europe/Stockholm',
          latitude: 59.3,
          longitude: 18.1,
          ...rest,
          ...times,
        });
        await tx.insert(segments).values({ id: segmentId, siteId, path: segmentId, level: 0, name, segmentType: 'Site', ...times });
        for (const enterprise of contractorEnterpriseIds)
          await tx.insert(siteContractors).values({ siteId, enterpriseId: enterprise as EnterpriseId });
      });
      return { id: siteId, segmentId, enterpriseId: enterpriseId as EnterpriseId };
    },
    segment: async ({ siteId, id = next('D'), name = id, segmentType = 'Inverter', parentId, isDisabled = false }) => {
      const [parent] = await db
        .select()
        .from(segments)
        .where(eq(segments.id, (parentId ?? `${siteId}-root`) as SegmentId));
      if (!parent) throw new RangeError(`No segment ${parentId ?? siteId} to stand below`);
      await db.insert(segments).values({
        id: id as SegmentId,
        siteId: siteId as SiteId,
        parentId: parent.id,
        path: `${parent.path}/${id}`,
        level: parent.level + 1,
        name,
        segmentType,
        isDisabled,
        createdAtMs: now(),
        updatedAtMs: now(),
      });
      return { id: id as SegmentId, siteId: siteId as SiteId };
    },
    changedResults: async (siteId) => {
      const change = { siteId: siteId as SiteId, what: 'results', fromMs: null, toMs: null } as const;
      await announceSiteChange({ db, bus: { publish: publishMessage }, now }, change);
    },
    metadata: async (segmentId, values) => {
      for (const [attribute, value] of Object.entries(values))
        await db.insert(segmentMetadata).values({
          segmentId: segmentId as SegmentId,
          attribute,
          validFrom: SINCE_EVER,
          value,
          changedBy: 'test',
          changedAtMs: now(),
        });
    },
  };
  return given;
}
