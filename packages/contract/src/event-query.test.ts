import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseEventQuery } from './event-query.ts';

test('the search box is read as conditions and words', () => {
  expect(parseEventQuery('site:Alma type:Downtime lost>100 code:301 ack:no "main breaker" trip')).toEqual({
    tokens: [
      { kind: 'site', text: 'Alma', isExact: false },
      { kind: 'type', type: 'Downtime' },
      { kind: 'lost', comparison: '>', value: 100 },
      { kind: 'code', text: '301', isExact: false },
      { kind: 'acknowledged', is: false },
      { kind: 'word', text: 'main breaker' },
      { kind: 'word', text: 'trip' },
    ],
    notUnderstood: [],
  });
});

test('quotes hold a name together, types need no spaces, and a comma is a decimal point', () => {
  expect(parseEventQuery('site:"Alma Norra" type:comm hours<1,5 open:YES').tokens).toEqual([
    { kind: 'site', text: 'Alma Norra', isExact: false },
    { kind: 'type', type: 'Communication Loss' },
    { kind: 'hours', comparison: '<', value: 1.5 },
    { kind: 'open', is: true },
  ]);
});

test('yes and no are read in every language of the product, and types under their other names too', () => {
  const typeNamed = (text: string) => (text === 'Driftstopp' ? ('Downtime' as const) : undefined);
  expect(parseEventQuery('ack:nej open:oui type:Driftstopp', typeNamed)).toEqual({
    tokens: [
      { kind: 'acknowledged', is: false },
      { kind: 'open', is: true },
      { kind: 'type', type: 'Downtime' },
    ],
    notUnderstood: [],
  });
  expect(parseEventQuery('type:Driftstopp').notUnderstood).toEqual(['type:Driftstopp']);
});

test('an equals sign asks for the whole name, and a day or some days can be named', () => {
  expect(parseEventQuery('device=WT-1 category="Forced outage" day:2026-11-20 day:2026-11-01..2026-11-07').tokens).toEqual([
    { kind: 'device', text: 'WT-1', isExact: true },
    { kind: 'category', text: 'Forced outage', isExact: true },
    { kind: 'day', first: '2026-11-20', last: '2026-11-20' },
    { kind: 'day', first: '2026-11-01', last: '2026-11-07' },
  ]);
  expect(parseEventQuery('day:2026-02-30 day:2026-11-07..2026-11-01 code<5 day:soon site>=A').tokens).toEqual([]);
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

test('lost energy is in kWh, or in the unit that stands behind it', () => {
  const lost = (text: string) => parseEventQuery(text).tokens.map((token) => ('value' in token ? token.value : undefined));
  expect(lost('lost>100 lost>100kWh lost>1.5MWh lost<2,5mwh lost<1GWh')).toEqual([100, 100, 1_500, 2_500, 1_000_000]);
  expect(parseEventQuery('lost>=100 hours<=1,5').tokens).toEqual([
    { kind: 'lost', comparison: '>=', value: 100 },
    { kind: 'hours', comparison: '<=', value: 1.5 },
  ]);
  expect(parseEventQuery('lost>MWh lost>5MW hours>2MWh').notUnderstood).toEqual(['lost>MWh', 'lost>5MW', 'hours>2MWh']);
});
