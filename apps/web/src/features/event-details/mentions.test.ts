import { expect, test } from 'vitest';
import { mentionedIn, openMention, peopleLike, splitMentions, withMention } from './mentions.ts';

const PEOPLE = [
  { userId: 'elena', name: 'Elena Lorca' },
  { userId: 'el', name: 'Elena' },
  { userId: 'mats', name: 'Mats Kron' },
];

test('an @ begins a name, inside a word it is an address', () => {
  expect(openMention('Ask @Ele', 8)).toEqual({ from: 4, written: 'Ele' });
  expect(openMention('Ask @Elena Lo', 13)).toEqual({ from: 4, written: 'Elena Lo' });
  expect(openMention('mail@solvane', 12)).toBeUndefined();
  expect(openMention('@Mats please come and look', 26)).toBeUndefined();
  expect(openMention('no one', 6)).toBeUndefined();
});

test('who is offered goes by first and last name', () => {
  expect(peopleLike(PEOPLE, 'lor').map(({ userId }) => userId)).toEqual(['elena']);
  expect(peopleLike(PEOPLE, 'ele').map(({ userId }) => userId)).toEqual(['elena', 'el']);
  expect(peopleLike(PEOPLE, '')).toHaveLength(3);
});

test('a chosen name takes the place of what was written of it, in the middle of a text too', () => {
  expect(withMention('Ask @ele today', { from: 4, written: 'ele' }, 'Elena Lorca')).toEqual({ text: 'Ask @Elena Lorca today', caret: 17 });
});

test('who is named is told, each once, the longer of two names that begin alike', () => {
  expect(mentionedIn('@Elena Lorca and @Mats Kron, @Mats Kron again', PEOPLE)).toEqual(['elena', 'mats']);
  expect(mentionedIn('@Elena was there, @Unknown was not', PEOPLE)).toEqual(['el']);
  expect(splitMentions('Hi @Mats Kron!', ['Mats Kron'])).toEqual([
    { text: 'Hi ', isMention: false },
    { text: '@Mats Kron', isMention: true },
    { text: '!', isMention: false },
  ]);
});
