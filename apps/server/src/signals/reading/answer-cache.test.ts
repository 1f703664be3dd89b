import { expect, test } from 'vitest';
import { AnswerCache } from './answer-cache.ts';

function fixture(maxBytes = 1_000) {
  const cache = new AnswerCache(maxBytes);
  const made: string[] = [];
  const ask = (question: string, stamp: string, bytes = 100) =>
    cache.answer({ question, stamp }, async () => {
      made.push(`${question} ${stamp}`);
      return { answer: `${question} ${stamp}`, bytes };
    });
  return { cache, made, ask };
}

test('a question is answered from memory while its stamp holds, and anew after it', async () => {
  const { ask, made } = fixture();
  expect([await ask('a', '1'), await ask('a', '1'), await ask('a', '2'), await ask('a', '2')]).toEqual(['a 1', 'a 1', 'a 2', 'a 2']);
  expect(made).toEqual(['a 1', 'a 2']);
});

test('what was not asked for longest is forgotten when there is no more room', async () => {
  const { ask, made } = fixture(450);
  for (const question of ['a', 'b', 'c', 'd', 'a', 'e']) await ask(question, '1');
  await ask('a', '1');
  await ask('b', '1');
  expect(made).toEqual(['a 1', 'b 1', 'c 1', 'd 1', 'e 1', 'b 1']);
});

test('an answer that would take most of the room is not kept, and the others stay', async () => {
  const { ask, made } = fixture();
  await ask('small', '1');
  await ask('large', '1', 900);
  await ask('large', '1', 900);
  await ask('small', '1');
  expect(made).toEqual(['small 1', 'large 1', 'large 1']);
});

test('after a clearing everything is computed anew', async () => {
  const { cache, ask, made } = fixture();
  await ask('a', '1');
  cache.clear();
  await ask('a', '1');
  expect(made).toHaveLength(2);
});

test('a failed question is asked again', async () => {
  const cache = new AnswerCache(1_000);
  const question = { question: 'a', stamp: '1' };
  await expect(cache.answer(question, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(await cache.answer(question, async () => ({ answer: 7, bytes: 8 }))).toBe(7);
});
