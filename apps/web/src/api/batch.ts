import { LIMITS } from '@solvane/contract/limits';

export interface BatchOptions<Key extends string, Value> {
  /**
   * Loads many keys at once; a key that is absent from the result has no value. `settle` hands over the value or the failure of one key before the others
   * are there.
   */
  load: (keys: Key[], signal: AbortSignal, settle: (key: Key, outcome: Value | Error) => void) => Promise<ReadonlyMap<Key, Value>>;
  /** Most keys of one call. */
  maxSize: number;
  delayMs?: number;
}

export interface Batch<Key extends string, Value> {
  /** The value of one key, loaded together with others that are requested within the delay. */
  get: (key: Key, signal?: AbortSignal) => Promise<Value | undefined>;
}

interface Entry<Key, Value> {
  key: Key;
  value: Promise<Value | undefined>;
  resolve: (value: Value | undefined) => void;
  reject: (error: unknown) => void;
  /** Callers that still wait; at 0 the call is aborted. */
  waiting: number;
  isSettled: boolean;
  controller: AbortController | undefined;
}

/** Merges equal requests and sends many at once (spec §7). A call ends early only when no caller waits for any of its keys. */
export function createBatch<Key extends string, Value>({
  load,
  maxSize,
  delayMs = LIMITS.requestQueueDelayMs,
}: BatchOptions<Key, Value>): Batch<Key, Value> {
  const open = new Map<Key, Entry<Key, Value>>();
  let queued: Entry<Key, Value>[] = [];
  let isFlushPlanned = false;

  function flush(): void {
    isFlushPlanned = false;
    const wanted = queued.filter(({ waiting }) => waiting > 0);
    for (const { key } of queued) if (open.get(key)?.waiting === 0) open.delete(key);
    queued = [];
    for (let first = 0; first < wanted.length; first += maxSize) void run(wanted.slice(first, first + maxSize));
  }

  async function run(entries: Entry<Key, Value>[]): Promise<void> {
    const controller = new AbortController();
    for (const entry of entries) entry.controller = controller;
    calls.set(controller, entries);
    try {
      const values = await load(
        entries.map(({ key }) => key),
        controller.signal,
        (key, outcome) => {
          for (const entry of entries) if (entry.key === key) settle(entry, outcome);
        },
      );
      for (const entry of entries) settle(entry, values.get(entry.key));
    } catch (error) {
      for (const entry of entries) entry.reject(error);
    } finally {
      calls.delete(controller);
      for (const entry of entries) close(entry);
    }
  }

  /** The first outcome counts. */
  function settle(entry: Entry<Key, Value>, outcome: Value | Error | undefined): void {
    if (outcome instanceof Error) entry.reject(outcome);
    else entry.resolve(outcome);
    close(entry);
  }

  function close(entry: Entry<Key, Value>): void {
    entry.isSettled = true;
    if (open.get(entry.key) === entry) open.delete(entry.key);
  }

  const calls = new Map<AbortController, Entry<Key, Value>[]>();

  function leave(entry: Entry<Key, Value>): void {
    entry.waiting -= 1;
    const { controller } = entry;
    if (controller === undefined || calls.get(controller)?.some(({ waiting, isSettled }) => !isSettled && waiting > 0)) return;
    for (const { key } of calls.get(controller) ?? []) open.delete(key);
    controller.abort();
  }

  return {
    get(key, signal) {
      const entry = open.get(key) ?? ask(key);
      entry.waiting += 1;
      if (!signal) return entry.value;
      return new Promise((resolve, reject) => {
        const giveUp = () => {
          leave(entry);
          reject(signal.reason);
        };
        if (signal.aborted) return giveUp();
        signal.addEventListener('abort', giveUp, { once: true });
        entry.value.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
      });
    },
  };

  function ask(key: Key): Entry<Key, Value> {
    const { promise, resolve, reject } = Promise.withResolvers<Value | undefined>();
    // Waiting callers learn of a failure through their own promise; when all have left, none does.
    promise.catch(() => undefined);
    const entry: Entry<Key, Value> = { key, value: promise, resolve, reject, waiting: 0, isSettled: false, controller: undefined };
    if (open.size < LIMITS.requestDedupeSize) open.set(key, entry);
    queued.push(entry);
    if (!isFlushPlanned) setTimeout(flush, delayMs);
    isFlushPlanned = true;
    return entry;
  }
}
