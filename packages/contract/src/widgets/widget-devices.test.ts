import { describe, expect, test } from 'vitest';
import type { Site } from '../fleet.ts';
import { segmentIdSchema } from '../ids.ts';
import type { DeviceTree } from './device-tree.ts';
import { devicesAt, isOfKind, powerDevices } from './widget-devices.ts';

/** Nodes with the index of the one above. */
function givenTree(...rows: [id: string, type: string, parent: number, isDisabled?: boolean][]): DeviceTree {
  const all: [string, string, number, boolean?][] = [['S', 'Site', -1], ...rows];
  return {
    nodes: all.map(([id, type, parent, isDisabled = false], index) => ({
      id: segmentIdSchema.parse(id),
      name: id,
      type,
      parent,
      end: endOf(all, index),
      isDisabled,
    })),
  };
}

function endOf(rows: readonly [string, string, number, boolean?][], index: number): number {
  const isBelow = (at: number): boolean => at === index || (at > index && isBelow(rows[at]?.[2] ?? -1));
  return rows.findLastIndex((_, at) => isBelow(at)) + 1;
}

const site = (siteId: string, metadata: Partial<Site['metadata']> = {}) =>
  ({ siteId, siteSegmentId: 'S', name: `Site ${siteId}`, metadata }) as unknown as Site;
const TREE = givenTree(
  ['PCC', 'PCC', 0],
  ['B', 'Block', 0],
  ['INV-1', 'Inverter', 2],
  ['STR-1', 'String', 3],
  ['INV-2', 'Inverter', 2],
  ['INV-3', 'Inverter', 0, true],
  ['INV-4', 'Inverter', 0],
);
const at = (level: Parameters<typeof devicesAt>[1], ...segmentIds: string[]) =>
  devicesAt(
    {
      sites: [site('A')],
      segmentIds: segmentIds.length === 0 ? null : segmentIds.map((id) => segmentIdSchema.parse(id)),
      trees: new Map([['A', TREE]]),
    },
    level,
  )?.map(({ segmentId }) => segmentId as string);

describe('a selection is expanded', () => {
  test('to the outermost generators in service', () => expect(at('generators')).toEqual(['INV-1', 'INV-2', 'INV-4']));
  test('below the selected segments only', () => expect(at('generators', 'B')).toEqual(['INV-1', 'INV-2']));
  test('to all segments of a type', () => expect(at('String')).toEqual(['STR-1']));
  test('to what is selected as it is', () => expect(at('asSelected', 'INV-2', 'B')).toEqual(['B', 'INV-2']));
  test('to the sites themselves', () => expect([at('sites', 'INV-2'), at('asSelected')]).toEqual([['S'], ['S']]));
  test('not before the trees are loaded', () =>
    expect([devicesAt({ sites: [site('A')] }, 'generators'), devicesAt({ sites: [site('A')] }, 'sites')?.length]).toEqual([null, 1]));
});

test('a kind of sites is described by energy types and attributes, all of which have to agree', () => {
  const kind = { of: 'kind' as const, energyTypes: ['Wind' as const], attributes: { portfolio: ['North', 'West'], country: [] } };
  const wind = (portfolio: string | null) => site('A', { energyType: 'Wind', portfolio });
  expect(
    [wind('North'), wind('East'), wind(null), site('B', { energyType: 'PV', portfolio: 'North' })].map((each) => isOfKind(each, kind)),
  ).toEqual([true, false, false, false]);
});

describe('the power of a site is read', () => {
  test('at its grid connection before its meter', () => {
    expect(powerDevices(givenTree(['PCC-1', 'PCC', 0], ['M', 'Meter', 1], ['INV-1', 'Inverter', 0]))).toEqual(['PCC-1']);
  });

  test('at its one main meter before its generators', () => {
    expect(powerDevices(givenTree(['M', 'Meter', 0], ['INV-1', 'Inverter', 0]))).toEqual(['M']);
  });

  test('at its generators where no meter or more than one stands for the site; a disabled one is left out', () => {
    expect(
      powerDevices(givenTree(['M1', 'Meter', 0], ['M2', 'Meter', 0], ['INV-1', 'Inverter', 0], ['INV-2', 'Inverter', 0, true])),
    ).toEqual(['INV-1']);
  });
});
