import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Tabs } from '@solvane/ui/tabs';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { Screen } from '../../shared/screen/screen.tsx';
import { QueryView } from '../../shared/states/query-view.tsx';
import type { CodeSetSearch } from './code-set-search.ts';
import { CodeSetsTab } from './code-sets-tab.tsx';
import { codeSetsQuery, unmappedCodesQuery } from './event-code-sets.queries.ts';
import { UnmappedTab } from './unmapped-tab.tsx';

interface EventCodeSetsScreenProps {
  search: CodeSetSearch;
  onSearch: (search: CodeSetSearch) => void;
}

/** Classifications of device codes, and codes that have none yet. */
export function EventCodeSetsScreen({ search, onSearch }: EventCodeSetsScreenProps) {
  const { formatMessage, formatNumber } = useIntl();
  const sets = useQuery(codeSetsQuery());
  const unmapped = useQuery(unmappedCodesQuery());
  return (
    <Screen fullBleed title={formatMessage({ id: 'Route_event-code-sets' })} subtitle={formatMessage({ id: 'EventCodeSet_Subtitle' })}>
      <Tabs
        label={formatMessage({ id: 'Route_event-code-sets' })}
        isBare
        value={search.tab ?? 'sets'}
        onChange={(next) => onSearch({ ...search, tab: next === 'unmapped' ? 'unmapped' : undefined })}
        tabs={[
          {
            name: 'sets',
            label: formatMessage({ id: 'Route_event-code-sets' }),
            content: () => (
              <QueryView query={sets} level="page" errorTitle="Common_Error_Query_Title">
                {({ items }) => <CodeSetsTab sets={items} search={search} onSearch={onSearch} />}
              </QueryView>
            ),
          },
          {
            name: 'unmapped',
            label: formatMessage({ id: 'EventCodeSet_Tab_Unmapped' }),
            count: unmapped.data && formatNumber(unmapped.data.items.length),
            content: () => <UnmappedTab query={unmapped} />,
          },
        ]}
      />
    </Screen>
  );
}
