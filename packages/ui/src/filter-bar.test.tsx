import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FilterBar } from './filter-bar.tsx';

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
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const LABELS = {
  name: 'Search',
  clear: 'Clear',
  remove: (token: string) => `Remove ${token}`,
  keys: 'Left arrow moves to the filters',
  suggestions: 'Suggestions',
};
const token = (field: string, value: string, problem?: string) => ({ id: `${field}:${value}`, field, operator: ':', value, problem });

function Example({ onCommit }: { onCommit: (text: string) => void }) {
  const [tokens, setTokens] = useState([token('ack', 'no'), token('colour', 'red', 'No such filter'), token('site', 'Alma')]);
  const [text, setText] = useState('');
  return (
    <FilterBar
      labels={LABELS}
      tokens={tokens}
      text={text}
      suggestions={text === 'ty' ? [{ text: 'type:Downtime', label: 'Downtime', isComplete: true }] : []}
      onText={setText}
      onCommit={onCommit}
      onRemove={(ids) => setTokens(tokens.filter(({ id }) => !ids.includes(id)))}
      onEdit={(id) => {
        setTokens(tokens.filter((each) => each.id !== id));
        setText(id);
      }}
      onClear={() => setTokens([])}
    />
  );
}

function given() {
  const onCommit = vi.fn();
  render(
    <MantineProvider env="test">
      <Example onCommit={onCommit} />
    </MantineProvider>,
  );
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Search' });
  field.focus();
  return {
    onCommit,
    field,
    key: (pressed: string) => fireEvent.keyDown(document.activeElement as Element, { key: pressed, code: pressed }),
  };
}

test('arrows walk from the field into the tokens, keys remove one or take it back into the field', async () => {
  const { field, key } = given();
  expect(screen.getByRole('button', { name: 'colour:red' }).getAttribute('aria-description')).toBe('No such filter');
  key('ArrowLeft');
  key('ArrowLeft');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'colour:red' }));
  key('Delete');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'site:Alma' })));
  fireEvent.click(screen.getByRole('button', { name: 'site:Alma' }));
  expect(document.activeElement).toBe(field);
  expect(field.value).toBe('site:Alma');
  fireEvent.change(field, { target: { value: '' } });
  key('Backspace');
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
});

test('a suggestion is taken by arrow and Enter; without one Enter commits what was typed', async () => {
  const { onCommit, field, key } = given();
  fireEvent.change(field, { target: { value: 'ty' } });
  await screen.findByRole('option', { name: 'Downtime' });
  key('ArrowDown');
  key('Enter');
  expect(onCommit).toHaveBeenCalledExactlyOnceWith('type:Downtime', 'suggestion');
  fireEvent.change(field, { target: { value: 'trip' } });
  key('Enter');
  expect(onCommit).toHaveBeenLastCalledWith('trip', 'enter');
});
