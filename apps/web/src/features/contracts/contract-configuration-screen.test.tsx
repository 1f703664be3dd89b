import { type ContractMonthDetails, contractResultEndpoints } from '@solvane/contract/contract-results';
import { type ContractDetails, type ContractTerms, contractEndpoints } from '@solvane/contract/contracts';
import type { BodyOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import { eventCategorySetEndpoints } from '@solvane/contract/event-codes';
import { siteIdSchema } from '@solvane/contract/ids';
import { performanceEndpoints } from '@solvane/contract/performance';
import { STANDARD_VIEWS, standardSheet } from '@solvane/energy/availability/availability-sheets';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ENTERPRISES, SITES } from '../../testing/fake-fleet.ts';
import { createFakeProduct, type FakeProduct } from '../../testing/fake-product.ts';
import { installScreen } from '../../testing/fake-screen.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ContractConfigurationScreen } from './contract-configuration-screen.tsx';
import { contractDrafts, itemsOfDetails, toContent } from './contract-draft.ts';
import type { ContractSearch } from './contract-search.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const [site] = SITES;
const siteId = siteIdSchema.parse(site?.id);

const terms: ContractTerms = {
  views: STANDARD_VIEWS.flatMap((name) =>
    (['time', 'production'] as const).map((basis) => {
      const sheet = (isSolar: boolean) => standardSheet({ view: name, basis, isSolar });
      return { name, basis, label: null, sheets: { PV: sheet(true), Wind: sheet(false), BESS: sheet(false) } };
    }),
  ),
  primaryProductionView: 'Technical',
  expectedMethods: { PV: ['pvwatts'], Wind: [], BESS: [] },
  overdesign: 'usual',
  excludesEstimated: false,
  degradedFactor: null,
  guarantees: [{ view: 'Technical', basis: 'time', percent: 97, steps: [{ fromPercent: 0, bonusPerPoint: 100, penaltyPerPoint: 1_800 }] }],
  excludedPeriods: [{ startMs: 0, endMs: 86_400_000, reason: 'Grid works' }],
};

function contract(change: Partial<ContractDetails> = {}): ContractDetails {
  return {
    ...{ id: ID, enterpriseId: ENTERPRISES[0]?.id as never, name: 'Lammer service', description: 'Full service', energyType: 'PV' },
    ...{ validFrom: '2024-01-01', validTo: null, lossCategorySetId: null, state: 'active', can: { edit: true, lock: true } },
    ...{ sites: [{ siteId, siteName: 'Alma' }], revision: { id: 'first', changedBy: 'Maria', changedAtMs: 0 } },
    ...{ updatedBy: 'Maria', updatedAtMs: 0, terms, earlierTerms: [] },
    ...change,
  };
}

const MONTH = '2026-05';
const guarantee = {
  ...{ view: 'Technical' as const, basis: 'time' as const, guaranteedPercent: 97, percent: 96.75, points: -0.25, amount: -450 },
  ...{ pointsAfterLock: null, amountAfterLock: null, settledAmount: 0, carriedAmount: 0 },
};
const view = { view: 'Technical' as const, basis: 'time' as const, percent: 96.75, reason: null, available: 9_675, unavailable: 325 };
const event = {
  ...{ segmentId: 'wt3' as never, deviceName: 'WT-3', eventId: null, code: 'E1', category: 'Pitch system', eventType: 'Downtime' as const },
  ...{ timeCategory: 'FO' as const, startMs: 0, endMs: 36_000_000, devices: 1, ratedHoursKwh: 200, lostKwh: 150, points: -2 },
};

function details(change: Partial<ContractMonthDetails> = {}): ContractMonthDetails {
  return {
    ...{ contractConfigurationId: ID, contractName: 'Lammer service', siteId, siteName: 'Alma', currency: 'GBP', month: MONTH },
    ...{ days: 31, missingDays: 0, isOver: true, computedMs: 0, views: [view], guarantees: [guarantee], lock: null },
    ...{
      view: 'Technical',
      basis: 'time',
      zone: 'UTC',
      daysWithoutEvents: 0,
      afterLock: [],
      settlements: [],
      unlocks: [],
      openMonths: [],
      canLock: true,
    },
    steps: [
      { category: 'FO', points: -2, amount: 200, events: 1 },
      { category: 'PCA', points: -1.25, amount: 125, events: 0 },
    ],
    categories: [{ category: 'SM', ratedHours: 120, lost: 0, isExcluded: true }],
    events: [event],
    ...change,
  };
}

function givenProduct(
  stored: { current: ContractDetails } = { current: contract() },
  month: ContractMonthDetails = details(),
): FakeProduct {
  const product = createFakeProduct();
  const { on } = product.server;
  on(contractEndpoints.get, () => stored.current);
  on(contractEndpoints.save, () => ({ id: ID, changes: [], warnings: [] }));
  on(eventCategorySetEndpoints.list, () => ({ items: [] }));
  on(contractResultEndpoints.months, () => ({ items: [month] }));
  on(contractResultEndpoints.month, () => month);
  on(contractResultEndpoints.lock, () => ({ lockedBy: 'Maria', lockedAtMs: 0 }));
  on(contractResultEndpoints.unlock, () => ({ unlockedBy: 'Maria', unlockedAtMs: 0 }));
  on(contractResultEndpoints.settle, () => ({ amount: 900 }));
  on(performanceEndpoints.progress, () => ({ nowMs: 0, items: [] }));
  return product;
}

function Shown() {
  const [search, setSearch] = useState<ContractSearch>({});
  return <ContractConfigurationScreen contractConfigurationId={ID} search={search} onSearch={setSearch} />;
}

async function show(product: FakeProduct) {
  await renderScreen(<Shown />, product);
  await screen.findByRole('table', { name: 'Availability matrix' });
  return userEvent.setup();
}

const cell = (category: string, of: string, value: string) =>
  screen.getByRole('button', { name: `${category} in ${of}, time-based: ${value}` });

beforeEach(() => installScreen());

afterEach(() => {
  contractDrafts.clear();
  cleanup();
  vi.unstubAllGlobals();
});

test('what a draft is made of is saved as it was, whatever the contract says', () => {
  const { enterpriseId: _, energyType: __, sites, ...rest } = contract();
  const saved = toContent(itemsOfDetails(contract()));
  const { name, description, validFrom, validTo, lossCategorySetId } = rest;
  expect(saved).toEqual({
    name,
    description,
    validFrom,
    validTo,
    lossCategorySetId,
    siteIds: sites.map((each) => each.siteId),
    terms,
    earlierTerms: [],
  });
});

test('cells are set by letters and shares by digits, columns are copied, and only changes are saved', async () => {
  const product = givenProduct();
  const user = await show(product);
  cell('Scheduled maintenance', 'Technical', 'Excluded').focus();
  await user.keyboard('u');
  expect(cell('Scheduled maintenance', 'Technical', 'Unavailable')).toBeTruthy();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(cell('Planned corrective action', 'Technical', 'Unavailable'));
  await user.keyboard('50{Enter}');
  expect(cell('Planned corrective action', 'Technical', 'Partial 50%')).toBeTruthy();
  await user.keyboard('{Control>}z{/Control}');
  expect(cell('Planned corrective action', 'Technical', 'Unavailable')).toBeTruthy();
  expect(screen.getByText('1 cell differs from the standard sheets')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  await waitFor(() => expect(product.server.callsOf(contractEndpoints.save)).toHaveLength(1));
  const body = product.server.callsOf(contractEndpoints.save)[0]?.body as BodyOf<typeof contractEndpoints.save> | undefined;
  expect(body).toMatchObject({ id: ID, seenRevision: 'first', siteIds: [siteId] });
  const technical = body?.terms.views.find(({ name, basis }) => name === 'Technical' && basis === 'time');
  expect([technical?.sheets.PV.SM, technical?.sheets.PV.PCA]).toEqual(['U', 'U']);
  expect(body?.terms.guarantees).toEqual(terms.guarantees);
});

test('a step of a guarantee that is no farther than the one before is an error at its row', async () => {
  const user = await show(givenProduct());
  const table = screen.getByRole('region', { name: 'Guarantee, Technical, time-based' });
  await user.click(within(table).getByRole('button', { name: 'Add step' }));
  expect(within(table).getByText('1.00 pp')).toBeTruthy();
  const second = within(table).getByRole('textbox', { name: 'Step 2: from distance' });
  await user.clear(second);
  await user.type(second, '0');
  expect(within(table).getByText('Must start farther away than the step before')).toBeTruthy();
});

test('a month leads from 100 % to its result; a step opens its events; the month is locked', async () => {
  const product = givenProduct();
  const user = await show(product);
  expect(await screen.findByText('Penalty £450: 0.25 pp below 97.00 % guaranteed.')).toBeTruthy();
  const steps = within(screen.getByRole('list', { name: 'Steps from 100 %' })).getAllByRole('button');
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Forced outage\u22122.00'),
    expect.stringContaining('Planned corrective action\u22121.25'),
  ]);
  await user.click(steps[0] as HTMLElement);
  expect(within(screen.getByRole('table', { name: 'Events: Forced outage' })).getByText('WT-3')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Lock May 2026' }));
  await waitFor(() =>
    expect(product.server.callsOf(contractResultEndpoints.lock)[0]?.body).toEqual({ contractConfigurationId: ID, siteId, month: MONTH }),
  );
});

test('a locked month is unlocked with a reason, and earlier unlocks are listed', async () => {
  const unlocks = [{ lockedBy: 'E. Lorca', lockedAtMs: 0, by: 'M. Kron', atMs: 86_400_000, reason: 'Wrong meter' }];
  const product = givenProduct(undefined, details({ lock: { by: 'E. Lorca', atMs: 0 }, unlocks }));
  const user = await show(product);
  expect(await screen.findByText(/by M\. Kron: Wrong meter\./)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Unlock' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Unlock' }));
  expect(product.server.callsOf(contractResultEndpoints.unlock)).toHaveLength(0);
  await user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'Late data');
  await user.click(within(dialog).getByRole('button', { name: 'Unlock' }));
  await waitFor(() =>
    expect(product.server.callsOf(contractResultEndpoints.unlock)[0]?.body).toEqual({
      ...{ contractConfigurationId: ID, siteId, month: MONTH },
      reason: 'Late data',
    }),
  );
});

test('changed terms begin in a month, are compared with those before, and both are saved', async () => {
  const product = givenProduct();
  const user = await show(product);
  await user.click(screen.getByRole('button', { name: 'Change terms from a month' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Begin new terms' }));
  cell('Scheduled maintenance', 'Technical', 'Excluded').focus();
  await user.keyboard('u');
  const periods = screen.getByRole('list', { name: 'Terms over time' });
  expect(within(periods).getAllByRole('listitem')).toHaveLength(2);
  await user.click(within(periods).getByRole('button', { name: /^Compare the terms/ }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/Scheduled maintenance/)).toBeTruthy();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  await waitFor(() => expect(product.server.callsOf(contractEndpoints.save)).toHaveLength(1));
  const body = product.server.callsOf(contractEndpoints.save)[0]?.body as BodyOf<typeof contractEndpoints.save> | undefined;
  const technicalOf = (of: ContractTerms | undefined) => of?.views.find(({ name, basis }) => name === 'Technical' && basis === 'time');
  expect(technicalOf(body?.terms)?.sheets.PV.SM).toBe('U');
  expect(technicalOf(body?.earlierTerms?.[0]?.terms)?.sheets.PV.SM).toBe('X');
  expect(body?.earlierTerms?.[0]?.validTo).toMatch(/^\d{4}-\d{2}-01$/);
});

test('changes after the lock are listed and settled in an open month', async () => {
  const after = { event: { ...event, timeCategory: 'GE' as const, points: 0 }, kind: 'changed' as const, before: 'FO' as const, points: 2 };
  const locked = details({
    lock: { by: 'E. Lorca', atMs: 0 },
    guarantees: [{ ...guarantee, pointsAfterLock: 2, amountAfterLock: 625 }],
    afterLock: [{ ...after, by: 'M. Kron', atMs: 86_400_000 }],
    openMonths: ['2026-06'],
  });
  const product = givenProduct(undefined, locked);
  const user = await show(product);
  const changes = await screen.findByRole('region', { name: 'Changes after lock' });
  expect(within(changes).getByText('The month stays 96.75 %; calculated again it is 98.75 %')).toBeTruthy();
  expect(within(changes).getByText('Forced outage to Out of electrical specification')).toBeTruthy();
  expect(within(changes).getByText('not settled: £625')).toBeTruthy();
  await user.click(within(changes).getByRole('button', { name: 'Settle in June 2026' }));
  await waitFor(() =>
    expect(product.server.callsOf(contractResultEndpoints.settle)[0]?.body).toMatchObject({ month: MONTH, intoMonth: '2026-06' }),
  );
});

test('a contract that does not exist, or may not be seen, is not found', async () => {
  const product = givenProduct();
  product.server.on(contractEndpoints.get, () => {
    throw new AppError('resource.notFound');
  });
  await renderScreen(<Shown />, product);
  expect(await screen.findByText('Contract configuration not found')).toBeTruthy();
});

test('an expired contract is read only', async () => {
  await renderScreen(<Shown />, givenProduct({ current: contract({ state: 'expired' }) }));
  expect(await screen.findByText(/has expired and cannot be changed/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Scheduled maintenance in/ })).toBeNull();
});

test('another user’s changes are shown before they are overwritten', async () => {
  const stored = { current: contract() };
  const product = givenProduct(stored);
  product.server.on(contractEndpoints.save, ({ body }) => {
    if (body.seenRevision === 'second') return { id: ID, changes: [], warnings: [] };
    stored.current = contract({ description: 'Half service', revision: { id: 'second', changedBy: 'Elena Lorca', changedAtMs: 0 } });
    throw new AppError('configuration.changed');
  });
  const user = await show(product);
  cell('Scheduled maintenance', 'Technical', 'Excluded').focus();
  await user.keyboard('a');
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText('Half service')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Load theirs and reapply mine' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  await waitFor(() =>
    expect(product.server.callsOf(contractEndpoints.save)[1]?.body).toMatchObject({ description: 'Half service', seenRevision: 'second' }),
  );
});
