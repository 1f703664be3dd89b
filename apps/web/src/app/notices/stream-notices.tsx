import type { StreamMessage } from '@solvane/contract/system';
import type { Locale } from '@solvane/i18n/locales';
import type { MessageKey } from '@solvane/i18n/messages';
import { type QueryClient, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onStreamMessage } from '../../api/event-stream.ts';
import { accountSettingsQuery } from '../../shared/access/session.queries.ts';
import { sitesQuery } from '../../shared/fleet/sites.queries.ts';
import { jobsQuery, withJob } from '../../shared/live/jobs.queries.ts';
import { keepNotice } from '../../workspace/bell.ts';
import { showNotice } from '../../workspace/notices.ts';
import { firstMessagesQuery, otherMessagesQuery } from '../messages.queries.ts';
import { localeOf } from '../session/open-session.ts';

/** Takes in what the server tells by itself: notices, the progress of jobs, and changes of the fleet. */
export function StreamNotices() {
  const queryClient = useQueryClient();
  const locale = localeOf(useSuspenseQuery(accountSettingsQuery()).data);
  // The event stream lies outside of React.
  useEffect(
    () =>
      onStreamMessage((message) => {
        if (message.type === 'notice' && keepNotice(message)) {
          showIfKnown(queryClient, locale, message).catch((error: unknown) => console.warn('A notice could not be shown', error));
        }
        if (message.type === 'job') {
          queryClient.setQueryData(jobsQuery().queryKey, (before) => ({ items: withJob(before?.items ?? [], message.job) }));
        }
        if (message.type === 'site-changed' && (message.what === 'tree' || message.what === 'configuration')) {
          void queryClient.invalidateQueries({ queryKey: sitesQuery().queryKey });
        }
      }),
    [queryClient, locale],
  );
  return null;
}

/** A newer server may say what has no words here yet. */
async function showIfKnown(
  queryClient: QueryClient,
  locale: Locale,
  { noticeId, kind, message, values }: Extract<StreamMessage, { type: 'notice' }>,
): Promise<void> {
  const [first, other] = await Promise.all([
    queryClient.ensureQueryData(firstMessagesQuery(locale)),
    queryClient.ensureQueryData(otherMessagesQuery(locale)),
  ]);
  const isKnown = (key: string): key is MessageKey => Object.hasOwn(first, key) || Object.hasOwn(other, key);
  if (isKnown(message)) showNotice({ id: noticeId, kind, title: message, values });
}
