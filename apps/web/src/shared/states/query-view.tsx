import type { MessageKey } from '@solvane/i18n/messages';
import { type QueryViewProps as Props, QueryView as UiQueryView } from '@solvane/ui/query-view';
import { IconInbox } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { ErrorState } from './error-state.tsx';
import type { ErrorLevel } from './error-text.ts';
import { StateMessage } from './state-message.tsx';

/** What it needs of a query; several queries that belong together can be put into one by hand. */
type ViewedQuery<Data> = Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'isPlaceholderData'> & { refetch: () => unknown };

export interface EmptyText {
  title: string;
  /** Why there is nothing. */
  reason?: string | undefined;
  /** The next action. */
  action?: ReactNode;
  icon?: ReactNode;
  tone?: 'quiet' | 'ok';
}

interface QueryViewProps<Data> extends Omit<Props<Data>, 'state' | 'loadingLabel' | 'renderError' | 'empty'> {
  query: ViewedQuery<Data>;
  level?: ErrorLevel;
  /** Default: the title of the error table. */
  errorTitle?: MessageKey;
  empty?: EmptyText | undefined;
}

/** A query in each of its states, with the product's texts of failures, no permission and recovery. */
export function QueryView<Data>({ query, level = 'part', errorTitle, empty, ...props }: QueryViewProps<Data>) {
  const { formatMessage } = useIntl();
  const { data, error, isFetching, isPlaceholderData, refetch } = query;
  return (
    <UiQueryView<Data>
      {...props}
      state={{ data, error, isFetching, isPrevious: isPlaceholderData }}
      loadingLabel={formatMessage({ id: 'Common_Loading' })}
      empty={empty && <EmptyState level={level} {...empty} />}
      renderError={(failure, { hasData }) => (
        <ErrorState
          error={failure}
          level={hasData ? 'part' : level}
          onRetry={() => void refetch()}
          {...(errorTitle && { title: errorTitle })}
        />
      )}
    />
  );
}

function EmptyState({ title, reason, action, icon = <IconInbox />, tone = 'quiet', level }: EmptyText & { level: ErrorLevel }) {
  return (
    <StateMessage icon={icon} tone={tone} level={level} title={title} {...(action !== undefined && { actions: action })}>
      {reason}
    </StateMessage>
  );
}
