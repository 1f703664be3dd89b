import { enterpriseIdSchema, segmentIdSchema, signalIdSchema } from '@solvane/contract/ids';
import { type SavedView, studioViewEndpoints } from '@solvane/contract/saved-views';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFakeProduct, type FakeProduct } from '../../../testing/fake-product.ts';
import { installScreen } from '../../../testing/fake-screen.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { clearDevices, deviceSelection, replaceDevices } from '../../../workspace/device-selection.ts';
import { clearSignals, replaceSignals, signalSelection } from '../../../workspace/signal-selection.ts';
import { ViewList } from './view-list.tsx';

const SITE = {
  siteSegmentId: segmentIdSchema.parse('S01'),
  enterpriseId: enterpriseIdSchema.parse('aurora'),
  contractorEnterpriseIds: [],
};

const VIEW_ID = '0198c0de-0000-4000-8000-000000000001';

function givenView(content: Record<string, unknown>, given: Partial<SavedView> = {}): SavedView {
  return {
    viewId: VIEW_ID,
    name: 'Power curves',
    isMine: true,
    owner: 'Maria',
    sharedWith: null,
    isDefault: false,
    revision: 3,
    updatedAtMs: 1,
    content,
    ...given,
  };
}

/** Stores what is saved, as the server does. */
function givenProduct(): FakeProduct {
  const product = createFakeProduct();
  let items: SavedView[] = [];
  product.server.on(studioViewEndpoints.list, () => ({ items }));
  product.server.on(studioViewEndpoints.save, ({ body }) => {
    items = [givenView(body.content, { name: body.name })];
    return { items };
  });
  return product;
}

beforeEach(installScreen);

afterEach(() => {
  cleanup();
  clearDevices();
  clearSignals();
});

test('what is on screen is saved as a view, and opening it brings devices and signals back', async () => {
  const user = userEvent.setup();
  const product = givenProduct();
  replaceDevices({ [segmentIdSchema.parse('S01-INV1')]: SITE });
  replaceSignals([signalIdSchema.parse('ActivePower||Raw')]);
  await renderScreen(<ViewList search={{ resolution: 'hour' }} />, product);
  await user.click(await screen.findByRole('button', { name: 'Save as a new view…' }));
  await user.type(await screen.findByRole('textbox', { name: /Name/ }), 'Power curves');
  await user.click(screen.getByRole('button', { name: 'Save view' }));
  const open = await screen.findByRole('button', { name: 'Power curves' });
  expect(product.server.callsOf(studioViewEndpoints.save)[0]?.body).toMatchObject({
    name: 'Power curves',
    sharedWith: null,
    content: { version: 1, search: { resolution: 'hour' }, screen: { signals: ['ActivePower||Raw'] } },
  });
  clearDevices();
  clearSignals();
  await user.click(open);
  await waitFor(() => expect(signalSelection.get().signalIds).toEqual(['ActivePower||Raw']));
  expect(Object.keys(deviceSelection.get().segments)).toEqual(['S01-INV1']);
});

test('a view that was changed is saved with the revision that the user saw', async () => {
  const user = userEvent.setup();
  const product = givenProduct();
  const screenOf = {
    routeParams: {},
    segments: { 'S01-INV1': SITE },
    enterpriseIds: [],
    signals: ['ActivePower||Raw'],
    isDevicePanelOpen: true,
    isSignalPanelOpen: true,
    isSidePanelOpen: true,
    detailsPanel: null,
    startTime: 'today',
    endTime: null,
  };
  product.server.on(studioViewEndpoints.list, () => ({ items: [givenView({ version: 1, search: {}, screen: screenOf })] }));
  await renderScreen(<ViewList search={{ saved: VIEW_ID, resolution: 'day' }} />, product);
  await user.click(await screen.findByRole('button', { name: 'Save changes of this view' }));
  await waitFor(() =>
    expect(product.server.callsOf(studioViewEndpoints.save)[0]?.body).toMatchObject({ viewId: VIEW_ID, seenRevision: 3 }),
  );
});
