import { MantineProvider, TextInput } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StepWizard } from './step-wizard.tsx';

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const LABELS = {
  name: 'Steps',
  back: 'Back',
  next: 'Next',
  done: 'Done',
  position: (number: number, count: number) => `Step ${number} of ${count}`,
};

function Example() {
  const [value, setValue] = useState<'fleet' | 'data'>('fleet');
  const [name, setName] = useState('');
  return (
    <StepWizard
      labels={LABELS}
      value={value}
      onChange={setValue}
      finish={<button type="button">Import</button>}
      steps={[
        {
          name: 'fleet',
          title: 'Fleet',
          isDone: name !== '',
          problem: name === '' ? 'Enter a name' : undefined,
          content: () => (
            <>
              <TextInput label="Name" value={name} onChange={({ currentTarget }) => setName(currentTarget.value)} />
              <TextInput label="Note" />
            </>
          ),
        },
        { name: 'data', title: 'Data', content: () => 'data' },
      ]}
    />
  );
}

test('a step with a problem is not left, and what was entered is there after coming back', () => {
  render(
    <MantineProvider env="test">
      <Example />
    </MantineProvider>,
  );
  const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
  const type = (name: string) => fireEvent.change(screen.getByRole('textbox', { name }), { target: { value: 'typed' } });
  press('Next');
  expect(screen.getByRole('alert').textContent).toBe('Enter a name');
  press(/Data/);
  expect(screen.getByRole('heading', { name: 'Fleet' })).toBeTruthy();
  type('Name');
  type('Note');
  press('Next');
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Data' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('button', { name: 'Import' })).toBeTruthy();
  press('Back');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Note' }).value).toBe('typed');
});
