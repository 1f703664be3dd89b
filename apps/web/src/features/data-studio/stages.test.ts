import { segmentIdSchema, signalIdSchema } from '@solvane/contract/ids';
import type { SignalDefinition } from '@solvane/contract/signals';
import { expect, test } from 'vitest';
import { stageChoices } from './stages.ts';

function givenDefinition(signalId: string): SignalDefinition {
  const [apCode = '', calcType = ''] = signalId.split('||');
  return {
    segmentId: segmentIdSchema.parse('INV-1'),
    signalId: signalIdSchema.parse(signalId),
    apCode,
    calcType,
    name: apCode,
    unit: 'kW',
    measurementTypeName: 'Power',
    timeAggregation: 'avg',
    treeAggregation: 'sum',
  };
}

const ALL = ['ActivePower||Raw', 'ActivePower||Validated', 'ActivePower||Expected', 'DcPower||Raw', 'DcPower||Validated'].map(
  givenDefinition,
);
const chosen = (...ids: string[]) => ids.map((id) => signalIdSchema.parse(id));

test('where only raw values exist there is nothing to switch', () => {
  expect(stageChoices(chosen('ActivePower||Raw'), [givenDefinition('ActivePower||Raw')])).toEqual([]);
});

test('switching a stage on adds it for every chosen quantity that has it', () => {
  const choices = stageChoices(chosen('ActivePower||Raw', 'DcPower||Raw'), ALL);
  expect(choices.map(({ stage, isOn }) => [stage, isOn])).toEqual([
    ['Raw', true],
    ['Validated', false],
    ['Expected', false],
  ]);
  expect(choices[1]?.next).toEqual(chosen('ActivePower||Raw', 'DcPower||Raw', 'ActivePower||Validated', 'DcPower||Validated'));
  expect(choices[2]?.next).toEqual(chosen('ActivePower||Raw', 'DcPower||Raw', 'ActivePower||Expected'));
});

test('switching a stage off leaves the others', () => {
  const [raw] = stageChoices(chosen('ActivePower||Raw', 'ActivePower||Validated'), ALL);
  expect(raw?.next).toEqual(chosen('ActivePower||Validated'));
});
