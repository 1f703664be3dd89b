import { expect, test } from 'vitest';
import { fillPlaceholders, fillTitle, unknownPlaceholders } from './widget-title.ts';

test('placeholders are filled in, those without a value become a dash, and double braces are braces', () => {
  expect(fillTitle('Power of {siteCount} sites, {portfolio} {{draft}}', { siteCount: '8' })).toBe('Power of 8 sites, — {draft}');
});

test('a placeholder that does not exist is found, also where it is no word, and double braces are none', () => {
  expect(unknownPlaceholders('{site} {region} {} {my site} {{draft}}')).toEqual(['region', '', 'my site']);
  expect(unknownPlaceholders('Energy of {sites}, {period}')).toEqual([]);
});

test('in a longer text only placeholders are filled in, and other braces stay', () => {
  expect(fillPlaceholders('{site}: {x: 1} {{raw}} {portfolio}', { site: 'Trent' })).toBe('Trent: {x: 1} {{raw}} —');
});
