import { siteEndpoints } from '@solvane/contract/fleet';
import { widgetEndpoints } from '@solvane/contract/widgets/widget-data';
import { useQuery } from '@tanstack/react-query';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteServerTime } from '../../api/server-clock.ts';
import { siteStatusQuery } from '../../shared/widgets/site-status.queries.ts';
import { createFakeProduct } from '../../testing/fake-product.ts';
import { installScreen } from '../../testing/fake-screen.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { useFleet } from './use-fleet.ts';
import { useWidgetPage } from './use-widget-page.ts';

function Page() {
  const { sites, enterprises } = useFleet();
  const page = useWidgetPage(sites, enterprises);
  return page ? <OwnStatus nowMs={page.nowMs} /> : null;
}

/** A widget that is the first to ask for the state of the sites. */
function OwnStatus({ nowMs }: { nowMs: number }) {
  const { data } = useQuery(siteStatusQuery());
  return <p>{data ? `known, ${new Date(nowMs).toISOString().slice(0, 7)}` : 'asked'}</p>;
}

/** Asks before there is a page. */
function StatusOfPage() {
  useQuery(siteStatusQuery());
  return <Page />;
}

function givenProduct() {
  const product = createFakeProduct();
  product.server.on(siteEndpoints.status, () => ({ nowMs: product.nowMs, items: [] }));
  return product;
}

beforeEach(() => installScreen());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a page stays while its own widgets ask for the state of its sites, and its month is then that of the server', async () => {
  const product = givenProduct();
  await renderScreen(<Page />, product);
  expect(await screen.findByText('known, 2026-06')).toBeTruthy();
  expect(product.server.callsOf(widgetEndpoints.data)).toHaveLength(1);
});

test('a page that asks for the state itself begins with the clock of the server', async () => {
  const product = givenProduct();
  const seen: string[] = [];
  const observer = new MutationObserver(() => seen.push(document.body.textContent ?? ''));
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  await renderScreen(<StatusOfPage />, product);
  expect(await screen.findByText('known, 2026-06')).toBeTruthy();
  observer.disconnect();
  expect(seen.filter((text) => text.includes('asked'))).toEqual([]);
});

test('a page does not wait where an answer has told the time already', async () => {
  const product = givenProduct();
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  product.server.on(siteEndpoints.status, async () => {
    await held;
    return { nowMs: product.nowMs, items: [] };
  });
  noteServerTime(new Headers({ date: new Date(product.nowMs).toUTCString() }));
  await renderScreen(<StatusOfPage />, product);
  expect(await screen.findByText('asked')).toBeTruthy();
  answer();
  expect(await screen.findByText('known, 2026-06')).toBeTruthy();
});
