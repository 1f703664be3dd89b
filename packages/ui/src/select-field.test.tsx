import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SelectField, type SelectOption } from './select-field.tsx';

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

const OPTIONS: readonly SelectOption[] = [
  { value: 'guadal', label: 'Guadal', detail: 'PV, 50 MW', group: 'Spain' },
  { value: 'lammer', label: 'Lammer', detail: 'Wind, 21 MW', group: 'Austria' },
  { value: 'malar', label: 'Malar', detail: 'PV, 12 MW', group: 'Spain' },
];

function given() {
  const onChange = vi.fn();
  render(
    <MantineProvider env="test">
      <SelectField label="Site" options={OPTIONS} nothingFoundLabel="Nothing found" isSearchable value={null} onChange={onChange} />
    </MantineProvider>,
  );
  const field = screen.getByRole('combobox', { name: 'Site' });
  // What changes without the focus counts as filled in by the browser.
  act(() => field.focus());
  fireEvent.click(field);
  return { field, onChange };
}

const names = () => screen.queryAllByRole('option').map((option) => option.textContent);

test('options of a group stand together, where the first of them stands', () => {
  given();
  expect(names()).toEqual(['GuadalPV, 50 MW', 'MalarPV, 12 MW', 'LammerWind, 21 MW']);
});

test('the search finds every word in label and detail, and names the lack of results', () => {
  const { field } = given();
  fireEvent.change(field, { target: { value: 'pv 12' } });
  expect(names()).toEqual(['MalarPV, 12 MW']);
  fireEvent.change(field, { target: { value: 'hydro' } });
  expect(screen.getByText('Nothing found')).toBeTruthy();
});

test('arrow keys and Enter choose', () => {
  const { field, onChange } = given();
  fireEvent.keyDown(field, { key: 'ArrowDown', code: 'ArrowDown' });
  fireEvent.keyDown(field, { key: 'ArrowDown', code: 'ArrowDown' });
  fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' });
  expect(onChange.mock.calls[0]?.[0]).toBe('malar');
});
