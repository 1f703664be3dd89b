import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FixedRowsOptions, useFixedRows } from './fixed-rows.tsx';

function List(options: Partial<FixedRowsOptions>) {
  const { scrollRef, first, end } = useFixedRows({ count: 1_000, rowHeight: 20, ...options });
  return (
    <section ref={scrollRef} aria-label="List">
      {first} to {end}
    </section>
  );
}

const list = () => screen.getByRole('region', { name: 'List' });

function scrollTo(top: number): void {
  act(() => {
    list().scrollTop = top;
    fireEvent.scroll(list());
  });
}

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = vi.fn();
      disconnect = vi.fn();
    },
  );
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(200);
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('rows are drawn ahead of where the list is scrolled to, and few behind', () => {
  render(<List stride={1} overscan={8} />);
  expect(list().textContent).toBe('0 to 19');
  scrollTo(2_000);
  expect(list().textContent).toBe('98 to 119');
  scrollTo(1_900);
  expect(list().textContent).toBe('87 to 108');
});

test('slow scrolling draws rows by the stride, not one by one', () => {
  render(<List stride={4} overscan={8} />);
  scrollTo(2_000);
  const before = list().textContent;
  scrollTo(2_060);
  expect(list().textContent).toBe(before);
  scrollTo(2_080);
  expect(list().textContent).toBe('102 to 126');
});

test('the last row is the end, however far the list is scrolled', () => {
  render(<List stride={1} />);
  scrollTo(19_800);
  expect(list().textContent).toBe('988 to 1000');
});
