import { AppError, type ErrorBody } from '@solvane/contract/errors';
import { LIMITS } from '@solvane/contract/limits';
import { SIGNAL_COLUMNS_TYPE } from '@solvane/contract/signal-columns-type';
import {
  WIDGET_FRAMES_TYPE,
  type WidgetFrame,
  type WidgetQueryKind,
  widgetEndpoints,
  widgetFrameSchema,
} from '@solvane/contract/widgets/widget-data';
import type { WidgetQuery, WidgetResult } from '@solvane/contract/widgets/widget-queries';
import { type Batch, createBatch } from './batch.ts';
import { callForResponse } from './call.ts';

/** The response comes over the network: a little longer than the server itself takes at most. */
const TIMEOUT_MS = LIMITS.widgetQueryTimeoutMs + 5_000;

/** Series as columns: a million values as JSON take half a second to read. */
const ACCEPTED = `${WIDGET_FRAMES_TYPE}, ${SIGNAL_COLUMNS_TYPE}`;

/** Series of one resolution go together; latest values, status and events form one group. */
const batches = new Map<string, Batch<string, unknown>>();

/**
 * Runs a query of a widget together with those of all other widgets of the page; equal queries run once.
 *
 * @throws AppError of this query alone
 */
export async function runWidgetQuery<K extends WidgetQueryKind>(query: WidgetQuery<K>, signal: AbortSignal): Promise<WidgetResult<K>> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    // The server checks every result against the contract of its kind before it sends it.
    return (await batchOf(query).get(JSON.stringify(query), AbortSignal.any([signal, timeout]))) as WidgetResult<K>;
  } catch (error) {
    throw timeout.aborted && !signal.aborted ? new AppError('request.timeout', { cause: error }) : error;
  }
}

function batchOf({ kind, body }: { kind: WidgetQueryKind; body: unknown }): Batch<string, unknown> {
  const group = kind === 'series' ? resolutionOf(body) : 'now';
  const batch = batches.get(group) ?? createBatch({ maxSize: LIMITS.widgetQueries, load: loadFrames });
  batches.set(group, batch);
  return batch;
}

function resolutionOf(body: unknown): string {
  return typeof body === 'object' && body !== null && 'resolution' in body ? String(body.resolution) : 'auto';
}

async function loadFrames(
  keys: string[],
  signal: AbortSignal,
  settle: (key: string, outcome: unknown) => void,
): Promise<ReadonlyMap<string, unknown>> {
  const queries = keys.map((key, index) => ({ id: String(index), ...(JSON.parse(key) as WidgetQuery) }));
  const response = await callForResponse(widgetEndpoints.data, { body: { queries }, signal, background: true, accept: ACCEPTED });
  for await (const frame of framesOf(response)) {
    const key = keys[Number(frame.id)];
    if (key !== undefined) settle(key, await contentOf(frame));
  }
  // A query without a frame: the response broke off, or its frame could not be read.
  for (const key of keys) settle(key, new AppError('internal'));
  return new Map();
}

/** The lines of a response as they arrive. A line that is no frame is left out. */
async function* framesOf({ body }: Response): AsyncGenerator<WidgetFrame> {
  if (!body) return;
  // Of the line that has not ended: put together at each of its parts, a long one would be copied a hundred times.
  let parts: Uint8Array[] = [];
  for await (const bytes of readAll(body)) {
    let start = 0;
    for (let end = bytes.indexOf(NEW_LINE); end >= 0; end = bytes.indexOf(NEW_LINE, start)) {
      parts.push(bytes.subarray(start, end));
      yield* frameOf(textOf(parts));
      parts = [];
      start = end + 1;
    }
    parts.push(bytes.subarray(start));
  }
  yield* frameOf(textOf(parts));
}

/** No part of a longer character in UTF-8. */
const NEW_LINE = 0x0a;

function textOf(parts: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  return parts.map((part) => decoder.decode(part, { stream: true })).join('') + decoder.decode();
}

/** What a frame settles its query with. */
async function contentOf(frame: WidgetFrame): Promise<unknown> {
  if ('error' in frame) return toAppError(frame.error);
  if (!('columns' in frame)) return frame.result;
  try {
    const { decodeSignalColumns } = await import('@solvane/contract/signal-columns');
    return decodeSignalColumns(bytesOf(frame.columns).buffer);
  } catch (error) {
    return new AppError('internal', { cause: error });
  }
}

/** Browsers before autumn 2025 have no quick way. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.fromBase64?.(base64) ?? Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

function frameOf(line: string): WidgetFrame[] {
  try {
    const parsed = widgetFrameSchema.safeParse(JSON.parse(line));
    return parsed.success ? [parsed.data] : [];
  } catch {
    // Not JSON: the queries without a frame report it.
    return [];
  }
}

/** Not every browser can iterate over a stream. */
async function* readAll<T>(stream: ReadableStream<T>): AsyncGenerator<T> {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

function toAppError({ code, values, issues, requestId }: ErrorBody): AppError {
  return new AppError(code, { values, issues, detail: { requestId } });
}
