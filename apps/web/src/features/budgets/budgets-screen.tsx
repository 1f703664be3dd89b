import type { Site } from '@solvane/contract/fleet';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { QueryView } from '../../shared/states/query-view.tsx';
import { ConfigurationScreen } from '../../workspace/configuration-screen.tsx';
import { useListedSites } from '../../workspace/fleet/listed-sites.ts';
import { BudgetEditor } from './budget-editor.tsx';
import type { BudgetSearch } from './budget-search.ts';
import { budgetsQuery } from './budgets.queries.ts';

interface BudgetsScreenProps {
  search: BudgetSearch;
  onSearch: (search: BudgetSearch) => void;
}

/** What each site is to produce, month by month. */
export function BudgetsScreen({ search, onSearch }: BudgetsScreenProps) {
  const { formatMessage } = useIntl();
  return (
    <ConfigurationScreen
      title={formatMessage({ id: 'Route_budgets' })}
      subtitle={formatMessage({ id: 'Budgets_Subtitle' })}
      label={formatMessage({ id: 'Budgets_Sites' })}
      query={useListedSites()}
      empty={{ title: formatMessage({ id: 'Budgets_Empty' }) }}
      keyOf={({ siteId }) => siteId}
      entryOf={({ name, metadata }) => ({ name, detail: metadata.timezone ?? '' })}
      openKey={search.site}
      onOpen={(site) => onSearch({ ...search, site })}
    >
      {(site) => <SiteBudgets key={site.siteId} site={site} year={search.year} onYear={(year) => onSearch({ site: site.siteId, year })} />}
    </ConfigurationScreen>
  );
}

interface SiteBudgetsProps {
  site: Site;
  year: number | undefined;
  onYear: (year: number) => void;
}

/** Also beside other screens, in the details panel. */
export function SiteBudgets({ site, year, onYear }: SiteBudgetsProps) {
  return (
    <QueryView query={useQuery(budgetsQuery(site.siteId))} level="page" errorTitle="Common_Error_Query_Title">
      {(stored) => <BudgetEditor site={site} stored={stored} year={year} onYear={onYear} />}
    </QueryView>
  );
}
