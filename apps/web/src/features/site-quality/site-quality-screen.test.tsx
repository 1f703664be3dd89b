import { segmentIdSchema, siteIdSchema } from '@solvane/contract/ids';
import { signalEndpoints } from '@solvane/contract/signals';
import { type QualityScore, siteQualityEndpoints } from '@solvane/contract/site-quality';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { largeFleet, toSite } from '../../testing/fake-fleet.ts';
import { createFakeProduct, FAKE_NOW_MS } from '../../testing/fake-product.ts';
import { installScreen } from '../../testing/fake-screen.ts';
import { renderApp, resetApp } from '../../testing/render-app.tsx';
import { renderScreen } from '../../testing/render-screen.tsx';
import { QualityHeatMap } from './quality-heat-map.tsx';

const parts: QualityScore['parts'] = { completeness: 0.97, measured: 0.96, sensorHealth: 0.98, metadata: 1, mapped: 0.93, closure: null };

function givenProduct() {
  const product = createFakeProduct();
  const { on } = product.server;
  on(siteQualityEndpoints.read, ({ body }) => ({
    nowMs: FAKE_NOW_MS,
    items: body.siteIds.map((siteId, index) => ({
      ...{
        siteId,
        period: { score: 93.6 - index, parts },
        missingDays: index,
        lastPointMs: FAKE_NOW_MS - 600_000,
        energyAtStakeKwh: 1_500,
      },
      days: ['2026-06-23', '2026-06-24'].map((day, i) => ({ day, score: 90 + i, parts })),
    })),
  }));
  on(siteQualityEndpoints.signals, () => ({
    items: [
      {
        ...{ segmentId: segmentIdSchema.parse('S01-INV1'), segmentName: 'INV1', apCode: 'ActivePower' },
        ...{ expected: 100, present: 90, faulty: 20, estimated: 15, valued: 95, byBit: { 0: 10, 2: 20 }, energyAtStakeKwh: 1_200 },
      },
    ],
    total: 1,
  }));
  on(signalEndpoints.latest, () => ({ nowMs: FAKE_NOW_MS, items: [] }));
  return product;
}

afterEach(resetApp);

test('sites rank by their score, a part that a site lacks says so, and a site opens what to repair first', async () => {
  const product = givenProduct();
  const { user } = await renderApp(product, { address: '/analyze/siteQuality' });
  expect((await screen.findAllByText('93.6')).length).toBeGreaterThan(0);
  const repair = await screen.findByRole('row', { name: /INV1, Active power/ });
  expect(within(repair).getByText('10.0%')).toBeTruthy();
  expect(within(repair).getByText('Flatline 20.0%')).toBeTruthy();
  expect(within(repair).getByText('1.20')).toBeTruthy();
  const [name] = within(screen.getByRole('table', { name: 'Score by site and day' })).getAllByRole('button');
  if (name) await user.click(name);
  await waitFor(() => expect(product.server.callsOf(siteQualityEndpoints.signals).length).toBeGreaterThan(0));
  const asked = product.server.callsOf(siteQualityEndpoints.read)[0]?.body as { siteIds: string[] } | undefined;
  expect(asked?.siteIds).toContain(siteIdSchema.parse('S01'));
});

test('a site whose days are not calculated has nothing at stake that is known, and nothing that is perfect', async () => {
  const product = givenProduct();
  product.server.on(siteQualityEndpoints.read, ({ body }) => ({
    nowMs: FAKE_NOW_MS,
    items: body.siteIds.map((siteId) => ({ siteId, period: null, missingDays: 0, lastPointMs: null, energyAtStakeKwh: 0, days: [] })),
  }));
  product.server.on(siteQualityEndpoints.signals, () => ({ items: [], total: 0 }));
  await renderApp(product, { address: '/analyze/siteQuality' });
  expect((await screen.findAllByText('Not counted yet: the days of this site have to be calculated first')).length).toBeGreaterThan(0);
  expect(screen.queryByText('Every signal is complete and measured')).toBeNull();
  expect(screen.queryByText('0.0')).toBeNull();
});

test('of a thousand sites the map draws the rows in view, and those that are scrolled to', async () => {
  const product = givenProduct();
  const rows = largeFleet({ siteCount: 1_000, devicesPerSite: 1 }).map((part) => {
    const site = toSite(part);
    const quality = { siteId: site.siteId, period: { score: 90, parts }, missingDays: 0, lastPointMs: null, energyAtStakeKwh: 0 };
    return { site, quality: { ...quality, days: [{ day: '2026-06-23', score: 90, parts }] } };
  });
  installScreen({ listHeight: 460 });
  await renderScreen(<QualityHeatMap rows={rows} onOpen={() => undefined} />, product);
  const map = screen.getByRole('table', { name: 'Score by site and day' });
  expect(map.getAttribute('aria-rowcount')).toBe('1001');
  expect(within(map).getAllByRole('button').length).toBeLessThan(60);
  const scroller = map.parentElement as HTMLElement;
  scroller.scrollTop = 500 * 25;
  fireEvent.scroll(scroller);
  const row = within(map)
    .getByRole('button', { name: rows[500]?.site.name ?? '' })
    .closest('tr');
  expect(row?.getAttribute('aria-rowindex')).toBe('502');
});
