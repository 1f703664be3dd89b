import { AppError } from '@solvane/contract/errors';
import { type FormDefinition, formDefinitionSchema } from '@solvane/contract/forms';
import { apiTokenEndpoints } from '@solvane/contract/session';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createFakeProduct } from '../../testing/fake-product.ts';
import { renderApp, resetApp } from '../../testing/render-app.tsx';
import { discardForm, openForm } from '../../workspace/form-panel.ts';

afterEach(async () => {
  act(discardForm);
  await resetApp();
});

const TOKEN_ID = '0198c0de-0000-7000-8000-00000000000a';

const definition: FormDefinition = formDefinitionSchema.parse({
  name: 'contact',
  title: 'New contact',
  primaryAction: 'Save contact',
  submit: apiTokenEndpoints.create.path,
  storesPersonalData: true,
  sections: [
    {
      title: 'Person',
      columns: 2,
      items: [
        { kind: 'paragraph', text: 'Who is called when a site stops.' },
        { kind: 'text', name: 'name', label: 'Name', maxLength: 10, validations: [{ type: 'Required', level: 'error' }] },
        {
          kind: 'text',
          name: 'phone',
          label: 'Phone',
          validations: [{ type: 'Custom', level: 'warning', function: 'internationalPhone' }],
        },
        { kind: 'deviceSelect', name: 'siteIds', label: 'Sites', selects: 'sites' },
        { kind: 'checkbox', name: 'readOnly', label: 'Read only', initial: true },
        { kind: 'feedback', of: ['phone'] },
      ],
    },
  ],
});

function givenProduct() {
  const product = createFakeProduct();
  product.server.on(apiTokenEndpoints.create, ({ body }) => ({
    token: 'secret',
    item: { tokenId: TOKEN_ID, ...body, createdAtMs: 1, expiresAtMs: 2, lastUsedAtMs: null },
  }));
  return product;
}

async function openContact(onDone = vi.fn()) {
  const product = givenProduct();
  const app = await renderApp(product);
  act(() => openForm({ form: definition, onDone }));
  const form = await screen.findByRole('region', { name: 'New contact' });
  return { ...app, product, onDone, form: within(form) };
}

test('what is wrong stands beside its field and in a summary, and nothing is sent', async () => {
  const { user, form, product } = await openContact();
  expect(form.getByText(/confirm that the person has consented/)).toBeTruthy();
  await user.click(form.getByRole('button', { name: 'Save contact' }));
  const summary = await form.findByRole('alert');
  expect(summary.textContent).toContain('1 field needs a change');
  expect(within(summary).getByRole('link', { name: 'Name' })).toBeTruthy();
  expect(product.server.callsOf(apiTokenEndpoints.create)).toEqual([]);
});

test('a warning is shown at its field and in its feedback, and stops nothing', async () => {
  const { user, form, product, onDone } = await openContact();
  await user.type(form.getByRole('textbox', { name: /Name/ }), 'Mats');
  await user.type(form.getByRole('textbox', { name: 'Phone' }), '070{Tab}');
  expect(await form.findAllByText(/Begin with \+ and the country code/)).toHaveLength(2);
  await user.click(form.getByRole('button', { name: /^Sites/ }));
  await user.click(await screen.findByRole('checkbox', { name: 'Guadal' }));
  await user.keyboard('{Escape}');
  await user.click(form.getByRole('button', { name: 'Save contact' }));
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  const sent = product.server.callsOf(apiTokenEndpoints.create).map(({ body }) => body);
  expect(sent).toEqual([{ name: 'Mats', phone: '070', siteIds: ['S01'], readOnly: true }]);
  expect(screen.queryByRole('region', { name: 'New contact' })).toBeNull();
});

test('what the server has against a value goes to its field, the rest stands as lines above', async () => {
  const { user, form, product } = await openContact();
  product.server.on(apiTokenEndpoints.create, () => {
    throw new AppError('request.invalid', {
      issues: [
        { level: 'error', path: ['name'], message: 'Common_Validation_MinLength', values: { minLength: 3 } },
        { level: 'error', path: [], message: 'Common_Validation_Invalid' },
        { level: 'error', path: ['elsewhere'], message: 'The plan is full' },
      ],
    });
  });
  await user.type(form.getByRole('textbox', { name: /Name/ }), 'Ma{Enter}');
  const summary = await form.findByRole('alert');
  await waitFor(() => expect(summary.textContent).toContain('Minimum length is 3 characters'));
  expect(summary.textContent).toContain('The value is not valid\nThe plan is full');
});

test('leaving what was entered is asked about; keeping it stays, discarding goes', async () => {
  const { user, form, router } = await openContact();
  await user.type(form.getByRole('textbox', { name: /Name/ }), 'Mats');
  act(() => void router.navigate({ to: '/event-log' }));
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(router.state.location.pathname).toBe('/tasks');
  expect(form.getByRole('textbox', { name: /Name/ })).toHaveProperty('value', 'Mats');

  act(() => void router.navigate({ to: '/event-log' }));
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/event-log'));
  expect(screen.queryByRole('region', { name: 'New contact' })).toBeNull();
});

test('a form without changes closes with its screen, without a question', async () => {
  const { router } = await openContact();
  await act(() => router.navigate({ to: '/event-log' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'New contact' })).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
});
