import type { MappingDraft, UploadedData } from '@solvane/contract/data-import';
import { fileIdSchema } from '@solvane/contract/ids';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFakeProduct } from '../../testing/fake-product.ts';
import { installScreen } from '../../testing/fake-screen.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { MappingColumns } from './mapping-columns.tsx';
import { toMapping } from './mapping-draft.ts';
import { MappingRows } from './mapping-rows.tsx';

beforeEach(() => installScreen());

afterEach(cleanup);

const FILE: UploadedData = {
  fileId: fileIdSchema.parse('00000000-0000-4000-8000-000000000001'),
  fileName: 'plant.csv',
  bytes: 1,
  columns: ['time', 'kind', 'power'],
  rows: [['2025-01-01T00:00:00Z', 'measured', '0.4']],
  measured: [{ column: 'power', sample: '0.4' }],
  mapping: {
    version: 1,
    format: { kind: 'csv' },
    time: { column: 'time', format: 'iso', stamp: 'start', interval: 'PT10M' },
    device: { segmentId: 'S01-INV1' },
    signals: [{ column: 'power', signal: 'ActivePower', unit: 'kW' }],
  },
  doubts: [],
};

let changed: MappingDraft = FILE.mapping;

function Editor() {
  const [draft, setDraft] = useState(FILE.mapping);
  const part = {
    file: FILE,
    draft,
    doubts: [],
    onChange: (next: MappingDraft) => {
      changed = next;
      setDraft(next);
    },
  };
  return (
    <>
      <MappingRows {...part} />
      <MappingColumns {...part} sites={[]} trees={{}} />
    </>
  );
}

test('values of a column are multiplied by a factor that is typed', async () => {
  await renderScreen(<Editor />, createFakeProduct());
  const factor = await screen.findByRole('textbox', { name: 'Factor of power' });
  await userEvent.type(factor, '-0.5');
  expect(toMapping(changed).signals).toEqual([{ column: 'power', signal: 'ActivePower', unit: 'kW', factor: -0.5 }]);
  await userEvent.clear(factor);
  expect(toMapping(changed).signals).toEqual([{ column: 'power', signal: 'ActivePower', unit: 'kW' }]);
});

test('rows are narrowed to texts of a column, and a condition without texts counts for nothing', async () => {
  await renderScreen(<Editor />, createFakeProduct());
  await userEvent.click(await screen.findByRole('button', { name: 'Add a condition' }));
  expect(toMapping(changed).only).toBeUndefined();
  await userEvent.type(screen.getByRole('textbox', { name: 'Texts, separated by commas' }), 'measured, good');
  expect(toMapping(changed).only).toEqual({ kind: ['measured', 'good'] });
  await userEvent.click(screen.getByRole('button', { name: 'Remove the condition on kind' }));
  expect(toMapping(changed).only).toBeUndefined();
});
