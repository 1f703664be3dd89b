import { MantineProvider, Textarea, TextInput } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FormDialog, type FormDialogProps } from './form-dialog.tsx';

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const LABELS = {
  close: 'Close',
  cancel: 'Cancel',
  discard: { title: 'Discard your changes?', message: 'They would be lost.', keep: 'Keep editing', discard: 'Discard changes' },
};

const FIELDS = (
  <>
    <TextInput label="Name" />
    <Textarea label="Description" />
  </>
);

function given({ children = FIELDS, ...props }: Partial<FormDialogProps> = {}) {
  const [onClose, onSubmit] = [vi.fn(), vi.fn()];
  render(
    <MantineProvider env="test">
      <FormDialog labels={LABELS} title="New view" submitLabel="Save view" onClose={onClose} onSubmit={onSubmit} {...props}>
        {children}
      </FormDialog>
    </MantineProvider>,
  );
  return { onClose, onSubmit, button: (name: string) => screen.getByRole('button', { name }) };
}

test('a text area submits on Ctrl+Enter, and not on Enter alone', () => {
  const { onSubmit } = given();
  const area = screen.getByRole('textbox', { name: 'Description' });
  fireEvent.keyDown(area, { key: 'Enter' });
  expect(onSubmit).not.toHaveBeenCalled();
  fireEvent.keyDown(area, { key: 'Enter', ctrlKey: true });
  expect(onSubmit).toHaveBeenCalledOnce();
});

test('a dialog that is busy or disabled submits nothing', () => {
  const { onSubmit } = given({ isBusy: true });
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Name' }), { key: 'Enter', metaKey: true });
  expect(onSubmit).not.toHaveBeenCalled();
});

test('closing an edited dialog asks first, and Escape goes back to editing', () => {
  const { onClose, button } = given({ isEdited: true });
  fireEvent.click(button('Cancel'));
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByRole('alert').textContent).toContain('Discard your changes?');
  fireEvent.keyDown(button('Keep editing'), { key: 'Escape' });
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.click(button('Cancel'));
  fireEvent.click(button('Discard changes'));
  expect(onClose).toHaveBeenCalledOnce();
});

test('the focus is on the first field, and on the safe button where there is none', async () => {
  given();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' })));
  cleanup();
  const { button } = given({ isDanger: true, children: <p>It cannot be undone.</p> });
  await waitFor(() => expect(document.activeElement).toBe(button('Cancel')));
});

function Checked() {
  const [isChecked, setChecked] = useState(false);
  return (
    <FormDialog labels={LABELS} title="New view" submitLabel="Save view" onClose={() => undefined} onSubmit={() => setChecked(true)}>
      <TextInput label="Name" />
      <TextInput label="Site" error={isChecked && 'Required'} />
    </FormDialog>
  );
}

test('a submit that misses something leads to the field', () => {
  render(
    <MantineProvider env="test">
      <Checked />
    </MantineProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Save view' }));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Site' }));
});

test('without a way to close it, it stays', () => {
  given({ onClose: undefined });
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  expect(screen.getByRole('dialog')).toBeTruthy();
});
