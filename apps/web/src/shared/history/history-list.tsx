import { type HistoryListProps as Props, HistoryList as UiHistoryList } from '@solvane/ui/history-list';
import { useIntl } from 'react-intl';

type HistoryListProps = Omit<Props, 'labels'> & { name?: string };

/** The history list in the language of the user. */
export function HistoryList({ name, ...props }: HistoryListProps) {
  const { formatMessage } = useIntl();
  return (
    <UiHistoryList
      {...props}
      labels={{
        name: name ?? formatMessage({ id: 'History_Name' }),
        compare: formatMessage({ id: 'History_Compare' }),
        restore: formatMessage({ id: 'History_Restore' }),
        current: formatMessage({ id: 'History_Current' }),
        before: formatMessage({ id: 'History_Before' }),
        after: formatMessage({ id: 'History_After' }),
      }}
    />
  );
}
