import { AppError } from '@solvane/contract/errors';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { z } from 'zod';
import { Screen } from '../../shared/screen/screen.tsx';
import { EntityNotFound } from '../../shared/states/entity-not-found.tsx';
import { QueryView } from '../../shared/states/query-view.tsx';
import { qualityConfigurationQuery } from './data-quality.queries.ts';
import { VeeEditor } from './vee-editor.tsx';
import type { VeeSearch } from './vee-search.ts';

interface VeeConfigurationScreenProps {
  configurationId: string;
  search: VeeSearch;
  onSearch: (search: VeeSearch) => void;
}

const idSchema = z.uuid();

/** One configuration: rules per signal, sites that follow it, versions, and what a change would do. */
export function VeeConfigurationScreen({ configurationId, ...props }: VeeConfigurationScreenProps) {
  return idSchema.safeParse(configurationId).success ? (
    <KnownConfiguration key={configurationId} configurationId={configurationId} {...props} />
  ) : (
    <NoConfiguration />
  );
}

function KnownConfiguration({ configurationId, search, onSearch }: VeeConfigurationScreenProps) {
  const { formatMessage } = useIntl();
  const query = useQuery(qualityConfigurationQuery(configurationId));
  if (query.error instanceof AppError && query.error.code === 'resource.notFound') return <NoConfiguration />;
  return (
    <Screen fullBleed title={query.data?.name ?? formatMessage({ id: 'Route_vee-configuration' })}>
      <QueryView query={query} level="page" errorTitle="Common_Error_Query_Title">
        {(stored) => <VeeEditor stored={stored} search={search} onSearch={onSearch} />}
      </QueryView>
    </Screen>
  );
}

function NoConfiguration() {
  const { formatMessage } = useIntl();
  return (
    <Screen title={formatMessage({ id: 'Route_vee-configuration' })} hideTitle>
      <EntityNotFound kind="dataQualityConfiguration" level="page" />
    </Screen>
  );
}
