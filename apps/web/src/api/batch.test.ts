import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBatch } from './batch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function givenBatch(maxSize = 30) {
  const asked: string[][] = [];
  const signals: AbortSignal[] = [];
  const waiting: PromiseWithResolvers<void>[] = [];
  const batch = createBatch<string, string>({
    maxSize,
    load: async (keys, signal) => {
      asked.push(keys);
      signals.push(signal);
      const gate = Promise.withResolvers<void>();
      waiting.push(gate);
      signal.addEventListener('abort', () => gate.reject(signal.reason));
      await gate.promise;
      return new Map(keys.filter((key) => key !== 'unknown').map((key) => [key, `value of ${key}`]));
    },
  });
  return { batch, asked, signals, answer: (call = 0) => waiting[call]?.resolve(), fail: (error: Error) => waiting[0]?.reject(error) };
}

test('questions within 10 ms are one call, the same question is asked once', async () => {
  const { batch, asked, answer } = givenBatch();
  const answers = Promise.all([batch.get('a'), batch.get('b'), batch.get('a'), batch.get('unknown')]);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(10);
  expect(asked).toEqual([['a', 'b', 'unknown']]);
  answer();
  expect(await answers).toEqual(['value of a', 'value of b', 'value of a', undefined]);
});

test('61 sites are asked in three calls of at most 30', async () => {
  const { batch, asked } = givenBatch();
  for (let index = 0; index < 61; index++) void batch.get(`S${index}`);
  await vi.advanceTimersByTimeAsync(10);
  expect(asked.map((keys) => keys.length)).toEqual([30, 30, 1]);
});

test('a question that is under way answers a later asker too', async () => {
  const { batch, asked, answer } = givenBatch();
  const first = batch.get('a');
  await vi.advanceTimersByTimeAsync(10);
  const second = batch.get('a');
  await vi.advanceTimersByTimeAsync(10);
  answer();
  expect(await Promise.all([first, second])).toEqual(['value of a', 'value of a']);
  expect(asked).toHaveLength(1);
});

test('a call is cancelled only when no caller waits for any of its keys', async () => {
  const { batch, signals } = givenBatch();
  const [first, second] = [new AbortController(), new AbortController()];
  const asked = [batch.get('a', first.signal), batch.get('b', second.signal)].map((answer) => answer.catch((error: Error) => error.name));
  await vi.advanceTimersByTimeAsync(10);
  first.abort();
  expect(signals[0]?.aborted).toBe(false);
  second.abort();
  expect(signals[0]?.aborted).toBe(true);
  expect(await Promise.all(asked)).toEqual(['AbortError', 'AbortError']);
});

test('a caller that leaves before the call is left out of it, and a new caller starts again', async () => {
  const { batch, asked, answer } = givenBatch();
  const gone = new AbortController();
  const left = batch.get('a', gone.signal).catch((error: Error) => error.name);
  gone.abort();
  await vi.advanceTimersByTimeAsync(10);
  expect(asked).toEqual([]);
  expect(await left).toBe('AbortError');
  const again = batch.get('a');
  await vi.advanceTimersByTimeAsync(10);
  answer();
  expect(await again).toBe('value of a');
});

test('a failure reaches everybody who waits, and the next question is asked again', async () => {
  const { batch, asked, fail, answer } = givenBatch();
  const answers = [batch.get('a'), batch.get('b')].map((waiting) => waiting.catch((error: Error) => error.message));
  await vi.advanceTimersByTimeAsync(10);
  fail(new Error('gone'));
  expect(await Promise.all(answers)).toEqual(['gone', 'gone']);
  const again = batch.get('a');
  await vi.advanceTimersByTimeAsync(10);
  answer(1);
  expect(await again).toBe('value of a');
  expect(asked).toEqual([['a', 'b'], ['a']]);
});

test('a value that arrives before the others is there at once, and its failure is its own', async () => {
  const rest = Promise.withResolvers<ReadonlyMap<string, string>>();
  const batch = createBatch<string, string>({
    maxSize: 30,
    load: (_keys, _signal, settle) => {
      settle('early', 'value of early');
      settle('broken', new Error('broken'));
      return rest.promise;
    },
  });
  const late = batch.get('late');
  const [early, broken] = [batch.get('early'), batch.get('broken').catch((error: unknown) => error)];
  await vi.advanceTimersByTimeAsync(10);
  expect(await early).toBe('value of early');
  expect(await broken).toEqual(new Error('broken'));
  rest.resolve(new Map([['late', 'value of late']]));
  expect(await late).toBe('value of late');
});
