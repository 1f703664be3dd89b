import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { ConfigurationLayout, ConfigurationLoading, ConfigurationNote } from '../../shared/configuration/configuration-layout.tsx';
import { Screen } from '../../shared/screen/screen.tsx';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { setKeyOf } from './category-draft.ts';
import { CategoryEditor } from './category-editor.tsx';
import type { CategorySetSearch } from './category-set-search.ts';
import { categorySetsQuery } from './event-categories.queries.ts';

interface EventCategoriesScreenProps {
  search: CategorySetSearch;
  onSearch: (search: CategorySetSearch) => void;
}

/** Causes of events by priority, per energy type. */
export function EventCategoriesScreen({ search, onSearch }: EventCategoriesScreenProps) {
  const { formatMessage } = useIntl();
  const { enterprises, selectedIds } = useFleet();
  const { data, error, refetch } = useQuery(categorySetsQuery());
  const chosen = data?.items.filter(({ enterpriseId }) => selectedIds.includes(enterpriseId)) ?? [];
  // A link may name a set of an enterprise that is not selected.
  const linked = data?.items.find((each) => setKeyOf(each) === search.set);
  const sets = linked && !chosen.includes(linked) ? (data?.items ?? []) : chosen;
  const set = linked ?? sets[0];
  const open = (key: string): void => onSearch({ set: key });
  const byEnterprise = Map.groupBy(sets, ({ enterpriseId }) => enterpriseId);
  const groups = [...byEnterprise].map(([enterpriseId, own]) => ({
    key: enterpriseId,
    heading: byEnterprise.size > 1 ? (enterprises.find(({ id }) => id === enterpriseId)?.name ?? enterpriseId) : null,
    entries: own.map((each) => {
      const energy = formatMessage({ id: `EventAction_CategorySet_${each.energyType}` });
      const detail = [
        each.id === null ? formatMessage({ id: 'EventCategorySet_Default' }) : energy,
        formatMessage({ id: 'EventCategorySet_Count' }, { count: each.categories.length }),
        formatMessage({ id: each.isInUse ? 'EventCategorySet_InUse' : 'EventCategorySet_NotInUse' }),
      ];
      return { key: setKeyOf(each), name: each.id === null ? energy : each.name, detail: detail.join(' · ') };
    }),
  }));
  return (
    <Screen
      fullBleed
      title={formatMessage({ id: 'Route_eventcategorization' })}
      subtitle={formatMessage({ id: 'EventCategorySet_Subtitle' })}
    >
      {data && set ? (
        <ConfigurationLayout label={formatMessage({ id: 'EventCategorySet_Sets' })} groups={groups} openKey={setKeyOf(set)} onOpen={open}>
          <CategoryEditor key={setKeyOf(set)} set={set} sets={sets} onOpen={open} />
        </ConfigurationLayout>
      ) : error ? (
        <ErrorState error={error} level="page" title="Common_Error_Query_Title" onRetry={() => void refetch()} />
      ) : data ? (
        <ConfigurationNote>{formatMessage({ id: 'EventCategorySet_Empty' })}</ConfigurationNote>
      ) : (
        <ConfigurationLoading label={formatMessage({ id: 'Common_Loading' })} />
      )}
    </Screen>
  );
}
