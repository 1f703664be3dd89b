import type { Period } from '@solvane/energy/time/local-day';

/** A time range as text for the clipboard: two instants in UTC, which any screen and any reader understand. */
export function toTimeRangeText({ startMs, endMs }: Period): string {
  return `${new Date(startMs).toISOString()}/${new Date(endMs).toISOString()}`;
}

/** The time range that a text names: two instants of ISO 8601 with their zone, or the object that Grafana copies; undefined where it is neither. */
export function parseTimeRangeText(text: string): Period | undefined {
  const [start, end] = partsOf(text.trim());
  const [startMs, endMs] = [toInstant(start), toInstant(end)];
  return startMs !== undefined && endMs !== undefined && startMs < endMs ? { startMs, endMs } : undefined;
}

function partsOf(text: string): unknown[] {
  if (!text.startsWith('{')) return text.split('/');
  try {
    const { from, to }: { from?: unknown; to?: unknown } = JSON.parse(text);
    return [from, to];
  } catch {
    // It only looks like an object: it names no range.
    return [];
  }
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

function toInstant(part: unknown): number | undefined {
  const text = typeof part === 'string' ? part.trim() : part;
  if (typeof text === 'string' && INSTANT.test(text)) {
    const atMs = Date.parse(text);
    return Number.isNaN(atMs) ? undefined : atMs;
  }
  const atMs = Number(text);
  return typeof text === 'number' || (typeof text === 'string' && /^\d{12,14}$/.test(text)) ? atMs : undefined;
}
