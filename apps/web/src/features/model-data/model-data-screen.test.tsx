import type { BodyOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import { enterpriseIdSchema, segmentIdSchema, siteIdSchema } from '@solvane/contract/ids';
import { type CurveTurbine, type MeasuredCurve, type PowerCurveDetails, powerCurveEndpoints } from '@solvane/contract/models';
import { performanceEndpoints } from '@solvane/contract/performance';
import { IMPACT_FIGURES, type Impact, qualityImpactEndpoints } from '@solvane/contract/quality-impact';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createFakeProduct, type FakeProduct } from '../../testing/fake-product.ts';
import { renderApp, resetApp } from '../../testing/render-app.tsx';
import { openDetails } from '../../workspace/details.ts';
import { curveDrafts } from './curve-draft.ts';

const ID = '0198c0de-0000-4000-8000-000000000065';
const OTHER = '0198c0de-0000-4000-8000-000000000066';
const enterpriseId = enterpriseIdSchema.parse('aurora');

const turbines = [1, 2].map(
  (number): CurveTurbine => ({
    ...{ segmentId: segmentIdSchema.parse(`wt${number}`), name: `WT-${number}`, siteId: siteIdSchema.parse('ridge'), siteName: 'Ridge' },
    ...{ enterpriseId, timezone: 'Europe/Stockholm', stepMinutes: 10, manufacturer: 'Vestas', model: 'V90', isMeasured: true },
  }),
);

const curve = (given: Partial<PowerCurveDetails> = {}): PowerCurveDetails => ({
  ...{ id: ID, enterpriseId, name: 'V90 nominal', type: 'Nominal', airDensity: 1.225, airDensityMin: 0, airDensityMax: 2 },
  ...{ windDirectionMin: 0, windDirectionMax: 360, dayRange: null, timeRange: null, effectiveStartMs: null, effectiveEndMs: null },
  points: [3, 8, 13, 25].map((windSpeed) => ({ windSpeed, power: Math.min(2000, (windSpeed - 3) * 200) })),
  ...{ resolutionMinutes: null, segmentIds: [turbines[0]?.segmentId ?? ('' as never)], uploadedBy: 'Elena Lorca', uploadedMs: 0 },
  ...{ can: { edit: true }, revision: { id: 'first', changedBy: null, changedAtMs: null }, hiddenCount: 0 },
  ...given,
});

const figures = (expected: number): Impact => ({
  points: null,
  figures: { ...(Object.fromEntries(IMPACT_FIGURES.map((name) => [name, null])) as Impact['figures']), expected },
});

function givenProduct(given: PowerCurveDetails = curve(), permissions = ['ReadModelData', 'EditMetadata']): FakeProduct {
  const product = createFakeProduct({ permissions: permissions as never });
  const { on } = product.server;
  const other = curve({ id: OTHER, name: 'Measured 2025', type: 'Effective', segmentIds: [] });
  on(powerCurveEndpoints.search, () => ({ items: [given, other] }));
  on(powerCurveEndpoints.turbines, () => ({ items: turbines }));
  on(powerCurveEndpoints.get, ({ body }) => {
    if (body.id !== ID) throw new AppError('resource.notFound');
    return given;
  });
  on(powerCurveEndpoints.save, () => ({ id: ID, changes: [], warnings: [] }));
  on(performanceEndpoints.progress, () => ({ nowMs: 0, items: [] }));
  return product;
}

const savedBody = (product: FakeProduct) =>
  product.server.callsOf(powerCurveEndpoints.save)[0]?.body as BodyOf<typeof powerCurveEndpoints.save>;

afterEach(async () => {
  curveDrafts.clear();
  await resetApp();
});

test('curves are listed with what they are for, found by model, and one in use is not deleted but says where it is used', async () => {
  const product = givenProduct();
  product.server.on(powerCurveEndpoints.remove, () => {
    const values = { name: 'V90 nominal', where: 'Ridge (WT-1)' };
    throw new AppError('request.invalid', { issues: [{ level: 'error', path: ['id'], message: 'Configuration_Problem_InUse', values }] });
  });
  const { user } = await renderApp(product, { address: '/configure/model-data' });
  const table = await screen.findByRole('grid', { name: 'Power curves' });
  expect(within(table).getByRole('row', { name: /V90 nominal Nominal Vestas V90 1 Ridge: WT-1/ })).toBeTruthy();
  await user.type(screen.getByRole('searchbox', { name: 'Search curves, models, turbines' }), 'vestas');
  expect(within(table).queryByRole('row', { name: /Measured 2025/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Actions for V90 nominal' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('V90 nominal is in use: Ridge (WT-1)')).toBeTruthy();
});

test('a curve is changed as a draft whose impact is calculated before it is saved on the revision that was read', async () => {
  const product = givenProduct();
  product.server.on(qualityImpactEndpoints.preview, () => ({ days: 7, watched: null, before: figures(50_000), after: figures(45_000) }));
  const { user } = await renderApp(product, { address: `/configure/model-data?curve=${ID}` });
  const density = await screen.findByRole('textbox', { name: 'Air density of the curve, kg/m³' });
  await user.clear(density);
  await user.type(density, '1,1');
  await user.click(screen.getByRole('button', { name: 'Calculate' }));
  const impact = await screen.findByRole('table', { name: /Ridge/ });
  expect(within(impact).getByText('45.00')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  await waitFor(() => expect(savedBody(product)).toMatchObject({ id: ID, airDensity: 1.1, seenRevision: 'first', segmentIds: ['wt1'] }));
});

test('a value out of range has its message at its field, and is not saved', async () => {
  const product = givenProduct();
  const { user } = await renderApp(product, { address: `/configure/model-data?curve=${ID}` });
  const to = await screen.findByRole('textbox', { name: 'Wind direction to, °' });
  await user.clear(to);
  await user.type(to, '400');
  expect(await screen.findByText('Enter a number from 0 to 360.')).toBeTruthy();
  expect((screen.getByRole('button', { name: /^Save/ }) as HTMLButtonElement).disabled).toBe(true);
});

test('another curve stands beside the open one in the table, with its difference', async () => {
  const product = givenProduct();
  await renderApp(product, { address: `/configure/model-data?curve=${ID}&compare=${encodeURIComponent(JSON.stringify([OTHER]))}` });
  const table = await screen.findByRole('table', { name: 'Points of the curves' });
  await waitFor(() => expect(within(table).getByRole('columnheader', { name: /Measured 2025, difference/ })).toBeTruthy());
});

test('who may only read sees no way to change, and an unknown curve is not found', async () => {
  const product = givenProduct(curve({ can: { edit: false } }), ['ReadModelData']);
  const { router } = await renderApp(product, { address: `/configure/model-data?curve=${ID}` });
  expect(await screen.findByText('You may read this curve, but not change it.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Calculate' })).toBeNull();
  await router.navigate({ to: '/configure/model-data', search: { curve: '0198c0de-0000-4000-8000-000000000099' } });
  expect(await screen.findByText('Power curve not found')).toBeTruthy();
});

const bin = (centre: number, given: Partial<MeasuredCurve['bins'][number]> = {}) => ({
  ...{ centre, points: 40, windSpeed: centre, power: (centre - 3) * 190, curvePower: (centre - 3) * 200, deviationPercent: -5 },
  ...{ isValid: true, isInterpolated: false },
  ...given,
});

const measured: MeasuredCurve = {
  ...{ segmentId: turbines[0]?.segmentId ?? ('' as never), name: 'WT-1', siteName: 'Ridge', month: null, hours: 412, isComplete: false },
  filtering: { points: 2_600, used: 2_472, events: 100, filters: 0, standstill: 20, outliers: 8 },
  bins: [bin(4), bin(4.5, { points: 0, isValid: false, isInterpolated: true }), bin(5), bin(5.5, { points: 1, isValid: false })],
  points: [4, 4.5, 5].map((windSpeed) => ({ windSpeed, power: (windSpeed - 3) * 190, isInterpolated: windSpeed === 4.5 })),
  curve: { id: ID, name: 'V90 nominal', points: curve().points, airDensity: 1.225 },
  ...{ airDensity: 1.225, deviationPercent: -5, yawErrorDegrees: null, yawLossPercent: null },
};

test('beside any screen a turbine shows its curves, when they hold, and what it did against them', async () => {
  const product = givenProduct(curve({ effectiveEndMs: Date.UTC(2020, 0, 1) }));
  product.server.on(powerCurveEndpoints.measured, () => ({ items: [measured], ratings: [] }));
  await renderApp(product, { address: '/' });
  act(() => openDetails({ kind: 'powerCurveManagement', deviceId: 'wt1' }));
  const link = await screen.findByRole('link', { name: 'V90 nominal' });
  expect(link.getAttribute('href')).toContain(`/configure/model-data?curve=`);
  expect(link.closest('li')?.textContent).toMatch(/Nominal · not in effect today.*Until Jan 1, 2020/);
  expect(await screen.findByText(/412 h of data/)).toBeTruthy();
  act(() => openDetails({ kind: 'powerCurveManagement', deviceId: 'inverter' }));
  expect(await screen.findByText('Power curves are shown for turbines that you may see.')).toBeTruthy();
});

test('measured curves begin with the first turbine that has sent what they need', async () => {
  const product = givenProduct();
  product.server.on(powerCurveEndpoints.turbines, () => ({
    items: turbines.map((turbine, index) => ({ ...turbine, isMeasured: index === 1 })),
  }));
  product.server.on(powerCurveEndpoints.measured, () => ({ items: [measured], ratings: [] }));
  await renderApp(product, { address: '/configure/model-data?show=measured' });
  await waitFor(() => expect(product.server.callsOf(powerCurveEndpoints.measured).at(-1)?.body).toMatchObject({ segmentIds: ['wt2'] }));
});

test('a measured curve names what it cannot know, and is saved for its turbine from a day on', async () => {
  const product = givenProduct();
  product.server.on(powerCurveEndpoints.measured, () => ({ items: [measured], ratings: [] }));
  const { user } = await renderApp(product, { address: '/configure/model-data?show=measured' });
  const summary = await screen.findByText(/412 h of data, not complete by IEC 61400-12-1/);
  expect(summary.textContent).toContain('-5 % vs V90 nominal.');
  expect(summary.textContent).toContain('Not enough data: 5.5 m/s.');
  expect(summary.textContent).toContain('Interpolated, without data: 4.5 m/s.');
  await user.click(screen.getByRole('button', { name: 'Save as power curve' }));
  const dialog = within(await screen.findByRole('dialog'));
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.type(name, 'WT-1 as measured');
  await user.click(dialog.getByRole('button', { name: 'Save curve' }));
  await waitFor(() =>
    expect(savedBody(product)).toMatchObject({
      ...{ id: null, name: 'WT-1 as measured', type: 'Effective', segmentIds: ['wt1'], resolutionMinutes: 10 },
      points: [
        { windSpeed: 4, power: 190 },
        { windSpeed: 4.5, power: 285 },
        { windSpeed: 5, power: 380 },
      ],
    }),
  );
  expect(savedBody(product).effectiveStartMs).not.toBeNull();
});
