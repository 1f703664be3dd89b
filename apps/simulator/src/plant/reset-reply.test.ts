import { expect, test } from 'vitest';
import { resetReply } from './reset-reply.ts';

const requests = Array.from({ length: 400 }, (_, i) => ({
  segmentId: `s01-inv-${i % 20}`,
  requestedAtMs: Date.UTC(2026, 5, 10) + i * 61_000,
}));

test('the same request is answered the same way, others otherwise', () => {
  expect(requests.map((request) => resetReply(7, request))).toEqual(requests.map((request) => resetReply(7, request)));
  expect(requests.map((request) => resetReply(8, request))).not.toEqual(requests.map((request) => resetReply(7, request)));
});

test('most resets work, some are refused with a reason, and none takes longer than a plant may', () => {
  const answers = requests.map((request) => resetReply(7, request));
  const refused = answers.filter(({ isSuccess }) => !isSuccess);
  expect(refused.length / answers.length).toBeGreaterThan(0.15);
  expect(refused.length / answers.length).toBeLessThan(0.35);
  expect(new Set(refused.map(({ message }) => message)).size).toBe(4);
  expect(answers.every(({ afterMs }) => afterMs >= 2_000 && afterMs <= 15_000)).toBe(true);
});
