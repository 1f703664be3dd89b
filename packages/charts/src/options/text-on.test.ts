import { expect, test } from 'vitest';
import { textOn } from './text-on.ts';

test('text stands out from the colour below it', () => {
  const theme = { text1: '#12181d', surface: '#ffffff' };
  expect(textOn('#e0f4f9', { text1: '#12181d', surface: '#fff' })).toBe('#12181d');
  expect([textOn('#e0f4f9', theme), textOn('#1f3160', theme), textOn('gray', theme)]).toEqual(['#12181d', '#ffffff', '#12181d']);
});
