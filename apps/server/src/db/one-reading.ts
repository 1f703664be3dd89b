import { AsyncLocalStorage } from 'node:async_hooks';

const shared = new AsyncLocalStorage<Map<string, Promise<unknown>>>();

/** In all runs of the work together, what is read under one name is read once: for the parts of one response, which need not be newer than its beginning. */
export function withOneReading<Parts extends readonly unknown[], T>(work: (...parts: Parts) => T): (...parts: Parts) => T {
  const readings = new Map<string, Promise<unknown>>();
  return (...parts) => shared.run(readings, work, ...parts);
}

/** Reads each time outside of `withOneReading`. A reading that failed is tried again. */
export function readOnce<T>(name: string, read: () => Promise<T>): Promise<T> {
  const readings = shared.getStore();
  if (!readings) return read();
  const known = readings.get(name) as Promise<T> | undefined;
  if (known) return known;
  const reading = read();
  readings.set(name, reading);
  reading.catch(() => readings.delete(name));
  return reading;
}
