import { expect, test } from 'vitest';
import { periodText } from './period-text.ts';

const nowMs = Date.UTC(2026, 5, 24, 12);
const timeZone = 'Europe/Stockholm';
const local = (text: string) => Date.parse(`${text}+02:00`);
const text = (start: string, end: string, locale = 'en-US') =>
  periodText({ startMs: local(start), endMs: local(end) }, { locale, timeZone, nowMs });

test('a whole day is that day, not the next one too', () => {
  expect(text('2026-06-24T00:00', '2026-06-25T00:00')).toBe('Wed, Jun 24');
  expect(text('2026-06-24T00:00', '2026-06-25T00:00', 'sv-SE')).toBe('ons 24 juni');
});

test('several days are a range up to the last of them, with the year where it is another one', () => {
  expect(text('2026-06-22T00:00', '2026-06-25T00:00')).toBe('Jun 22\u2009–\u200924');
  expect(text('2025-06-22T00:00', '2025-06-25T00:00')).toBe('Jun 22\u2009–\u200924, 2025');
});

test('a period with clock times says them', () => {
  expect(text('2026-06-23T14:00', '2026-06-24T14:00')).toBe('Jun 23, 14:00\u2009–\u2009Jun 24, 14:00');
});
