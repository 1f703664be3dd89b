import type { Site } from '@solvane/contract/fleet';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { sitesQuery } from '../../shared/fleet/sites.queries.ts';
import { QueryView } from '../../shared/states/query-view.tsx';
import { ConfigurationScreen } from '../../workspace/configuration-screen.tsx';
import { TariffEditor } from './tariff-editor.tsx';
import type { TariffSearch } from './tariff-search.ts';
import { tariffsQuery } from './tariffs.queries.ts';

interface TariffsScreenProps {
  search: TariffSearch;
  onSearch: (search: TariffSearch) => void;
}

/** What the energy of each site is worth. */
export function TariffsScreen({ search, onSearch }: TariffsScreenProps) {
  const { formatMessage } = useIntl();
  return (
    <ConfigurationScreen
      title={formatMessage({ id: 'Route_tariffs' })}
      subtitle={formatMessage({ id: 'Tariffs_Subtitle' })}
      label={formatMessage({ id: 'Budgets_Sites' })}
      query={useQuery({ ...sitesQuery(), select: ({ sites }) => ({ items: sites }) })}
      empty={{ title: formatMessage({ id: 'Budgets_Empty' }) }}
      keyOf={({ siteId }) => siteId}
      entryOf={({ name, metadata }) => ({ name, detail: metadata.timezone ?? '' })}
      openKey={search.site}
      onOpen={(site) => onSearch({ site })}
    >
      {(site) => <SiteTariffs key={site.siteId} site={site} />}
    </ConfigurationScreen>
  );
}

function SiteTariffs({ site }: { site: Site }) {
  return (
    <QueryView query={useQuery(tariffsQuery(site.siteId))} level="page" errorTitle="Common_Error_Query_Title">
      {(stored) => <TariffEditor site={site} stored={stored} />}
    </QueryView>
  );
}
