import { AppError } from '@solvane/contract/errors';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { z } from 'zod';
import { Screen } from '../../shared/screen/screen.tsx';
import { EntityNotFound } from '../../shared/states/entity-not-found.tsx';
import { QueryView } from '../../shared/states/query-view.tsx';
import { ContractEditor } from './contract-editor.tsx';
import type { ContractSearch } from './contract-search.ts';
import { contractQuery } from './contracts.queries.ts';

/** An address that cannot name a contract leads to none. */
const idSchema = z.uuid();

interface ContractConfigurationScreenProps {
  contractConfigurationId: string;
  search: ContractSearch;
  onSearch: (search: ContractSearch) => void;
}

/** One contract: what is agreed on the left, what it came to on the right. */
export function ContractConfigurationScreen({ contractConfigurationId, search, onSearch }: ContractConfigurationScreenProps) {
  const { formatMessage } = useIntl();
  const isId = idSchema.safeParse(contractConfigurationId).success;
  const query = useQuery({ ...contractQuery(contractConfigurationId), retry: false, enabled: isId });
  const isMissing = !isId || (query.error instanceof AppError && query.error.code === 'resource.notFound');
  if (query.data) return <ContractEditor key={query.data.id} stored={query.data} search={search} onSearch={onSearch} />;
  return (
    <Screen title={formatMessage({ id: 'Route_contract-configuration' })} hideTitle>
      {isMissing ? (
        <EntityNotFound kind="contractConfiguration" level="page" />
      ) : (
        <QueryView query={query} level="page" errorTitle="Common_Error_Query_Title">
          {() => null}
        </QueryView>
      )}
    </Screen>
  );
}
