import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { DataTable } from './data-table.tsx';
import type { DataColumn, DataTableProps, TableItem } from './data-table-props.tsx';

interface Plant {
  id: string;
  name: string;
  country: string;
  powerKw: number | null;
}

const PLANTS: Plant[] = [
  { id: 'b', name: 'Brae', country: 'CA', powerKw: 120 },
  { id: 'a', name: 'Alm', country: 'SE', powerKw: null },
  { id: 'c', name: 'Cork', country: 'CA', powerKw: 1_100 },
];

const total = (rows: readonly Plant[]) => rows.reduce((sum, { powerKw }) => sum + (powerKw ?? 0), 0);

const COLUMNS: DataColumn<Plant>[] = [
  { id: 'name', header: 'Site', value: ({ name }) => name, isRowHeader: true, card: 'title' },
  { id: 'power', header: 'Power', unit: 'kW', value: ({ powerKw }) => powerKw, align: 'end', sum: total, card: 'value' },
];

const LABELS = {
  loading: 'Loading',
  selectAll: 'Select all',
  selectRow: (row: string) => `Select ${row}`,
  expand: 'Expand',
  collapse: 'Collapse',
  resize: (column: string) => `Width of ${column}`,
};

let width = 900;

beforeEach(() => {
  width = 900;
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => width);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #notify: () => void;
      constructor(notify: () => void) {
        this.#notify = notify;
      }
      observe = () => this.#notify();
      disconnect = () => undefined;
    },
  );
});

function given(props: Partial<DataTableProps<Plant>> = {}) {
  const all = { label: 'Sites', labels: LABELS, rows: PLANTS, columns: COLUMNS, getRowId: ({ id }: Plant) => id, ...props };
  return render(
    <MantineProvider env="test">
      <DataTable {...all} />
    </MantineProvider>,
  );
}

const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
const focus = () => act(() => screen.getByRole('region', { name: 'Sites' }).focus());

describe('sorting', () => {
  test('by a head puts the largest numbers first and missing values last, both ways', async () => {
    given();
    await userEvent.click(screen.getByRole('button', { name: /Power/ }));
    expect(names()).toEqual(['Cork', 'Brae', 'Alm']);
    expect(screen.getByRole('columnheader', { name: /Power/ }).getAttribute('aria-sort')).toBe('descending');
    await userEvent.click(screen.getByRole('button', { name: /Power/ }));
    expect(names()).toEqual(['Brae', 'Cork', 'Alm']);
  });

  test('by the caller leaves the order of the rows alone', async () => {
    const onSort = vi.fn();
    given({ sort: null, onSort });
    await userEvent.click(screen.getByRole('button', { name: /Power/ }));
    expect(onSort).toHaveBeenCalledWith({ columnId: 'power', isDescending: true });
    expect(names()).toEqual(['Brae', 'Alm', 'Cork']);
  });
});

describe('groups', () => {
  const groups = { keyOf: ({ country }: Plant) => country, label: (key: string, rows: readonly Plant[]) => `${key}, ${rows.length}` };

  test('have their sums, and close', async () => {
    given({ groups, hasSums: true, sumLabel: 'All' });
    const group = screen.getByRole('button', { name: 'CA, 2' });
    expect(within(group.closest('tr') as HTMLElement).getByRole('cell').textContent).toBe('1220');
    await userEvent.click(group);
    expect(screen.queryByText('Cork')).toBeNull();
    expect(screen.getByText('Alm')).toBeTruthy();
  });

  test('say in cards what the sums of all are of', () => {
    width = 200;
    given({ hasSums: true, sumLabel: 'All' });
    const sums = screen.getByRole('rowheader', { name: 'All' }).closest('tr') as HTMLElement;
    const shown = within(sums)
      .getAllByRole('cell')
      .filter(({ textContent }) => textContent !== '');
    expect(shown.map(({ dataset, textContent }) => [dataset.head, textContent])).toContainEqual(['Power', expect.any(String)]);
  });

  test('are opened and closed by arrow keys', () => {
    given({ groups });
    focus();
    const region = screen.getByRole('region', { name: 'Sites' });
    fireEvent.keyDown(region, { key: 'ArrowDown' });
    fireEvent.keyDown(region, { key: 'ArrowLeft' });
    expect(screen.queryByText('Brae')).toBeNull();
    fireEvent.keyDown(region, { key: 'ArrowRight' });
    expect(screen.getByText('Brae')).toBeTruthy();
  });
});

describe('rows', () => {
  test('are walked and opened by keys', () => {
    const onOpen = vi.fn();
    given({ onOpen });
    focus();
    const region = screen.getByRole('region', { name: 'Sites' });
    for (const key of ['ArrowDown', 'End', 'ArrowUp', 'Enter']) fireEvent.keyDown(region, { key });
    expect(onOpen.mock.calls.map(([{ name }]) => name)).toEqual(['Alm']);
  });

  test('open on a click, unless a button inside of the row is meant', async () => {
    const onOpen = vi.fn();
    given({ onOpen, columns: [...COLUMNS, { id: 'end', header: 'End', cell: () => <button type="button">Stop</button> }] });
    const [stop] = screen.getAllByRole('button', { name: 'Stop' });
    await userEvent.click(stop as HTMLElement);
    expect(onOpen).not.toHaveBeenCalled();
    await userEvent.click(screen.getByText('Cork'));
    expect(onOpen.mock.calls.map(([{ name }]) => name)).toEqual(['Cork']);
  });

  test('are selected by Space, as a range with Shift, and all at once', () => {
    const onSelect = vi.fn();
    given({ selection: { isSelected: (id) => id === 'b', onSelect } });
    focus();
    const region = screen.getByRole('region', { name: 'Sites' });
    fireEvent.keyDown(region, { key: 'Home' });
    fireEvent.keyDown(region, { key: 'End', shiftKey: true });
    expect(onSelect.mock.lastCall).toEqual([['b', 'a', 'c'], true]);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select Brae' }));
    expect(onSelect.mock.lastCall).toEqual([['b'], false]);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
    expect(onSelect.mock.lastCall).toEqual([['b', 'a', 'c'], true]);
  });

  test('are drawn only in view when there are many, and the rest is asked for near the end', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({ id: `${index}`, name: `Site ${index}`, country: 'SE', powerKw: index }));
    const onEndReached = vi.fn();
    given({ rows: many, onEndReached });
    expect(names().length).toBeLessThan(60);
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('10001');
    expect(onEndReached).not.toHaveBeenCalled();
    const region = screen.getByRole('region', { name: 'Sites' });
    act(() => {
      region.scrollTop = 300_000;
      fireEvent.scroll(region);
    });
    expect(names().at(-1)).toBe('Site 9999');
    expect(onEndReached).toHaveBeenCalledTimes(1);
  });
});

describe('prepared lines', () => {
  const cell = vi.fn(({ name }: Plant) => name);
  const columns: DataColumn<Plant>[] = [{ id: 'name', header: 'Site', isRowHeader: true, cell, isSortable: true }];
  const line = (row: Plant): TableItem<Plant> => ({ kind: 'row', id: row.id, row });
  const group: TableItem<Plant> = { kind: 'group', id: 'CA', label: 'Canada', isOpen: true, sumOf: () => '1220' };
  const [brae, alm, cork] = PLANTS as [Plant, Plant, Plant];
  const table = (props: Partial<DataTableProps<Plant>>) => (
    <MantineProvider env="test">
      <DataTable label="Sites" labels={LABELS} getRowId={({ id }) => id} rows={PLANTS} columns={columns} {...props} />
    </MantineProvider>
  );

  test('keep their order; a head of a group says that it is pressed, a note says what it says', async () => {
    const onToggleGroup = vi.fn();
    const note: TableItem<Plant> = { kind: 'note', id: 'more', content: '3 more' };
    render(table({ items: [group, line(cork), line(brae), note], onToggleGroup }));
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['›Canada', 'Cork', 'Brae']);
    expect(screen.getByText('3 more')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /Canada/ }));
    expect(onToggleGroup).toHaveBeenCalledWith('CA');
  });

  test('that are there are not drawn again when more of them come, or when the cursor moves elsewhere', () => {
    const onSort = vi.fn();
    const { rerender } = render(table({ items: [line(cork), line(brae)], sort: null, onSort }));
    cell.mockClear();
    rerender(
      table({ items: [line(cork), line(brae), line(alm)], sort: null, onSort: () => undefined, cursor: { position: 2, onMove: vi.fn() } }),
    );
    expect(cell.mock.calls.map(([{ name }]) => name)).toEqual(['Alm']);
  });
});

describe('columns', () => {
  const wide: DataColumn<Plant>[] = [
    { id: 'name', header: 'Site', value: ({ name }) => name, isRowHeader: true, minWidth: 80, width: 200 },
    { id: 'country', header: 'Country', value: ({ country }) => country, givesWay: 1 },
    { id: 'power', header: 'Power', value: ({ powerKw }) => powerKw, givesWay: 2 },
  ];
  const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent?.replace(/[↑↓]/, ''));

  test('give way one after the other where they do not fit, and those that grow become narrower first', () => {
    width = 320;
    given({ columns: wide });
    expect(heads()).toEqual(['Site', 'Country', 'Power']);
    cleanup();
    width = 319;
    given({ columns: wide });
    expect(heads()).toEqual(['Site', 'Power']);
    cleanup();
    width = 190;
    given({ columns: wide });
    expect(heads()).toEqual(['Site']);
  });

  test('that are pinned stay side by side once the table scrolls, and not before', () => {
    const pinned = wide.map(({ givesWay: _, ...column }) => ({ ...column, isPinned: column.id !== 'power' }));
    const edges = () => screen.getAllByRole('columnheader').map(({ style }) => style.insetInlineStart);
    given({ columns: pinned });
    expect(edges()).toEqual(['', '', '']);
    cleanup();
    width = 300;
    given({ columns: pinned });
    expect(edges()).toEqual(['0px', '80px', '']);
  });

  test('keep the order, width and visibility of a layout; a width changes by arrow keys', () => {
    const onLayout = vi.fn();
    const columns: DataColumn<Plant>[] = [...COLUMNS, { id: 'country', header: 'Country', value: ({ country }) => country }];
    given({ columns, layout: { widths: { power: 90 }, order: ['power', 'name'], hidden: ['country'] }, onLayout });
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent?.replace(/[↑↓]/, ''))).toEqual(['Power kW', 'Site']);
    fireEvent.keyDown(screen.getByRole('separator', { name: 'Width of Power' }), { key: 'ArrowRight' });
    expect(onLayout.mock.lastCall?.[0].widths).toEqual({ power: 106 });
  });

  test('stay columns where all of them fit, however narrow the table is', () => {
    width = 360;
    given();
    expect(screen.getByRole('region', { name: 'Sites' }).hasAttribute('data-cards')).toBe(false);
  });

  test('inside of a section add no region and no tab stop of their own', () => {
    given({ isBare: true, isHeadHidden: true });
    expect(screen.queryByRole('region')).toBeNull();
    expect(screen.getByRole('table', { name: 'Sites' }).parentElement?.hasAttribute('tabindex')).toBe(false);
    expect(screen.getByRole('columnheader', { name: /Power/ })).toBeTruthy();
  });

  test('become cards where there is little width', () => {
    width = 200;
    given();
    expect(screen.getByRole('region', { name: 'Sites' }).hasAttribute('data-cards')).toBe(true);
    expect(screen.getByRole('row', { name: /Cork/ }).style.blockSize).toBe('');
  });
});

describe('states', () => {
  test('loading, without rows and with an error say so', () => {
    const { unmount } = given({ rows: [], isLoading: true, empty: 'No sites' });
    expect(screen.getByText('Loading')).toBeTruthy();
    expect(screen.queryByText('No sites')).toBeNull();
    unmount();
    given({ rows: [], empty: 'No sites' }).unmount();
    given({ rows: PLANTS, error: 'Not reached' });
    expect(screen.getByText('Not reached')).toBeTruthy();
    expect(screen.queryByText('Brae')).toBeNull();
  });

  test('a missing value is a dash and no zero', () => {
    given({ rows: [PLANTS[1] as Plant] });
    expect(screen.getByRole('cell').textContent).toBe('—');
  });
});
