import type { DeviceStateItem, StateChange } from '@solvane/contract/device-states';
import { expect, test } from 'vitest';
import { changeRows } from './change-rows.ts';

const item = (segmentId: string, name: string) => ({ segmentId, siteId: 's1', name }) as unknown as DeviceStateItem;
const change = (segmentId: string, cost: number | null) =>
  ({
    segmentId,
    atMs: 5,
    from: 'Running',
    to: 'Curtailed',
    code: 'BAT',
    codeText: '',
    lostKwhPerHour: 10,
    costPerHour: cost,
  }) as unknown as StateChange;

test('devices that changed together for one reason are one row, with the sum of what is known', () => {
  const items = [item('a', 'WT-4'), item('b', 'WT-5'), item('c', 'Meter')];
  const rows = changeRows([change('a', 2), change('b', 3), change('c', null), change('gone', 9)], items);
  expect(rows).toMatchObject([{ names: ['WT-4', '5', 'Meter'], lostKw: 30, cost: 5 }]);
});
