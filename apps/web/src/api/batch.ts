import { LIMITS } from '@solvane/contract/limits';

export interface BatchOptions<Key extends string, Value> {
  /** Answers many keys at once; a key that is absent from the answer has no value. */
  load: (keys: Key[], signal: AbortSignal) => Promise<ReadonlyMap<Key, Value>>;
  /** Most keys of one call. */
  maxSize: number;
  delayMs?: number;
}

export interface Batch<Key extends string, Value> {
  /** The value of one key, answered together with others that are asked for within the delay. */
  get: (key: Key, signal?: AbortSignal) => Promise<Value | undefined>;
}

interface Question<Key, Value> {
  key: Key;
  answer: Promise<Value | undefined>;
  resolve: (value: Value | undefined) => void;
  reject: (error: unknown) => void;
  /** Askers who still want to know; at 0 the call is given up. */
  waiting: number;
  controller: AbortController | undefined;
}

/** Merges equal requests and sends many at once (spec §7). A call ends early only when no caller waits for any of its keys. */
export function createBatch<Key extends string, Value>({
  load,
  maxSize,
  delayMs = LIMITS.requestQueueDelayMs,
}: BatchOptions<Key, Value>): Batch<Key, Value> {
  const open = new Map<Key, Question<Key, Value>>();
  let queued: Question<Key, Value>[] = [];
  let isFlushPlanned = false;

  function flush(): void {
    isFlushPlanned = false;
    const wanted = queued.filter(({ waiting }) => waiting > 0);
    for (const { key } of queued) if (open.get(key)?.waiting === 0) open.delete(key);
    queued = [];
    for (let first = 0; first < wanted.length; first += maxSize) void run(wanted.slice(first, first + maxSize));
  }

  async function run(questions: Question<Key, Value>[]): Promise<void> {
    const controller = new AbortController();
    for (const question of questions) question.controller = controller;
    calls.set(controller, questions);
    try {
      const values = await load(
        questions.map(({ key }) => key),
        controller.signal,
      );
      for (const question of questions) question.resolve(values.get(question.key));
    } catch (error) {
      for (const question of questions) question.reject(error);
    } finally {
      calls.delete(controller);
      for (const question of questions) if (open.get(question.key) === question) open.delete(question.key);
    }
  }

  const calls = new Map<AbortController, Question<Key, Value>[]>();

  function leave(question: Question<Key, Value>): void {
    question.waiting -= 1;
    const { controller } = question;
    if (controller === undefined || calls.get(controller)?.some(({ waiting }) => waiting > 0)) return;
    for (const { key } of calls.get(controller) ?? []) open.delete(key);
    controller.abort();
  }

  return {
    get(key, signal) {
      const question = open.get(key) ?? ask(key);
      question.waiting += 1;
      if (!signal) return question.answer;
      return new Promise((resolve, reject) => {
        const giveUp = () => {
          leave(question);
          reject(signal.reason);
        };
        if (signal.aborted) return giveUp();
        signal.addEventListener('abort', giveUp, { once: true });
        question.answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
      });
    },
  };

  function ask(key: Key): Question<Key, Value> {
    const { promise, resolve, reject } = Promise.withResolvers<Value | undefined>();
    // Waiting callers learn of a failure through their own promise; when all have left, none does.
    promise.catch(() => undefined);
    const question: Question<Key, Value> = { key, answer: promise, resolve, reject, waiting: 0, controller: undefined };
    if (open.size < LIMITS.requestDedupeSize) open.set(key, question);
    queued.push(question);
    if (!isFlushPlanned) setTimeout(flush, delayMs);
    isFlushPlanned = true;
    return question;
  }
}
