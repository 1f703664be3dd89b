import { type Event, eventEndpoints } from '@solvane/contract/events';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installScreen } from '../../testing/fake-screen.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { givenEvent, givenProduct } from './event-log.testing.ts';
import { EventLogScreen } from './event-log-screen.tsx';

beforeEach(() => installScreen({ listHeight: 800 }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A person who leaves the log and comes back. */
function Visits() {
  const [isThere, setIsThere] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setIsThere(!isThere)}>
        Go
      </button>
      {isThere && <EventLogScreen address={{}} onAddress={() => undefined} />}
    </>
  );
}

test('the end that is reached while the list is asked for again gets its next rows when that is done', async () => {
  const page = (from: number, nextCursor: string | null) => ({
    items: [1, 2, 3].map((index): Event => givenEvent(from + index)),
    nextCursor,
    issues: [],
  });
  const product = givenProduct();
  const again = Promise.withResolvers<void>();
  const asked: (string | null)[] = [];
  product.server.on(eventEndpoints.search, async ({ body: { cursor } }) => {
    asked.push(cursor);
    const visit = asked.filter((each) => each === null).length;
    if (cursor === null && visit > 1) await again.promise;
    if (cursor === 'more' && visit === 1) await new Promise(() => undefined);
    return cursor === null ? page(0, 'more') : page(3, null);
  });
  await renderScreen(<Visits />, product);
  const user = userEvent.setup();
  await waitFor(() => expect(asked).toEqual([null, 'more']));
  const go = screen.getByRole('button', { name: 'Go' });
  await user.click(go);
  await user.click(go);
  await waitFor(() => expect(asked).toEqual([null, 'more', null]));
  const rows = () => screen.getAllByRole('checkbox').filter((box) => box.closest('tbody'));
  await waitFor(() => expect(rows()).toHaveLength(3));
  again.resolve();
  await waitFor(() => expect(rows()).toHaveLength(6));
});
