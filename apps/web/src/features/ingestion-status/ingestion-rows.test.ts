import type { Site } from '@solvane/contract/fleet';
import { enterpriseIdSchema, segmentIdSchema, siteIdSchema } from '@solvane/contract/ids';
import { expect, test } from 'vitest';
import { ingestionRows, type SiteIngestion, totalOf } from './ingestion-rows.ts';

function givenSite(name: string): Site {
  return {
    siteSegmentId: segmentIdSchema.parse(`${name}.site`),
    siteId: siteIdSchema.parse(name),
    enterpriseId: enterpriseIdSchema.parse('aurora'),
    contractorEnterpriseIds: [],
    name,
    visibilityState: 'Published',
    metadata: {
      timezone: 'Europe/Madrid',
      latitude: null,
      longitude: null,
      signalCalcPeriod: 'PT10M',
      country: null,
      plantOperator: null,
      portfolio: null,
      energyType: 'PV',
      operatingRegion: null,
    },
    ratedPowerKw: null,
    currency: null,
    segmentCount: 1,
    treeVersion: 1,
    configurationState: { state: 'ready' },
  };
}

function givenStatus(name: string, given: Partial<SiteIngestion> = {}): SiteIngestion {
  return {
    siteId: siteIdSchema.parse(name),
    lastPointMs: 1_000,
    lastReceivedMs: 1_000,
    pointsLastHour: 100,
    backlogSiteDays: 0,
    rejectedLast30Days: 0,
    recalculation: null,
    ...given,
  };
}

test('work that waits comes first, then the longest silent site; a site that never sent is listed too', () => {
  const rows = ingestionRows(['A', 'B', 'C', 'D'].map(givenSite), [
    givenStatus('A', { lastPointMs: 5_000 }),
    givenStatus('B', { lastPointMs: 2_000 }),
    givenStatus('C', { backlogSiteDays: 3 }),
  ]);
  expect(rows.map(({ site }) => site.name)).toEqual(['C', 'D', 'B', 'A']);
});

test('totals sum all sites', () => {
  const rows = ingestionRows(['A', 'B', 'C'].map(givenSite), [
    givenStatus('A', { rejectedLast30Days: 2 }),
    givenStatus('B', { backlogSiteDays: 4 }),
  ]);
  expect(totalOf(rows)).toEqual({ pointsLastHour: 200, backlogSiteDays: 4, rejectedLast30Days: 2 });
});
