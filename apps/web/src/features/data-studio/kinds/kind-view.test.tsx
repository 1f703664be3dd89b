import { enterpriseIdSchema, segmentIdSchema, signalIdSchema } from '@solvane/contract/ids';
import { signalEndpoints } from '@solvane/contract/signals';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WIDGETS } from '../../../app/widgets/widget-library.ts';
import { createFakeProduct } from '../../../testing/fake-product.ts';
import { installScreen } from '../../../testing/fake-screen.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { clearDevices, replaceDevices } from '../../../workspace/device-selection.ts';
import { refreshNow } from '../../../workspace/refresh.ts';
import { clearSignals, replaceSignals } from '../../../workspace/signal-selection.ts';
import { DataStudioScreen } from '../data-studio-screen.tsx';
import type { StudioSearch } from '../studio-search.ts';
import type { WidgetKind } from './studio-kinds.ts';

const HOUR_MS = 3_600_000;
const [X, Y] = ['ReactivePower||Raw', 'ActivePower||Raw'];
/** Of each hour from the start of the day. */
const VALUES: Readonly<Record<string, (number | null)[]>> = { [X]: [10, 20, 30, 40], [Y]: [400, 1_600, null, 1_200] };

/** As the route does it: the address is the state. */
function Studio({ initial }: { initial: StudioSearch }) {
  const [search, setSearch] = useState<StudioSearch>(initial);
  return (
    <DataStudioScreen
      search={search}
      onSearch={(patch) => setSearch((before) => ({ ...before, ...patch }))}
      library={WIDGETS}
      DeviceSelect={() => null}
    />
  );
}

beforeEach(() => {
  // High enough for all rows of a long table.
  installScreen({ listHeight: 4_000 });
  refreshNow(Date.UTC(2026, 5, 24, 12, 40));
});

afterEach(() => {
  cleanup();
  clearDevices();
  clearSignals();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** What the table twin of a kind says, a row each, of one site with a day of known values. */
async function rowsOf(kind: WidgetKind, signals: readonly string[] = [Y]): Promise<string[]> {
  const product = createFakeProduct();
  product.server.on(signalEndpoints.values, ({ body }) => ({
    resolution: body.resolution === 'auto' ? 'hour' : body.resolution,
    ...{ reduced: false, native: true },
    series: body.segmentIds.flatMap((segmentId) =>
      body.signalIds.map((signalId) => {
        const values = VALUES[signalId] ?? [];
        return {
          ...{
            key: segmentId,
            label: segmentId,
            segmentId,
            signalId,
            unit: 'kW',
            aggregation: 'avg',
            timezone: 'Europe/Madrid',
            periodsBack: 0,
          },
          timesMs: values.map((_, index) => body.startMs + index * HOUR_MS),
          values,
        };
      }),
    ),
  }));
  const siteSegmentId = segmentIdSchema.parse('S01');
  const site = { siteSegmentId, enterpriseId: enterpriseIdSchema.parse('aurora'), contractorEnterpriseIds: [] };
  replaceDevices({ [siteSegmentId]: site });
  replaceSignals(signals.map((id) => signalIdSchema.parse(id)));
  await renderScreen(<Studio initial={{ kind }} />, product);
  await userEvent.click(await screen.findByRole('button', { name: 'Show as table' }));
  const table = await screen.findByRole('table');
  const rows = await within(table).findAllByRole('row');
  return rows.slice(1).map((row) => [...row.children].map((cell) => cell.textContent).join(' | '));
}

test('a scatter has a row for each point with both values', async () => {
  expect(await rowsOf('scatter', [X, Y])).toEqual([
    'Guadal | 06/24/2026, 00:00 GMT+2 | 10 | 400 | Yes | — | — | — | —',
    'Guadal | 06/24/2026, 01:00 GMT+2 | 20 | 1,600 | Yes | — | — | — | —',
    'Guadal | 06/24/2026, 03:00 GMT+2 | 40 | 1,200 | Yes | — | — | — | —',
  ]);
});

test('a heat map has a row for each device and bucket, and one for each hour of the day', async () => {
  expect(await rowsOf('heatMap')).toEqual(['Guadal | 400 | 1,600 | — | 1,200']);
  cleanup();
  expect((await rowsOf('hourDay')).slice(0, 5)).toEqual(['00:00 | 400', '01:00 | 1,600', '02:00 | —', '03:00 | 1,200', '04:00 | —']);
});

test('a distribution has a row for each bin, for each value in falling order, or for the statistics of each device', async () => {
  expect((await rowsOf('histogram')).map((row) => row.split(' | ').slice(0, 3).join(' '))).toEqual([
    'Guadal 250 500',
    'Guadal 500 750',
    'Guadal 750 1,000',
    'Guadal 1,000 1,250',
    'Guadal 1,250 1,500',
    'Guadal 1,500 1,750',
  ]);
  cleanup();
  const falling = await rowsOf('duration');
  expect([0, 50, 100].map((at) => falling[at])).toEqual(['Guadal | 0 | 1,600', 'Guadal | 50 | 1,200', 'Guadal | 100 | 400']);
  cleanup();
  // Count, then the quantiles with the median among them, and the mean.
  expect(await rowsOf('box')).toEqual([expect.stringMatching(/^Guadal \| 3 \| .*1,200.*1,066\.667/)]);
});
