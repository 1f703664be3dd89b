import type { Site } from '@solvane/contract/fleet';
import { isGenerator, isSegmentType } from '@solvane/energy/devices/segment-types';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { QueryView } from '../../shared/states/query-view.tsx';
import { ConfigurationScreen } from '../../workspace/configuration-screen.tsx';
import { useListedSites } from '../../workspace/fleet/listed-sites.ts';
import { useSiteTree } from '../../workspace/fleet/trees.ts';
import type { TableDevice } from './coefficient-draft.ts';
import { CoefficientEditor } from './coefficient-editor.tsx';
import type { CoefficientSearch } from './coefficient-search.ts';
import { coefficientsQuery } from './coefficients.queries.ts';

interface CoefficientsScreenProps {
  search: CoefficientSearch;
  onSearch: (search: CoefficientSearch) => void;
}

/** What is left of the theoretical output of each device after normal losses. */
export function CoefficientsScreen({ search, onSearch }: CoefficientsScreenProps) {
  const { formatMessage } = useIntl();
  return (
    <ConfigurationScreen
      title={formatMessage({ id: 'Route_expected-coefficients' })}
      subtitle={formatMessage({ id: 'Coefficients_Subtitle' })}
      label={formatMessage({ id: 'Budgets_Sites' })}
      query={useListedSites(isProducing)}
      empty={{ title: formatMessage({ id: 'Coefficients_Empty' }) }}
      keyOf={({ siteId }) => siteId}
      entryOf={({ name, metadata }) => ({ name, detail: metadata.timezone ?? '' })}
      openKey={search.site}
      onOpen={(site) => onSearch({ site })}
    >
      {(site) => (
        <SiteCoefficients key={site.siteId} site={site} from={search.from} onFrom={(from) => onSearch({ site: site.siteId, from })} />
      )}
    </ConfigurationScreen>
  );
}

/** What is expected of a battery is its dispatch: coefficients change nothing there. */
function isProducing({ metadata }: Site): boolean {
  return metadata.energyType !== 'BESS';
}

interface SiteCoefficientsProps {
  site: Site;
  from: string | undefined;
  onFrom: (from: string) => void;
}

const TURBINES: readonly string[] = ['WindTurbine', 'Turbine'];
const BATTERIES: readonly string[] = ['BatteryInverter', 'BatteryContainer'];

/** Also beside other screens, in the details panel. */
export function SiteCoefficients({ site, from, onFrom }: SiteCoefficientsProps) {
  const { formatMessage } = useIntl();
  const tree = useSiteTree(site);
  const coefficients = useQuery(coefficientsQuery(site.siteId));
  const nodes = tree.data?.nodes;
  const devices = useMemo(
    (): TableDevice[] => [
      { segmentId: site.siteSegmentId, name: formatMessage({ id: 'Coefficients_WholeSite' }), isWind: site.metadata.energyType === 'Wind' },
      ...(nodes ?? [])
        .filter(({ type }) => isSegmentType(type) && isGenerator(type) && !BATTERIES.includes(type))
        .map(({ id, name, type }) => ({ segmentId: id, name, isWind: TURBINES.includes(type) })),
    ],
    [nodes, site, formatMessage],
  );
  const query = {
    data: nodes && coefficients.data,
    error: coefficients.error ?? tree.error,
    isFetching: coefficients.isFetching || tree.isFetching,
    isPlaceholderData: false,
    refetch: () => {
      if (coefficients.error) void coefficients.refetch();
      if (tree.error) tree.refetch();
    },
  };
  return (
    <QueryView query={query} level="page" errorTitle="Common_Error_Query_Title">
      {(stored) => <CoefficientEditor site={site} devices={devices} stored={stored} from={from} onFrom={onFrom} />}
    </QueryView>
  );
}
