import { AppError } from '@solvane/contract/errors';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { Screen } from '../../shared/screen/screen.tsx';
import { EntityNotFound } from '../../shared/states/entity-not-found.tsx';
import { QueryView } from '../../shared/states/query-view.tsx';
import { curveTurbinesQuery, powerCurveQuery } from './model-data.queries.ts';
import type { ModelDataSearch } from './model-data-search.ts';
import { PowerCurveEditor } from './power-curve-editor.tsx';

interface PowerCurveScreenProps {
  curveId: string;
  search: ModelDataSearch;
  onSearch: (search: ModelDataSearch, options?: { isNewPlace?: boolean }) => void;
}

/** Power Curve Management: one curve, when and where it holds, beside others. */
export function PowerCurveScreen({ curveId, search, onSearch }: PowerCurveScreenProps) {
  const { formatMessage } = useIntl();
  const query = useQuery(powerCurveQuery(curveId));
  const turbines = useQuery(curveTurbinesQuery());
  if (query.error instanceof AppError && query.error.code === 'resource.notFound')
    return (
      <Screen title={formatMessage({ id: 'Route_model-data' })} hideTitle>
        <EntityNotFound kind="powerCurve" level="page" />
      </Screen>
    );
  const both = {
    data: query.data && turbines.data && { stored: query.data, turbines: turbines.data.items },
    error: query.error ?? turbines.error,
    isFetching: query.isFetching || turbines.isFetching,
    isPlaceholderData: false,
    refetch: () => Promise.all([query.refetch(), turbines.refetch()]),
  };
  if (both.data) return <PowerCurveEditor {...both.data} search={search} onSearch={onSearch} />;
  return (
    <Screen fullBleed title={query.data?.name ?? formatMessage({ id: 'Details_powerCurveManagement' })}>
      <QueryView query={both} level="page" errorTitle="Common_Error_Query_Title">
        {() => null}
      </QueryView>
    </Screen>
  );
}
