import { AppError } from '@solvane/contract/errors';
import { type CategorySet, eventCategorySetEndpoints } from '@solvane/contract/event-codes';
import { enterpriseIdSchema } from '@solvane/contract/ids';
import { performanceEndpoints } from '@solvane/contract/performance';
import { DEFAULT_CATEGORY_SETS } from '@solvane/energy/events/category-sets';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { moveItem } from '../../shared/configuration/move-item.ts';
import { createFakeProduct, type FakeProduct } from '../../testing/fake-product.ts';
import { installScreen } from '../../testing/fake-screen.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { closeDeleteConfirmation, useDeleteQuestion } from '../../workspace/delete-confirmation.ts';
import { categoryDrafts, toDraft } from './category-draft.ts';
import type { CategorySetSearch } from './category-set-search.ts';
import { EventCategoriesScreen } from './event-categories-screen.tsx';

const SET_ID = '0198c0de-0000-4000-8000-000000000001';

const ours = (given: Partial<CategorySet> = {}): CategorySet => ({
  id: SET_ID,
  enterpriseId: enterpriseIdSchema.parse('aurora'),
  name: 'Ours',
  energyType: 'Wind',
  isInUse: true,
  categories: DEFAULT_CATEGORY_SETS.Wind.slice(0, 4),
  revision: { id: 'first', changedBy: null, changedAtMs: null },
  uses: { contracts: ['O&M'], codes: [{ category: 'Grid outage', codeCount: 12 }], overriddenCodes: 3 },
  can: { edit: true, prioritize: true },
  ...given,
});

const saved = { changes: [], warnings: [] };

function givenProduct(items: CategorySet[] = [ours()]): FakeProduct {
  const product = createFakeProduct();
  const { on } = product.server;
  on(eventCategorySetEndpoints.list, () => ({ items }));
  on(eventCategorySetEndpoints.reorder, () => saved);
  on(eventCategorySetEndpoints.save, () => ({ ...saved, id: SET_ID }));
  on(performanceEndpoints.progress, () => ({ nowMs: 0, items: [] }));
  return product;
}

function Shown() {
  const [search, setSearch] = useState<CategorySetSearch>({});
  const question = useDeleteQuestion();
  return (
    <>
      <EventCategoriesScreen search={search} onSearch={setSearch} />
      {question && (
        <button type="button" onClick={() => void question.run()}>
          Confirm
        </button>
      )}
    </>
  );
}

async function show(product: FakeProduct) {
  await renderScreen(<Shown />, product);
  // The first screen of a file loads what all of them share.
  await screen.findByRole('list', { name: 'Categories by priority' });
  return userEvent.setup();
}

const order = () =>
  within(screen.getByRole('list', { name: 'Categories by priority' }))
    .getAllByRole('button', { name: /^Move / })
    .map((grip) => grip.getAttribute('aria-label')?.slice('Move '.length));

beforeEach(() => installScreen());

afterEach(() => {
  closeDeleteConfirmation();
  categoryDrafts.clear();
  cleanup();
  vi.unstubAllGlobals();
});

test('a category is given another priority with the arrow keys, after a warning that says what depends on it', async () => {
  const product = givenProduct();
  const user = await show(product);
  expect(order()).toEqual(['Force majeure', 'Grid outage', 'Health and safety stop', 'Forced outage']);
  expect(screen.queryByRole('alert')).toBeNull();
  screen.getByRole('button', { name: 'Move Grid outage' }).focus();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(order()).toEqual(['Force majeure', 'Health and safety stop', 'Forced outage', 'Grid outage']);
  expect(screen.getByText('Grid outage is now at 4 of 4')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Grid outage' }));
  expect(screen.getByRole('alert').textContent).toBe(
    'Category changes affect overridden event codes and contracts. 12 event codes of these devices, 3 with an overridden category. Contract that uses it: O&M.',
  );
  await user.click(screen.getByRole('button', { name: 'Save priorities' }));
  await waitFor(() =>
    expect(product.server.callsOf(eventCategorySetEndpoints.reorder)[0]?.body).toEqual({
      setId: SET_ID,
      categories: ['Force majeure', 'Health and safety stop', 'Forced outage', 'Grid outage'],
      seenRevision: 'first',
    }),
  );
});

test('what is moved while the order is being saved is kept, to be saved next', async () => {
  const items = [ours()];
  const product = givenProduct(items);
  const answered = Promise.withResolvers<void>();
  product.server.on(eventCategorySetEndpoints.reorder, async ({ body }) => {
    await answered.promise;
    const categories = ours().categories.map((category) => ({ ...category, rank: body.categories.indexOf(category.name) + 1 }));
    items[0] = ours({ categories, revision: { id: 'second', changedBy: null, changedAtMs: null } });
    return saved;
  });
  const user = await show(product);
  screen.getByRole('button', { name: 'Move Grid outage' }).focus();
  await user.keyboard('{ArrowDown}');
  await user.click(screen.getByRole('button', { name: 'Save priorities' }));
  await waitFor(() => expect(product.server.callsOf(eventCategorySetEndpoints.reorder)).toHaveLength(1));
  screen.getByRole('button', { name: 'Move Forced outage' }).focus();
  await user.keyboard('{Home}');
  const save = () => screen.getByRole('button', { name: 'Save priorities' });
  await waitFor(() => expect(save().hasAttribute('data-loading')).toBe(true));
  answered.resolve();
  await waitFor(() => expect(save().hasAttribute('data-loading')).toBe(false));
  expect(order()).toEqual(['Forced outage', 'Force majeure', 'Health and safety stop', 'Grid outage']);
});

test('what another user saved meanwhile is shown; own changes go on top of it, or replace it', async () => {
  const items = [ours()];
  const product = givenProduct(items);
  const [first, second, third, fourth] = DEFAULT_CATEGORY_SETS.Wind;
  product.server.on(eventCategorySetEndpoints.reorder, ({ body }) => {
    if (body.seenRevision === 'second') return saved;
    const categories = [first, { ...second, timeCategory: 'SM' as const }, third, fourth];
    const revision = { id: 'second', changedBy: 'Elena Lorca', changedAtMs: Date.UTC(2026, 0, 15, 12) };
    items[0] = ours({ revision, categories: categories as CategorySet['categories'] });
    throw new AppError('configuration.changed');
  });
  const user = await show(product);
  screen.getByRole('button', { name: 'Move Grid outage' }).focus();
  await user.keyboard('{Home}');
  await user.click(screen.getByRole('button', { name: 'Save priorities' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/^Elena Lorca saved this configuration on/)).toBeTruthy();
  expect(within(dialog).getByText('Grid outage, Counts as (IEC 61400-26-1)')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Load theirs and reapply mine' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(order()).toEqual(['Grid outage', 'Force majeure', 'Health and safety stop', 'Forced outage']);
  expect(screen.getByRole('combobox', { name: 'Grid outage counts as' })).toHaveProperty('value', 'SM');
  await user.click(screen.getByRole('button', { name: 'Save priorities' }));
  await waitFor(() =>
    expect(product.server.callsOf(eventCategorySetEndpoints.reorder)[1]?.body).toMatchObject({
      categories: ['Grid outage', 'Force majeure', 'Health and safety stop', 'Forced outage'],
      seenRevision: 'second',
    }),
  );
});

test('theirs is overwritten only by the state that the dialog showed', async () => {
  const items = [ours()];
  const product = givenProduct(items);
  product.server.on(eventCategorySetEndpoints.reorder, ({ body }) => {
    if (body.seenRevision === 'second') return saved;
    items[0] = ours({
      revision: { id: 'second', changedBy: 'Elena Lorca', changedAtMs: 0 },
      categories: ours().categories.slice(0, 4).reverse(),
    });
    throw new AppError('configuration.changed');
  });
  const user = await show(product);
  screen.getByRole('button', { name: 'Move Grid outage' }).focus();
  await user.keyboard('{Home}');
  await user.click(screen.getByRole('button', { name: 'Save priorities' }));
  const overwrite = within(await screen.findByRole('dialog')).getByRole('button', { name: 'Overwrite their changes' });
  // The theme draws no outline variant.
  expect(overwrite.dataset.variant).toBe('default');
  await user.click(overwrite);
  await waitFor(() =>
    expect(product.server.callsOf(eventCategorySetEndpoints.reorder)[1]?.body).toMatchObject({
      categories: ['Grid outage', 'Force majeure', 'Health and safety stop', 'Forced outage'],
      seenRevision: 'second',
    }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a set that another user changed is deleted only after their changes were shown', async () => {
  const items = [ours({ uses: { contracts: [], codes: [], overriddenCodes: 0 } })];
  const product = givenProduct(items);
  product.server.on(eventCategorySetEndpoints.remove, ({ body }) => {
    if (body.seenRevision === 'second') return saved;
    const categories = ours().categories.map((each) => (each.name === 'Grid outage' ? { ...each, timeCategory: 'SM' as const } : each));
    items[0] = ours({ categories, revision: { id: 'second', changedBy: 'Elena Lorca', changedAtMs: 0 } });
    throw new AppError('configuration.changed');
  });
  const user = await show(product);
  await user.click(screen.getByRole('button', { name: 'Delete set' }));
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText('Grid outage, Counts as (IEC 61400-26-1)')).toBeTruthy();
  expect(within(dialog).getByText(/It is not deleted yet/)).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Delete anyway' }));
  await waitFor(() =>
    expect(product.server.callsOf(eventCategorySetEndpoints.remove).map(({ body }) => body)).toEqual([
      { setId: SET_ID, seenRevision: 'first' },
      { setId: SET_ID, seenRevision: 'second' },
    ]),
  );
});

test('versions are compared, and an earlier one becomes a draft that is saved with a reason', async () => {
  const product = givenProduct();
  const version = (number: number) => ({ version: number, note: number === 2 ? 'Grid first' : '', savedBy: 'Elena Lorca', savedAtMs: 0 });
  product.server.on(eventCategorySetEndpoints.versions, () => ({ items: [version(2), version(1)] }));
  product.server.on(eventCategorySetEndpoints.version, ({ body }) => {
    const { name, isInUse, categories } = ours();
    const [first, ...others] = categories;
    const moved = first ? [...others.map((each) => ({ ...each, rank: each.rank - 1 })), { ...first, rank: 98 }] : [];
    return { name, isInUse, categories: body.version === 2 ? categories : moved };
  });
  const user = await show(product);
  await user.click(screen.getByRole('button', { name: 'Versions' }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText('Grid first')).toBeTruthy();
  const comparison = await within(dialog).findByRole('region', { name: 'Compare' });
  expect((await within(comparison).findByText(/^Order/)).tagName).toBe('DT');
  await user.click(within(dialog).getByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(order()?.at(-1)).toBe('Force majeure'));
  await user.type(screen.getByRole('textbox', { name: 'Reason (optional)' }), 'Back to spring');
  await user.click(screen.getByRole('button', { name: 'Save priorities' }));
  await waitFor(() => expect(product.server.callsOf(eventCategorySetEndpoints.reorder)[0]?.body).toMatchObject({ note: 'Back to spring' }));
});

test('a set in use is not deleted; a refusal to re-prioritise says why', async () => {
  const product = givenProduct();
  product.server.on(eventCategorySetEndpoints.reorder, () => {
    throw new AppError('request.invalid', {
      issues: [
        {
          level: 'error',
          path: ['categories', 0],
          message: 'EventCategorySet_Problem_categoryNotInSet',
          values: { category: 'Snow', set: 'Ours' },
        },
        {
          level: 'error',
          path: ['categories', 1],
          message: 'EventCategorySet_Problem_priorityExists',
          values: { other: 'Grid outage', rank: 2 },
        },
      ],
    });
  });
  const user = await show(product);
  expect(screen.getByRole('button', { name: 'Delete set' }).hasAttribute('disabled')).toBe(true);
  screen.getByRole('button', { name: 'Move Grid outage' }).focus();
  await user.keyboard('{Home}');
  await user.click(screen.getByRole('button', { name: 'Save priorities' }));
  expect(await screen.findByText('The category Snow is not in Ours')).toBeTruthy();
  expect(screen.getByText('Grid outage already has the priority 2')).toBeTruthy();
});

test('a set that was deleted says so', async () => {
  const product = givenProduct();
  product.server.on(eventCategorySetEndpoints.reorder, () => {
    throw new AppError('eventCategorySets.notFound');
  });
  const user = await show(product);
  screen.getByRole('button', { name: 'Move Grid outage' }).focus();
  await user.keyboard('{ArrowUp}');
  await user.click(screen.getByRole('button', { name: 'Save priorities' }));
  expect(await screen.findByText('Category set not found')).toBeTruthy();
});

test('the set everybody begins with becomes one’s own under a name', async () => {
  const product = givenProduct([ours({ id: null, name: 'Wind', uses: { contracts: [], codes: [], overriddenCodes: 0 } })]);
  await renderScreen(<Shown />, product);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Create your own set' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Create set' }));
  expect(within(dialog).getByText('This field is required')).toBeTruthy();
  await user.type(within(dialog).getByRole('textbox', { name: /Name/ }), 'Ours');
  await user.click(within(dialog).getByRole('button', { name: 'Create set' }));
  await waitFor(() =>
    expect(product.server.callsOf(eventCategorySetEndpoints.save)[0]?.body).toMatchObject({
      id: null,
      name: 'Ours',
      isInUse: true,
      energyType: 'Wind',
    }),
  );
});

test('who may do nothing about a set reads that editing a category is not allowed', async () => {
  await show(givenProduct([ours({ can: { edit: false, prioritize: false } })]));
  expect(screen.getByText('Not allowed to edit category')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Move / })).toBeNull();
});

test('a category is moved before or behind another, never out of the list', () => {
  const categories = toDraft(ours().categories);
  const names = (to: number) => moveItem(categories, 'Grid outage', to).map(({ name }) => name);
  expect(names(0)[0]).toBe('Grid outage');
  expect(names(99).at(-1)).toBe('Grid outage');
  expect(names(1)).toEqual(categories.map(({ name }) => name));
});
