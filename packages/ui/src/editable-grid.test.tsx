import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EditableGrid } from './editable-grid.tsx';
import { EditableGridForm } from './editable-grid-form.tsx';
import { useEditableGrid, type WrittenCell } from './use-editable-grid.tsx';

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = vi.fn();
      unobserve = vi.fn();
      disconnect = vi.fn();
    },
  );
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const TEXTS = [
  ['10', 'A'],
  ['20', 'B'],
  ['30', 'C'],
];

function Grid({
  onWrite,
  isForm = false,
  canEdit = true,
  texts = TEXTS,
}: {
  onWrite: (cells: readonly WrittenCell[]) => void;
  isForm?: boolean;
  canEdit?: boolean;
  texts?: readonly (readonly string[])[];
}) {
  const textOf = ({ row, column }: { row: number; column: number }) => texts[row]?.[column] ?? '';
  const grid = useEditableGrid({
    rows: ['one', 'two', 'three'].map((key) => ({ key, title: key })),
    columns: [
      { key: 'rating', label: 'Rating', unit: 'kW', isNumber: true },
      { key: 'kind', label: 'Kind', choices: ['A', 'B', 'C'].map((value) => ({ value, label: value })) },
    ],
    canEdit,
    textOf,
    cellOf: (place) => ({
      text: textOf(place),
      isTaken: place.row !== 2 || place.column !== 1,
      problem: place.row === 1 && place.column === 0 ? 'Too large' : undefined,
    }),
    onWrite,
  });
  return (
    <MantineProvider env="test">
      {isForm ? (
        <EditableGridForm grid={grid} labels={{ name: 'Devices', row: 'Device', nothingFound: 'Nothing' }} />
      ) : (
        <EditableGrid grid={grid} labels={{ name: 'Devices', keys: 'Enter edits', corner: 'Device' }} />
      )}
    </MantineProvider>
  );
}

test('a cell is written by typing, and Enter goes on below', async () => {
  const onWrite = vi.fn();
  render(<Grid onWrite={onWrite} />);
  const grid = screen.getByRole('grid', { name: 'Devices' });
  grid.focus();
  await userEvent.keyboard('55{Enter}{Enter}66{Escape}');
  expect(onWrite.mock.calls.map(([cells]) => cells)).toEqual([[{ row: 0, column: 0, text: '55' }]]);
  fireEvent.paste(grid, { clipboardData: { getData: () => '1\t2\n3\t4' } });
  expect(onWrite).toHaveBeenLastCalledWith(
    [
      { row: 1, column: 0, text: '1' },
      { row: 1, column: 1, text: '2' },
      { row: 2, column: 0, text: '3' },
      { row: 2, column: 1, text: '4' },
    ],
    0,
  );
});

test('who may not edit selects and copies only', async () => {
  const onWrite = vi.fn();
  render(<Grid onWrite={onWrite} canEdit={false} />);
  screen.getByRole('grid', { name: 'Devices' }).focus();
  await userEvent.keyboard('55{Enter}{Delete}');
  expect(onWrite).not.toHaveBeenCalled();
});

test('as a form the cells of one row are fields, and what is wrong stands beside its field', async () => {
  const onWrite = vi.fn();
  render(<Grid onWrite={onWrite} isForm />);
  const rating = screen.getByRole('textbox', { name: 'Rating kW' });
  await userEvent.clear(rating);
  await userEvent.type(rating, '12');
  await userEvent.tab();
  expect(onWrite.mock.calls.map(([cells]) => cells)).toEqual([[{ row: 0, column: 0, text: '12' }]]);
  expect(screen.getByRole('combobox', { name: 'Kind' })).toBeTruthy();
  const device = screen.getByRole('combobox', { name: 'Device' });
  act(() => device.focus());
  fireEvent.click(device);
  fireEvent.click(screen.getByRole('option', { name: 'two' }));
  expect(screen.getByRole('textbox', { name: 'Rating kW' }).getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Too large')).toBeTruthy();
});

test('a refused text in a cell with choices stays when the cell is opened and left', async () => {
  const onWrite = vi.fn();
  render(<Grid onWrite={onWrite} texts={[['10', 'unknown']]} />);
  screen.getByRole('grid', { name: 'Devices' }).focus();
  await userEvent.keyboard('{ArrowRight}{F2}');
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Kind' }).value).toBe('unknown');
  await userEvent.keyboard('{Enter}');
  expect(onWrite).not.toHaveBeenCalled();
});

test('fields of the form follow a draft that is discarded, and do not write it again', async () => {
  const onWrite = vi.fn();
  const { rerender } = render(<Grid onWrite={onWrite} isForm texts={[['55', 'unknown']]} />);
  rerender(<Grid onWrite={onWrite} isForm texts={[['10', 'A']]} />);
  const rating = screen.getByRole<HTMLInputElement>('textbox', { name: 'Rating kW' });
  const kind = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Kind' });
  expect([rating.value, kind.value]).toEqual(['10', 'A']);
  await userEvent.click(rating);
  await userEvent.tab();
  expect(onWrite).not.toHaveBeenCalled();
});
