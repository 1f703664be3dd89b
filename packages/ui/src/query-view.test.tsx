import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { type QueryState, QueryView } from './query-view.tsx';

afterEach(cleanup);

function given(state: QueryState<number[]>) {
  const { container } = render(
    <QueryView
      state={state}
      loadingLabel="Loading"
      isEmpty={(data) => data.length === 0}
      empty="No sites"
      partial={(data) => (data.length < 2 ? '1 of 2 sites' : undefined)}
      stale="3 h old"
      renderError={(error, { hasData }) => <p role="alert">{`${error} ${hasData ? 'above data' : 'alone'}`}</p>}
    >
      {(data) => data.join(' ')}
    </QueryView>,
  );
  return container.textContent;
}

test('without data it is loading, or failed', () => {
  given({ data: undefined, isFetching: true });
  expect(screen.getByRole('status', { name: 'Loading' }).getAttribute('aria-busy')).toBe('true');
  cleanup();
  expect(given({ data: undefined, error: 'No access' })).toBe('No access alone');
});

test('data stay while they are fetched again, and below a failure', () => {
  expect(given({ data: [1, 2], isFetching: true })).toBe('3 h old1 2');
  cleanup();
  expect(given({ data: [1, 2], error: 'Failed' })).toBe('Failed above data3 h old1 2');
});

test('what is missing from the data is noted above them', () => {
  expect(given({ data: [1] })).toBe('3 h old1 of 2 sites1');
});

test('no data are not the same as nothing to show', () => {
  expect(given({ data: [] })).toContain('No sites');
});

test('data of the request before are dimmed and read out as loading', () => {
  given({ data: [1, 2], isPrevious: true });
  expect(screen.getByText('Loading').getAttribute('role')).toBe('status');
});
