import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { chartSvgImage } from './chart-image.tsx';
import { givenLine, HOUR_MS } from './options/lines.testing.ts';
import { SeriesTable } from './series-table.tsx';
import { TimeSeriesChart, type TimeSeriesChartProps } from './time-series-chart.tsx';

const START_MS = Date.UTC(2025, 5, 24);
const DOMAIN = { startMs: START_MS, endMs: START_MS + 2 * HOUR_MS };
const CLOCK = { offsetMs: () => 2 * HOUR_MS };
const TEXT = {
  name: 'Active power of INV-1',
  summary: 'One line',
  keys: 'Arrow keys move the cursor',
  noValue: 'no value',
  atCursor: 'At the cursor',
  last: 'Last',
  min: 'Min',
  max: 'Max',
  mean: 'Mean',
  dataShare: 'Data %',
  toggle: (label: string) => `Show ${label}`,
};
const POWER = {
  id: 'kW',
  title: 'Active power',
  unit: 'MW',
  factor: 0.001,
  fromZero: true,
  lines: [
    givenLine([600, 720, 660, Number.NaN, 480, 540], { id: 'a', label: 'INV-1' }),
    givenLine([1000, 1100, 1200, 1300, 1400, 1500], { id: 'b', label: 'INV-2', colour: 1 }),
  ],
};

function renderChart(given: Partial<TimeSeriesChartProps> = {}) {
  const asked = { onViewChange: vi.fn(), onUndo: vi.fn() };
  const props = {
    plots: [POWER],
    domain: DOMAIN,
    view: DOMAIN,
    nowMs: START_MS + HOUR_MS,
    clock: CLOCK,
    locale: 'en-US',
    text: TEXT,
    ...asked,
    ...given,
  };
  render(<TimeSeriesChart {...props} />);
  return asked;
}

function rowOf(name: string): (string | null)[] {
  const row = screen.getByRole('button', { name: `Show ${name}` }).closest('tr');
  return within(row ?? document.body)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
}

afterEach(cleanup);

beforeEach(() => {
  // The test browser has no canvas, lays nothing out and knows no screen.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = vi.fn();
      disconnect = vi.fn();
    },
  );
  vi.stubGlobal('matchMedia', () => ({ addEventListener: vi.fn(), removeEventListener: vi.fn() }));
});

test('the legend is a table of figures in the unit of its axis', () => {
  renderChart();
  expect(rowOf('INV-1')).toEqual(['', '0.540', '0.480', '0.720', '0.600', '83.3']);
});

test('the keyboard moves the cursor from point to point, and the values under it are told', async () => {
  renderChart();
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Active power of INV-1' }));
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect(rowOf('INV-1')[0]).toBe('0.720');
  expect(screen.getByText(/^02:10: INV-1 .*0\.720 MW/).getAttribute('aria-live')).toBe('polite');
  await userEvent.keyboard('{End}');
  expect(rowOf('INV-2')[0]).toBe('1.500');
  await userEvent.keyboard('{Escape}');
  expect(rowOf('INV-2')[0]).toBe('');
});

test('a missing value is a dash, never zero', async () => {
  renderChart();
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}');
  expect(rowOf('INV-1')[0]).toBe('—');
});

test('plus and minus zoom around the cursor, backspace undoes', async () => {
  const asked = renderChart();
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}+');
  expect(asked.onViewChange).toHaveBeenCalledWith({ startMs: START_MS, endMs: START_MS + HOUR_MS });
  await userEvent.keyboard('{Backspace}');
  expect(asked.onUndo).toHaveBeenCalledOnce();
});

test('figures follow when the wheel has come to rest, also in a chart that keeps its own view', async () => {
  const width = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600);
  onTestFinished(() => width.mockRestore());
  renderChart();
  const area = screen.getByRole('region', { name: 'Active power, MW' }).querySelector('canvas');
  const before = rowOf('INV-2');
  if (area) fireEvent.wheel(area, { deltaY: -900, clientX: 60 });
  expect(rowOf('INV-2')).toEqual(before);
  await waitFor(() => expect(rowOf('INV-2')).not.toEqual(before));
});

test('a line can be hidden, and says so', async () => {
  renderChart();
  const button = screen.getByRole('button', { name: 'Show INV-2' });
  expect(button.getAttribute('aria-pressed')).toBe('true');
  await userEvent.click(button);
  expect(button.getAttribute('aria-pressed')).toBe('false');
});

test('a legend of a thousand lines draws the rows in sight only', () => {
  const lines = Array.from({ length: 1000 }, (_, index) => givenLine([index], { id: String(index), label: `INV-${index}`, colour: null }));
  renderChart({ plots: [{ ...POWER, lines }] });
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('1001');
  expect(screen.getAllByRole('row').length).toBeLessThan(40);
});

test('the table twin has a row per time in site time, and a dash where nothing was measured', () => {
  render(<SeriesTable plots={[POWER]} view={DOMAIN} clock={CLOCK} locale="en-US" name="Values" timeHead="Time" />);
  const row = screen.getByRole('row', { name: /02:30/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['—', '1.300']);
});

test('lanes and marks stand on the time axis of the plots, and the parent of the chart receives the cursor', async () => {
  const onCursor = vi.fn();
  renderChart({
    hasLegend: false,
    lanes: ({ view }) => <p>lanes from {view.startMs - START_MS}</p>,
    marks: ({ view }) => <p>marks to {view.endMs - START_MS}</p>,
    onCursor,
  });
  expect(screen.getByText('lanes from 0')).toBeTruthy();
  expect(screen.getByText(`marks to ${2 * HOUR_MS}`)).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
  screen.getByRole('group', { name: 'Active power of INV-1' }).focus();
  await userEvent.setup().keyboard('{ArrowRight}');
  expect(onCursor).toHaveBeenLastCalledWith(expect.any(Number));
});

test('Enter sets cursor A, Shift+Enter B, and the legend compares them', async () => {
  const onPins = vi.fn();
  renderChart({ pins: { aMs: START_MS + HOUR_MS / 6, bMs: START_MS + HOUR_MS / 3 }, onPins });
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'MW',
    'A 02:10',
    'B 02:20',
    'B − A',
    'Last',
    'Min',
    'Max',
    'Mean',
    'Data %',
  ]);
  expect(rowOf('INV-1').slice(0, 3)).toEqual(['0.720', '0.660', '−0.060']);
  expect(rowOf('INV-2').slice(0, 3)).toEqual(['1.100', '1.200', '+0.100']);
  screen.getByRole('group', { name: 'Active power of INV-1' }).focus();
  await userEvent.keyboard('{Home}{Enter}');
  expect(onPins).toHaveBeenLastCalledWith({ aMs: START_MS, bMs: START_MS + HOUR_MS / 3 });
  await userEvent.keyboard('{Escape}');
  expect(onPins).toHaveBeenLastCalledWith({ aMs: START_MS + HOUR_MS / 6, bMs: null });
});

test('arrow keys move the edges of a chosen span from point to point, not across each other', async () => {
  const onSpan = vi.fn();
  renderChart({
    text: { ...TEXT, spanStart: 'Start', spanEnd: 'End' },
    span: { startMs: START_MS, endMs: START_MS + HOUR_MS / 6 },
    onSpan,
  });
  screen.getByRole('slider', { name: 'End' }).focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(onSpan).toHaveBeenLastCalledWith({ startMs: START_MS, endMs: START_MS + HOUR_MS / 3 });
  onSpan.mockClear();
  await userEvent.keyboard('{ArrowLeft}');
  expect(onSpan).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(onSpan).toHaveBeenLastCalledWith(null);
});

test('plots of one panel share a region, each with its own axis and legend', () => {
  const shared = { panel: 'shared' };
  const wind = {
    ...POWER,
    ...shared,
    id: 'm/s',
    title: 'Wind speed',
    unit: 'm/s',
    factor: 1,
    side: 'right' as const,
    lines: [givenLine([5, 6, 7], { id: 'w', label: 'WS' })],
  };
  const onRange = vi.fn();
  renderChart({ plots: [{ ...POWER, ...shared }, wind], onRange });
  const region = screen.getByRole('region', { name: 'Active power, MW, Wind speed, m/s' });
  expect(
    within(region)
      .getAllByRole('slider')
      .map((slider) => slider.getAttribute('aria-label')),
  ).toEqual(['Active power, MW', 'Wind speed, m/s']);
  expect(screen.getAllByRole('table')).toHaveLength(2);
  expect(rowOf('WS')).toContain('7.000');
});

test('a picture of the lines is an SVG of the same marks', () => {
  const text = { last: 'Last', min: 'Min', max: 'Max', mean: 'Mean', dataShare: 'Data %', noValue: 'no value' };
  const svg = chartSvgImage({
    plots: [POWER],
    view: DOMAIN,
    nowMs: START_MS + HOUR_MS,
    clock: CLOCK,
    locale: 'en-US',
    title: 'A < B',
    subtitle: 'June',
    text,
  });
  const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml');
  expect(parsed.querySelector('parsererror')).toBeNull();
  const texts = [...parsed.querySelectorAll('text')].map(({ textContent }) => textContent);
  expect(texts).toEqual(expect.arrayContaining(['A < B', 'June', 'INV-1', 'INV-2', 'Max']));
  // Both lines, each with its own stroke.
  expect(parsed.querySelectorAll('path[fill="none"][clip-path]').length).toBeGreaterThanOrEqual(2);
});
