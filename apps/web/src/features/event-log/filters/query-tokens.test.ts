import { expect, test } from 'vitest';
import { chipText, exactToken, partsOf, queryWhileTyping, takeFinished, toQuery, withTokens } from './query-tokens.ts';

test('conditions stand as chips, those that are none too; words stay in the box', () => {
  const parts = partsOf('site:"Alma Norra" breaker ack:no lost>100 colour:red');
  expect(parts).toEqual({ chips: ['site:"Alma Norra"', 'ack:no', 'lost>100', 'colour:red'], text: 'breaker' });
  expect(toQuery(parts)).toBe('site:"Alma Norra" ack:no lost>100 colour:red breaker');
});

test('a condition becomes a chip once it is finished, not while it is written', () => {
  expect(takeFinished('code:1205')).toEqual({ chips: [], text: 'code:1205' });
  expect(takeFinished('code:1205 ')).toEqual({ chips: ['code:1205'], text: '' });
  expect(takeFinished('trip code:1205 lo')).toEqual({ chips: ['code:1205'], text: 'trip lo' });
  expect(takeFinished('lost>=much ')).toEqual({ chips: ['lost>=much'], text: '' });
  expect(queryWhileTyping({ chips: ['ack:no'], text: 'trip lost>' })).toBe('ack:no trip');
  expect(takeFinished('main trip ')).toEqual({ chips: [], text: 'main trip ' });
  expect(takeFinished('site:"Alma ')).toEqual({ chips: [], text: 'site:"Alma ' });
});

test('a bar of the overview narrows by a whole name and replaces what stood there of the kind', () => {
  expect(exactToken('category', 'Forced outage')).toBe('category="Forced outage"');
  expect(withTokens('code:1205 ack:no trip', [exactToken('code', '301')])).toBe('ack:no code=301 trip');
});

test('types can be named in the language of the screen, and chips say names in it', () => {
  const typeNamed = (text: string) => ('driftstopp'.startsWith(text.toLowerCase()) ? ('Downtime' as const) : undefined);
  expect(partsOf('type:drift trip', typeNamed)).toEqual({ chips: ['type:drift'], text: 'trip' });
  const words = { type: () => 'Driftstopp', category: () => 'Växelriktarfel' };
  const chips = ['type:down', 'category="Inverter fault"', 'category:fault', 'lost>100', 'type:drift'];
  expect(chips.map((chip) => chipText(chip, words, typeNamed))).toEqual([
    'type:Driftstopp',
    'category=Växelriktarfel',
    'category:fault',
    'lost>100',
    'type:Driftstopp',
  ]);
});
