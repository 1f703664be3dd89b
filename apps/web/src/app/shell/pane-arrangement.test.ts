import { PANES } from '@solvane/contract/limits';
import { expect, test } from 'vitest';
import { arrangePanes, type OpenPanes } from './pane-arrangement.ts';

const LOG: OpenPanes = {
  isNavigationExpanded: true,
  device: 300,
  signals: undefined,
  isSideOpen: undefined,
  isFormOpen: false,
  hasDetails: true,
};
const STUDIO: OpenPanes = { ...LOG, signals: 300 };

test('in a window wide enough for everything nothing collapses', () => {
  expect(arrangePanes(2000, STUDIO)).toEqual({ isNavigationCollapsed: false, isBeside: { device: true, signals: true }, mainMin: 520 });
});

test.each([
  ['log at 1440', 1440, LOG, 300, 560],
  ['log at 1280', 1280, LOG, 300, 480],
  ['studio at 1440', 1440, STUDIO, 300 + 32, 560],
  ['studio at 1280', 1280, STUDIO, 300 + 32, 450],
  ['studio with its options closed at 1280', 1280, { ...STUDIO, isSideOpen: false }, 300 + 32, 450],
])('%s: icons, devices, screen and readable details fit into the window', (_, width, panes, left, detailsAtLeast) => {
  const { isNavigationCollapsed, isBeside, mainMin } = arrangePanes(width, panes);
  expect([isNavigationCollapsed, isBeside.device]).toEqual([true, true]);
  expect(isBeside.signals).toBe(panes.signals === undefined ? width >= 1400 : false);
  expect(width - 56 - left - mainMin).toBeGreaterThanOrEqual(detailsAtLeast);
});

test('devices collapse only if details would be narrower than their minimum', () => {
  expect(arrangePanes(1100, LOG).isBeside.device).toBe(false);
  const { isBeside, mainMin } = arrangePanes(1280, { ...STUDIO, device: PANES.device.max });
  expect(isBeside).toEqual({ device: false, signals: false });
  expect(1280 - 56 - 32 - 32 - mainMin).toBeGreaterThanOrEqual(560);
});

test('devices and signals fit beside the screen at 1280', () => {
  const { isNavigationCollapsed, isBeside, mainMin } = arrangePanes(1280, { ...STUDIO, hasDetails: false });
  expect({ isNavigationCollapsed, isBeside }).toEqual({ isNavigationCollapsed: false, isBeside: { device: true, signals: true } });
  expect(208 + 300 + 300 + mainMin).toBeLessThanOrEqual(1280);
});

test('devices and the panel of the screen fit at 1280 without details', () => {
  const { isNavigationCollapsed, isBeside, mainMin } = arrangePanes(1280, { ...LOG, isSideOpen: true, hasDetails: false });
  expect([isNavigationCollapsed, isBeside.device]).toEqual([false, true]);
  expect(208 + 300 + mainMin + PANES.side).toBeLessThanOrEqual(1280);
});
