import { enterpriseIdSchema, segmentIdSchema } from '@solvane/contract/ids';
import { expect, test } from 'vitest';
import { isSameStudioView, parseStudioView, type StudioViewContent, toStudioView } from './view-content.ts';

const VIEW: StudioViewContent = {
  search: { resolution: 'hour', from: 1, to: 2 },
  screen: {
    routeParams: {},
    segments: {
      [segmentIdSchema.parse('S01-INV1')]: {
        siteSegmentId: segmentIdSchema.parse('S01'),
        enterpriseId: enterpriseIdSchema.parse('aurora'),
        contractorEnterpriseIds: [],
      },
    },
    enterpriseIds: [enterpriseIdSchema.parse('aurora')],
    signals: ['ActivePower||Raw'],
    isDevicePanelOpen: true,
    isSignalPanelOpen: false,
    isSidePanelOpen: true,
    detailsPanel: null,
    startTime: 'last7Days',
    endTime: null,
  },
};

test('a view comes back as it was saved, without which view it was', () => {
  const search = { ...VIEW.search, saved: '0198c0de-0000-4000-8000-000000000001' };
  const back = parseStudioView(JSON.parse(JSON.stringify(toStudioView({ ...VIEW, search }))));
  expect(back).toEqual(VIEW);
});

test('open panels are no change of a view, another period or zoom is one', () => {
  expect(isSameStudioView({ ...VIEW, screen: { ...VIEW.screen, isSidePanelOpen: false } }, VIEW)).toBe(true);
  expect(isSameStudioView({ ...VIEW, screen: { ...VIEW.screen, startTime: 'today' } }, VIEW)).toBe(false);
  expect(isSameStudioView({ ...VIEW, search: { ...VIEW.search, from: 0 } }, VIEW)).toBe(false);
});

test('what another version stored is no view', () => {
  expect([parseStudioView(null), parseStudioView({ version: 1 }), parseStudioView({ version: 'x' })]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
