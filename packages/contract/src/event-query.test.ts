import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseEventQuery } from './event-query.ts';

test('the search box is read as conditions and words', () => {
  expect(parseEventQuery('site:Alma type:Downtime lost>100 code:301 ack:no "main breaker" trip')).toEqual({
    tokens: [
      { kind: 'site', text: 'Alma' },
      { kind: 'type', type: 'Downtime' },
      { kind: 'lost', comparison: '>', value: 100 },
      { kind: 'code', text: '301' },
      { kind: 'acknowledged', is: false },
      { kind: 'word', text: 'main breaker' },
      { kind: 'word', text: 'trip' },
    ],
    notUnderstood: [],
  });
});

test('quotes hold a name together, types need no spaces, and a comma is a decimal point', () => {
  expect(parseEventQuery('site:"Alma Norra" type:comm hours<1,5 open:YES').tokens).toEqual([
    { kind: 'site', text: 'Alma Norra' },
    { kind: 'type', type: 'Communication Loss' },
    { kind: 'hours', comparison: '<', value: 1.5 },
    { kind: 'open', is: true },
  ]);
});

test('what looks like a condition and is none is told, never dropped', () => {
  expect(parseEventQuery('lost>much ack:maybe colour:red type:x site:').notUnderstood).toEqual([
    'lost>much',
    'ack:maybe',
    'colour:red',
    'type:x',
    'site:',
  ]);
});

test('any text is read, and every part of it becomes a condition or is told', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const { tokens, notUnderstood } = parseEventQuery(text);
      expect(tokens.length + notUnderstood.length > 0).toBe(/[^\s]/.test(text));
    }),
  );
});
