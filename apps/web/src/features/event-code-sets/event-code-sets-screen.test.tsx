import { AppError } from '@solvane/contract/errors';
import { type CodeAtLevels, eventCodeSetEndpoints, type UnmappedCode } from '@solvane/contract/event-codes';
import { enterpriseIdSchema, segmentIdSchema, siteIdSchema } from '@solvane/contract/ids';
import { performanceEndpoints } from '@solvane/contract/performance';
import { DEFAULT_CATEGORY_SETS } from '@solvane/energy/events/category-sets';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeProduct, type FakeProduct } from '../../testing/fake-product.ts';
import { installScreen } from '../../testing/fake-screen.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { closeDeleteConfirmation, useDeleteQuestion } from '../../workspace/delete-confirmation.ts';
import { codeDrafts } from './code-items.ts';
import type { CodeSetSearch } from './code-set-search.ts';
import { EventCodeSetsScreen } from './event-code-sets-screen.tsx';

const SET_ID = '0198c0de-0000-4000-8000-000000000001';
const aurora = enterpriseIdSchema.parse('aurora');
const NOTHING = { category: null, eventType: null, priority: null };
const categories = DEFAULT_CATEGORY_SETS.Wind.map(({ name, eventType, rank }) => ({ name, eventType, rank }));
const START_MS = Date.UTC(2025, 5, 3);

const code = (given: Partial<CodeAtLevels>): CodeAtLevels => ({
  code: '301',
  description: 'Gearbox oil temperature high',
  default: { category: 'Turbine fault', eventType: 'Downtime', priority: null },
  enterprise: NOTHING,
  site: NOTHING,
  resolved: { category: 'Turbine fault', eventType: 'Downtime', priority: 115 },
  ...given,
});

const CODES = [code({ enterprise: { ...NOTHING, category: 'Icing stop' } }), code({ code: '302', description: 'Grid voltage low' })];

const set = {
  id: SET_ID,
  enterpriseId: null,
  name: 'Aerostrom',
  manufacturer: 'Aerostrom',
  models: [],
  energyType: 'Wind' as const,
  codeCount: 2,
  updatedAtMs: START_MS,
  can: { edit: false, override: true },
};

const unmapped = (given: Partial<UnmappedCode>): UnmappedCode => ({
  enterpriseId: aurora,
  manufacturer: 'Aerostrom',
  model: 'A90',
  energyType: 'Wind',
  code: '871',
  message: 'Gearbox oil temperature very high',
  count: 1_204,
  firstSeenMs: START_MS,
  lastSeenMs: START_MS + 86_400_000,
  sites: [{ siteId: siteIdSchema.parse('S01'), name: 'Guadal' }],
  deviceCount: 1,
  devices: [{ segmentId: segmentIdSchema.parse('WT1'), name: 'WT-01' }],
  setName: 'Aerostrom',
  suggestion: { code: '301', description: 'Gearbox', manufacturer: 'Aerostrom', category: 'Turbine fault', eventType: 'Downtime' },
  canMap: true,
  ...given,
});

const saved = { changes: [{ siteIds: [siteIdSchema.parse('S01')], startMs: null, endMs: null }], warnings: [] };

function givenProduct(): FakeProduct {
  const product = createFakeProduct();
  const { on } = product.server;
  on(eventCodeSetEndpoints.list, () => ({ items: [set] }));
  on(eventCodeSetEndpoints.get, () => ({
    ...set,
    codes: CODES,
    revision: { id: 'first', changedBy: null, changedAtMs: null },
    setRevision: { id: 'set', changedBy: null, changedAtMs: null },
    categories,
  }));
  on(eventCodeSetEndpoints.unmapped, () => ({
    items: [
      unmapped({}),
      unmapped({ code: '905', message: '', suggestion: null }),
      unmapped({ code: '12', manufacturer: null, canMap: false, suggestion: null }),
    ],
    categories: [{ enterpriseId: aurora, energyType: 'Wind' as const, categories }],
  }));
  on(eventCodeSetEndpoints.impact, () => ({
    events: 1_204,
    deviceCount: 41,
    sinceMs: START_MS,
    types: [{ eventType: 'Downtime' as const, eventsBefore: 1_204, eventsAfter: 0, durationBeforeMs: 36e5, durationAfterMs: 0 }],
    sites: [{ siteId: siteIdSchema.parse('S01'), name: 'Guadal', events: 1_204 }],
    contracts: [
      { id: SET_ID, name: 'O&M' },
      { id: '0198c0de-0000-4000-8000-000000000002', name: 'PPA' },
    ],
    siteCount: 1,
    readSiteCount: 1,
    siteDays: 612,
  }));
  on(eventCodeSetEndpoints.override, () => saved);
  on(eventCodeSetEndpoints.map, ({ body }) => ({ ...saved, mapped: body.items.length }));
  on(performanceEndpoints.progress, () => ({ nowMs: START_MS, items: [] }));
  return product;
}

function Shown({ first }: { first: CodeSetSearch }) {
  const [search, setSearch] = useState(first);
  const question = useDeleteQuestion();
  return (
    <>
      <EventCodeSetsScreen search={search} onSearch={setSearch} />
      {question && (
        <button type="button" onClick={() => void question.run()}>
          Confirm
        </button>
      )}
    </>
  );
}

async function show(product: FakeProduct, first: CodeSetSearch = {}) {
  await renderScreen(<Shown first={first} />, product);
  // The first screen of a file loads what all of them share.
  await screen.findByRole(first.tab === 'unmapped' ? 'grid' : 'table');
  return userEvent.setup();
}

const bodyOf = (product: FakeProduct, endpoint: Parameters<FakeProduct['server']['callsOf']>[0]) =>
  product.server.callsOf(endpoint).at(-1)?.body;

beforeEach(() => installScreen());

afterEach(() => {
  closeDeleteConfirmation();
  cleanup();
  act(codeDrafts.clear);
  vi.unstubAllGlobals();
});

test('an overridden cell shows the default it hides and is reset; what that touches is told before it is saved', async () => {
  const product = givenProduct();
  const user = await show(product, { level: 'enterprise' });
  const row = await screen.findByRole('row', { name: /301/ });
  expect(within(row).getByText('Default: Turbine fault')).toBeTruthy();
  expect(screen.getByText('Overridden 1')).toBeTruthy();
  await user.click(within(row).getByRole('button', { name: 'Reset category of 301' }));
  expect(within(row).queryByText('Default: Turbine fault')).toBeNull();
  expect(await screen.findByText('Affects 1,204 events and 2 contracts since Jun 3, 2025')).toBeTruthy();
  expect(screen.getByText('Saving recalculates 612 days of these sites. A notification shows the progress.')).toBeTruthy();
  expect(screen.getByText('Category changes affect overridden event codes and contracts.')).toBeTruthy();
  expect(product.server.callsOf(eventCodeSetEndpoints.override)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Save 1 change' }));
  await waitFor(() =>
    expect(bodyOf(product, eventCodeSetEndpoints.override)).toEqual({
      setId: SET_ID,
      enterpriseId: 'aurora',
      siteId: null,
      items: [{ code: '301', ...NOTHING }],
      seenRevision: 'first',
    }),
  );
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save 1 change' })).toBeNull());
});

test('a preview of many sites shows how far it is, and is cancelled', async () => {
  const product = givenProduct();
  const step = { deviceCount: 1, sinceMs: START_MS, types: [], sites: [], contracts: [], siteCount: 40, siteDays: 80 };
  const halted = Promise.withResolvers<void>();
  product.server.on(eventCodeSetEndpoints.impact, async ({ body }) => {
    if (body.skipSites === 20) await halted.promise;
    return { ...step, events: 100, readSiteCount: (body.skipSites ?? 0) + 10 };
  });
  const user = await show(product, { level: 'enterprise' });
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Category of 302' }), 'Icing degradation');
  expect(await screen.findByText('20 of 40 sites counted')).toBeTruthy();
  expect(screen.getByText(/^Affects 200 events/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('button', { name: 'Count again' })).toBeTruthy();
  halted.resolve();
  expect(screen.getByText('20 of 40 sites counted')).toBeTruthy();
  expect(product.server.callsOf(eventCodeSetEndpoints.impact)).toHaveLength(3);
});

test('a priority that is no integer is not saved', async () => {
  const user = await show(givenProduct(), { level: 'enterprise' });
  const field = await screen.findByRole('textbox', { name: 'Priority of 302' });
  await user.type(field, '1.5');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByTitle('302: the priority must be an integer from 1 to 9,999')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Save 1 change' }).hasAttribute('disabled')).toBe(true);
  await user.clear(field);
  await user.type(field, '15');
  expect(screen.getByRole('button', { name: 'Save 1 change' }).hasAttribute('disabled')).toBe(false);
});

test('what the server refuses is shown, and no change is lost', async () => {
  const product = givenProduct();
  product.server.on(eventCodeSetEndpoints.override, () => {
    const issue = { level: 'error' as const, path: ['items', 0, 'category'], message: 'EventCategorySet_Problem_NotInSet' };
    throw new AppError('request.invalid', { issues: [{ ...issue, values: { code: '302', category: 'Grid outage' } }] });
  });
  const user = await show(product, { level: 'enterprise' });
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Category of 302' }), 'Grid outage');
  await user.click(screen.getByRole('button', { name: 'Save 1 change' }));
  expect(await screen.findByText(/302: the category Grid outage is not in the active category set/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Save 1 change' })).toBeTruthy();
});

test('what is changed while changes are being saved is kept, to be saved next', async () => {
  const product = givenProduct();
  const answered = Promise.withResolvers<void>();
  product.server.on(eventCodeSetEndpoints.override, async () => {
    await answered.promise;
    return saved;
  });
  const user = await show(product, { level: 'enterprise' });
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Category of 302' }), 'Icing degradation');
  await user.click(screen.getByRole('button', { name: 'Save 1 change' }));
  await waitFor(() => expect(product.server.callsOf(eventCodeSetEndpoints.override)).toHaveLength(1));
  await user.type(screen.getByRole('textbox', { name: 'Priority of 301' }), '7');
  answered.resolve();
  expect(await screen.findByRole('button', { name: 'Save 1 change' })).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'Priority of 301' })).toHaveProperty('value', '7');
});

test('a conflict shows which codes another user changed; own changes go on top of them', async () => {
  const product = givenProduct();
  const theirs = { id: 'second', changedBy: 'Elena Lorca', changedAtMs: START_MS };
  product.server.on(eventCodeSetEndpoints.override, ({ body }) => {
    if (body.seenRevision === 'second') return saved;
    const codes = CODES.map((each) => (each.code === '301' ? { ...each, enterprise: { ...each.enterprise, priority: 7 } } : each));
    product.server.on(eventCodeSetEndpoints.get, () => ({ ...set, codes, revision: theirs, setRevision: theirs, categories }));
    throw new AppError('configuration.changed');
  });
  const user = await show(product, { level: 'enterprise' });
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Category of 302' }), 'Icing degradation');
  await user.click(screen.getByRole('button', { name: 'Save 1 change' }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText('301, Priority')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Load theirs and reapply mine' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Priority of 301' })).toHaveProperty('value', '7'));
  await user.click(screen.getByRole('button', { name: 'Save 1 change' }));
  await waitFor(() =>
    expect(bodyOf(product, eventCodeSetEndpoints.override)).toMatchObject({
      items: [{ code: '302', category: 'Icing degradation' }],
      seenRevision: 'second',
    }),
  );
});

test('at the level of an enterprise, too, a set that another user changed is deleted only after their changes were shown', async () => {
  const product = givenProduct();
  const { on, callsOf } = product.server;
  const own = { ...set, enterpriseId: aurora, can: { edit: true, override: true } };
  const overrides = { id: 'overrides', changedBy: null, changedAtMs: null };
  const before = { ...own, codes: CODES, revision: overrides, setRevision: { ...overrides, id: 'first' }, categories };
  on(eventCodeSetEndpoints.list, () => ({ items: [own] }));
  on(eventCodeSetEndpoints.get, () => before);
  on(eventCodeSetEndpoints.remove, ({ body }) => {
    if (body.seenRevision === 'second') return saved;
    const codes = CODES.map((each) => (each.code === '302' ? { ...each, default: { ...each.default, priority: 7 } } : each));
    const setRevision = { id: 'second', changedBy: 'Elena Lorca', changedAtMs: START_MS };
    on(eventCodeSetEndpoints.get, () => ({ ...before, codes, setRevision }));
    throw new AppError('configuration.changed');
  });
  const user = await show(product, { level: 'enterprise' });
  await user.click(screen.getByRole('button', { name: 'Code set actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete set' }));
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText('302, Priority')).toBeTruthy();
  expect(within(dialog).getByText(/Elena Lorca/)).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Delete anyway' }));
  await waitFor(() =>
    expect(callsOf(eventCodeSetEndpoints.remove).map(({ body }) => body)).toEqual([
      { setId: SET_ID, seenRevision: 'first' },
      { setId: SET_ID, seenRevision: 'second' },
    ]),
  );
});

test('a set for everybody is only looked at; an enterprise says something else on its own level', async () => {
  const user = await show(givenProduct());
  await screen.findByRole('row', { name: /301/ });
  expect(screen.getByText('This set is shared: override it per enterprise or site.')).toBeTruthy();
  expect(screen.queryByRole('combobox', { name: 'Category of 301' })).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'Enterprise' }));
  expect(await screen.findByRole('combobox', { name: 'Category of 301' })).toBeTruthy();
});

test('many unmapped codes are mapped at once, by what similar codes mean and by one category for all', async () => {
  const product = givenProduct();
  const user = await show(product, { tab: 'unmapped' });
  const suggested = await screen.findByRole('row', { name: /871/ });
  expect(within(suggested).getByText('Like 301: Gearbox')).toBeTruthy();
  expect(within(suggested).getByText('1,204')).toBeTruthy();
  expect(screen.getByText('Enter the manufacturer in the metadata of the devices first')).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows' }));
  expect(screen.getByText('2 selected')).toBeTruthy();
  expect(screen.getByText('1 has no category yet')).toBeTruthy();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Category of 905' }), 'Icing degradation');
  await user.click(screen.getByRole('button', { name: 'Map 2 codes' }));
  await waitFor(() =>
    expect(bodyOf(product, eventCodeSetEndpoints.map)).toMatchObject({
      items: [
        { code: '871', category: 'Turbine fault', eventType: 'Downtime', manufacturer: 'Aerostrom', energyType: 'Wind' },
        { code: '905', category: 'Icing degradation', eventType: 'Degraded', description: '' },
      ],
    }),
  );
});
