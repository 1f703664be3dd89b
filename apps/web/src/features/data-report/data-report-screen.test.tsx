import { type DataReport, dataReportEndpoints } from '@solvane/contract/data-report';
import { segmentIdSchema, signalIdSchema, siteIdSchema } from '@solvane/contract/ids';
import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createFakeProduct } from '../../testing/fake-product.ts';
import { renderApp, resetApp } from '../../testing/render-app.tsx';
import { toldText } from '../../testing/told-text.ts';

afterEach(resetApp);

function givenReport(waitingDays = 0, devices?: DataReport['devices']) {
  const product = createFakeProduct();
  const signal = { firstMs: product.nowMs - 86_400_000, lastMs: product.nowMs, estimatedShare: 0 };
  product.server.on(dataReportEndpoints.read, () => ({
    siteId: siteIdSchema.parse('S01'),
    name: 'Guadal',
    timezone: 'Europe/Madrid',
    startMs: product.nowMs - 86_400_000,
    endMs: product.nowMs,
    waitingDays,
    producedKwh: 5_200,
    expectedKwh: null,
    lostKwh: null,
    availabilityPercent: null,
    availabilityReason: 'unmonitored' as const,
    reasons: { expectedKwh: 'noExpectation' as const, lostKwh: 'noExpectation' as const },
    electricalWarning: { percent: 12.04, reason: 'missingDevices' as const },
    devices: devices ?? [
      {
        segmentId: segmentIdSchema.parse('S01-INV1'),
        name: 'INV-1',
        segmentType: 'Inverter',
        missingExpectation: { days: 2, intervals: 144, ofIntervals: 144, reasons: ['noIrradiance' as const] },
        signals: [
          {
            ...signal,
            signalId: signalIdSchema.parse('ActivePower||Raw'),
            points: 288,
            judged: 288,
            validShare: 0.37,
            removed: [{ rule: 'QualityMethod_flatline', intervals: 181, share: 0.63 }],
            energy: { receivedKwh: 12_000, validatedKwh: 5_200, ratio: 0.433, isError: true },
          },
          {
            ...signal,
            signalId: signalIdSchema.parse('InverterTemperature||Raw'),
            points: 288,
            judged: 0,
            validShare: null,
            estimatedShare: null,
            removed: [],
            energy: null,
          },
        ],
      },
    ],
  }));
  return product;
}

test('the report says which rule removed what, that the energy is wrong, and how to get an expectation', async () => {
  await renderApp(givenReport(), { address: '/data-report/S01' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Data report, Guadal' })).toBeTruthy();
  expect(screen.getByText('Validation changed the energy of 1 device by more than 5 %')).toBeTruthy();
  const device = screen.getByRole('region', { name: 'INV-1' });
  const cells = within(within(device).getByRole('row', { name: /^Active power/ }))
    .getAllByRole('cell')
    .map(toldText);
  expect(cells).toEqual(['288', '37%', '0%', 'Flatline 63% (181)', '5.2 MWh of 12 MWh (43.3%)']);
  expect(within(device).getByRole('row', { name: /not validated yet/ })).toBeTruthy();
  expect(within(device).getByText('No expected power 100% of the time on 2 days')).toBeTruthy();
  expect(within(device).getByText(/^No irradiance is measured\./)).toBeTruthy();
  expect(within(device).getByRole('link', { name: 'Open metadata' })).toBeTruthy();
  expect(screen.getByText('Expected').nextElementSibling?.textContent).toBe('No expected energy is known.\nNo irradiance is measured.');
  const unjudged = within(within(device).getByRole('row', { name: /not validated yet/ })).getAllByRole('button');
  expect(unjudged.map(toldText)).toEqual(['— (Not validated yet.)', '— (Energy is compared for active power only.)']);
});

test('an availability that is not known says why, and a meter that disagrees with the devices is named', async () => {
  await renderApp(givenReport(), { address: '/data-report/S01' });
  expect(await screen.findByText('No state codes and no signal that would show a stop')).toBeTruthy();
  expect(screen.getByText('The meter at the grid connection and the devices differ by +12%. Likely devices without data.')).toBeTruthy();
});

test('while days wait the report says how many', async () => {
  await renderApp(givenReport(12), { address: '/data-report/S01' });
  expect(await screen.findByText('12 days are still being computed')).toBeTruthy();
});

test('without any data there is no verdict, neither good nor bad', async () => {
  await renderApp(givenReport(0, []), { address: '/data-report/S01' });
  const verdict = (await screen.findByText('No data was received in this period')).closest('p');
  expect(verdict?.dataset.tone).toBe('quiet');
});

test('a site that does not exist or is not visible says so without a request', async () => {
  const product = createFakeProduct();
  await renderApp(product, { address: '/data-report/S99' });
  expect(await screen.findByText('Site not found')).toBeTruthy();
  expect(product.server.callsOf(dataReportEndpoints.read)).toEqual([]);
});
