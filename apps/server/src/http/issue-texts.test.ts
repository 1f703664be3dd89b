import { listEndpoints } from '@solvane/contract/endpoints';
import { eventEndpoints } from '@solvane/contract/events';
import { expect, test } from 'vitest';
import { withIssueTexts } from './issue-texts.ts';

const issue = { level: 'error', path: ['file'], message: 'Fleet_Import_Unreadable', values: { line: 3, reason: 'x' } };

test('an issue inside a successful response says in English what its key says', () => {
  const { search } = eventEndpoints;
  expect(withIssueTexts(search, { items: [], nextCursor: null, issues: [issue] })).toMatchObject({
    issues: [{ ...issue, text: 'The file cannot be read: x' }],
  });
  expect(withIssueTexts(search, { items: [], nextCursor: null, issues: [] })).toEqual({ items: [], nextCursor: null, issues: [] });
});

test('issues are found wherever a response has them, and nothing else is touched', () => {
  const rewritten = listEndpoints().filter(({ endpoint }) => {
    const value = { issues: [issue], warnings: [issue], failed: [{ index: 0, issue }] };
    return JSON.stringify(withIssueTexts(endpoint, value)) !== JSON.stringify(value);
  });
  expect(rewritten.map(({ name }) => name)).toEqual(expect.arrayContaining(['events.search', 'fleetImport.import']));
  for (const { endpoint } of listEndpoints()) expect(withIssueTexts(endpoint, { other: [issue] })).toEqual({ other: [issue] });
});
