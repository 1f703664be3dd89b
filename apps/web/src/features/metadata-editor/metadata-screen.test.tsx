import { metadataEndpoints } from '@solvane/contract/fleet';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { createFakeProduct, type FakeProduct } from '../../testing/fake-product.ts';
import { renderApp, resetApp } from '../../testing/render-app.tsx';
import { parseDevices } from '../../testing/select-devices.ts';
import { replaceDevices } from '../../workspace/device-selection.ts';
import { metadataDrafts } from './metadata-drafts.ts';

afterEach(async () => {
  act(() => metadataDrafts.setState(() => ({ drafts: {} })));
  await resetApp();
});

/** On a phone, where the header has the title, a row without anything else is not shown. */
test('the title row has nothing but the title', async () => {
  await openEditor();
  expect(screen.getByRole('heading', { level: 1, name: 'Device metadata' }).parentElement?.childElementCount).toBe(1);
});

async function openEditor(product: FakeProduct = createFakeProduct()) {
  await renderApp(product, { address: '/manage-data/metadata' });
  act(() => replaceDevices(parseDevices(['S01-INV1', 'S01-INV2'])));
  const grid = await screen.findByRole('grid', { name: 'Device metadata' });
  return { product, grid, user: userEvent.setup() };
}

function cellsOf(grid: HTMLElement, column: string): (string | null)[] {
  const headers = within(grid)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);
  const at = headers.findIndex((text) => text?.startsWith(column)) - 1;
  return within(grid)
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('gridcell')[at]?.textContent ?? null);
}

test('a pasted block is checked cell by cell, and what cannot be kept says why and is not sent', async () => {
  const { product, grid, user } = await openEditor();
  product.server.on(metadataEndpoints.save, ({ body }) => ({ saved: body.changes.length, failed: [] }));
  expect(cellsOf(grid, 'AC')).toEqual(['2,000', '2,000']);
  grid.focus();
  fireEvent.paste(grid, { clipboardData: { getData: () => '1,950\r\nmany' } });
  expect(cellsOf(grid, 'AC')).toEqual(['1,950', 'many']);

  await user.click(screen.getByRole('button', { name: 'Review 2 changes' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/many is not a valid value for this attribute/)).toBeTruthy();
  await user.type(within(dialog).getByRole('textbox', { name: 'Valid from' }), '2026-03-01');
  await user.click(within(dialog).getByRole('button', { name: 'Save 1 change' }));
  await waitFor(() => expect(product.server.callsOf(metadataEndpoints.save)).toHaveLength(1));
  expect(product.server.callsOf(metadataEndpoints.save)[0]?.body).toEqual({
    changes: [{ segmentId: 'S01-INV1', attribute: 'capacityAc', value: 1_950, validFrom: '2026-03-01', seenChangeMs: expect.any(Number) }],
  });
  await screen.findByText('1 cannot be saved');
});

test('one value fills the column of all selected devices, and nothing else', async () => {
  const { grid, user } = await openEditor();
  const before = cellsOf(grid, 'DC');
  grid.focus();
  await user.keyboard('1750{Enter}');
  await user.keyboard('{ArrowUp}');
  await user.click(screen.getByRole('button', { name: 'Fill column' }));
  expect(cellsOf(grid, 'AC')).toEqual(['1,750', '1,750']);
  expect(cellsOf(grid, 'DC')).toEqual(before);
  expect(screen.getByRole('button', { name: 'Review 2 changes' })).toBeTruthy();
});

test('what the server refuses stays in its cell with the reason, nothing is lost', async () => {
  const { product, grid, user } = await openEditor();
  product.server.on(metadataEndpoints.save, () => ({
    saved: 1,
    failed: [{ index: 1, issue: { level: 'error' as const, path: ['changes', 1], message: 'Metadata_Problem_Permission' } }],
  }));
  grid.focus();
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
  fireEvent.paste(grid, { clipboardData: { getData: () => '1500' } });
  await user.click(screen.getByRole('button', { name: 'Review 2 changes' }));
  await user.click(await screen.findByRole('button', { name: 'Save 2 changes' }));
  expect(await screen.findByText(/1 saved, 1 rejected/)).toBeTruthy();
  const [, wrong] = within(grid)
    .getAllByRole('gridcell', { hidden: true })
    .filter((cell) => cell.getAttribute('data-place')?.endsWith(' 0'));
  expect(wrong?.textContent).toBe('1,500');
  expect(wrong?.getAttribute('title')).toBe('Insufficient permissions');
});

test('a value that another editor saved meanwhile is named, and saving again replaces it', async () => {
  const { product, grid, user } = await openEditor();
  const seen: unknown[] = [];
  product.server.on(metadataEndpoints.save, ({ body }) => {
    seen.push(body.changes[0]?.seenChangeMs);
    const issue = { level: 'error' as const, path: ['changes', 0], message: 'Metadata_Problem_Changed', values: { author: 'Nils' } };
    return seen.length === 1 ? { saved: 0, failed: [{ index: 0, issue }] } : { saved: 1, failed: [] };
  });
  grid.focus();
  await user.keyboard('1500{Enter}');
  await user.click(screen.getByRole('button', { name: 'Review 1 change' }));
  await user.click(await screen.findByRole('button', { name: 'Save 1 change' }));
  expect(await screen.findByText(/0 saved, 1 rejected/)).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Review 1 change' }));
  expect(within(await screen.findByRole('dialog')).getByText(/Nils changed this value meanwhile/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save 1 change' }));
  await waitFor(() => expect(seen).toHaveLength(2));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Review/ })).toBeNull());
});

test('on a phone the form has the whole width until what is known of a value is opened', async () => {
  await renderApp(createFakeProduct(), { address: '/manage-data/metadata', isPhone: true });
  act(() => replaceDevices(parseDevices(['S01-INV1', 'S01-INV2'])));
  expect(await screen.findByRole('group', { name: 'Device metadata' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Fill down' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'About this value' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'About this value' }));
  const facts = await screen.findByRole('region', { name: 'About this value' });
  expect(await within(facts).findByRole('heading', { name: 'AC rating' })).toBeTruthy();
});
