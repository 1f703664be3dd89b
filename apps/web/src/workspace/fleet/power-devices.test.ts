import { segmentIdSchema, siteIdSchema } from '@solvane/contract/ids';
import { describe, expect, test } from 'vitest';
import { powerDevices } from './power-devices.ts';
import type { SiteTree } from './site-tree.ts';

/** Nodes as `type` or `type/below`, each below the last node of the type before the slash. */
function givenTree(...rows: [id: string, type: string, parent: number, isDisabled?: boolean][]): SiteTree {
  const all: [string, string, number, boolean?][] = [['S', 'Site', -1], ...rows];
  return {
    siteId: siteIdSchema.parse('S'),
    version: 1,
    nodes: all.map(([id, type, parent, isDisabled = false], index) => ({
      id: segmentIdSchema.parse(id),
      name: id,
      type,
      level: parent < 0 ? 0 : 1,
      parent,
      end: index + 1,
      isDisabled,
      energyType: 'PV',
    })),
  };
}

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
