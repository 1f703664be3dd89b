import type { Site } from '@solvane/contract/fleet';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { sitesQuery } from '../../shared/fleet/sites.queries.ts';
import { QueryView } from '../../shared/states/query-view.tsx';
import { ConfigurationScreen } from '../../workspace/configuration-screen.tsx';
import { ReferenceEditor } from './reference-editor.tsx';
import type { ReferenceSearch } from './reference-search.ts';
import { referenceTurbinesQuery } from './reference-turbines.queries.ts';

interface ReferenceTurbinesScreenProps {
  search: ReferenceSearch;
  onSearch: (search: ReferenceSearch) => void;
}

/** Which turbines stand in for a turbine, per wind site. */
export function ReferenceTurbinesScreen({ search, onSearch }: ReferenceTurbinesScreenProps) {
  const { formatMessage } = useIntl();
  return (
    <ConfigurationScreen
      title={formatMessage({ id: 'Route_reference-turbines' })}
      subtitle={formatMessage({ id: 'ReferenceTurbines_Subtitle' })}
      label={formatMessage({ id: 'ReferenceTurbines_Sites' })}
      query={useQuery({ ...sitesQuery(), select: windSitesOf })}
      empty={{ title: formatMessage({ id: 'ReferenceTurbines_Empty' }) }}
      keyOf={({ siteId }) => siteId}
      entryOf={({ name, metadata }) => ({ name, detail: metadata.timezone ?? '' })}
      openKey={search.site}
      onOpen={(site) => onSearch({ site })}
    >
      {(site) => (
        <SiteReferences key={site.siteId} site={site} from={search.from} onFrom={(from) => onSearch({ site: site.siteId, from })} />
      )}
    </ConfigurationScreen>
  );
}

const WIND: readonly unknown[] = ['Wind', 'Hybrid'];

function windSitesOf({ sites }: { sites: readonly Site[] }): { items: Site[] } {
  return { items: sites.filter(({ metadata }) => WIND.includes(metadata.energyType)) };
}

interface SiteReferencesProps {
  site: Site;
  from: string | undefined;
  onFrom: (from: string) => void;
}

function SiteReferences({ site, from, onFrom }: SiteReferencesProps) {
  const { formatMessage } = useIntl();
  return (
    <QueryView
      query={useQuery(referenceTurbinesQuery(site.siteId))}
      level="page"
      errorTitle="Common_Error_Query_Title"
      isEmpty={({ turbines }) => turbines.length === 0}
      empty={{ title: formatMessage({ id: 'ReferenceTurbines_NoTurbines' }) }}
    >
      {(stored) => <ReferenceEditor site={site} stored={stored} from={from} onFrom={onFrom} />}
    </QueryView>
  );
}
