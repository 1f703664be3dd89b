import { type ColumnSeries, encodeSignalColumns } from '@solvane/contract/signal-columns';
import { SIGNAL_COLUMNS_TYPE } from '@solvane/contract/signal-columns-type';
import { WIDGET_FRAMES_TYPE, widgetEndpoints } from '@solvane/contract/widgets/widget-data';
import { SITE_STATUS_QUERY } from '@solvane/contract/widgets/widget-page';
import type { WidgetQuery } from '@solvane/contract/widgets/widget-queries';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeProduct, type FakeProduct } from '../testing/fake-product.ts';
import { forgetCsrfToken } from './csrf-token.ts';
import { runWidgetQuery } from './widget-data.ts';

const SERIES = { key: 'inv-1', segmentId: 'inv-1', signalId: 'ActivePower||Raw', label: 'Inverter 1', unit: 'kW', aggregation: 'avg' };
const TIMES = Float64Array.from({ length: 5_000 }, (_, index) => index * 600_000);
const VALUES = TIMES.map((_, index) => (index % 7 === 0 ? Number.NaN : index / 3));
const COLUMNS = encodeSignalColumns({
  resolution: 'raw',
  native: false,
  reduced: false,
  series: [{ ...SERIES, timezone: 'UTC', periodsBack: 0, timesMs: TIMES, values: VALUES } as unknown as ColumnSeries],
});
const QUERY = { kind: 'series', body: { resolution: 'raw' } } as unknown as WidgetQuery<'series'>;

let product: FakeProduct;
let seen: Request[];

/** Answers the queries of a page with these bytes, in parts as a network makes them. */
function answerInParts(text: string, size: number): void {
  const bytes = new TextEncoder().encode(text);
  const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(new URL(String(input), 'http://solvane.test'), init);
    if (!request.url.endsWith(widgetEndpoints.data.path)) return product.server.fetch(input, init);
    seen.push(request);
    return new Response(streamOf(parts), { headers: { 'content-type': WIDGET_FRAMES_TYPE } });
  });
}

function streamOf(parts: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}

beforeEach(() => {
  product = createFakeProduct();
  seen = [];
  forgetCsrfToken();
});
afterEach(() => void vi.unstubAllGlobals());

const LATE = { code: 'request.timeout', title: '', message: '', titleText: '', messageText: '', values: {}, issues: [], requestId: 'r' };

const signal = () => new AbortController().signal;

test.each([1, 7, 4_096, 1_000_000])('series arrive as the doubles that were sent, in parts of %i bytes', async (size) => {
  answerInParts(`${JSON.stringify({ id: '0', columns: COLUMNS.toBase64() })}\n`, size);
  const { series } = await runWidgetQuery<'series'>(QUERY, signal());
  expect(series[0]?.timesMs).toEqual(TIMES);
  expect(series[0]?.values).toEqual(VALUES);
  expect(seen[0]?.headers.get('accept')).toContain(SIGNAL_COLUMNS_TYPE);
});

test('each line of a response is a frame wherever the network splits it, and the last one needs no line break', async () => {
  const status = { items: [{ name: 'Åsen – söder' }] };
  answerInParts(`${JSON.stringify({ id: '1', error: LATE })}\n\n${JSON.stringify({ id: '0', result: status })}`, 3);
  const other = { kind: 'siteStatus', body: { siteIds: [] } } as unknown as WidgetQuery<'siteStatus'>;
  const [first, second] = await Promise.allSettled([runWidgetQuery(SITE_STATUS_QUERY, signal()), runWidgetQuery(other, signal())]);
  expect(first).toEqual({ status: 'fulfilled', value: status });
  expect(second).toMatchObject({ status: 'rejected', reason: { code: 'request.timeout' } });
});

test('columns that are cut off fail their own query', async () => {
  answerInParts(`${JSON.stringify({ id: '0', columns: COLUMNS.subarray(0, COLUMNS.length - 8).toBase64() })}\n`, 4_096);
  await expect(runWidgetQuery<'series'>(QUERY, signal())).rejects.toMatchObject({ code: 'internal' });
});
