import { type DeviceStateItem, deviceStateEndpoints } from '@solvane/contract/device-states';
import type { DeviceState } from '@solvane/energy/events/device-state';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeProduct, FAKE_NOW_MS } from '../../testing/fake-product.ts';
import { installScreen } from '../../testing/fake-screen.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { closeDetails, detailsPanel } from '../../workspace/details.ts';
import { DeviceStateScreen } from './device-state-screen.tsx';
import type { DeviceStateSearch } from './device-state-search.ts';

const HOUR_MS = 3_600_000;

beforeEach(() => installScreen({ listHeight: 800 }));

afterEach(() => {
  cleanup();
  closeDetails();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function inverter(number: number, state: DeviceState, own: Partial<DeviceStateItem> = {}): DeviceStateItem {
  const device = {
    segmentId: `S01-INV${number}`,
    siteId: 'S01',
    name: `INV-${number}`,
    segmentType: 'Inverter',
    parentId: 'S01',
    parentName: 'Guadal',
  };
  const power = { powerKw: 90, powerAtMs: FAKE_NOW_MS, expectedKw: 100, peerMedianKw: 90, peerCount: 3, ratedPowerKw: 200, reading: null };
  return { ...device, ...power, state, sinceMs: FAKE_NOW_MS - 2 * HOUR_MS, dataToMs: FAKE_NOW_MS, event: null, ...own } as DeviceStateItem;
}

const STOPPED = {
  eventId: '0b0f8f0e-7a9c-4f41-9a51-0d8a2f1c0a11',
  ...{ type: 'Downtime', code: '1205', codeText: 'DC contactor open', startMs: 0, isAcknowledged: false },
  ...{ lostEnergyKwh: 200, lostKwhPerHour: 100, costPerHour: 8 },
} as NonNullable<DeviceStateItem['event']>;

async function show(items: DeviceStateItem[]) {
  const product = createFakeProduct();
  const change = { segmentId: 'S01-INV2', atMs: FAKE_NOW_MS - HOUR_MS / 2, from: 'Running' as const, to: 'Stopped' as const };
  product.server.on(deviceStateEndpoints.states, () => ({
    nowMs: FAKE_NOW_MS,
    items,
    counts: [],
    changes: [
      {
        ...change,
        segmentId: items[0]?.segmentId ?? ('x' as never),
        code: '1205',
        codeText: 'DC contactor open',
        lostKwhPerHour: 100,
        costPerHour: 8,
      },
    ],
  }));
  function Shown() {
    const [search, setSearch] = useState<DeviceStateSearch>({});
    return <DeviceStateScreen search={search} onSearch={setSearch} />;
  }
  await renderScreen(<Shown />, product);
}

const DEVICES = [
  inverter(1, 'Running'),
  inverter(2, 'Stopped', { powerKw: 0, event: STOPPED }),
  inverter(3, 'Running'),
  inverter(4, 'NoData', { powerKw: null }),
];

test('each device says its state, for how long, its power and what its peers have', async () => {
  await show(DEVICES);
  expect(
    await screen.findByRole('button', { name: 'INV-2, Stopped, for 2 h, 0.0\u2009kW, 0 % of peers, 1205 DC contactor open' }),
  ).toBeTruthy();
  expect(screen.getByRole('button', { name: 'INV-4, No data, for 2 h' })).toBeTruthy();
  expect(screen.getByText('4 devices, 1 site')).toBeTruthy();
  const changes = within(screen.getByRole('region', { name: 'Latest changes' }));
  expect(changes.getByText(/1 in the last hour/)).toBeTruthy();
});

test('a chip dims the devices of other states, and none of them moves', async () => {
  await show(DEVICES);
  const names = () => [...document.querySelectorAll('[data-device]')].map((cell) => cell.getAttribute('data-device'));
  await screen.findByRole('button', { name: /^INV-1/ });
  const before = names();
  await userEvent.click(screen.getByRole('button', { name: 'Stopped 1' }));
  expect(names()).toEqual(before);
  expect([...document.querySelectorAll('[data-dimmed]')].map((cell) => cell.getAttribute('data-state'))).toEqual([
    'Running',
    'Running',
    'NoData',
  ]);
});

test('arrow keys lead from device to device, Enter opens the details and Escape closes them', async () => {
  await show(DEVICES);
  const first = await screen.findByRole('button', { name: /^INV-1/ });
  first.focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(document.activeElement?.getAttribute('data-device')).toBe('S01-INV2');
  expect(screen.getByRole('tooltip').textContent).toContain('1205 DC contactor open');
  await userEvent.keyboard('{Enter}');
  expect(detailsPanel.get().content).toMatchObject({ kind: 'deviceState', segmentId: 'S01-INV2' });
  await userEvent.keyboard('{Escape}');
  expect(detailsPanel.get().content).toBeNull();
});

test('from sixty devices on they are a grid of blocks and numbers', async () => {
  const block = (name: string, count: number) =>
    Array.from({ length: count }, (_, at) =>
      inverter(at + 1, 'Running', { segmentId: `${name}-${at}` as never, parentId: name as never, parentName: name }),
    );
  await show([...block('B1', 30), ...block('B2', 30)]);
  expect((await screen.findAllByRole('columnheader')).slice(0, 3).map((head) => head.textContent)).toEqual(['Block', '1', '2']);
  expect(screen.getByRole('row', { name: /^B2/ }).textContent).toContain('2.70−10.0');
});

test('the table has the same devices, the costliest first', async () => {
  await show(DEVICES);
  await userEvent.click(await screen.findByRole('radio', { name: 'Table' }));
  const rows = await screen.findAllByRole('row');
  expect(rows[1]?.textContent).toMatch(/Stopped.*INV-2.*Guadal/);
});
