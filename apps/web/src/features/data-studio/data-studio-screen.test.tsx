import { AppError } from '@solvane/contract/errors';
import { eventOverviewEndpoints } from '@solvane/contract/event-overview';
import { NO_EVENT_SUMS } from '@solvane/contract/events';
import { enterpriseIdSchema, segmentIdSchema, signalIdSchema } from '@solvane/contract/ids';
import { invalidationEndpoints } from '@solvane/contract/invalidations';
import { signalAnalysisEndpoints } from '@solvane/contract/signal-analysis';
import { type Series, signalEndpoints } from '@solvane/contract/signals';
import { QUALITY_FLAGS } from '@solvane/energy/quality/flags';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WIDGETS } from '../../app/widgets/widget-library.ts';
import { createFakeProduct, type FakeProduct } from '../../testing/fake-product.ts';
import { installScreen } from '../../testing/fake-screen.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { clearDevices, replaceDevices } from '../../workspace/device-selection.ts';
import { refreshNow } from '../../workspace/refresh.ts';
import { clearSignals, replaceSignals } from '../../workspace/signal-selection.ts';
import { signalsView } from '../../workspace/signals-view.ts';
import { DataStudioScreen } from './data-studio-screen.tsx';
import type { StudioSearch } from './studio-search.ts';

const STEP_MS = 600_000;
const DEVICES = ['S01-INV1', 'S01-INV2'];

/** As the route does it: the address is the state. */
function Studio({ initial = {} }: { initial?: StudioSearch }) {
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

function choose(devices: readonly string[], signals: readonly string[]): void {
  const site = {
    siteSegmentId: segmentIdSchema.parse('S01'),
    enterpriseId: enterpriseIdSchema.parse('aurora'),
    contractorEnterpriseIds: [],
  };
  replaceDevices(Object.fromEntries(devices.map((id) => [segmentIdSchema.parse(id), site])));
  replaceSignals(signals.map((id) => signalIdSchema.parse(id)));
}

function givenSeries(segmentId: string, startMs: number, values: (number | null)[], given: Partial<Series> = {}): Series {
  return {
    key: segmentId,
    label: segmentId.replace('S01-', ''),
    segmentId: segmentIdSchema.parse(segmentId),
    signalId: signalIdSchema.parse('ActivePower||Raw'),
    unit: 'kW',
    aggregation: 'avg',
    timezone: 'Europe/Madrid',
    periodsBack: 0,
    timesMs: values.map((_, index) => startMs + index * STEP_MS),
    values,
    ...given,
  };
}

function givenProduct(): FakeProduct {
  const product = createFakeProduct();
  product.server.on(signalEndpoints.values, ({ body }) => ({
    resolution: body.resolution === 'auto' ? 'raw' : body.resolution,
    reduced: false,
    native: false,
    series: body.segmentIds.map((id, index) => givenSeries(id, body.startMs, [400 + index, 1_600 + index, null, 1_200 + index])),
  }));
  return product;
}

const bodies = (product: FakeProduct) => product.server.callsOf(signalEndpoints.values).map(({ body }) => body as Record<string, unknown>);

beforeEach(() => {
  installScreen();
  refreshNow(Date.UTC(2026, 5, 24, 12, 40));
});

afterEach(() => {
  cleanup();
  clearDevices();
  clearSignals();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a signal that is dragged from its panel onto the chart is drawn too, anything else is not taken', async () => {
  const product = givenProduct();
  choose(DEVICES, ['ActivePower||Raw']);
  await renderScreen(<Studio />, product);
  const plots = await screen.findByRole('group', { name: 'Time series' });
  const drag = (types: Record<string, string>) => ({
    dataTransfer: { types: Object.keys(types), getData: (type: string) => types[type] ?? '' },
  });
  expect(fireEvent.dragOver(plots, drag({ 'text/plain': 'ActivePower||Raw' }))).toBe(true);
  const signal = drag({ 'application/x-solvane-signal': 'ReactivePower||Raw', 'text/plain': 'ReactivePower||Raw' });
  // An event that is prevented is one that is taken.
  expect(fireEvent.dragOver(plots, signal)).toBe(false);
  fireEvent.drop(plots, signal);
  await waitFor(() => expect(bodies(product).at(-1)).toMatchObject({ signalIds: ['ActivePower||Raw', 'ReactivePower||Raw'] }));
  expect(signalsView.get().recent).toEqual(['ReactivePower||Raw']);
});

describe('before there is a chart', () => {
  test('the screen says which choice is missing and opens the way to it', async () => {
    await renderScreen(<Studio />, givenProduct());
    expect(await screen.findByRole('button', { name: 'Choose devices' })).toBeDefined();
  });

  test('with devices only it asks for signals', async () => {
    choose(DEVICES, []);
    await renderScreen(<Studio />, givenProduct());
    expect((await screen.findByText('No signals selected')).parentElement?.textContent).toContain('2 devices are selected.');
  });

  test('while the first answer is on its way the shape of the chart stands there', async () => {
    choose(DEVICES, ['ActivePower||Raw']);
    const product = givenProduct();
    product.server.on(signalEndpoints.values, () => new Promise(() => undefined));
    await renderScreen(<Studio />, product);
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeDefined();
  });
});

describe('the chart', () => {
  test('draws chosen signals at once, with a legend row per device in one unit', async () => {
    choose(DEVICES, ['ActivePower||Raw']);
    await renderScreen(<Studio />, givenProduct());
    const row = (await screen.findByRole('button', { name: 'Show INV1' })).closest('tr');
    expect(
      within(row ?? document.body)
        .getAllByRole('cell')
        .slice(1, 5)
        .map((cell) => cell.textContent),
    ).toEqual(['1.200', '0.400', '1.600', '1.067']);
    expect(screen.getByRole('group', { name: 'Time series' })).toBeDefined();
  });

  test('asks for the local day of the site', async () => {
    choose(DEVICES, ['ActivePower||Raw']);
    const product = givenProduct();
    await renderScreen(<Studio />, product);
    await screen.findByRole('button', { name: 'Show INV1' });
    expect(bodies(product)[0]).toMatchObject({
      startMs: Date.UTC(2026, 5, 23, 22),
      endMs: Date.UTC(2026, 5, 24, 22),
      resolution: 'auto',
      treeAggregation: 'device',
    });
  });

  test('can be read as a table', async () => {
    choose(DEVICES, ['ActivePower||Raw']);
    await renderScreen(<Studio />, givenProduct());
    await userEvent.click(await screen.findByRole('radio', { name: 'Table' }));
    const row = await screen.findByRole('row', { name: /00:20/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['—', '—']);
  });

  test('a fixed resolution and one line per site are asked of the server', async () => {
    choose(DEVICES, ['ActivePower||Raw']);
    const product = givenProduct();
    await renderScreen(<Studio />, product);
    await userEvent.click(await screen.findByRole('button', { name: 'Resolution: Auto' }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Hour' }));
    await userEvent.click(screen.getByRole('button', { name: 'Devices: Each device' }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'By site' }));
    await waitFor(() => expect(bodies(product).at(-1)).toMatchObject({ resolution: 'hour', treeAggregation: 'site' }));
    expect(bodies(product).at(-1)).not.toHaveProperty('maxPoints');
  });

  test('a comparison adds the earlier lines, named as such', async () => {
    choose(DEVICES.slice(0, 1), ['ActivePower||Raw']);
    const product = givenProduct();
    product.server.on(signalEndpoints.values, ({ body }) => ({
      resolution: 'raw' as const,
      reduced: false,
      native: false,
      series: (body.comparison ? [0, 1] : [0]).map((periodsBack) => givenSeries('S01-INV1', body.startMs, [600], { periodsBack })),
    }));
    await renderScreen(<Studio initial={{ compare: 'previousPeriod' }} />, product);
    expect(await screen.findByRole('button', { name: 'Show INV1 Previous period' })).toBeDefined();
  });

  test('the keyboard zooms, the zoom is a chip, and taking it away shows the whole period again', async () => {
    choose(DEVICES, ['ActivePower||Raw']);
    await renderScreen(<Studio />, givenProduct());
    (await screen.findByRole('group', { name: 'Time series' })).focus();
    await userEvent.keyboard('{Home}+');
    expect(await screen.findByText('00:00 to 12:00')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Remove zoom' }));
    await waitFor(() => expect(screen.queryByText('00:00 to 12:00')).toBeNull());
  });

  test('a zoom into a reduced picture asks for the finer one', async () => {
    choose(DEVICES, ['ActivePower||Raw']);
    const product = givenProduct();
    product.server.on(signalEndpoints.values, ({ body }) => ({
      resolution: 'hour' as const,
      reduced: true,
      native: false,
      series: [givenSeries('S01-INV1', body.startMs, [600])],
    }));
    const from = Date.UTC(2026, 5, 24, 6);
    await renderScreen(<Studio initial={{ from, to: from + 7_200_000 }} />, product);
    await waitFor(() => expect(bodies(product)).toHaveLength(2));
    expect(bodies(product)[1]).toMatchObject({ startMs: from - 3_600_000, endMs: from + 10_800_000 });
  });

  test('lines without data and late data are told beside the chart', async () => {
    choose(DEVICES, ['ActivePower||Raw']);
    const product = givenProduct();
    product.server.on(signalEndpoints.values, ({ body }) => ({
      resolution: 'raw' as const,
      reduced: false,
      native: false,
      series: [givenSeries('S01-INV1', body.startMs, [600, 700]), givenSeries('S01-INV2', body.startMs, [])],
    }));
    await renderScreen(<Studio />, product);
    expect(await screen.findByText('1 of 2 lines without data')).toBeDefined();
    expect(screen.getByText('Newest value is 14 h 20 old')).toBeDefined();
  });
});

describe('when there is nothing to draw', () => {
  test('in this period, the newest value is one click away', async () => {
    choose(DEVICES, ['ActivePower||Raw']);
    const product = givenProduct();
    product.server.on(signalEndpoints.values, ({ body }) => ({
      resolution: 'raw' as const,
      reduced: false,
      native: false,
      series: [givenSeries('S01-INV1', body.startMs, [])],
    }));
    product.server.on(signalEndpoints.latest, () => ({
      nowMs: product.nowMs,
      items: [
        {
          segmentId: segmentIdSchema.parse('S01-INV1'),
          signalId: signalIdSchema.parse('ActivePower||Raw'),
          timeMs: Date.UTC(2018, 0, 12, 10),
          value: 1,
        },
      ],
    }));
    await renderScreen(<Studio />, product);
    expect(await screen.findByRole('button', { name: 'Show Jan 12, 2018' })).toBeDefined();
    expect(screen.getByText(/The newest value is from Jan 12, 2018, 11:00/)).toBeDefined();
  });

  test('because no device has the signal, it says so', async () => {
    choose(DEVICES, ['IrradiancePOA||Raw']);
    const product = givenProduct();
    product.server.on(signalEndpoints.values, () => ({ resolution: 'raw' as const, reduced: false, native: false, series: [] }));
    await renderScreen(<Studio />, product);
    expect(await screen.findByText('These devices do not have this signal')).toBeDefined();
  });

  test('because it is too much, it names both counts and offers what would do', async () => {
    choose(DEVICES, ['ActivePower||Raw']);
    const product = givenProduct();
    product.server.on(signalEndpoints.values, ({ body }) => {
      if (body.resolution === 'PT1M')
        throw new AppError('signals.tooManyDatapoints', { values: { requested: 5_256_000, allowed: 2_000_000 } });
      return { resolution: 'hour' as const, reduced: true, native: false, series: [givenSeries('S01-INV1', body.startMs, [1])] };
    });
    await renderScreen(<Studio initial={{ resolution: 'PT1M' }} />, product);
    expect((await screen.findByRole('alert')).textContent).toContain('5,256,000 data points of at most 2,000,000');
    await userEvent.click(screen.getByRole('button', { name: 'Use auto resolution' }));
    expect(await screen.findByRole('button', { name: 'Show INV1' })).toBeDefined();
  });

  test('because the server failed, it can be tried again', async () => {
    choose(DEVICES, ['ActivePower||Raw']);
    const product = givenProduct();
    const answer = product.server;
    let isDown = true;
    answer.on(signalEndpoints.values, ({ body }) => {
      if (isDown) throw new AppError('signals.unavailable');
      return { resolution: 'raw' as const, reduced: false, native: false, series: [givenSeries('S01-INV1', body.startMs, [1])] };
    });
    await renderScreen(<Studio />, product);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    isDown = false;
    await userEvent.click(retry);
    expect(await screen.findByRole('button', { name: 'Show INV1' })).toBeDefined();
  });
});

describe('around the lines', () => {
  test('events of the devices lie in lanes, and their peers are a line with a band', async () => {
    choose(DEVICES.slice(0, 1), ['ActivePower||Raw']);
    const product = givenProduct();
    const startMs = Date.UTC(2026, 5, 23, 22);
    product.server.on(eventOverviewEndpoints.lanes, ({ body }) => ({
      laneCount: 1,
      lanes: body.filter.isExact
        ? []
        : [
            {
              ...NO_EVENT_SUMS,
              segmentId: segmentIdSchema.parse('S01-INV1'),
              deviceName: 'INV1',
              siteId: 'S01' as never,
              siteName: 'Guadal',
              bars: [
                {
                  type: 'Downtime' as const,
                  startMs,
                  endMs: startMs + 3_600_000,
                  isOpen: false,
                  count: 1,
                  unacknowledged: 1,
                  eventId: null,
                  lostEnergyKwh: 3,
                },
              ],
            },
          ],
    }));
    product.server.on(signalAnalysisEndpoints.peers, () => ({
      devices: 4,
      isScaled: false,
      resolution: 'raw' as const,
      timesMs: [startMs, startMs + STEP_MS],
      low: [300, 310],
      median: [350, 360],
      high: [390, 400],
    }));
    await renderScreen(<Studio />, product);
    expect(await screen.findByRole('button', { name: /^INV1: Downtime, / })).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Show 4 peers, median' })).toBeDefined();
    expect(product.server.callsOf(signalAnalysisEndpoints.peers)[0]?.body).toMatchObject({ segmentIds: ['S01-INV1'], among: 'siblings' });
  });

  test('shares of estimated values stand in the legend, and the value can be asked why', async () => {
    choose(DEVICES.slice(0, 1), ['ActivePower||Validated']);
    const product = givenProduct();
    product.server.on(signalEndpoints.values, ({ body }) => ({
      resolution: 'raw' as const,
      reduced: false,
      native: false,
      series: body.signalIds.map((signalId) =>
        givenSeries('S01-INV1', body.startMs, signalId.endsWith('Flag') ? [0, QUALITY_FLAGS.INTERPOLATED, 0, 0] : [400, 410, 420, 430], {
          signalId,
        }),
      ),
    }));
    refreshNow(Date.UTC(2026, 5, 23, 22, 40));
    await renderScreen(<Studio />, product);
    const row = (await screen.findByRole('button', { name: 'Show INV1' })).closest('tr');
    await waitFor(() =>
      expect(
        within(row ?? document.body)
          .getAllByRole('cell')
          .at(-1)?.textContent,
      ).toBe('75.025.0'),
    );
    expect(within(row ?? document.body).getByRole('button', { name: 'Why this number' })).toBeDefined();
  });
});

describe('a chosen span', () => {
  const span: [number, number] = [Date.UTC(2026, 5, 23, 22), Date.UTC(2026, 5, 23, 22, 20)];

  test('shows its figures, zooms, and is gone afterwards', async () => {
    choose(DEVICES, ['ActivePower||Raw']);
    await renderScreen(<Studio initial={{ span }} />, givenProduct());
    const popover = await screen.findByRole('region', { name: 'Selected span' });
    const row = within(popover).getByRole('row', { name: /INV1, MW/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['1.000', '0.400', '1.600', '0.333 MWh']);
    await userEvent.click(within(popover).getByRole('button', { name: 'Zoom' }));
    expect(await screen.findByText('00:00 to 00:20')).toBeDefined();
    expect(screen.queryByRole('region', { name: 'Selected span' })).toBeNull();
  });

  test('can be invalidated by those who may, with devices, signals and reason', async () => {
    choose(DEVICES, ['ActivePower||Raw']);
    const product = givenProduct();
    product.server.on(invalidationEndpoints.save, () => ({
      id: '0198c0de-0000-7000-8000-00000000000b' as never,
      changes: [],
      warnings: [],
    }));
    await renderScreen(<Studio initial={{ span }} />, product);
    await userEvent.click(await screen.findByRole('button', { name: 'More for this span' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Invalidate data' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'Meter swapped');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Invalidate 2 signals' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(product.server.callsOf(invalidationEndpoints.save)[0]?.body).toEqual({
      action: 'invalidate',
      segmentIds: DEVICES,
      apCodes: ['ActivePower'],
      startMs: span[0],
      endMs: span[1],
      reason: 'Meter swapped',
    });
  });
});

test('an export says how many rows it will have before it starts, and is ordered as announced', async () => {
  choose(DEVICES, ['ActivePower||Raw']);
  const product = givenProduct();
  product.server.on(signalEndpoints.exportCount, () => ({ rows: 288 }));
  product.server.on(signalEndpoints.export, () => ({ jobId: '0198c0de-0000-7000-8000-00000000000a' as never, rows: 288 }));
  await renderScreen(<Studio />, product);
  await screen.findByRole('button', { name: 'Show INV1' });
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Export data' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Parquet' }));
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Export 288 rows' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(product.server.callsOf(signalEndpoints.export)[0]?.body).toMatchObject({
    format: 'parquet',
    layout: 'long',
    request: { resolution: 'raw' as const, segmentIds: DEVICES },
  });
});

test('where validated values exist they can be shown beside the raw ones', async () => {
  choose(DEVICES, ['ActivePower||Raw']);
  await renderScreen(<Studio />, givenProduct());
  const button = await screen.findByRole('button', { name: 'Validated' });
  expect(button.getAttribute('aria-pressed')).toBe('false');
  await userEvent.click(button);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Validated' }).getAttribute('aria-pressed')).toBe('true'));
});
