import type { MessageKey } from '@solvane/i18n/messages';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { onStreamMessage } from '../../api/event-stream.ts';
import { sitesQuery } from '../../shared/fleet/sites.queries.ts';
import { jobsQuery, withJob } from '../../shared/live/jobs.queries.ts';
import { keepNotice } from '../../workspace/bell.ts';
import { showNotice } from '../../workspace/notices.ts';

/** Takes in what the server tells by itself: notices, the progress of jobs, and changes of the fleet. */
export function StreamNotices() {
  const queryClient = useQueryClient();
  const { messages } = useIntl();
  // The event stream lies outside of React.
  useEffect(() => {
    const isKnown = (key: string): key is MessageKey => Object.hasOwn(messages, key);
    return onStreamMessage((message) => {
      if (message.type === 'notice' && keepNotice(message) && isKnown(message.message)) {
        showNotice({ id: message.noticeId, kind: message.kind, title: message.message, values: message.values });
      }
      if (message.type === 'job') {
        queryClient.setQueryData(jobsQuery().queryKey, (before) => ({ items: withJob(before?.items ?? [], message.job) }));
      }
      if (message.type === 'site-changed' && (message.what === 'tree' || message.what === 'configuration')) {
        void queryClient.invalidateQueries({ queryKey: sitesQuery().queryKey });
      }
    });
  }, [queryClient, messages]);
  return null;
}
