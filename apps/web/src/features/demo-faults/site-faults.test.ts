import type { Site } from '@solvane/contract/fleet';
import { enterpriseIdSchema, segmentIdSchema, siteIdSchema } from '@solvane/contract/ids';
import type { InjectedFault } from '@solvane/contract/system';
import { expect, test } from 'vitest';
import { siteFaults } from './site-faults.ts';

const NOW_MS = Date.UTC(2025, 5, 24);
const DAY_MS = 86_400_000;

function givenSite(siteId: string): Site {
  return {
    siteSegmentId: segmentIdSchema.parse(siteId),
    siteId: siteIdSchema.parse(siteId),
    enterpriseId: enterpriseIdSchema.parse('aurora'),
    contractorEnterpriseIds: [],
    name: siteId,
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

function givenFault(id: string, siteId: string, startMs: number): InjectedFault {
  return {
    id,
    siteId: siteIdSchema.parse(siteId),
    deviceIds: [],
    startMs,
    endMs: startMs + DAY_MS,
    kind: 'fault',
    description: `Demo_Fault_${id}`,
    signalIds: ['ActivePower||Raw'],
    screen: 'insights',
    eventCode: null,
  };
}

test('a fault is listed once per site with all its times, newest first, and what is still to come is left out', () => {
  const listed = siteFaults({
    sites: [givenSite('s01'), givenSite('s02')],
    faults: [
      givenFault('GT37', 's01', NOW_MS - 200 * DAY_MS),
      givenFault('GT02', 's01', NOW_MS - DAY_MS),
      givenFault('GT37', 's01', NOW_MS - 20 * DAY_MS),
      givenFault('GT37', 's01', NOW_MS + DAY_MS),
    ],
    nowMs: NOW_MS,
  });
  expect(listed).toHaveLength(1);
  expect(listed[0]?.faults.map(({ id, occurrences }) => [id, occurrences.map(({ startMs }) => (startMs - NOW_MS) / DAY_MS)])).toEqual([
    ['GT02', [-1]],
    ['GT37', [-20, -200]],
  ]);
});
