import type { BodyOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import { enterpriseIdSchema } from '@solvane/contract/ids';
import { performanceEndpoints } from '@solvane/contract/performance';
import { type QualityContent, type QualityDetails, qualityEndpoints } from '@solvane/contract/quality';
import { defaultQualityConfiguration } from '@solvane/energy/quality/default-configuration';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createFakeProduct, type FakeProduct } from '../../testing/fake-product.ts';
import { renderApp, resetApp } from '../../testing/render-app.tsx';
import { qualityDrafts } from './quality-draft.ts';

const ID = '0198c0de-0000-4000-8000-000000000031';
const CONTENT: QualityContent = JSON.parse(JSON.stringify(defaultQualityConfiguration()));
const saved = { changes: [], warnings: [] };

const details = (given: Partial<QualityDetails> = {}): QualityDetails => ({
  ...{ id: ID, enterpriseId: enterpriseIdSchema.parse('aurora'), name: 'PV standard', description: 'All PV sites', sites: [] },
  ...{ signalCount: 2, apCodes: ['IrradiancePOA', 'ActivePower'], touchedShare: 0.045, updatedBy: 'Elena Lorca', updatedAtMs: 0 },
  revision: { id: 'first', changedBy: null, changedAtMs: null },
  can: { edit: true },
  version: 7,
  content: CONTENT,
  versions: [{ version: 7, effectiveFrom: null, note: '', savedBy: 'Elena Lorca', savedAtMs: 0 }],
  ...given,
});

function givenProduct(configuration: QualityDetails = details()): FakeProduct {
  const product = createFakeProduct();
  const { on } = product.server;
  const { content: _content, version: _version, versions: _versions, ...summary } = configuration;
  on(qualityEndpoints.list, () => ({ items: [summary] }));
  on(qualityEndpoints.get, ({ body }) => {
    if (body.configurationId !== ID) throw new AppError('resource.notFound');
    return configuration;
  });
  on(qualityEndpoints.usage, () => ({
    items: [{ apCode: 'IrradiancePOA', segmentType: 'WeatherStation', expected: 1000, touched: 45, byBit: { 2: 29, 16: 45 } }],
  }));
  on(qualityEndpoints.save, () => saved);
  on(qualityEndpoints.defaults, () => CONTENT);
  on(performanceEndpoints.progress, () => ({ nowMs: 0, items: [] }));
  return product;
}

afterEach(async () => {
  qualityDrafts.clear();
  await resetApp();
});

test('the list says what touched the data, and a configuration in use is refused with where it is used', async () => {
  const product = givenProduct();
  product.server.on(qualityEndpoints.remove, () => {
    throw new AppError('request.invalid', {
      issues: [
        {
          level: 'error',
          path: ['configurationId'],
          message: 'Configuration_Problem_InUse',
          values: { name: 'PV standard', where: 'Alma' },
        },
      ],
    });
  });
  const { user } = await renderApp(product, { address: '/configure/data-quality' });
  const row = await screen.findByRole('row', { name: /PV standard/ });
  expect(within(row).getByText('4.5%')).toBeTruthy();
  await user.click(within(row).getByRole('button', { name: 'Actions for PV standard' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('PV standard is in use: Alma')).toBeTruthy();
});

test('a setting without a value is named where the draft is saved, and leads to its signal', async () => {
  const product = givenProduct();
  const { user } = await renderApp(product, { address: `/configure/vee-configuration/${ID}` });
  const tests = await screen.findByRole('region', { name: 'Internal methods' });
  await user.click(within(tests).getByRole('button', { name: /^Out of range, maximum/ }));
  await user.clear(within(tests).getByLabelText('Maximum'));
  expect(await screen.findByText('1 field needs a change before this can be saved.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Save version 8' })).toHaveProperty('disabled', true);
  await user.click(within(screen.getByRole('navigation', { name: 'Signals' })).getByRole('button', { name: /^Active power \(Generator/ }));
  await waitFor(() => expect(screen.queryByLabelText('Maximum')).toBeNull());
  await user.click(screen.getByRole('button', { name: /, Out of range, maximum$/ }));
  const opened = screen.getByRole('navigation', { name: 'Signals' });
  await waitFor(() => expect(opened.querySelector('[aria-current]')?.textContent).not.toMatch(/^Active power/));
  expect(product.server.callsOf(qualityEndpoints.save)).toHaveLength(0);
});

test('a method is reordered, tightened and saved as the next version; mandatory methods stay on', async () => {
  const product = givenProduct();
  const { user } = await renderApp(product, { address: `/configure/vee-configuration/${ID}` });
  const tests = await screen.findByRole('region', { name: 'Internal methods' });
  expect(within(tests).getByRole('switch', { name: 'Missing active' })).toHaveProperty('disabled', true);
  expect(await within(tests).findByText('2.9')).toBeTruthy();
  await user.click(within(tests).getByRole('button', { name: /^Out of range, maximum/ }));
  const field = within(tests).getByLabelText('Maximum');
  await user.clear(field);
  await user.type(field, '1300');
  const sources = screen.getByRole('region', { name: 'External methods' });
  within(sources).getByRole('button', { name: 'Move Reference device' }).focus();
  await user.keyboard('{Home}');
  await user.click(screen.getByRole('button', { name: 'Save version 8' }));
  await waitFor(() => expect(product.server.callsOf(qualityEndpoints.save)).toHaveLength(1));
  const body = product.server.callsOf(qualityEndpoints.save)[0]?.body as BodyOf<typeof qualityEndpoints.save> | undefined;
  const rules = body?.content.signals.find(({ apCode }) => apCode === 'IrradiancePOA');
  expect(rules?.internal.find(({ method }) => method === 'outOfRangeMax')?.attributes.max).toBe(1300);
  expect(rules?.external[0]?.method).toBe('referenceDevice');
  expect(body?.seenRevision).toBe('first');
});

test('another effective day keeps what was changed, and is saved with it', async () => {
  const product = givenProduct();
  const { user } = await renderApp(product, { address: `/configure/vee-configuration/${ID}` });
  const tests = await screen.findByRole('region', { name: 'Internal methods' });
  await user.click(within(tests).getByRole('button', { name: /^Out of range, maximum/ }));
  const field = within(tests).getByLabelText('Maximum');
  await user.clear(field);
  await user.type(field, '1300');
  const day = screen.getByLabelText(/^Takes effect on/);
  await user.clear(day);
  await user.type(day, 'Mar 1, 2026');
  await user.tab();
  expect(screen.queryByText('Leave with unsaved changes?')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save version 8' }));
  await waitFor(() => expect(product.server.callsOf(qualityEndpoints.save)).toHaveLength(1));
  expect(product.server.callsOf(qualityEndpoints.save)[0]?.body).toMatchObject({ effectiveFrom: '2026-03-01' });
});

test('an address of no configuration offers the list', async () => {
  await renderApp(givenProduct(), { address: '/configure/vee-configuration/0198c0de-0000-4000-8000-000000000099' });
  expect(await screen.findByText('Data quality configuration not found')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to the list' }).getAttribute('href')).toContain('/configure/data-quality');
});

test('a site that follows another configuration is moved after saying from where', async () => {
  const product = givenProduct();
  product.server.on(qualityEndpoints.assign, ({ body }) => {
    if (body.move) return saved;
    const values = { site: 'Alma', name: 'Ours', period: '… – …' };
    throw new AppError('request.invalid', {
      issues: [{ level: 'error', path: ['siteIds', 0], message: 'Configuration_Problem_SiteLinked', values }],
    });
  });
  const { user } = await renderApp(product, { address: `/configure/vee-configuration/${ID}` });
  const sites = await screen.findByRole('region', { name: 'Assigned sites' });
  await user.click(within(sites).getByRole('combobox', { name: 'Add sites' }));
  const [first] = await screen.findAllByRole('option');
  if (first) await user.click(first);
  await user.click(within(sites).getByRole('button', { name: /^Assign 1 site/ }));
  expect(await screen.findByText('Alma is already linked to Ours (… – …)')).toBeTruthy();
  await user.click(within(sites).getByRole('button', { name: /^Move 1 site here/ }));
  await waitFor(() =>
    expect(product.server.callsOf(qualityEndpoints.assign).map(({ body }) => body)).toMatchObject([{ move: false }, { move: true }]),
  );
});
