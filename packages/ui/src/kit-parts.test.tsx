import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CheckField } from './check-field.tsx';
import { Facts } from './facts.tsx';
import { HistoryList } from './history-list.tsx';
import { Section } from './section.tsx';

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(part: ReactNode) {
  render(<MantineProvider env="test">{part}</MantineProvider>);
}

test('a checkbox reports its new state and whether Shift was held, and a hidden label still names it', () => {
  const onChange = vi.fn();
  show(<CheckField label="INV-1" isLabelHidden isChecked={false} onChange={onChange} />);
  fireEvent.click(screen.getByRole('checkbox', { name: 'INV-1' }), { shiftKey: true });
  expect(onChange).toHaveBeenCalledExactlyOnceWith(true, { isRange: true });
});

test('a checkbox that stands for several shows that only some are on', () => {
  show(<CheckField label="All" isChecked={false} isMixed onChange={() => undefined} />);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'All' }).indeterminate).toBe(true);
});

test('a collapsible section opens from its heading, and leaves that to an owner who has its state', () => {
  const onToggle = vi.fn();
  show(
    <>
      <Section title="Own" level={3} isCollapsible startsClosed>
        text
      </Section>
      <Section title="Owned" isCollapsible isOpen onToggle={onToggle}>
        text
      </Section>
    </>,
  );
  const [own, owned] = ['Own', 'Owned'].map((name) => screen.getByRole('button', { name }));
  expect(screen.getByRole('heading', { name: 'Own', level: 3 })).toBeTruthy();
  if (!own || !owned) throw new Error('no buttons');
  fireEvent.click(own);
  fireEvent.click(owned);
  expect([own, owned].map((button) => button.getAttribute('aria-expanded'))).toEqual(['true', 'true']);
  expect(onToggle).toHaveBeenCalledExactlyOnceWith(false);
});

test('facts keep zero apart from missing, and name units and reasons', () => {
  show(
    <Facts
      facts={[
        { label: 'Losing', value: 0, unit: 'MWh' },
        { label: 'Revenue', value: null, reason: 'One day lacks a price' },
        { label: 'Note', value: undefined },
      ]}
    />,
  );
  const [losing, , note] = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(losing).toBe('0\u2009MWh');
  expect(screen.getByRole('button').getAttribute('aria-label')).toBe('\u2014 (One day lacks a price)');
  expect(note).toBe('\u2014');
});

test('a history offers comparing and restoring per entry, and shows what changed', () => {
  const [onCompare, onRestore] = [vi.fn(), vi.fn()];
  const labels = { name: 'History', compare: 'Compare', restore: 'Restore', current: 'Current', before: 'Before:', after: 'After:' };
  show(
    <HistoryList
      labels={labels}
      onCompare={onCompare}
      onRestore={onRestore}
      entries={[
        { id: '2', title: 'Version 2', who: 'Ada', when: 'today', isCurrent: true, canCompare: true },
        {
          id: '1',
          title: 'Version 1',
          who: 'Bo',
          when: 'yesterday',
          canRestore: true,
          changes: [{ label: 'Tilt', before: null, after: '30' }],
        },
      ]}
    />,
  );
  const [current, earlier] = within(screen.getByRole('list', { name: 'History' })).getAllByRole('listitem');
  if (!current || !earlier) throw new Error('no entries');
  expect(within(current).queryByRole('button', { name: 'Restore' })).toBeNull();
  expect(earlier.textContent).toContain('Before: \u2014');
  expect(earlier.textContent).toContain('After: 30');
  fireEvent.click(within(current).getByRole('button', { name: 'Compare' }));
  fireEvent.click(within(earlier).getByRole('button', { name: 'Restore' }));
  expect(onCompare).toHaveBeenCalledExactlyOnceWith('2');
  expect(onRestore).toHaveBeenCalledExactlyOnceWith('1');
});
