import { formEndpoints } from '@solvane/contract/forms';
import { siteIdSchema } from '@solvane/contract/ids';
import { apiTokenEndpoints, ingestionKeyEndpoints, type ViewKey, viewKeyEndpoints } from '@solvane/contract/session';
import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createFakeProduct } from '../../testing/fake-product.ts';
import { renderApp, resetApp } from '../../testing/render-app.tsx';

const KEY_ID = '0198c0de-0000-7000-8000-000000000001';

afterEach(resetApp);

test('a wallboard gets an address that is shown once, and loses it when it is revoked', async () => {
  const product = createFakeProduct();
  const { on, callsOf } = product.server;
  let views: ViewKey[] = [];
  on(apiTokenEndpoints.list, () => ({ items: [] }));
  on(ingestionKeyEndpoints.list, () => ({ items: [] }));
  on(viewKeyEndpoints.list, () => ({ items: views }));
  on(formEndpoints.get, () => ({
    name: 'view-key',
    title: 'Form_ViewKey_Title',
    primaryAction: 'Form_ViewKey_Action',
    submit: viewKeyEndpoints.create.path,
    sections: [{ items: [{ kind: 'text' as const, name: 'name', label: 'Form_Field_Name', validations: [] }] }],
  }));
  on(viewKeyEndpoints.create, ({ body: { name } }) => {
    const item: ViewKey = { viewKeyId: KEY_ID, name, siteIds: [siteIdSchema.parse('S01')], createdAtMs: product.nowMs, lastUsedAtMs: null };
    views = [item];
    return { key: 'secret', path: '/account/view?key=secret', item };
  });
  on(viewKeyEndpoints.revoke, () => {
    views = [];
    return undefined;
  });
  const { user } = await renderApp(product, { address: '/api-access' });

  const list = await screen.findByRole('region', { name: 'Wallboards' });
  expect(await within(list).findByText(/No wallboards yet/)).toBeTruthy();
  await user.click(within(list).getByRole('button', { name: 'New wallboard' }));
  await user.type(await screen.findByRole('textbox', { name: /Name/ }), 'Control room');
  await user.click(screen.getByRole('button', { name: 'Create address' }));

  const dialog = await screen.findByRole('dialog', { name: 'Address of the wallboard Control room' });
  expect(within(dialog).getByText(`${window.location.origin}/account/view?key=secret`)).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'I have saved it' }));
  expect(await within(list).findByRole('rowheader', { name: 'Control room' })).toBeTruthy();
  expect(within(list).getByText('Guadal')).toBeTruthy();

  await user.click(within(list).getByRole('button', { name: 'Revoke Control room' }));
  await user.click(await screen.findByRole('button', { name: 'Revoke' }));
  expect(await within(list).findByText(/No wallboards yet/)).toBeTruthy();
  expect(callsOf(viewKeyEndpoints.revoke).map(({ body }) => body)).toEqual([{ viewKeyId: KEY_ID }]);
});
