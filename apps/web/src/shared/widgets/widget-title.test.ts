import { expect, test } from 'vitest';
import { widgetTitle } from './widget-title.ts';

test('placeholders are filled in, those without a value become a dash, and double braces are braces', () => {
  expect(widgetTitle('Power of {siteCount} sites, {region} {{draft}}', { siteCount: '8' })).toBe('Power of 8 sites, — {draft}');
});
