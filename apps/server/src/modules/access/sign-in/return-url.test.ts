import { describe, expect, test } from 'vitest';
import { safeReturnUrl } from './return-url.ts';

describe('after login the browser stays on this origin', () => {
  test.each([
    '/',
    '/event-log',
    '/data-studio?signals=%5B%22ActivePower%7C%7CRaw%22%5D',
    '/dashboards/7#row-3',
    '/a//b',
    '/search?q=https://example.org',
  ])('%s is kept', (path) => expect(safeReturnUrl(path)).toBe(path));

  test.each([
    'https://evil.example',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/%2fevil.example',
    '/%5Cevil.example',
    '/%09/evil.example',
    '/%0d%0aLocation:%20https://evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/./\\evil.example',
    'javascript:alert(1)',
    '/\u0000//evil.example/..//evil.example',
    '@evil.example',
    'http:evil.example',
    '/account/login?returnUrl=/',
    '/account/logout',
    `/${'a'.repeat(2_000)}`,
    '',
    undefined,
    ['/home'],
    { toString: () => '/home' },
  ])('%j leads to the start page', (address) => expect(safeReturnUrl(address)).toBe('/'));
});
