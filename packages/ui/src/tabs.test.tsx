import { MantineProvider, TextInput } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Tabs } from './tabs.tsx';

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const NAMES = ['summary', 'comments', 'losses'] as const;

function Example({ content }: { content: (name: string) => void }) {
  const [value, setValue] = useState<(typeof NAMES)[number]>('summary');
  const field = (name: string) => {
    content(name);
    return <TextInput label={name} />;
  };
  return (
    <Tabs
      label="Event"
      value={value}
      onChange={setValue}
      tabs={NAMES.map((name) => ({
        name,
        label: name,
        isKept: name === 'comments',
        content: () => field(name),
        ...(name === 'comments' && { count: '3' }),
      }))}
    />
  );
}

test('arrows move along the tabs, counts are read out, and a kept tab keeps what was typed', () => {
  const content = vi.fn();
  render(
    <MantineProvider env="test">
      <Example content={content} />
    </MantineProvider>,
  );
  const tab = (name: string) => screen.getByRole('tab', { name });
  const typeIn = (name: string) => fireEvent.change(screen.getByRole('textbox', { name }), { target: { value: 'typed' } });
  expect(content).not.toHaveBeenCalledWith('comments');
  typeIn('summary');
  fireEvent.keyDown(tab('summary'), { key: 'ArrowRight' });
  expect(tab('comments 3').getAttribute('aria-selected')).toBe('true');
  typeIn('comments');
  fireEvent.keyDown(tab('comments 3'), { key: 'ArrowLeft' });
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'summary' }).value).toBe('');
  fireEvent.click(tab('comments 3'));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'comments' }).value).toBe('typed');
  expect(content).not.toHaveBeenCalledWith('losses');
});
