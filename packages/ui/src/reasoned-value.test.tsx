import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ReasonedValue } from './reasoned-value.tsx';

// The provider follows the colours of the system, which jsdom does not have.
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));
});

const REASON = 'No wind speed is measured.';

function given(children?: ReactNode, { isPartial = false } = {}) {
  const onRowClick = vi.fn();
  render(
    <MantineProvider env="test">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a row that opens on a click */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a row that opens on a click */}
      <div onClick={onRowClick}>
        <ReasonedValue reason={REASON} isPartial={isPartial}>
          {children}
        </ReasonedValue>
      </div>
    </MantineProvider>,
  );
  return { value: screen.getByRole('button'), onRowClick };
}

const isShown = () => screen.queryByRole('tooltip')?.textContent === REASON;

test('a dash has its reason in its name', () => {
  expect(given().value.textContent).toBe('\u2014');
  screen.getByRole('button', { name: `\u2014 (${REASON})` });
});

test('the reason is shown while the pointer is over it', () => {
  const { value } = given();
  expect(isShown()).toBe(false);
  fireEvent.pointerEnter(value);
  expect(isShown()).toBe(true);
  fireEvent.pointerLeave(value);
  expect(isShown()).toBe(false);
});

test('the reason is shown on keyboard focus, and Escape hides it', () => {
  const { value } = given();
  value.focus();
  fireEvent.focus(value);
  expect(isShown()).toBe(true);
  fireEvent.keyDown(value, { key: 'Escape' });
  expect(isShown()).toBe(false);
});

test('a touch shows the reason until the next one elsewhere, and does not open the row', () => {
  const { value, onRowClick } = given();
  fireEvent.pointerEnter(value);
  fireEvent.pointerLeave(value);
  fireEvent.click(value);
  expect(isShown()).toBe(true);
  expect(onRowClick).not.toHaveBeenCalled();
  fireEvent.blur(value);
  expect(isShown()).toBe(false);
});

test('a partial value keeps its text with a mark behind it, and without a reason nothing is added', () => {
  expect(given('12.3', { isPartial: true }).value.textContent).toBe('12.3\u2009+\u2009?');
  screen.getByRole('button', { name: `12.3 (${REASON})` });
  render(<ReasonedValue reason={undefined}>45.6</ReasonedValue>);
  expect(screen.getByText('45.6').tagName).not.toBe('BUTTON');
});

test('a value that is more than text has its reason in its name, too', () => {
  given(<b>12.3</b>);
  expect(screen.getByRole('button').textContent).toBe(`12.3 (${REASON})`);
});
