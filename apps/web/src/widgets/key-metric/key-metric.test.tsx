import { siteEndpoints } from '@solvane/contract/fleet';
import type { MetricRow } from '@solvane/contract/metric-values';
import type { StoredWidget } from '@solvane/contract/widgets/widget-settings';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KeyListener } from '../../shared/keys/key-listener.tsx';
import { WidgetGrid } from '../../shared/widgets/widget-grid.tsx';
import { SITES, toSite } from '../../testing/fake-fleet.ts';
import { createFakeProduct } from '../../testing/fake-product.ts';
import { installScreen } from '../../testing/fake-screen.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { widgetText } from '../../testing/widget-text.ts';
import { keyMetricWidget } from './key-metric.widget.tsx';
import { groupTexts, periodReading } from './period-reading.ts';

const sites = SITES.slice(0, 1).map(toSite);

/** One site that delivers 10,325.44 kW of 12,000 kW expected. */
async function showPower(settings: StoredWidget['settings']): Promise<void> {
  const product = createFakeProduct();
  const { nowMs } = product;
  product.server.on(siteEndpoints.status, () => ({
    nowMs,
    items: sites.map(({ siteId }) => ({
      siteId,
      activePowerKw: 10_325.44,
      powerAtMs: nowMs,
      powerSource: 'meter' as const,
      powerDevices: { known: 1, count: 1 },
      powerCoverage: 1,
      ratedPowerKw: 20_000,
      lastPointMs: nowMs,
      openEvents: null,
      openEventsByType: null,
      lostKwhPerHour: null,
      expected: { powerKw: 12_000, actualKw: 10_800, atMs: nowMs },
      collectionLoss: 0.02,
      costPerHour: null,
      isCostPartial: false,
      currency: null,
      reasons: {},
      warnings: [],
    })),
  }));
  const position = { x: 0, y: 0, w: 2, h: 2 };
  const stored = { id: 'power', type: 'keyMetric', version: 1, position, phoneOrder: 0, settings: { metric: 'powerNow', ...settings } };
  const page = { sites, period: { startMs: nowMs - 1, endMs: nowMs }, zone: 'UTC', nowMs, powerDeviceIds: null };
  await renderScreen(
    <>
      <KeyListener />
      <WidgetGrid widgets={[stored]} registry={{ keyMetric: keyMetricWidget }} page={page} />
    </>,
    product,
  );
  await screen.findByText(/vs 12.0/);
}

async function twinOf(): Promise<(string | null)[]> {
  act(() => screen.getByRole('button', { name: /^Menu of/ }).focus());
  await userEvent.keyboard('t');
  return (await screen.findAllByRole('row')).map(({ textContent }) => textContent?.replaceAll('↓', '') ?? null);
}

beforeEach(() => installScreen());
afterEach(() => vi.unstubAllGlobals());

test('the number has the unit and the decimals of the settings, and the table keeps them', async () => {
  await showPower({ numberFormat: { unit: 'kW', decimals: 1 } });
  expect(screen.getByText('10,325.4')).toBeDefined();
  expect(await twinOf()).toEqual(['MetricValue kWData to', expect.stringMatching(/^Power now10,325\.4\d+\//)]);
});

test('a threshold colours the number together with a mark, and the table names the rule', async () => {
  const red = { when: 'below', value: 95, of: 'percentOfExpected', color: 'danger', mark: 'triangle' };
  await showPower({ thresholds: [{ when: 'above', value: 11_000 }, red] });
  const figure = screen.getByText('10.3').closest('[data-color]');
  expect(figure?.getAttribute('data-color')).toBe('danger');
  expect(figure?.querySelector('svg')).not.toBeNull();
  expect(await twinOf()).toEqual(['MetricValue kWData toThreshold', expect.stringMatching(/^Power now10,325\.44.*< 95 % of expected$/)]);
});

test('a metric of the period says how many sites it is of, and what it is compared with', () => {
  const shown = (own: Partial<MetricRow>, reference: 'none' | 'budget' | 'previousYear' = 'none', target: number | null = null) => {
    const numbers = { value: 80.821918, numerator: 5_900, denominator: 7_300, coverage: 1, have: 2, of: 2 };
    const row: MetricRow = {
      key: '',
      bucketMs: null,
      metricId: 'pr',
      currency: null,
      isPartial: false,
      reason: null,
      unit: '%',
      ...numbers,
      ...own,
    };
    const settings = {
      metric: row.metricId,
      reference,
      target,
      targetOf: 'number',
      sparkline: 'none',
      groupBy: 'none',
      direction: 'asMetric',
    } as const;
    const { value, unit, shown: text, shownUnit, note } = periodReading([row], settings, widgetText());
    return [value, unit, text, shownUnit, note];
  };
  expect(shown({})).toEqual([80.821918, '%', '80.82', '%', '']);
  const compared = { value: 82, amount: -1.178082, kind: 'points' as const, have: 1, of: 2 };
  expect(shown({ compared }, 'budget')[4]).toBe('\u22121.2\u00a0pp vs budget (1 of 2)');
  const without = { value: null, amount: null, kind: 'points' as const, have: 0, of: 2 };
  expect(shown({ compared: without }, 'previousYear')[4]).toBe('Previous year: nothing to compare with');
  expect(shown({ metricId: 'energy', unit: 'kWh', value: 1_010_000, have: 2, of: 3, isPartial: true })).toEqual([
    1_010_000,
    'kWh',
    '1.010',
    'GWh',
    '2 of 3',
  ]);
  expect(shown({}, 'none', 82)[4]).toBe('target 82.00\u00a0%, \u22121.2\u00a0pp');
  expect(shown({ value: null, have: 0, reason: 'noData' })).toEqual([null, '%', undefined, undefined, 'No data in this period.']);
});

test('what a contract guarantees is a target: the number says what it is and how far off, over the sites that have one', () => {
  const row: MetricRow = {
    ...{ key: '', bucketMs: null, metricId: 'availability.Technical.time', currency: null, isPartial: false, reason: null, unit: '%' },
    ...{ value: 94.30605, numerator: 2_650_000, denominator: 2_810_000, coverage: 1, have: 2, of: 2 },
  };
  const settings = {
    metric: row.metricId,
    reference: 'previousYear',
    target: null,
    targetOf: 'guarantee',
    sparkline: 'none',
    groupBy: 'none',
    direction: 'asMetric',
  } as const;
  const shown = (compared: MetricRow['compared']) =>
    periodReading([row], settings, widgetText(), { ...row, ...(compared && { compared }) });
  const whole = shown({ value: 97, amount: -2.69395, kind: 'points', have: 2, of: 2 });
  expect([whole.note, whole.isAgainst, whole.percentages?.percentOfTarget]).toEqual([
    'guarantee 97.00\u00a0%, \u22122.7\u00a0pp',
    true,
    expect.closeTo(97.222732, 5),
  ]);
  const part = shown({ value: 90, amount: 4.3, kind: 'points', have: 1, of: 2 });
  expect([part.note, part.isAgainst]).toEqual(['guarantee 90.00\u00a0%, +4.3\u00a0pp (1 of 2)', false]);
  expect(shown({ value: null, amount: null, kind: 'points', have: 0, of: 2 }).note).toBe('Guarantee: nothing to compare with');
});

test('a change against the good direction of a metric stands out beyond the tolerance, and the settings can turn it round', () => {
  const against = (
    metricId: MetricRow['metricId'],
    amount: number,
    { kind = 'percent', direction = 'asMetric' }: { kind?: 'percent' | 'points'; direction?: 'asMetric' | 'up' | 'down' | 'neutral' } = {},
  ) => {
    const compared = { value: 1, amount, kind, have: 1, of: 1 };
    const row: MetricRow = {
      ...{ key: '', bucketMs: null, metricId, currency: null, isPartial: false, reason: null, unit: 'kWh', compared },
      ...{ value: 1, numerator: 1, denominator: null, coverage: 1, have: 1, of: 1 },
    };
    const settings = {
      metric: metricId,
      reference: 'budget',
      target: null,
      targetOf: 'number',
      sparkline: 'none',
      groupBy: 'none',
      direction,
    } as const;
    return periodReading([row], settings, widgetText()).isAgainst;
  };
  expect([against('energy', -1.9), against('energy', -2.1), against('energy', 5)]).toEqual([false, true, false]);
  expect([against('lost', 5), against('lost', -5), against('soc', -50)]).toEqual([true, false, false]);
  expect([against('pr', -0.2, { kind: 'points' }), against('pr', -0.3, { kind: 'points' })]).toEqual([false, true]);
  expect([against('energy', -9, { direction: 'neutral' }), against('energy', 9, { direction: 'down' })]).toEqual([false, true]);
});

test('of several currencies the largest is the number, two more have their amounts, and the rest are counted', () => {
  const row = (currency: string, value: number): MetricRow => ({
    ...{ key: '', bucketMs: null, metricId: 'revenue', currency, isPartial: false, reason: null, unit: currency },
    ...{ value, numerator: value, denominator: null, coverage: 1, have: 1, of: 1 },
  });
  const rows = [row('EUR', 5_800), row('USD', 5_000), row('SEK', 900), row('GBP', 80), row('INR', 7)];
  const settings = {
    metric: 'revenue',
    reference: 'none',
    target: null,
    targetOf: 'number',
    sparkline: 'none',
    groupBy: 'none',
    direction: 'asMetric',
  } as const;
  const { value, note } = periodReading(rows, settings, widgetText());
  expect([value, note]).toEqual([5_800, '5,000 USD, 900.0 SEK, +2 currencies']);
});

test('energy is that of the month, unless the widget has a period of its own', () => {
  const page = { sites, period: { startMs: 0, endMs: 86_400_000 }, zone: 'UTC', nowMs: 86_400_000, powerDeviceIds: null };
  const kinds = (settings: object) => {
    const read = keyMetricWidget.settings.read({ version: 1, settings: settings as never });
    if (read.status !== 'complete') throw new RangeError(read.status);
    return Object.values(keyMetricWidget.queries(read.settings, page)).map((query) => query?.kind);
  };
  const own = { type: 'preset', selectedPreset: 'yesterday' };
  expect(kinds({ metric: 'energy' })).toEqual(['siteStatus', 'fleetResults']);
  expect(kinds({ metric: 'energy', period: own })).toEqual(['metrics']);
  expect(kinds({ metric: 'energy', reference: 'budget' })).toEqual(['metrics']);
  expect(kinds({ metric: 'pr' })).toEqual(['metrics']);
});

test('groups of sites have their own values, and one without the attribute is named so', () => {
  const row = (key: string, value: number | null): MetricRow => ({
    ...{ key, bucketMs: null, metricId: 'energy', currency: null, isPartial: false, reason: value === null ? 'noData' : null, unit: 'kWh' },
    ...{ value, numerator: value, denominator: null, coverage: 1, have: 1, of: 1 },
  });
  const group = (key: string) => ({ key, label: key, siteIds: [], segmentId: null });
  const result = { groups: [group('ES'), group('')], rows: [row('ES', 1_500), row('', null)], totals: [], timezone: 'UTC' };
  expect(groupTexts(result, 'country', widgetText().intl).map(({ name, text }) => [name, text])).toEqual([
    ['ES', '1.500 MWh'],
    ['Not set', '\u2014'],
  ]);
  const money = (currency: string, value: number): MetricRow => ({ ...row('ES', value), metricId: 'revenue', currency, unit: currency });
  const several = { ...result, groups: [group('ES')], rows: [money('EUR', 1_500), money('SEK', 20)] };
  expect(groupTexts(several, 'country', widgetText().intl).map(({ text }) => text)).toEqual(['1,500 EUR, 20.00 SEK']);
});
