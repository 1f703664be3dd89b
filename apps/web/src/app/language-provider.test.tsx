import type { MessageKey } from '@solvane/i18n/messages';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { useIntl } from 'react-intl';
import { afterEach, expect, test } from 'vitest';
import { accountSettingsQuery } from '../shared/access/session.queries.ts';
import { LanguageProvider } from './language-provider.tsx';
import { firstMessagesQuery, otherMessagesQuery } from './messages.queries.ts';

afterEach(cleanup);

test('who needs a text of other screens waits for it, and nothing else is drawn again when it comes', async () => {
  const queryClient = new QueryClient();
  queryClient.setQueryData(accountSettingsQuery().queryKey, { selectedEnterpriseIds: null, regionalFormat: 'en-US', uiTheme: 'system' });
  queryClient.setQueryData(firstMessagesQuery('en-US').queryKey, { Home_Title: 'Fleet now' });
  const others = Promise.withResolvers<{ EventLog_New: string }>();
  void queryClient.prefetchQuery({ ...otherMessagesQuery('en-US'), queryFn: () => others.promise });
  const drawn: string[] = [];
  function Text({ id }: { id: MessageKey }) {
    const text = useIntl().formatMessage({ id });
    drawn.push(text);
    return <p>{text}</p>;
  }
  await act(async () => {
    render(
      <QueryClientProvider client={queryClient}>
        <LanguageProvider>
          <Text id="Home_Title" />
          <Suspense fallback={<p>waits</p>}>
            <Text id="EventLog_New" />
          </Suspense>
        </LanguageProvider>
      </QueryClientProvider>,
    );
  });
  expect([screen.getByText('Fleet now'), screen.getByText('waits')]).toHaveLength(2);
  await act(async () => others.resolve({ EventLog_New: 'New event' }));
  expect(screen.getByText('New event')).toBeTruthy();
  expect(drawn).toEqual(['Fleet now', 'New event']);
});
