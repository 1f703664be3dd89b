import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FileDrop } from './file-drop.tsx';

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const LABELS = {
  drop: 'Drop files here',
  release: 'Release',
  choose: 'Choose files',
  cancel: (file: string) => `Cancel ${file}`,
  retry: (file: string) => `Retry ${file}`,
  remove: (file: string) => `Remove ${file}`,
  size: (bytes: number) => `${bytes} B`,
  done: 'Done',
};

test('files arrive by drag or choice, each can be cancelled, retried or removed, and a refusal is read out', () => {
  const [onFiles, onCancel, onRetry, onRemove] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  render(
    <MantineProvider env="test">
      <FileDrop
        labels={LABELS}
        label="Measurements"
        accept=".csv"
        isMultiple
        files={[
          { id: '1', name: 'a.csv', sizeBytes: 10, state: 'busy', progress: 0.4 },
          { id: '2', name: 'b.csv', sizeBytes: 20, state: 'refused', message: 'The file is not plain text', canRetry: true },
          { id: '3', name: 'c.csv', sizeBytes: 30, state: 'done' },
        ]}
        {...{ onFiles, onCancel, onRetry, onRemove }}
      />
    </MantineProvider>,
  );
  const files = [new File(['1'], 'd.csv'), new File(['2'], 'e.csv')];
  const area = screen.getByRole('group', { name: 'Measurements' });
  const dataTransfer = { files, types: ['Files'] };
  fireEvent.dragOver(area, { dataTransfer });
  expect(area.textContent).toContain('Release');
  fireEvent.drop(area, { dataTransfer });
  fireEvent.change(screen.getByLabelText('Measurements', { selector: 'input' }), { target: { files: [files[1]] } });
  expect(onFiles.mock.calls).toEqual([[files], [[files[1]]]]);
  expect(screen.getByRole('progressbar', { name: 'a.csv' }).getAttribute('aria-valuenow')).toBe('40');
  expect(screen.getByRole('alert').textContent).toBe('The file is not plain text');
  for (const name of ['Cancel a.csv', 'Retry b.csv', 'Remove c.csv']) fireEvent.click(screen.getByRole('button', { name }));
  expect([onCancel, onRetry, onRemove].map(({ mock }) => mock.calls)).toEqual([[['1']], [['2']], [['3']]]);
});
