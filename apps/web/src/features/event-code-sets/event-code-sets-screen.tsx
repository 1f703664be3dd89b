import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { Screen } from '../../shared/screen/screen.tsx';
import { ErrorState } from '../../shared/states/error-state.tsx';
import type { CodeSetSearch } from './code-set-search.ts';
import { CodeSetsTab } from './code-sets-tab.tsx';
import classes from './event-code-sets.module.css';
import { codeSetsQuery, unmappedCodesQuery } from './event-code-sets.queries.ts';
import { UnmappedTab } from './unmapped-tab.tsx';

interface EventCodeSetsScreenProps {
  search: CodeSetSearch;
  onSearch: (search: CodeSetSearch) => void;
}

/** Classifications of device codes, and codes that have none yet. */
export function EventCodeSetsScreen({ search, onSearch }: EventCodeSetsScreenProps) {
  const { formatMessage } = useIntl();
  const sets = useQuery(codeSetsQuery());
  const unmapped = useQuery(unmappedCodesQuery());
  const tab = search.tab ?? 'sets';
  return (
    <Screen fullBleed title={formatMessage({ id: 'Route_event-code-sets' })} subtitle={formatMessage({ id: 'EventCodeSet_Subtitle' })}>
      <Tabs
        className={classes.tabs}
        value={tab}
        keepMounted={false}
        onChange={(next) => onSearch({ ...search, tab: next === 'unmapped' ? 'unmapped' : undefined })}
      >
        <Tabs.List className={classes.tabList}>
          <Tabs.Tab value="sets">{formatMessage({ id: 'Route_event-code-sets' })}</Tabs.Tab>
          <Tabs.Tab value="unmapped">
            {formatMessage({ id: 'EventCodeSet_Tab_Unmapped' })}
            {unmapped.data && <span className={classes.count}>{unmapped.data.items.length}</span>}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="sets" className={classes.panel}>
          {sets.data ? (
            <CodeSetsTab sets={sets.data.items} search={search} onSearch={onSearch} />
          ) : sets.error ? (
            <ErrorState error={sets.error} level="page" title="Common_Error_Query_Title" onRetry={() => void sets.refetch()} />
          ) : (
            <div className={classes.skeleton} role="status" aria-label={formatMessage({ id: 'Common_Loading' })} />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="unmapped" className={classes.panel}>
          <UnmappedTab query={unmapped} />
        </Tabs.Panel>
      </Tabs>
    </Screen>
  );
}
