import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeProduct } from '../../testing/fake-product.ts';
import { installScreen } from '../../testing/fake-screen.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { FieldsDialog } from './fields-dialog.tsx';

beforeEach(() => installScreen());

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('what loads after the dialog opened fills the fields that nothing was entered in', async () => {
  const onSubmit = vi.fn();
  let load: (initial: { name: string; enterprise: string }) => void = () => undefined;
  function Dialog() {
    const [initial, setInitial] = useState({ name: '', enterprise: '' });
    load = setInitial;
    return (
      <FieldsDialog
        title="New contract"
        submitLabel="Create contract"
        fields={[
          { name: 'name', label: 'Name', isRequired: true },
          { name: 'enterprise', label: 'Enterprise', isRequired: true },
        ]}
        initial={initial}
        onSubmit={onSubmit}
        onClose={() => undefined}
      />
    );
  }
  await renderScreen(<Dialog />, createFakeProduct());
  const user = userEvent.setup();
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Renewed');
  load({ name: 'Contract', enterprise: 'aurora' });
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Enterprise' })).toHaveProperty('value', 'aurora'));
  await user.click(screen.getByRole('button', { name: 'Create contract' }));
  expect(onSubmit).toHaveBeenCalledWith({ name: 'Renewed', enterprise: 'aurora' });
});
